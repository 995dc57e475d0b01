//! PLACEHOLDER: replaced at merge by `pub use crate::ledger::LedgerConfig; pub use crate::normalize::NormalizeLimits;`.

use super::{ConfigError, in_range};
use serde::{Deserialize, Serialize};

pub use crate::normalize::NormalizeLimits;

/// The ledger's section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LedgerConfig {
    /// How long an open failure counts before it excuses one repeat, in milliseconds.
    pub repeat_ttl_ms: u64,
}

impl Default for LedgerConfig {
    fn default() -> Self {
        Self { repeat_ttl_ms: 600_000 }
    }
}

impl LedgerConfig {
    /// Checks the ranges.
    ///
    /// # Errors
    ///
    /// The key that is outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        in_range("repeat_ttl_ms", self.repeat_ttl_ms, 1_000, 86_400_000)
    }
}
