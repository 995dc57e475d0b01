//! Deferred dispatch: gates run in the response future, and the inner service is made ready after them.
//!
//! Needed where a gate has to wait: a pause that is short enough, a policy that asks somewhere, a ledger on another machine. It costs a clone of the inner service per call;
//! a waiting call holds no permit of it. Without such a gate prefer direct dispatch: [`RecoveryLayer`](crate::RecoveryLayer) as it is.

mod future;
mod policy;
mod service;

pub use future::DeferredFuture;
pub use policy::AsyncPolicy;
pub use service::{Deferred, DeferredLayer};
