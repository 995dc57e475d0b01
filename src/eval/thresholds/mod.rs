//! From which confidence on an answer is acted on: chosen on development rows by stated consequences, and locked in a file.

mod apply;
mod choose;
mod costs;
mod policy;
mod unique;

pub use apply::with_policy;
pub use choose::{Chosen, Objective, Refusal, choose};
pub use costs::{COSTS_SCHEMA, Costs, CostsError, Matrix, columns};
pub use policy::{Criterion, Expected, ExpectedCost, Policy, PolicyError, SCHEMA, Values};
