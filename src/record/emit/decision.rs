//! The records of a decision about a failure: one for each evaluation, with everything that was asked and answered.

use super::call::About;
use crate::{
    Report,
    advice::Action,
    canonical::{sha256_of, sha256_of_text},
    classify::{Class, Source},
    config::RecoveryConfig,
    decide::{Abstained, DecisionTrace, RecoveryRequest, wording},
    proposal::{EvaluationStatus, Role},
    record::{
        Answer, AnswerType, Answers, Code, Consequence, ConsequenceSource, Criterion, Decision, Digest, DigestKey, EffectiveAction, Evaluator, Mode, Outage,
        OutagePolicy, PolicyRef, Projection, Proposal, RECOVERY_POLICY, Recommendation, Redaction, Thresholds,
        judge::plain,
        proposal::{attempts, choice, noul, score, usage},
    },
    scrub,
    systemone::{Form, Question, Usage},
};
use serde_json::Value;
use std::time::Duration;

/// By which configuration failures are decided on.
#[derive(Clone, Debug)]
pub(super) struct Configured {
    policy: Digest<'static>,
    thresholds: Thresholds,
}

impl Configured {
    pub(super) fn new(config: &RecoveryConfig) -> Self {
        let policy = plain(sha256_of(&serde_json::to_value(config).unwrap_or_default()));
        Self { policy, thresholds: Thresholds::of_recovery(&config.thresholds) }
    }

    fn reference(&self) -> PolicyRef<'static> {
        let name = self.thresholds.id().clone();
        PolicyRef::new(Code::known(RECOVERY_POLICY), name.clone(), self.policy.clone(), name, self.thresholds.digest().clone())
    }
}

/// Who is asked, in the words of the host.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) provider: Code<'static>,
    pub(super) model: Code<'static>,
}

/// One evaluation out of a trace.
struct Part<'t> {
    request: Option<&'t RecoveryRequest>,
    answers: Vec<(Code<'static>, Answer<'static>)>,
    /// Why nothing is followed of it.
    reason: Option<Abstained>,
    applied: bool,
    model: Option<&'t str>,
    usage: Option<Usage>,
    attempts: u32,
    latency: Duration,
}

/// What weight a decision about a failure has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// It was served: what of it the advice rests on.
    Advised {
        /// The class.
        class: bool,
        /// The other tool.
        alternate: bool,
    },
    /// It was made beside the stack, and nothing rests on it.
    #[cfg_attr(not(feature = "compare"), allow(dead_code, reason = "compare alone decides beside the stack"))]
    Shadow,
}

impl Weight {
    pub(super) fn of(report: &Report) -> Self {
        Self::Advised { class: report.classification.source == Source::Jev, alternate: matches!(report.advice.action, Action::UseAlternate(_)) }
    }

    const fn mode(self) -> Mode {
        match self {
            Self::Advised { .. } => Mode::Advise,
            Self::Shadow => Mode::Shadow,
        }
    }
}

/// The decisions that a failure led to, in turn. One that was worth asking for and was not asked leaves one without questions.
pub(super) fn records(trace: &DecisionTrace, weight: Weight, about: &About<'_>, configured: &Configured, asked: &Asked) -> Vec<Decision<'static>> {
    let parts = if trace.asked.is_empty() { vec![unasked(trace)] } else { trace.asked.iter().map(|request| part(request, trace, weight, about.key)).collect() };
    parts.into_iter().map(|part| record(part, weight, about, configured, asked)).collect()
}

fn unasked(trace: &DecisionTrace) -> Part<'_> {
    let latency = trace.latency.unwrap_or_default();
    Part { request: None, answers: Vec::new(), reason: trace.fallback, applied: false, model: None, usage: None, attempts: trace.attempts, latency }
}

fn part<'t>(request: &'t RecoveryRequest, trace: &'t DecisionTrace, weight: Weight, key: &DigestKey) -> Part<'t> {
    let mut part = Part { request: Some(request), ..unasked(trace) };
    let first = request.batch.questions.first();
    let answered = trace.answered.as_deref();
    if first.is_some_and(|question| *question.id == *wording::ALTERNATE) {
        let found = trace.alternate.as_ref();
        part.reason = found.map_or(Some(trace.fallback.unwrap_or(Abstained::Deadline)), |found| found.chosen.as_ref().err().copied());
        part.applied = matches!(weight, Weight::Advised { alternate: true, .. });
        // What the question for the class needed is not this one's.
        part.attempts = trace.attempts.saturating_sub(answered.map_or(0, |answered| answered.attempts));
        part.latency = part.latency.saturating_sub(answered.map_or(Duration::ZERO, |answered| answered.latency));
        if let Some(answer) = found.and_then(|found| found.answered.as_ref()) {
            let labels = first.map(|question| labels(question, key)).unwrap_or_default();
            part.answers.push((Code::known(wording::ALTERNATE), choice(labels, &answer.distribution)));
            (part.model, part.usage, part.latency) = (Some(&*answer.model), answer.usage, answer.latency);
        }
    } else if let Some(answer) = answered {
        part.applied = matches!(weight, Weight::Advised { class: true, .. });
        part.answers.push((Code::known(wording::CLASS), choice(Class::ALL.map(|class| Code::known(class.as_str())), &answer.class)));
        part.answers.push((Code::known(wording::RECOVERABILITY), noul(answer.blocked)));
        part.answers.extend(answer.correction.as_ref().map(|levels| (Code::known(wording::CORRECTION), score(levels))));
        (part.model, part.usage, part.attempts, part.latency) = (Some(&*answer.model), answer.usage, answer.attempts, answer.latency);
    }
    part
}

/// Names of other tools may be those of a server: only the word for none stands there as it is.
fn labels(question: &Question, key: &DigestKey) -> Vec<Code<'static>> {
    let Form::Choice(options) = &question.form else { return Vec::new() };
    options.iter().map(|option| if *option.label == *wording::NONE { Code::known(wording::NONE) } else { key.hidden(&option.label) }).collect()
}

fn record(part: Part<'_>, weight: Weight, about: &About<'_>, configured: &Configured, asked: &Asked) -> Decision<'static> {
    let status = status(&part);
    let source = if about.consequence == Consequence::Unknown { ConsequenceSource::Default } else { ConsequenceSource::Operator };
    let schema = plain(about.schema.map_or_else(|| sha256_of(&Value::Null), sha256_of));
    let proposal = Proposal::new(about.tool.clone(), schema, about.arguments.clone(), about.consequence, source, about.number, about.epoch);
    let model = part.model.map(|model| about.key.reported_model(model, asked.model.as_str()));
    let mut decision = Decision::new(
        proposal,
        projection(part.request, about.key),
        part.request.iter().flat_map(|request| request.batch.questions.iter().map(|question| criterion(question, request.version))).collect(),
        Evaluator::new(asked.provider.clone(), asked.model.clone(), model, None),
        Answers(part.answers),
        status,
        attempts(part.attempts, status.as_str(), part.latency),
        configured.reference(),
        if part.reason.is_none() && !status.is_outage() { Recommendation::Proceed } else { Recommendation::Abstain },
        weight.mode(),
        Outage::new(OutagePolicy::Fallback, status.is_outage()),
        if part.applied { EffectiveAction::Proceed } else { EffectiveAction::Fallback },
        Redaction::new(Code::known("scrub/1"), about.key.id().clone()),
    );
    decision.usage = part.usage.map(usage);
    decision.reasons = part.reason.into_iter().map(|reason| Code::known(reason.as_str())).collect();
    decision
}

fn status(part: &Part<'_>) -> EvaluationStatus {
    if !part.answers.is_empty() {
        return EvaluationStatus::Ok;
    }
    match part.reason {
        _ if part.request.is_none() && part.attempts == 0 => EvaluationStatus::NotCalled,
        Some(Abstained::Failed(crate::systemone::EvaluationErrorKind::NoCredential)) => EvaluationStatus::NotCalled,
        Some(Abstained::Failed(kind)) => kind.into(),
        Some(Abstained::Deadline) => EvaluationStatus::Timeout,
        Some(Abstained::Invalid(_)) => EvaluationStatus::Malformed,
        Some(Abstained::NoInformation) => EvaluationStatus::Partial,
        _ => EvaluationStatus::Error,
    }
}

fn projection(request: Option<&RecoveryRequest>, key: &DigestKey) -> Projection<'static> {
    let state = request.map_or(&Value::Null, |request| &request.batch.state);
    let bytes = state.as_str().map_or(0, str::len);
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    let shortened = request.is_some_and(|request| request.shortened);
    let mut projection = Projection::new(Code::known("recovery-observation"), Code::known(wording::VERSION), key.value(state), bytes, 0, shortened);
    let roles = request.map(|request| request.roles.as_slice()).unwrap_or_default();
    projection.roles = roles.iter().map(|role| self::role(*role)).collect();
    projection.untrusted_roles.clone_from(&projection.roles);
    projection
}

const fn role(role: scrub::Role) -> Role {
    match role {
        scrub::Role::Error => Role::PriorFailures,
        scrub::Role::Description => Role::ToolText,
        scrub::Role::Arguments => Role::ProposalArgs,
    }
}

fn criterion(question: &Question, version: &'static str) -> Criterion<'static> {
    let (kind, action) = match (&question.form, &*question.id) {
        (Form::Score(_), _) => (AnswerType::Score, "name_argument"),
        (Form::Noul { .. }, _) => (AnswerType::Noul, "say_whether_alone"),
        (_, wording::ALTERNATE) => (AnswerType::Choice, "use_alternate"),
        _ => (AnswerType::Choice, "classify"),
    };
    let words = wording::words_of(&question.id).join("\n");
    let id = Code::new(question.id.to_string()).unwrap_or_else(|_| Code::known("unnamed"));
    Criterion::new(id, Code::known(version), kind, plain(sha256_of_text(&words)), Code::known(action))
}
