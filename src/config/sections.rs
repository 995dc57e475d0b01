//! PLACEHOLDER: replaced at merge by `pub use crate::ledger::LedgerConfig; pub use crate::normalize::NormalizeLimits;`.

use super::{ConfigError, in_range};
use serde::{Deserialize, Serialize};

/// Bounds on the representation of arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NormalizeLimits {
    /// The most bytes of argument text.
    pub max_bytes: usize,
    /// The deepest nesting.
    pub max_depth: usize,
}

impl Default for NormalizeLimits {
    fn default() -> Self {
        Self { max_bytes: 262_144, max_depth: 64 }
    }
}

impl NormalizeLimits {
    /// Checks the ranges.
    ///
    /// # Errors
    ///
    /// The key that is outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        in_range("max_bytes", self.max_bytes, 1, 16 * 1024 * 1024)?;
        in_range("max_depth", self.max_depth, 1, 512)
    }
}

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
