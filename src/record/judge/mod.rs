//! From recorded answers to a verdict, again and again the same: a pure function of the answers, the thresholds and the policy.

mod derive;
mod policy;
mod reading;
mod recovery;
mod thresholds;
mod thresholds_file;

pub use derive::{Derived, Kept, derive, is_realized_by, judge};
pub use policy::PolicyVersion;
pub(crate) use recovery::POLICY as RECOVERY_POLICY;
pub(crate) use thresholds::plain;
pub use thresholds::{Mismatch, Thresholds, ThresholdsError};
