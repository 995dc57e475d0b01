//! A version of a proposal check's policy, to judge what was recorded under another one.

use super::{Thresholds, thresholds::plain};
use crate::{
    canonical::sha256_of,
    config::ConfigError,
    proposal::{ByConsequence, OutagePolicy, ProposalMode, ProposalPolicy},
    record::{Code, Consequence, Digest},
};

/// A policy of the proposal check that was checked: its modes and its outage table by consequence, and its thresholds where it has any.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyVersion {
    version: Code<'static>,
    digest: Digest<'static>,
    mode: ByConsequence<ProposalMode>,
    outage: ByConsequence<OutagePolicy>,
    thresholds: Option<Thresholds>,
}

impl PolicyVersion {
    /// The id of such a policy in records.
    pub const ID: &str = "proposal";

    /// Takes a policy.
    ///
    /// # Errors
    ///
    /// As [`ProposalPolicy::validate`].
    pub fn new(policy: &ProposalPolicy) -> Result<Self, ConfigError> {
        policy.validate()?;
        Ok(Self::unchecked(policy))
    }

    pub(crate) fn unchecked(policy: &ProposalPolicy) -> Self {
        let chosen = |outage: Option<OutagePolicy>| outage.unwrap_or(OutagePolicy::FailClosed);
        let ByConsequence { read, read_sensitive, reversible_write, irreversible, unknown } = policy.outage;
        Self {
            version: Code::new(policy.version.clone()).unwrap_or_else(|_| Code::known("invalid")),
            digest: policy.digest(),
            mode: policy.mode,
            outage: ByConsequence {
                read: chosen(read),
                read_sensitive: chosen(read_sensitive),
                reversible_write: chosen(reversible_write),
                irreversible: chosen(irreversible),
                unknown: chosen(unknown),
            },
            thresholds: (!policy.thresholds.is_empty()).then(|| Thresholds::of_policy(policy)),
        }
    }

    /// Its name.
    #[must_use]
    pub const fn version(&self) -> &Code<'static> {
        &self.version
    }

    /// Its digest, as it stands in records: [`ProposalPolicy::digest`].
    #[must_use]
    pub const fn digest(&self) -> &Digest<'static> {
        &self.digest
    }

    /// Its thresholds, where it has any.
    #[must_use]
    pub const fn thresholds(&self) -> Option<&Thresholds> {
        self.thresholds.as_ref()
    }

    /// Whether and how calls of a consequence are checked.
    #[must_use]
    pub const fn mode(&self, consequence: Consequence) -> ProposalMode {
        self.mode.of(consequence)
    }

    /// What becomes of a call of a consequence whose evaluation failed. What was not chosen fails closed.
    #[must_use]
    pub const fn outage(&self, consequence: Consequence) -> OutagePolicy {
        self.outage.of(consequence)
    }
}

impl ProposalPolicy {
    /// The thresholds of this policy. Written with serde, they are the file that `tool-recovery replay --thresholds` takes; their digest is the one in the records that are made under this
    /// policy.
    ///
    /// ```
    /// use tool_recovery::{proposal::{Band, ProposalPolicy}, record::Thresholds};
    ///
    /// let mut policy = ProposalPolicy::default();
    /// policy.thresholds_version = "thr-1".to_owned();
    /// policy.thresholds.insert("fit.target".to_owned(), Band { act_at: 0.8, clear_at: 0.2 });
    /// let file = serde_json::to_string_pretty(&policy.thresholds())?;
    /// assert_eq!(Thresholds::parse(&file)?, policy.thresholds());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn thresholds(&self) -> Thresholds {
        Thresholds::of_policy(self)
    }

    /// The digest of this policy in records: SHA-256 over its form of RFC 8785, with every key, those at their defaults included.
    #[must_use]
    pub fn digest(&self) -> Digest<'static> {
        plain(sha256_of(&serde_json::to_value(self).unwrap_or_default()))
    }
}
