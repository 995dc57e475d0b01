//! From recorded answers to a verdict, again and again the same: a pure function of the answers and the thresholds.

mod derive;
mod reading;
mod thresholds;

pub use derive::{Derived, Kept, derive, is_realized_by};
pub use reading::Reading;
pub use thresholds::{Band, Mismatch, Thresholds, ThresholdsError};
