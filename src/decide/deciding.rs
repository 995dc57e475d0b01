//! A decision that is awaited.

use super::{
    Abstained, AlternateDecision, Alternates, Decision, RecoveryAdvice, RecoveryEvaluator, RecoveryObservation, RecoveryRequest, decider::Shared,
    limits::Permit, policy,
};
use crate::{
    clock,
    config::Thresholds,
    systemone::{Answers, EvaluationError, EvaluationErrorKind},
};
use pin_project_lite::pin_project;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tokio::time::{Instant, Sleep, sleep_until};

/// What was asked.
pub(super) struct Asked {
    pub(super) observation: RecoveryObservation,
    pub(super) deadline: Instant,
    /// Given back on drop.
    pub(super) permit: Permit,
    /// What was put to the evaluator, in turn.
    pub(super) requests: Vec<RecoveryRequest>,
}

impl Asked {
    pub(super) const fn new(observation: RecoveryObservation, deadline: Instant, permit: Permit) -> Self {
        Self { observation, deadline, permit, requests: Vec::new() }
    }

    /// Puts a request to `evaluator`.
    fn put<E: RecoveryEvaluator>(&mut self, request: RecoveryRequest, evaluator: &E) -> E::Evaluation {
        self.permit.spend();
        let batch = request.batch.clone();
        self.requests.push(request);
        evaluator.evaluate(batch, self.deadline)
    }

    /// What `answers` to the last request say, as `read` reads them.
    fn read<T>(&self, answers: Answers, read: impl FnOnce(&RecoveryRequest, Answers) -> Result<T, Abstained>) -> Result<T, Abstained> {
        self.requests.last().ok_or(Abstained::NotAsked).and_then(|request| read(request, answers))
    }
}

pin_project! {
    /// Resolves to the [`Decision`] about one failure, at its deadline at the latest.
    ///
    /// # Cancel safety
    ///
    /// A drop drops the evaluator's work, and gives the place back. The decision counts for its run.
    pub struct Deciding<E: RecoveryEvaluator, A: Alternates> {
        #[pin]
        stage: Stage<E::Evaluation, A::Search>,
        #[pin]
        timer: Sleep,
        shared: Arc<Shared<E, A>>,
        asked: Asked,
        // What is followed so far, while another tool is sought.
        found: Option<Decision>,
        prepared: Option<A::Prepared>,
    }
}

pin_project! {
    #[project = StageProjection]
    enum Stage<V, S> {
        Class { #[pin] evaluation: V },
        Search { #[pin] search: S },
        Alternate { #[pin] evaluation: V },
    }
}

impl<E: RecoveryEvaluator, A: Alternates> Deciding<E, A> {
    /// Asks for the class, and then for another tool where one is sought.
    pub(super) fn class(shared: Arc<Shared<E, A>>, mut asked: Asked, prepared: Option<A::Prepared>) -> Self {
        let evaluation = asked.put(RecoveryRequest::about(&asked.observation), &shared.evaluator);
        let timer = sleep_until(asked.deadline);
        Self { stage: Stage::Class { evaluation }, timer, shared, asked, found: None, prepared }
    }

    /// Asks for another tool alone: what stands in the way is known.
    pub(super) fn alternate(shared: Arc<Shared<E, A>>, asked: Asked, search: A::Search) -> Self {
        let timer = sleep_until(asked.deadline);
        let found = Some(Decision { attempts: 0, ..Decision::advised(RecoveryAdvice::same()) });
        Self { stage: Stage::Search { search }, timer, shared, asked, found, prepared: None }
    }

    /// Goes on by one stage: `Some` where the decision is made.
    fn poll_stage(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Decision>> {
        let mut me = self.project();
        let (thresholds, deadline) = (&me.shared.thresholds, me.asked.deadline);
        match me.stage.as_mut().project() {
            StageProjection::Class { evaluation } => {
                let reply = in_time(ready!(evaluation.poll(cx)), deadline);
                let decision = class(reply, me.asked, thresholds);
                let class = decision.advice.as_ref().ok().and_then(|advice| advice.class);
                let sought = class.filter(|class| policy::seeks_alternate(*class, me.asked.observation.attempts));
                let (Some(class), Some(prepared), Some(alternates)) = (sought, me.prepared.take(), &me.shared.alternates) else {
                    return Poll::Ready(Some(decision));
                };
                let search = alternates.search(prepared, class, deadline);
                *me.found = Some(decision);
                me.stage.set(Stage::Search { search });
            }
            StageProjection::Search { search } => {
                let candidates = ready!(search.poll(cx));
                me.asked.observation.set_candidates(&candidates);
                if me.asked.observation.candidates.is_empty() {
                    return Poll::Ready(Some(nothing_else(me.found.take(), Abstained::NotAsked)));
                }
                let evaluation = me.asked.put(RecoveryRequest::alternate(&me.asked.observation), &me.shared.evaluator);
                me.stage.set(Stage::Alternate { evaluation });
            }
            StageProjection::Alternate { evaluation } => {
                let reply = in_time(ready!(evaluation.poll(cx)), deadline);
                return Poll::Ready(Some(alternate(reply, me.found.take(), me.asked, thresholds)));
            }
        }
        Poll::Ready(None)
    }

    /// Adds what a record needs to know of how the decision came about.
    fn finish(self: Pin<&mut Self>, decision: Decision) -> Decision {
        let me = self.project();
        Decision { thresholds: Some(me.shared.version.clone()), asked: std::mem::take(&mut me.asked.requests), ..decision }
    }
}

impl<E: RecoveryEvaluator, A: Alternates> Future for Deciding<E, A> {
    type Output = Decision;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Decision> {
        loop {
            match self.as_mut().poll_stage(cx) {
                Poll::Ready(None) => {}
                Poll::Ready(Some(decision)) => return Poll::Ready(self.finish(decision)),
                Poll::Pending => break,
            }
        }
        let me = self.as_mut().project();
        // Whoever awaits this may have a timer of its own that woke it first: what is known by now must not be lost to that.
        let passed = me.timer.poll(cx).is_ready() || clock::now() >= me.asked.deadline;
        if !passed {
            return Poll::Pending;
        }
        let decision = nothing_else(me.found.take(), Abstained::Deadline);
        Poll::Ready(self.finish(decision))
    }
}

impl<E: RecoveryEvaluator, A: Alternates> fmt::Debug for Deciding<E, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deciding").field("deadline", &self.asked.deadline).finish_non_exhaustive()
    }
}

/// A reply that came too late is none.
fn in_time(reply: Result<Answers, EvaluationError>, deadline: Instant) -> Result<Answers, EvaluationError> {
    let late = |attempts| {
        let mut error = EvaluationError::new(EvaluationErrorKind::Deadline);
        error.attempts = attempts;
        error
    };
    match reply {
        Ok(answers) if clock::now() > deadline => Err(late(answers.attempts)),
        reply => reply,
    }
}

/// What is followed of the reply about the class.
fn class(reply: Result<Answers, EvaluationError>, asked: &Asked, thresholds: &Thresholds) -> Decision {
    let answers = match reply {
        Ok(answers) => answers,
        Err(error) => return Decision::failed(error),
    };
    let attempts = answers.attempts;
    match asked.read(answers, RecoveryRequest::decision) {
        Err(reason) => Decision { attempts, ..Decision::abstained(reason) },
        Ok(decision) => {
            let advice = policy::judge(&decision, &asked.observation, thresholds);
            Decision { advice, answered: Some(Box::new(decision)), attempts, ..Decision::abstained(Abstained::Evidence) }
        }
    }
}

/// Adds what is followed of the reply about other tools.
fn alternate(reply: Result<Answers, EvaluationError>, found: Option<Decision>, asked: &Asked, thresholds: &Thresholds) -> Decision {
    let mut decision = found.unwrap_or(Decision::abstained(Abstained::Evidence));
    let attempts = reply.as_ref().map_or_else(|error| error.attempts, |answers| answers.attempts);
    decision.attempts = decision.attempts.saturating_add(attempts);
    decision.failure = reply.as_ref().err().cloned();
    let answered = reply.map_err(|error| Abstained::from(error.kind)).and_then(|answers| asked.read(answers, RecoveryRequest::alternates));
    let answered = match answered {
        Ok(answered) => answered,
        Err(reason) => return nothing_else(Some(decision), reason),
    };
    match policy::choose(&answered.distribution, &asked.observation, thresholds) {
        Ok(tool) => {
            decision.alternate = Some(AlternateDecision { answered: Some(answered), chosen: Ok(tool.key.clone()) });
            decision.advice = decision.advice.map(|advice| RecoveryAdvice { alternate: Some(tool), ..advice });
            decision
        }
        Err(reason) => {
            let mut decision = nothing_else(Some(decision), reason);
            decision.alternate = Some(AlternateDecision { answered: Some(answered), chosen: Err(reason) });
            decision
        }
    }
}

/// No other tool is followed: a class that was found stands, and where none was sought there is no decision.
fn nothing_else(found: Option<Decision>, reason: Abstained) -> Decision {
    let Some(mut decision) = found else { return Decision::abstained(reason) };
    if reason != Abstained::NotAsked {
        decision.alternate = Some(AlternateDecision { answered: None, chosen: Err(reason) });
    }
    if decision.advice.as_ref().is_ok_and(|advice| advice.class.is_none()) {
        decision.advice = Err(reason);
    }
    decision
}

#[cfg(test)]
#[path = "deciding_tests.rs"]
mod tests;
