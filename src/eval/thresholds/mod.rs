//! From which confidence on an answer is acted on: chosen on development rows by stated consequences, and locked in a file.

mod apply;
mod choose;
mod policy;

pub use apply::with_policy;
pub use choose::{Chosen, Objective, Refusal, choose};
pub use policy::{Criterion, Expected, Policy, PolicyError, SCHEMA, Values};
