//! `tower` middleware that makes the failures of an LLM agent's tool calls useful.
#![forbid(unsafe_code)]

pub mod admission;
pub mod advice;
mod attempt;
pub mod classify;
mod clock;
pub mod config;
pub mod facts;
pub mod ledger;
pub mod normalize;
mod rejection;
mod request;

pub use attempt::{Attempt, Outcome, Report, Verdict};
pub use rejection::{Rejection, RejectionKind};
pub use request::{ArgumentsRef, Cancelled, ToolCall, ToolRequest};
