//! How often the held-out rows were used.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// One use of held-out rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldoutRead {
    /// The hash of the rows.
    pub dataset_digest: String,
    /// The hash of the thresholds they were used with.
    pub thresholds_digest: String,
    /// When, in seconds since 1970.
    pub at: u64,
}

/// With how many different thresholds these rows were used. Above one the result is no longer that of unseen rows.
#[must_use]
pub fn distinct_thresholds(reads: &[HeldoutRead], dataset_digest: &str) -> u64 {
    let same = reads.iter().filter(|read| read.dataset_digest == dataset_digest);
    same.map(|read| &read.thresholds_digest).collect::<BTreeSet<_>>().len() as u64
}
