//! Execute: the inner service, exactly once, with one observation for every way it can end.

mod dispatch;
mod layer;
mod run;
mod subject;
mod ticket;

pub(crate) use dispatch::arm;
pub use layer::{Execute, ExecuteFuture, ExecuteLayer};
pub(crate) use run::{End, Interrupt, interruption, poll_run};
pub(crate) use subject::Subject;
pub(crate) use ticket::Extras;
pub use ticket::Ticket;
