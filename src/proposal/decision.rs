//! The account of one evaluation, for the record.

use super::{Criterion, EffectiveAction, EvaluationStatus, Finding, OutagePolicy, Projected, ProposalMode, ProposalVerdict, Reading, Role};
use crate::{
    admission::Consequence,
    layers::{Codes, FailureCode},
    systemone::Usage,
};
use serde_json::Value;
use std::{fmt, sync::Arc, time::Duration};

/// What an evaluation asked, what it was told, what it recommends and what was done: the recommendation and the deed are kept apart. It says nothing about whether the call was permitted, ran or had
/// its effect. `Debug` prints no identifiers.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct ProposalDecision {
    /// The run of the call.
    pub run: Arc<str>,
    /// The id that the model gave to the call.
    pub call_id: Option<Arc<str>>,
    /// The tool: the declared name, or else the model's own text.
    pub tool: Arc<str>,
    /// Whether the catalog declares it.
    pub declared: bool,
    /// Its schema, where one is declared.
    pub schema: Option<Arc<Value>>,
    /// What is at stake.
    pub consequence: Consequence,
    /// The place of the proposal in its run.
    pub seq: u64,
    /// The version of the run's state that it was made in.
    pub run_version: u64,
    /// How often the identical call failed in a world that has not changed since.
    pub unchanged_failures: u32,
    /// What was asked.
    pub asked: Vec<&'static Criterion>,
    /// What left, by role and size.
    pub projection: ProjectionSummary,
    /// Every answer with what it says under the thresholds.
    pub findings: Vec<Finding>,
    /// What came of the evaluation.
    pub status: EvaluationStatus,
    /// The model that answered, by its own word.
    pub model: Option<Box<str>>,
    /// What was used.
    pub usage: Option<Usage>,
    /// How many requests were sent.
    pub attempts: u32,
    /// From the first request to the answer, or to the end of the wait.
    pub latency: Duration,
    /// The version of the policy.
    pub policy: Arc<str>,
    /// The version of the thresholds.
    pub thresholds: Arc<str>,
    /// Whether the ruling was applied.
    pub mode: ProposalMode,
    /// What the evaluation recommends.
    pub verdict: ProposalVerdict,
    /// The outage policy that took the place of an answer.
    pub outage: Option<OutagePolicy>,
    /// What was done about the call.
    pub effective: EffectiveAction,
}

/// What left the process for one evaluation. `Debug` prints no text of it.
#[derive(Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ProjectionSummary {
    /// The id of the projection.
    pub id: Box<str>,
    /// Its version.
    pub version: Box<str>,
    /// The roles that had a part.
    pub roles: Vec<Role>,
    /// The size of the state in bytes.
    pub bytes: usize,
    /// Whether untrusted text was cut.
    pub truncated: bool,
    /// The place of the latest evidence.
    pub evidence_max_seq: Option<u64>,
    state: Option<Arc<Value>>,
}

impl ProjectionSummary {
    pub(super) fn new(id: &str, version: &str, projected: &Projected) -> Self {
        Self {
            id: id.into(),
            version: version.into(),
            roles: projected.roles().to_vec(),
            bytes: projected.bytes(),
            truncated: projected.truncated(),
            evidence_max_seq: projected.evidence_max_seq(),
            state: None,
        }
    }

    pub(super) fn keep(&mut self, state: &Value) {
        self.state = Some(Arc::new(state.clone()));
    }

    /// The state itself, scrubbed as it left: for a digest of it. It is not meant to be kept.
    #[must_use]
    pub fn state(&self) -> Option<&Value> {
        self.state.as_deref()
    }
}

impl fmt::Debug for ProjectionSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProjectionSummary").field("id", &self.id).field("version", &self.version).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl ProposalDecision {
    /// Every code of the failure taxonomy that this evaluation speaks for: of each criterion that calls for its action, and of an evaluation without a usable answer.
    #[must_use]
    pub fn codes(&self) -> Codes {
        let acting = self.findings.iter().filter(|finding| finding.reading == Reading::Acts).filter_map(|finding| code_of(finding.criterion));
        let missing = match self.status {
            EvaluationStatus::Late => Some(FailureCode::V5),
            status => status.is_outage().then_some(FailureCode::V4),
        };
        // What was told too late is recorded and recommends nothing.
        if self.outage.is_some() { missing.into_iter().collect() } else { acting.chain(missing).collect() }
    }
}

/// The code that a criterion speaks for; a wide reach is no failure by itself.
fn code_of(criterion: &Criterion) -> Option<FailureCode> {
    match criterion.id {
        "fit.tool" => Some(FailureCode::P1),
        "fit.args" | "fit.target" => Some(FailureCode::P2),
        "fit.scope" | "risk.injected" => Some(FailureCode::P3),
        "fit.repeat" => Some(FailureCode::P4),
        "fit.order" => Some(FailureCode::P5),
        _ => None,
    }
}

impl fmt::Debug for ProposalDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProposalDecision")
            .field("tool", &self.tool)
            .field("status", &self.status)
            .field("verdict", &self.verdict)
            .field("effective", &self.effective)
            .finish_non_exhaustive()
    }
}

/// Takes the account of each evaluation. Synchronous, and never waits; a panic in it does not reach the call.
pub trait DecisionObserver {
    /// Takes one, with the arguments that were proposed: for a digest of them, and not to be kept.
    fn decided(&self, decision: &ProposalDecision, arguments: &Value);
}

/// Takes none.
impl DecisionObserver for () {
    fn decided(&self, _: &ProposalDecision, _: &Value) {}
}

impl<O: DecisionObserver + ?Sized> DecisionObserver for Arc<O> {
    fn decided(&self, decision: &ProposalDecision, arguments: &Value) {
        (**self).decided(decision, arguments);
    }
}
