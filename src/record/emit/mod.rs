//! The records that the stack itself makes: authorization, execution, recovery and recovered.

mod call;
mod decision;
mod execution;
mod open;
mod options;
mod recovery;

pub(crate) use call::{Call, to_micros};
pub(crate) use options::Emitter;
pub use options::Records;
