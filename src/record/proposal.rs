//! The record of a look at a proposal.

use super::{
    Answer, AnswerType, Answers, Body, Code, Consequence, ConsequenceSource, Criterion, Decision, Digest, EffectiveAction, EvaluationAttempt, EvaluationStatus,
    Evaluator, Head, LineDigest, Mode, Outage, OutagePolicy, PolicyRef, Probability, Projection, Proposal, Recommendation, Record, RecordSink, Redaction, Role,
    RotatingKey, Usage, emit::to_micros,
};
use crate::{
    admission,
    proposal::{self, DecisionObserver, Finding, ProposalDecision, ProposalPolicy, ProposalVerdict, Trust},
    systemone::Valid,
};
use serde_json::Value;
use std::{
    num::NonZeroU64,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU64, Ordering},
};

/// Records each evaluation of a [`ProposalCheck`](crate::proposal::ProposalCheck) as a `decision`, with its full distributions. It holds no text: arguments and state are keyed digests.
#[derive(Debug)]
pub struct ProposalRecorder<S> {
    sink: S,
    key: RotatingKey,
    policy: Digest<'static>,
    thresholds: Digest<'static>,
    provider: Code<'static>,
    model: Code<'static>,
    proposals: AtomicU64,
}

impl<S: RecordSink> ProposalRecorder<S> {
    /// Records go to `sink`; digests of arguments and of the state are made under the current key. `policy` is the policy of the check, `provider` and `model` say who is asked.
    pub fn new(sink: S, key: RotatingKey, policy: &ProposalPolicy, provider: Code<'static>, model: Code<'static>) -> Self {
        let digest = |value: Result<Value, serde_json::Error>| plain(&value.unwrap_or(Value::Null).to_string());
        Self {
            sink,
            key,
            policy: digest(serde_json::to_value(policy)),
            thresholds: digest(serde_json::to_value(&policy.thresholds)),
            provider,
            model,
            proposals: AtomicU64::new(0),
        }
    }

    fn record(&self, decision: &ProposalDecision, arguments: &Value) -> Record<'static> {
        let key = self.key.current();
        let call = decision.call_id.as_deref().map_or_else(super::line::fresh_id, |id| key.code(id));
        let mut head = Head::new(call);
        head.session = Some(&*decision.run).filter(|run| !run.is_empty()).map(|run| key.text(run));
        let number = NonZeroU64::MIN.saturating_add(self.proposals.fetch_add(1, Ordering::Relaxed));
        let mut proposal = Proposal::new(
            key.code(&decision.tool),
            plain(&decision.tool),
            key.value(arguments),
            consequence(decision.consequence),
            if decision.consequence == admission::Consequence::Unknown { ConsequenceSource::Default } else { ConsequenceSource::Operator },
            number,
            decision.seq,
        );
        proposal.same_key_failures = Some(decision.unchanged_failures.into());
        let codes = decision.codes();
        let mut body = Decision::new(
            proposal,
            self.projection(decision),
            decision.asked.iter().map(|criterion| asked(criterion)).collect(),
            Evaluator::new(self.provider.clone(), self.model.clone(), decision.model.as_deref().map(|model| key.code(model)), None),
            Answers(decision.findings.iter().map(|finding| (Code::known(finding.criterion.id), answer(finding))).collect()),
            status(decision.status),
            attempts(decision),
            PolicyRef::new(Code::known("proposal"), key.code(&decision.policy), self.policy.clone(), key.code(&decision.thresholds), self.thresholds.clone()),
            verdict(decision.verdict),
            if decision.mode == proposal::ProposalMode::Enforce { Mode::Enforce } else { Mode::Shadow },
            Outage::new(decision.outage.map_or(OutagePolicy::FailClosed, outage), decision.outage.is_some()),
            effective(decision.effective),
            Redaction::new(Code::known("scrub/1"), key.id().clone()),
        );
        body.usage = decision.usage.map(|usage| {
            let mut spent = Usage::new(Code::known("none"));
            (spent.input_tokens, spent.output_tokens) = (Some(usage.input_tokens), Some(usage.output_tokens));
            spent
        });
        body.reasons = codes.iter().map(|code| Code::known(code.as_str())).collect();
        Record { head, body: Body::from(body) }
    }

    fn projection(&self, decision: &ProposalDecision) -> Projection<'static> {
        let summary = &decision.projection;
        let key = self.key.current();
        let state = summary.state().map_or_else(|| key.value(&Value::Null), |state| key.value(state));
        let (bytes, seq) = (u64::try_from(summary.bytes).unwrap_or(u64::MAX), summary.evidence_max_seq.unwrap_or(0));
        let mut projection = Projection::new(key.code(&summary.id), key.code(&summary.version), state, bytes, seq, summary.truncated);
        projection.roles = summary.roles.iter().map(|known| role(*known)).collect();
        projection.untrusted_roles = summary.roles.iter().filter(|known| known.trust() == Trust::Untrusted).map(|known| role(*known)).collect();
        projection
    }
}

impl<S: RecordSink> DecisionObserver for ProposalRecorder<S> {
    fn decided(&self, decision: &ProposalDecision, arguments: &Value) {
        let record = self.record(decision, arguments);
        // A sink that panics loses the record, and nothing else.
        let _ = catch_unwind(AssertUnwindSafe(|| self.sink.record(record)));
    }
}

/// The plain digest of our own words, which nobody has to guess.
fn plain(text: &str) -> Digest<'static> {
    LineDigest::of(text.as_bytes()).to_digest()
}

fn asked(criterion: &proposal::Criterion) -> Criterion<'static> {
    let kind = match criterion.kind() {
        "choice" => AnswerType::Choice,
        "score" => AnswerType::Score,
        _ => AnswerType::Noul,
    };
    Criterion::new(Code::known(criterion.id), Code::known(criterion.version), kind, plain(&criterion.wording()), Code::known(criterion.action.as_str()))
}

fn answer(finding: &Finding) -> Answer<'static> {
    let p = |p: f64| Probability::new(p.clamp(0.0, 1.0));
    match (&finding.answer, finding.criterion.form) {
        (Valid::Noul(noul), _) => p(noul.yes()).map_or(Answer::Missing { why: None }, |p| Answer::Noul { p }),
        (Valid::Choice(distribution), proposal::CriterionForm::Choice { options, .. }) => {
            let probabilities: Vec<_> =
                options.iter().zip(distribution.probabilities()).filter_map(|((label, _), value)| Some((Code::known(label), p(*value)?))).collect();
            let selected = options.get(distribution.top().0).map(|(label, _)| Code::known(label));
            Answer::Choice { probabilities, selected, confidence_reported: None }
        }
        (Valid::Score(distribution), _) => {
            let expected = (0u32..).zip(distribution.probabilities()).map(|(level, value)| f64::from(level) * value).sum();
            Answer::Score {
                probabilities: distribution.probabilities().iter().filter_map(|value| p(*value)).collect(),
                expected: Some(expected),
                confidence_reported: None,
            }
        }
        _ => Answer::Missing { why: None },
    }
}

fn attempts(decision: &ProposalDecision) -> Vec<EvaluationAttempt<'static>> {
    let last = u64::from(decision.attempts);
    let one = |n| {
        let (status, ms) = if n == last { (decision.status.as_str(), to_micros(decision.latency)) } else { ("retried", 0.0) };
        EvaluationAttempt::new(n, Code::known(status), ms)
    };
    (1..=last).map(one).collect()
}

const fn consequence(consequence: admission::Consequence) -> Consequence {
    match consequence {
        admission::Consequence::Read => Consequence::Read,
        admission::Consequence::ReadSensitive => Consequence::ReadSensitive,
        admission::Consequence::ReversibleWrite => Consequence::ReversibleWrite,
        admission::Consequence::Irreversible => Consequence::Irreversible,
        admission::Consequence::Unknown => Consequence::Unknown,
    }
}

const fn status(status: proposal::EvaluationStatus) -> EvaluationStatus {
    match status {
        proposal::EvaluationStatus::Ok => EvaluationStatus::Ok,
        proposal::EvaluationStatus::Partial => EvaluationStatus::Partial,
        proposal::EvaluationStatus::Timeout => EvaluationStatus::Timeout,
        proposal::EvaluationStatus::RateLimited => EvaluationStatus::RateLimited,
        proposal::EvaluationStatus::Error => EvaluationStatus::Error,
        proposal::EvaluationStatus::Malformed => EvaluationStatus::Malformed,
        proposal::EvaluationStatus::CircuitOpen => EvaluationStatus::CircuitOpen,
        proposal::EvaluationStatus::Oversized => EvaluationStatus::Oversized,
        proposal::EvaluationStatus::NotCalled => EvaluationStatus::NotCalled,
        proposal::EvaluationStatus::Late => EvaluationStatus::Late,
        proposal::EvaluationStatus::Stale => EvaluationStatus::Stale,
    }
}

const fn verdict(verdict: ProposalVerdict) -> Recommendation {
    match verdict {
        ProposalVerdict::Proceed => Recommendation::Proceed,
        ProposalVerdict::Abstain => Recommendation::Abstain,
        ProposalVerdict::Review => Recommendation::Review,
        ProposalVerdict::Block => Recommendation::Block,
    }
}

const fn outage(policy: proposal::OutagePolicy) -> OutagePolicy {
    match policy {
        proposal::OutagePolicy::FailOpen => OutagePolicy::FailOpen,
        proposal::OutagePolicy::FailClosed => OutagePolicy::FailClosed,
        proposal::OutagePolicy::Queue => OutagePolicy::Queue,
        proposal::OutagePolicy::Fallback => OutagePolicy::Fallback,
    }
}

const fn effective(action: proposal::EffectiveAction) -> EffectiveAction {
    match action {
        proposal::EffectiveAction::Proceed => EffectiveAction::Proceed,
        proposal::EffectiveAction::Block => EffectiveAction::Block,
        proposal::EffectiveAction::Queued => EffectiveAction::Queued,
    }
}

const fn role(role: proposal::Role) -> Role {
    match role {
        proposal::Role::OperatorGoal => Role::OperatorGoal,
        proposal::Role::OperatorPolicy => Role::OperatorPolicy,
        proposal::Role::UserRequest => Role::UserRequest,
        proposal::Role::ToolContract => Role::ToolContract,
        proposal::Role::ProposalArgs => Role::ProposalArgs,
        proposal::Role::PriorResults => Role::PriorResults,
        proposal::Role::PriorFailures => Role::PriorFailures,
        proposal::Role::ToolText => Role::ToolText,
    }
}
