//! The bounds of the normalize stage.

use crate::config::{ConfigError, in_range};
use serde::{Deserialize, Serialize};

/// How much text the normalize stage reads. Arguments that arrive parsed are not measured again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct NormalizeLimits {
    /// The longest text in bytes: 262,144 by default, from 1 KiB to 16 MiB.
    pub max_bytes: usize,
    /// How many arrays and objects may lie inside each other, the arguments themselves included: 64 by default, from 4 to 512. A level takes up to about
    /// 3 KiB of stack in an unoptimized build, and other readers of JSON may accept less: serde_json's own bound is 127.
    pub max_depth: usize,
}

impl NormalizeLimits {
    const BYTES: (usize, usize) = (1024, 16 * 1024 * 1024);
    const DEPTH: (usize, usize) = (4, 512);

    /// The default bounds.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_bytes: 262_144, max_depth: 64 }
    }

    /// Sets the longest text in bytes.
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Sets how many arrays and objects may lie inside each other.
    #[must_use]
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// Checks every bound against its range.
    ///
    /// # Errors
    ///
    /// [`ConfigErrorKind::OutOfRange`](crate::config::ConfigErrorKind::OutOfRange) with the name of the first bound outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        in_range("max_bytes", self.max_bytes, Self::BYTES.0, Self::BYTES.1)?;
        in_range("max_depth", self.max_depth, Self::DEPTH.0, Self::DEPTH.1)
    }
}

impl Default for NormalizeLimits {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
