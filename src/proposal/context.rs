//! What the host knows of a run before a call, in the order in which it came to know it.

use super::Role;
use crate::facts::UntrustedText;
use std::{fmt, sync::Arc};

/// What the host knows before a call. It is plain data of the host: nothing here is read from a call's outcome.
///
/// `Debug` prints no text.
#[derive(Clone, Default)]
pub struct ProposalContext {
    seq: u64,
    version: u64,
    goal: Option<Arc<str>>,
    policy: Option<Arc<str>>,
    request: Option<Arc<str>>,
    evidence: Vec<Evidence>,
}

/// One thing that came out of an earlier call of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    seq: u64,
    kind: EvidenceKind,
    text: UntrustedText,
}

/// What a piece of evidence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EvidenceKind {
    /// What an earlier call returned, or what was retrieved.
    Result,
    /// How an earlier call failed.
    Failure,
    /// What a server says of a tool.
    ToolText,
}

impl EvidenceKind {
    /// The role it stands in.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Self::Result => Role::PriorResults,
            Self::Failure => Role::PriorFailures,
            Self::ToolText => Role::ToolText,
        }
    }
}

impl Evidence {
    /// Evidence with its place in the run: every message, call and result has a number that grows.
    #[must_use]
    pub const fn new(seq: u64, kind: EvidenceKind, text: UntrustedText) -> Self {
        Self { seq, kind, text }
    }

    /// Its place in the run.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// What it is.
    #[must_use]
    pub const fn kind(&self) -> EvidenceKind {
        self.kind
    }

    pub(crate) const fn text(&self) -> &UntrustedText {
        &self.text
    }
}

/// Evidence that is not older than the proposal it was offered for: it would let the future into the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FutureEvidence {
    /// The place of the evidence.
    pub evidence: u64,
    /// The place of the proposal.
    pub proposal: u64,
}

impl fmt::Display for FutureEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "evidence {} is not older than the proposal {}", self.evidence, self.proposal)
    }
}

impl std::error::Error for FutureEvidence {}

impl ProposalContext {
    /// Begins the context of the proposal at the place `seq` of its run.
    #[must_use]
    pub fn new(seq: u64) -> Self {
        Self { seq, ..Self::default() }
    }

    /// States what the agent is for.
    #[must_use]
    pub fn operator_goal(mut self, text: impl Into<Arc<str>>) -> Self {
        self.goal = Some(text.into());
        self
    }

    /// States what the operator allows and demands.
    #[must_use]
    pub fn operator_policy(mut self, text: impl Into<Arc<str>>) -> Self {
        self.policy = Some(text.into());
        self
    }

    /// States what the user asked for.
    #[must_use]
    pub fn user_request(mut self, text: impl Into<Arc<str>>) -> Self {
        self.request = Some(text.into());
        self
    }

    /// States which state of the run this is. An answer is stale when the run has another version by the time it arrives.
    #[must_use]
    pub const fn version(mut self, version: u64) -> Self {
        self.version = version;
        self
    }

    /// Adds evidence.
    ///
    /// # Errors
    ///
    /// [`FutureEvidence`] where it is not older than the proposal.
    pub fn evidence(mut self, evidence: Evidence) -> Result<Self, FutureEvidence> {
        if evidence.seq >= self.seq {
            return Err(FutureEvidence { evidence: evidence.seq, proposal: self.seq });
        }
        self.evidence.push(evidence);
        Ok(self)
    }

    /// The place of the proposal in its run.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    pub(crate) const fn run_version(&self) -> u64 {
        self.version
    }

    /// The host's own text in a trusted role.
    pub(crate) fn trusted(&self, role: Role) -> Option<&str> {
        match role {
            Role::OperatorGoal => self.goal.as_deref(),
            Role::OperatorPolicy => self.policy.as_deref(),
            Role::UserRequest => self.request.as_deref(),
            _ => None,
        }
    }

    /// The evidence in a role, the latest first.
    pub(crate) fn latest(&self, role: Role) -> Vec<&Evidence> {
        let mut found: Vec<&Evidence> = self.evidence.iter().filter(|evidence| evidence.kind.role() == role).collect();
        found.sort_by_key(|evidence| std::cmp::Reverse(evidence.seq));
        found
    }
}

impl fmt::Debug for ProposalContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProposalContext").field("seq", &self.seq).field("evidence", &self.evidence.len()).finish_non_exhaustive()
    }
}

/// Where the context of a call comes from: the host, which holds the conversation.
pub trait ContextSource {
    /// The context of a call that is proposed now; `None` where the host knows none, which counts as an outage.
    fn context(&self, run: &str, scope: &str) -> Option<ProposalContext>;

    /// The version of the run now: the one that the host put into its [`ProposalContext::version`], or a later one.
    fn version(&self, run: &str) -> u64 {
        let _ = run;
        0
    }
}

impl<S: ContextSource + ?Sized> ContextSource for Arc<S> {
    fn context(&self, run: &str, scope: &str) -> Option<ProposalContext> {
        (**self).context(run, scope)
    }

    fn version(&self, run: &str) -> u64 {
        (**self).version(run)
    }
}

#[cfg(test)]
#[path = "context_tests.rs"]
mod tests;
