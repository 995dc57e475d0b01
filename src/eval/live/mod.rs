//! What decision records of a running host say. They are observational: nobody knows what would have happened otherwise.

mod criteria;
mod line;
mod observed;
mod tally;

pub use criteria::{CriterionReport, Requirement, Requirements};
pub use observed::{Live, PerClass};
pub use tally::LiveTally;
