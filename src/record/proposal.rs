//! The record of a look at a proposal.

use super::{
    Answer, AnswerType, Answers, Body, Code, ConsequenceSource, Criterion, Decision, Digest, EffectiveAction, EvaluationAttempt, Evaluator, Head, Mode, Outage,
    PolicyRef, PolicyVersion, Probability, Projection, Proposal, Record, RecordSink, Redaction, RotatingKey, Usage, emit::to_micros, judge::plain,
    numbers::Numbers,
};
use crate::{
    admission,
    canonical::{sha256_of, sha256_of_text},
    proposal::{self, DecisionObserver, Finding, ProposalDecision, ProposalPolicy, Trust},
    systemone::{self, Distribution, Noul, Valid},
};
use serde_json::Value;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

/// Records each evaluation of a [`ProposalCheck`](crate::proposal::ProposalCheck) as a `decision`, with its full distributions. It holds no text: arguments and state are keyed digests.
#[derive(Debug)]
pub struct ProposalRecorder<S> {
    sink: S,
    key: RotatingKey,
    policy: PolicyVersion,
    thresholds: Digest<'static>,
    provider: Code<'static>,
    model: Code<'static>,
    numbers: Numbers,
}

impl<S: RecordSink> ProposalRecorder<S> {
    /// Records go to `sink`; digests of arguments and of the state are made under the current key. `policy` is the policy of the check, `provider` and `model` say who is asked.
    pub fn new(sink: S, key: RotatingKey, policy: &ProposalPolicy, provider: Code<'static>, model: Code<'static>) -> Self {
        let (thresholds, policy) = (policy.thresholds().digest().clone(), PolicyVersion::unchecked(policy));
        Self { sink, key, policy, thresholds, provider, model, numbers: Numbers::default() }
    }

    fn record(&self, decision: &ProposalDecision, arguments: &Value) -> Record<'static> {
        let key = self.key.current();
        let call = decision.call_id.as_deref().map_or_else(super::line::fresh_id, |id| key.call_id(id));
        let mut head = Head::new(call);
        head.session = Some(&*decision.run).filter(|run| !run.is_empty()).map(|run| key.text(run));
        let number = self.numbers.next(head.session.as_ref());
        let mut proposal = Proposal::new(
            // A name that the catalog does not declare is the model's own text.
            if decision.declared { key.code(&decision.tool) } else { key.hidden(&decision.tool) },
            plain(decision.schema.as_deref().map_or_else(|| sha256_of(&Value::Null), sha256_of)),
            key.value(arguments),
            decision.consequence,
            if decision.consequence == admission::Consequence::Unknown { ConsequenceSource::Default } else { ConsequenceSource::Operator },
            number,
            decision.run_version,
        );
        proposal.same_key_failures = Some(decision.unchanged_failures.into());
        let codes = decision.codes();
        let model = decision.model.as_deref().map(|model| key.reported_model(model, self.model.as_str()));
        let mut body = Decision::new(
            proposal,
            self.projection(decision),
            decision.asked.iter().map(|criterion| asked(criterion)).collect(),
            Evaluator::new(self.provider.clone(), self.model.clone(), model, None),
            Answers(decision.findings.iter().map(|finding| (Code::known(finding.criterion.id), answer(finding))).collect()),
            decision.status,
            attempts(decision.attempts, decision.status.as_str(), decision.latency),
            PolicyRef::new(
                Code::known(PolicyVersion::ID),
                key.code(&decision.policy),
                self.policy.digest().clone(),
                key.code(&decision.thresholds),
                self.thresholds.clone(),
            ),
            decision.verdict,
            if decision.mode == proposal::ProposalMode::Enforce { Mode::Enforce } else { Mode::Shadow },
            Outage::new(self.policy.outage(decision.consequence), decision.outage.is_some()),
            effective(decision.effective),
            Redaction::new(Code::known("scrub/1"), key.id().clone()),
        );
        body.usage = decision.usage.map(usage);
        body.reasons = codes.iter().map(|code| Code::known(code.as_str())).collect();
        Record { head, body: Body::from(body) }
    }

    fn projection(&self, decision: &ProposalDecision) -> Projection<'static> {
        let summary = &decision.projection;
        let key = self.key.current();
        let state = summary.state().map_or_else(|| key.value(&Value::Null), |state| key.value(state));
        let (bytes, seq) = (u64::try_from(summary.bytes).unwrap_or(u64::MAX), summary.evidence_max_seq.unwrap_or(0));
        let mut projection = Projection::new(key.code(&summary.id), key.code(&summary.version), state, bytes, seq, summary.truncated);
        projection.roles.clone_from(&summary.roles);
        projection.untrusted_roles = summary.roles.iter().copied().filter(|role| role.trust() == Trust::Untrusted).collect();
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

fn asked(criterion: &proposal::Criterion) -> Criterion<'static> {
    let kind = match criterion.kind() {
        "choice" => AnswerType::Choice,
        "score" => AnswerType::Score,
        _ => AnswerType::Noul,
    };
    Criterion::new(
        Code::known(criterion.id),
        Code::known(criterion.version),
        kind,
        plain(sha256_of_text(&criterion.wording())),
        Code::known(criterion.action.as_str()),
    )
}

fn answer(finding: &Finding) -> Answer<'static> {
    match (&finding.answer, finding.criterion.form) {
        (Valid::Noul(answered), _) => noul(*answered),
        (Valid::Choice(distribution), proposal::CriterionForm::Choice { options, .. }) => {
            choice(options.iter().map(|(label, _)| Code::known(label)), distribution)
        }
        (Valid::Score(distribution), _) => score(distribution),
        _ => Answer::Missing { why: None },
    }
}

fn p(p: f64) -> Option<Probability> {
    Probability::new(p.clamp(0.0, 1.0))
}

pub(super) fn noul(answered: Noul) -> Answer<'static> {
    p(answered.yes()).map_or(Answer::Missing { why: None }, |p| Answer::Noul { p })
}

/// The full distribution over labels in the order of the question.
pub(super) fn choice(labels: impl IntoIterator<Item = Code<'static>>, distribution: &Distribution) -> Answer<'static> {
    let probabilities: Vec<_> = labels.into_iter().zip(distribution.probabilities()).filter_map(|(label, value)| Some((label, p(*value)?))).collect();
    let selected = probabilities.get(distribution.top().0).map(|(label, _)| label.clone());
    Answer::Choice { probabilities, selected, confidence_reported: None }
}

pub(super) fn score(distribution: &Distribution) -> Answer<'static> {
    let expected = (0u32..).zip(distribution.probabilities()).map(|(level, value)| f64::from(level) * value).sum();
    let probabilities = distribution.probabilities().iter().filter_map(|value| p(*value)).collect();
    Answer::Score { probabilities, expected: Some(expected), confidence_reported: None }
}

/// The requests of one evaluation, of which the last one is known.
pub(super) fn attempts(count: u32, status: &'static str, latency: Duration) -> Vec<EvaluationAttempt<'static>> {
    let last = u64::from(count);
    let one = |n| {
        let (status, ms) = if n == last { (status, to_micros(latency)) } else { ("retried", 0.0) };
        EvaluationAttempt::new(n, Code::known(status), ms)
    };
    (1..=last).map(one).collect()
}

/// What an evaluation used; its price is the host's to know.
pub(super) fn usage(used: systemone::Usage) -> Usage<'static> {
    let mut spent = Usage::new(Code::known("none"));
    (spent.input_tokens, spent.output_tokens) = (Some(used.input_tokens), Some(used.output_tokens));
    spent
}

const fn effective(action: proposal::EffectiveAction) -> EffectiveAction {
    match action {
        proposal::EffectiveAction::Proceed => EffectiveAction::Proceed,
        proposal::EffectiveAction::Block => EffectiveAction::Block,
        proposal::EffectiveAction::Queued => EffectiveAction::Queued,
    }
}
