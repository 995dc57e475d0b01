//! The whole configuration of a recovery stack.

use super::{AdviceLimits, BaseUrl, Classifier, ConfigError, ConfigErrorKind, DecisionConcurrency, JevRoute, Layers, PacingLimits, Thresholds, in_range};
use crate::{facts::UndeclaredEffect, ledger::LedgerConfig, normalize::NormalizeLimits};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// The table `[agent.recovery]`. Every key has a default.
///
/// Reading it with serde alone checks names and kinds, but neither ranges nor Cargo features: [`RecoveryConfig::from_value`] and [`RecoveryConfig::validate`] do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct RecoveryConfig {
    /// How a failure that the facts leave open is classified.
    pub classifier: Classifier,
    /// Which kind of endpoint answers decisions. Absent: what the host chose.
    pub jev_route: Option<JevRoute>,
    /// Where decisions are answered, in place of the route's own address. It needs a credential of its own.
    pub jev_base_url: Option<BaseUrl>,
    /// The total time of one decision with its connection and retries, in milliseconds: 50 to 60000.
    pub decision_timeout_ms: u64,
    /// How many decisions one run may ask for: 0 to 1000.
    pub decisions_per_run: u32,
    /// How many decisions may be awaited at once.
    pub decision_concurrency: DecisionConcurrency,
    /// Whether advice may name another tool. Candidates are found by words, and by embeddings where the build has them.
    pub alternate_tools: bool,
    /// From which probability an answer of the decision model is followed.
    pub thresholds: Thresholds,
    /// What a tool without a declared effect counts as.
    pub undeclared_effect: UndeclaredEffect,
    /// How long a cancelled write may take to say what it did, in milliseconds: 0 to 60000.
    pub settle_grace_ms: u64,
    /// Bounds on advice.
    pub advice: AdviceLimits,
    /// Bounds on waiting for a producer that asked for a pause.
    pub pacing: PacingLimits,
    /// Bounds on the representation of arguments.
    pub normalize: NormalizeLimits,
    /// The no-progress ledger.
    pub ledger: LedgerConfig,
}

impl Default for RecoveryConfig {
    fn default() -> Self {
        Self {
            classifier: Classifier::default(),
            jev_route: None,
            jev_base_url: None,
            decision_timeout_ms: 3_000,
            decisions_per_run: 8,
            decision_concurrency: DecisionConcurrency::default(),
            alternate_tools: false,
            thresholds: Thresholds::default(),
            undeclared_effect: UndeclaredEffect::default(),
            settle_grace_ms: 2_000,
            advice: AdviceLimits::default(),
            pacing: PacingLimits::default(),
            normalize: NormalizeLimits::default(),
            ledger: LedgerConfig::default(),
        }
    }
}

impl RecoveryConfig {
    /// Reads and checks the contents of the table `[agent.recovery]`, in whatever format they were written.
    ///
    /// # Errors
    ///
    /// The first key that is unknown, of the wrong kind, outside its range, in contradiction to another, or asks for a mode that this build lacks.
    pub fn from_value(value: Value) -> Result<Self, ConfigError> {
        Layers::new()?.file(value)?.config()
    }

    /// Merges the environment over the table `[agent.recovery]` of a TOML text over the defaults, and checks the result.
    ///
    /// With the feature `toml`. `environment` is usually [`std::env::vars`]; names that do not begin with [`PREFIX`](super::PREFIX) are passed over. Other tables of the text belong to the
    /// host and are not looked at.
    ///
    /// # Errors
    ///
    /// As [`from_value`](Self::from_value); an error about an environment variable has its name as the key, and a text that is not TOML has the key `file`.
    #[cfg(feature = "toml")]
    pub fn resolve(file: Option<&str>, environment: impl IntoIterator<Item = (String, String)>) -> Result<Self, ConfigError> {
        let layers = Layers::new()?;
        let layers = match file {
            Some(text) => layers.toml(text)?,
            None => layers,
        };
        layers.environment(environment)?.config()
    }

    /// Checks ranges, contradictions and Cargo features.
    ///
    /// # Errors
    ///
    /// The first key that is wrong.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if let Some(feature) = self.classifier.missing_feature() {
            return Err(ConfigError::new("classifier", ConfigErrorKind::MissingFeature { feature }));
        }
        if self.jev_route == Some(JevRoute::Custom) && self.jev_base_url.is_none() {
            return Err(ConfigError::new("jev_route", ConfigErrorKind::Contradiction { rule: "the route `custom` needs `jev_base_url`".into() }));
        }
        in_range("decision_timeout_ms", self.decision_timeout_ms, 50, 60_000)?;
        in_range("decisions_per_run", self.decisions_per_run, 0, 1_000)?;
        in_range("settle_grace_ms", self.settle_grace_ms, 0, 60_000)?;
        self.decision_concurrency.validate().map_err(|error| error.within("decision_concurrency"))?;
        self.thresholds.validate().map_err(|error| error.within("thresholds"))?;
        self.advice.validate().map_err(|error| error.within("advice"))?;
        self.pacing.validate().map_err(|error| error.within("pacing"))?;
        self.normalize.validate().map_err(|error| error.within("normalize"))?;
        self.ledger.validate().map_err(|error| error.within("ledger"))
    }

    /// The total time of one decision.
    #[must_use]
    pub const fn decision_timeout(&self) -> Duration {
        Duration::from_millis(self.decision_timeout_ms)
    }

    /// How long a cancelled write may take to say what it did.
    #[must_use]
    pub const fn settle_grace(&self) -> Duration {
        Duration::from_millis(self.settle_grace_ms)
    }

    /// How long a call in deferred dispatch waits for its turn.
    #[must_use]
    pub const fn pacing_wait(&self) -> Duration {
        Duration::from_millis(self.pacing.max_wait_ms)
    }
}

#[cfg(test)]
#[path = "recovery_tests.rs"]
mod tests;
