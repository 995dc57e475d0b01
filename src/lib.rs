// Of two definitions of a link the first counts: here the README's pages are those of the guide.
//! [book]: guide
//! [book-admission]: guide::admission
//! [book-cases]: guide::cases
//! [book-classify]: guide::classify
//! [book-cli]: guide::cli
//! [book-facts]: guide::facts
//! [book-ledger]: guide::ledger
//! [book-normalize]: guide::normalize
//! [book-placement]: guide::placement
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod admission;
pub mod advice;
mod attempt;
mod builder;
pub mod classify;
mod clock;
pub mod config;
#[cfg(any(feature = "cli", feature = "eval"))]
pub mod corpus;
pub mod decide;
pub mod deferred;
#[cfg(feature = "eval")]
pub mod eval;
pub mod execute;
pub mod facts;
pub mod future;
pub mod guide;
mod layer;
pub mod ledger;
mod macros;
pub mod normalize;
mod rejection;
mod request;
mod service;
mod staged;
mod stages;
pub mod telemetry;
mod typestate;

pub use attempt::{Attempt, Outcome, Report, Verdict};
pub use builder::{Builder, ClassifierSource, FromConfig, LedgerSource, WithFacts};
pub use execute::Ticket;
pub use layer::RecoveryLayer;
pub use rejection::{Rejection, RejectionKind};
pub use request::{ArgumentsRef, Cancelled, ToolCall, ToolRequest};
pub use service::Recovery;
pub use staged::{Dispatched, Judged, StageFuture, Staged};
pub use stages::{Stack, Stages};
pub use typestate::{Admitted, Normalized, Proposed};
