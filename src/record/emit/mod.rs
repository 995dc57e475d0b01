//! The records that the stack itself makes: authorization, execution, recovery and recovered.

#[cfg(feature = "compare")]
mod beside;
mod call;
mod decision;
mod execution;
mod open;
mod options;
mod recovery;

#[cfg(feature = "compare")]
pub(crate) use beside::Beside;
pub(crate) use call::{Call, to_micros};
pub(crate) use options::Emitter;
pub use options::Records;
