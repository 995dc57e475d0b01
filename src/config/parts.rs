//! The sections and choices that [`RecoveryConfig`](super::RecoveryConfig) is made of.

use super::{ConfigError, ConfigErrorKind, in_range};
use serde::{Deserialize, Serialize};

/// How a failure that the facts leave open is classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Classifier {
    /// Not at all. Admission, the gates after uncertain effects and the no-progress ladder stay.
    Off,
    /// By text rules.
    Keywords,
    /// By text rules, while a decision model is asked beside them and its answer only recorded.
    Compare,
    /// By a decision model, with the text rules as the fallback.
    Jev,
}

impl Classifier {
    /// The name used in files, records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Keywords => "keywords",
            Self::Compare => "compare",
            Self::Jev => "jev",
        }
    }

    /// The Cargo feature that this mode needs and this build lacks.
    #[must_use]
    pub const fn missing_feature(self) -> Option<&'static str> {
        match self {
            Self::Keywords if !cfg!(feature = "keywords") => Some("keywords"),
            Self::Compare if !cfg!(feature = "compare") => Some("compare"),
            Self::Jev if !cfg!(feature = "jev") => Some("jev"),
            Self::Off | Self::Keywords | Self::Compare | Self::Jev => None,
        }
    }
}

/// [`Classifier::Keywords`] where the build has it, else [`Classifier::Off`].
impl Default for Classifier {
    fn default() -> Self {
        if cfg!(feature = "keywords") { Self::Keywords } else { Self::Off }
    }
}

/// Which kind of endpoint answers decisions. A credential belongs to one route and one origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum JevRoute {
    /// The vendor's own service.
    Vendor,
    /// A gateway or a server of one's own, at `jev_base_url`.
    Custom,
}

/// How many decisions may be awaited at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct DecisionConcurrency {
    /// In one run: 1 to 64.
    pub per_run: u32,
    /// In all runs of this process: 1 to 1024, and not below `per_run`.
    pub total: u32,
}

impl Default for DecisionConcurrency {
    fn default() -> Self {
        Self { per_run: 1, total: 8 }
    }
}

impl DecisionConcurrency {
    /// Checks the ranges.
    ///
    /// # Errors
    ///
    /// The key that is outside its range or contradicts another.
    pub fn validate(&self) -> Result<(), ConfigError> {
        in_range("per_run", self.per_run, 1, 64)?;
        in_range("total", self.total, 1, 1024)?;
        if self.per_run > self.total {
            let rule = format!("{} decisions of one run cannot be awaited where all runs together have {}", self.per_run, self.total);
            return Err(ConfigError::new("per_run", ConfigErrorKind::Contradiction { rule: rule.into() }));
        }
        Ok(())
    }
}

/// From which probability an answer of the decision model is followed; below it, the decision abstains. Within 0.05 of a threshold an answer is uncertain, and abstains as well, but an
/// answer without any doubt always is beyond.
///
/// Thresholds are chosen on held-out data and carry a version, so that a record says by which of them it was made. The defaults are untuned: each is 1, so that only an
/// answer without any doubt is followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Thresholds {
    /// The name of this set in records: 1 to 64 characters out of `a-z`, `0-9`, `.`, `_` and `-`.
    pub version: String,
    /// Of the most probable class, 0 to 1.
    pub class: f64,
    /// Of "the caller can go on alone", 0 to 1. The question asks for the opposite, so that this is 1 minus its answer.
    pub recoverability: f64,
    /// Of "a correction is evidenced", 0 to 1.
    pub correction: f64,
    /// Of an alternate tool, 0 to 1.
    pub alternate: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { version: "untuned".to_owned(), class: 1.0, recoverability: 1.0, correction: 1.0, alternate: 1.0 }
    }
}

impl Thresholds {
    /// Checks the ranges. A number that is not finite lies in no range.
    ///
    /// # Errors
    ///
    /// The key that is outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'.' | b'_' | b'-');
        if self.version.is_empty() || self.version.len() > 64 || !self.version.bytes().all(plain) {
            let expected = "1 to 64 characters out of a-z, 0-9, `.`, `_` and `-`".into();
            return Err(ConfigError::new("version", ConfigErrorKind::Invalid { expected }));
        }
        in_range("class", self.class, 0.0, 1.0)?;
        in_range("recoverability", self.recoverability, 0.0, 1.0)?;
        in_range("correction", self.correction, 0.0, 1.0)?;
        in_range("alternate", self.alternate, 0.0, 1.0)
    }
}

/// Bounds on advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct AdviceLimits {
    /// The longest advice text in bytes: 120 to 4096.
    pub max_bytes: usize,
}

impl Default for AdviceLimits {
    fn default() -> Self {
        Self { max_bytes: 600 }
    }
}

impl AdviceLimits {
    /// Checks the ranges.
    ///
    /// # Errors
    ///
    /// The key that is outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        in_range("max_bytes", self.max_bytes, 120, 4096)
    }
}

/// Bounds on waiting for a producer that asked for a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct PacingLimits {
    /// How long a call in deferred dispatch waits for its turn, in milliseconds: 0 to 900000. A call that would have to wait longer is rejected with the remaining
    /// wait, as is every paced call in direct dispatch. 0 never waits.
    pub max_wait_ms: u64,
}

impl Default for PacingLimits {
    fn default() -> Self {
        Self { max_wait_ms: 10_000 }
    }
}

impl PacingLimits {
    /// Checks the ranges.
    ///
    /// # Errors
    ///
    /// The key that is outside its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        in_range("max_wait_ms", self.max_wait_ms, 0, 900_000)
    }
}
