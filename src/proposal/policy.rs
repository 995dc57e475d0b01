//! What follows from an answer, an uncertain answer and no answer, by what is at stake. Plain data, checked when it is loaded.

use super::{Criterion, EvaluationStatus, ProposalVerdict, criteria::BEFORE_CALL};
use crate::{
    admission::Consequence,
    config::{ConfigError, ConfigErrorKind, in_range},
    macros::names,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whether a check may hold back a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalMode {
    /// Nothing is asked.
    #[default]
    Off,
    /// Asked beside the call, and recorded: nothing visible changes.
    Shadow,
    /// Asked before the call, which waits for the answer.
    Enforce,
}

impl ProposalMode {
    /// The name used in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Shadow => "shadow",
            Self::Enforce => "enforce",
        }
    }
}

names! {
    /// What becomes of a call whose evaluation failed.
    pub enum OutagePolicy {
        /// It goes on. Refused for what cannot be undone.
        FailOpen = "fail_open",
        /// It is held back.
        FailClosed = "fail_closed",
        /// A person looks at it first.
        Queue = "queue",
        /// The host's own rules decide; where they do not, a person.
        Fallback = "fallback",
    }
}

impl OutagePolicy {
    /// What it comes to; `None` where the host's own rules decide.
    #[must_use]
    pub const fn verdict(self) -> Option<ProposalVerdict> {
        match self {
            Self::FailOpen => Some(ProposalVerdict::Proceed),
            Self::FailClosed => Some(ProposalVerdict::Block),
            Self::Queue => Some(ProposalVerdict::Review),
            Self::Fallback => None,
        }
    }
}

/// One value for each consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ByConsequence<T> {
    /// Of [`Consequence::Read`].
    pub read: T,
    /// Of [`Consequence::ReadSensitive`].
    pub read_sensitive: T,
    /// Of [`Consequence::ReversibleWrite`].
    pub reversible_write: T,
    /// Of [`Consequence::Irreversible`].
    pub irreversible: T,
    /// Of [`Consequence::Unknown`].
    pub unknown: T,
}

impl<T: Copy> ByConsequence<T> {
    /// The same value for all.
    pub const fn all(value: T) -> Self {
        Self { read: value, read_sensitive: value, reversible_write: value, irreversible: value, unknown: value }
    }

    /// The value of `consequence`.
    pub const fn of(&self, consequence: Consequence) -> T {
        match consequence {
            Consequence::Read => self.read,
            Consequence::ReadSensitive => self.read_sensitive,
            Consequence::ReversibleWrite => self.reversible_write,
            Consequence::Irreversible => self.irreversible,
            Consequence::Unknown => self.unknown,
        }
    }

    /// The values with the names of their keys.
    pub const fn entries(&self) -> [(&'static str, T); 5] {
        [
            ("read", self.read),
            ("read_sensitive", self.read_sensitive),
            ("reversible_write", self.reversible_write),
            ("irreversible", self.irreversible),
            ("unknown", self.unknown),
        ]
    }
}

/// Two edges between which an answer is uncertain. A value on an edge is uncertain as well, because answers are rounded and pile up on round numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Above this probability the action is called for: 0.5 to 1, without 1.
    pub act_at: f64,
    /// Below this probability nothing is wrong: 0 to 0.5, without 0. Files of thresholds call it `reject_at`.
    #[serde(alias = "reject_at")]
    pub clear_at: f64,
}

/// The whole policy: the table `[agent.proposal]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ProposalPolicy {
    /// The name of this policy in records: 1 to 64 characters out of `a-z`, `0-9`, `.`, `_` and `-`.
    pub version: String,
    /// Whether and how each kind of call is checked.
    pub mode: ByConsequence<ProposalMode>,
    /// What becomes of a call whose evaluation failed. For reads it is `fail_open`; everything else has no default and has to be chosen where it is enforced.
    pub outage: ByConsequence<Option<OutagePolicy>>,
    /// The name of the set of thresholds in records; `untuned` is refused where anything is enforced.
    pub thresholds_version: String,
    /// Thresholds by the id of their criterion. What has none is asked and recorded, and never acted on.
    pub thresholds: BTreeMap<String, Band>,
    /// The total time of one evaluation, in milliseconds: 50 to 60000.
    pub timeout_ms: u64,
    /// After how many failures in a row the breaker opens: 1 to 1000.
    pub breaker_failures: u32,
    /// How long the breaker stays open, in milliseconds: 100 to 3600000.
    pub breaker_open_ms: u64,
}

impl Default for ProposalPolicy {
    fn default() -> Self {
        Self {
            version: "default".to_owned(),
            mode: ByConsequence::default(),
            outage: ByConsequence { read: Some(OutagePolicy::FailOpen), ..ByConsequence::default() },
            thresholds_version: UNTUNED.to_owned(),
            thresholds: BTreeMap::new(),
            timeout_ms: 3_000,
            breaker_failures: 5,
            breaker_open_ms: 30_000,
        }
    }
}

const UNTUNED: &str = "untuned";

impl ProposalPolicy {
    /// Checks ranges and contradictions.
    ///
    /// # Errors
    ///
    /// The first key that is wrong: an enforced consequence without a chosen outage policy or with untuned thresholds, `fail_open` for what cannot be undone or is not declared, a
    /// threshold of a criterion that is not asked before a call.
    pub fn validate(&self) -> Result<(), ConfigError> {
        name("version", &self.version)?;
        name("thresholds_version", &self.thresholds_version)?;
        in_range("timeout_ms", self.timeout_ms, 50, 60_000)?;
        in_range("breaker_failures", self.breaker_failures, 1, 1_000)?;
        in_range("breaker_open_ms", self.breaker_open_ms, 100, 3_600_000)?;
        for (key, policy) in [("irreversible", self.outage.irreversible), ("unknown", self.outage.unknown)] {
            if policy == Some(OutagePolicy::FailOpen) {
                return Err(contradiction(
                    &format!("outage.{key}"),
                    "what cannot be undone may not go on because nobody could be asked: choose fail_closed or queue",
                ));
            }
        }
        for ((key, mode), (_, outage)) in self.mode.entries().into_iter().zip(self.outage.entries()) {
            if mode == ProposalMode::Enforce && outage.is_none() {
                return Err(contradiction(
                    &format!("outage.{key}"),
                    "has to be chosen where `mode` is enforce: fail_closed, queue, fallback or, for what can be undone, fail_open",
                ));
            }
            if mode == ProposalMode::Enforce && (self.thresholds_version == UNTUNED || self.thresholds.is_empty()) {
                return Err(contradiction(&format!("mode.{key}"), "cannot be enforce without thresholds that were chosen on data and carry a version"));
            }
        }
        self.thresholds.iter().try_for_each(|(id, band)| check_band(id, *band))
    }

    /// What becomes of a call of `consequence` whose evaluation came to `status`; `None` where the answers decide, or where nothing was asked. Total: every pair has an answer, and what was not
    /// chosen fails closed.
    #[must_use]
    pub fn outage(&self, consequence: Consequence, status: EvaluationStatus) -> Option<OutagePolicy> {
        status.is_outage().then(|| self.outage.of(consequence).unwrap_or(OutagePolicy::FailClosed))
    }

    /// The thresholds of a criterion.
    #[must_use]
    pub fn band(&self, criterion: &Criterion) -> Option<Band> {
        self.thresholds.get(criterion.id).copied()
    }
}

fn name(key: &str, text: &str) -> Result<(), ConfigError> {
    let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'.' | b'_' | b'-');
    if text.is_empty() || text.len() > 64 || !text.bytes().all(plain) {
        let expected = "1 to 64 characters out of a-z, 0-9, `.`, `_` and `-`".into();
        return Err(ConfigError::new(key, ConfigErrorKind::Invalid { expected }));
    }
    Ok(())
}

fn contradiction(key: &str, rule: &str) -> ConfigError {
    ConfigError::new(key, ConfigErrorKind::Contradiction { rule: rule.into() })
}

fn check_band(id: &str, Band { act_at, clear_at }: Band) -> Result<(), ConfigError> {
    let key = format!("thresholds.{}", crate::advice::printable(id, 64));
    if !BEFORE_CALL.iter().any(|criterion| criterion.id == id) {
        let known: Vec<&str> = BEFORE_CALL.iter().map(|criterion| criterion.id).collect();
        return Err(ConfigError::new(key, ConfigErrorKind::Invalid { expected: format!("of one of these criteria: {}", known.join(", ")).into() }));
    }
    // A probability of 1 is the most there is, so that an edge there could never be passed; NaN lies in no range.
    let passable = (0.5..1.0).contains(&act_at) && clear_at > 0.0 && clear_at <= 0.5;
    if !passable {
        let expected = "a band with `act_at` from 0.5 to below 1 and `clear_at` from above 0 to 0.5".into();
        return Err(ConfigError::new(key, ConfigErrorKind::Invalid { expected }));
    }
    Ok(())
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
