// Of two definitions of a link the first counts: here the README's pages are those of the guide.
//! [book]: guide
//! [book-admission]: guide::admission
//! [book-alternates]: guide::alternates
//! [book-cases]: guide::cases
//! [book-classify]: guide::classify
//! [book-cli]: guide::cli
//! [book-configuration]: guide::configuration
//! [book-facts]: guide::facts
//! [book-jev]: guide::jev
//! [book-ledger]: guide::ledger
//! [book-mcp]: guide::mcp
//! [book-measuring]: guide::measuring
//! [book-normalize]: guide::normalize
//! [book-placement]: guide::placement
//! [book-proposal]: guide::proposal
//! [book-records]: guide::records
//! [book-scrub]: guide::scrub
//! [book-taxonomy]: guide::taxonomy
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod admission;
pub mod advice;
pub mod alternates;
mod attempt;
mod builder;
#[cfg(any(feature = "record", feature = "eval"))]
mod canonical;
pub mod classify;
mod clock;
#[cfg(feature = "compare")]
pub mod compare;
pub mod config;
#[cfg(any(feature = "cli", feature = "eval"))]
pub mod corpus;
pub mod decide;
pub mod deferred;
mod emit;
mod ends;
#[cfg(feature = "eval")]
pub mod eval;
pub mod execute;
pub mod facts;
pub mod future;
pub mod guide;
#[cfg(feature = "jev")]
pub mod jev;
mod layer;
pub mod layers;
pub mod ledger;
mod macros;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "net")]
#[cfg_attr(not(all(feature = "jev", feature = "embeddings")), allow(dead_code, unused_imports, reason = "each mode uses its part"))]
pub mod net;
pub mod normalize;
pub mod proposal;
#[cfg(feature = "record")]
pub mod record;
mod rejection;
mod request;
pub mod scrub;
mod service;
mod staged;
mod stages;
pub mod systemone;
pub mod telemetry;
mod typestate;
#[cfg(any(feature = "record", feature = "eval"))]
mod wilson;

pub use attempt::{Attempt, Outcome, Report, Verdict};
pub use builder::{Builder, ClassifierSource, FromConfig, LedgerSource, WithFacts};
pub use execute::Ticket;
pub use layer::RecoveryLayer;
pub use rejection::{Rejection, RejectionKind};
pub use request::{ArgumentsRef, Cancelled, Retained, ToolCall, ToolRequest};
pub use service::Recovery;
pub use staged::{Dispatched, Judged, StageFuture, Staged};
pub use stages::{Stack, Stages};
pub use typestate::{Admitted, Normalized, Proposed};
