//! Systems on rows: columns of gold labels and answers, and what they come to.
//!
//! A dataset becomes columns of a few bytes a row, so that a million rows fit into memory without their texts. Systems fill columns of answers; a section compares them for one
//! question and one role.

mod answers;
mod calibration;
mod column;
mod compare;
mod gate;
mod layers;
mod ledger;
mod predictions;
mod report;
mod section;
mod slices;
mod spread;
mod system;
mod table;

pub use answers::{Answers, Usage};
pub use calibration::{Calibration, Levels};
pub use column::{Column, Given};
pub use compare::Comparison;
pub use gate::{Gate, GateOutcome, Measure, Verdict};
pub use layers::layered;
pub use ledger::{HeldoutRead, distinct_thresholds};
pub use predictions::{PredictionError, read_predictions};
pub use report::{Dataset, Report, SCHEMA, Shift, Totals};
pub use section::{Section, Settings, sections};
pub use slices::Slice;
pub use spread::{Spread, spread};
pub use system::{Miss, SystemReport};
pub use table::{Table, TableError};
