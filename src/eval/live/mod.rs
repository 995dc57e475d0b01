//! What decision records of a running host say. They are observational: nobody knows what would have happened otherwise.

mod criteria;
mod line;
mod observed;
mod shadow;
mod tally;

pub use criteria::{CriterionReport, Requirement, Requirements};
pub use observed::{Live, PerClass};
pub use shadow::{Otherwise, ShadowReport};
pub use tally::LiveTally;
