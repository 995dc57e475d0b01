//! The four layers of correctness, kept apart: what was proposed, whether it was allowed, whether it ran, and whether it did what was meant.
//!
//! Each layer has its own result, its own owner and its own remedy. A denied call is no bad proposal, and an answer without an error is no outcome. Every
//! [`FailureCode`] that applies is counted; which one is shown first is a matter of display.

mod codes;
mod from_report;
mod results;
mod taxonomy;

pub use codes::{Codes, CodesIter, Tally};
pub use results::{Authorized, Executed, Fit, LayerResults, Observed, Structure};
pub use taxonomy::{FailureCode, Layer, Row};
