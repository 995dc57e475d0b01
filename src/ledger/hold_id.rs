//! The name of one hold.

use std::fmt;

/// The opaque id of a hold, unique in its ledger and kept across a restart. A ledger of the host's own numbers its holds as it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct HoldId(u64);

impl HoldId {
    /// The id with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for HoldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hold-{}", self.0)
    }
}
