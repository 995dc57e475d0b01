//! Cases and answers for the tests of this folder.

use super::{
    Abstained, Alternates, Attempts, Decide, Decider, Decision, OpenCase, RecoveryDecision, RecoveryEvaluator, RecoveryObservation, RecoveryRequest, wording,
};
use crate::{
    classify::{Class, Classification, Source},
    clock,
    config::{RecoveryConfig, Thresholds},
    facts::{Adapter, Effect, Facts, Phase, Provenance, Reach, UntrustedText},
    ledger::{CallKey, Fingerprint, OperationKey, RunKey, ScopeKey, Tally},
    systemone::{Answer, Answers, Batch, EvaluationError},
};
use std::{
    future::{Future, ready},
    pin::Pin,
    task::{Context, Poll, Waker},
    time::Duration,
};
use tokio::time::Instant;

pub(super) fn facts() -> Facts {
    Facts::new(Provenance::new(Adapter::Host, "test")).reached(Phase::Execution, Reach::Answered).text(UntrustedText::new("the widget could not be opened"))
}

pub(super) fn case(facts: &Facts, run: u128) -> OpenCase<'_> {
    let call = CallKey { run: RunKey(run), scope: ScopeKey(1), operation: OperationKey(2), fingerprint: Fingerprint(3), service: None };
    OpenCase::new(facts, Effect::ReadOnly, Classification::unknown(Source::Keywords), call, clock::now() + Duration::from_secs(3))
}

pub(super) fn failed_before(case: OpenCase<'_>, times: u32) -> OpenCase<'_> {
    OpenCase { tally: Tally { identical: times, streak: times }, ..case }
}

pub(super) fn observation() -> RecoveryObservation {
    RecoveryObservation::of(&case(&facts(), 1)).unwrap()
}

/// The class `class` with this probability; the rest goes to another one.
pub(super) fn class_answer(class: Class, probability: f64) -> Answer {
    let other = if class == Class::Unknown { Class::Transient } else { Class::Unknown };
    let of = |label: Class| match label {
        _ if label == class => probability,
        _ if label == other => 1.0 - probability,
        _ => 0.0,
    };
    let top = if probability >= 0.5 { class } else { other };
    Answer::Choice { choice: top.as_str().into(), probabilities: Class::ALL.map(|label| (label.as_str().into(), of(label))).to_vec() }
}

pub(super) fn answers(class: Class, probability: f64, blocked: f64) -> Answers {
    Answers::new("model-1", vec![(wording::CLASS.into(), class_answer(class, probability)), (wording::RECOVERABILITY.into(), Answer::Noul(blocked))])
}

/// The candidate `key` with this probability, of those in this order; the rest goes to none.
pub(super) fn alternate_answers(keys: &[&str], key: &str, probability: f64) -> Answers {
    let mut probabilities: Vec<(Box<str>, f64)> = keys.iter().map(|one| ((*one).into(), if *one == key { probability } else { 0.0 })).collect();
    probabilities.push((wording::NONE.into(), 1.0 - probability));
    let choice = if probability >= 0.5 { key } else { wording::NONE };
    Answers::new("model-1", vec![(wording::ALTERNATE.into(), Answer::Choice { choice: choice.into(), probabilities })])
}

pub(super) fn decision(answers: Answers) -> Result<RecoveryDecision, Abstained> {
    RecoveryRequest::about(&observation()).decision(answers)
}

/// Thresholds of 0.8.
pub(super) fn thresholds() -> Thresholds {
    Thresholds { version: "test".to_owned(), class: 0.8, recoverability: 0.8, correction: 0.8, alternate: 0.8 }
}

pub(super) fn config() -> RecoveryConfig {
    RecoveryConfig { thresholds: thresholds(), alternate_tools: true, ..RecoveryConfig::default() }
}

pub(super) const ALL_ATTEMPTS: [Attempts; 3] = [Attempts::First, Attempts::Repeated, Attempts::Often];

pub(super) type Reply = Result<Answers, EvaluationError>;
pub(super) type Evaluation = Pin<Box<dyn Future<Output = Reply> + Send>>;

mockall::mock! {
    pub(super) Evaluator {}
    impl RecoveryEvaluator for Evaluator {
        type Evaluation = Evaluation;
        fn evaluate(&self, batch: Batch, deadline: Instant) -> Evaluation;
    }
}

pub(super) fn at_once(reply: Reply) -> Evaluation {
    Box::pin(ready(reply))
}

/// Answers every batch at once.
pub(super) fn says(reply: impl Fn() -> Reply + Send + 'static) -> MockEvaluator {
    let mut evaluator = MockEvaluator::new();
    evaluator.expect_evaluate().returning(move |_, _| at_once(reply()));
    evaluator
}

pub(super) fn decider(evaluator: MockEvaluator) -> Decider<MockEvaluator> {
    Decider::new(evaluator, &config()).unwrap()
}

pub(super) async fn asked<E: RecoveryEvaluator, A: Alternates>(decider: &Decider<E, A>, case: &OpenCase<'_>) -> Result<Decision, Abstained> {
    Ok(decider.decide(case)?.await)
}

pub(super) fn poll_once<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

impl MockEvaluator {
    /// It never answers.
    pub(super) fn silent() -> Self {
        let mut evaluator = Self::new();
        evaluator.expect_evaluate().returning(|_, _| Box::pin(std::future::pending()));
        evaluator
    }
}
