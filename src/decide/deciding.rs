//! A decision that is awaited.

use super::{
    Abstained, AlternateDecision, Alternates, Decision, RecoveryAdvice, RecoveryDecision, RecoveryEvaluator, RecoveryObservation, RecoveryRequest,
    decider::Shared, limits::Permit, policy,
};
use crate::{
    clock,
    config::Thresholds,
    systemone::{Answers, Distribution, EvaluationError, EvaluationErrorKind},
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
    pub(super) request: RecoveryRequest,
    pub(super) observation: RecoveryObservation,
    pub(super) deadline: Instant,
    /// Given back on drop.
    pub(super) _permit: Permit,
}

/// What is followed so far, while another tool is sought.
type Found = (RecoveryAdvice, Box<RecoveryDecision>);

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
        found: Option<Found>,
        prepared: Option<A::Prepared>,
    }
}

pin_project! {
    #[project = StageProjection]
    enum Stage<V, S> {
        Class { #[pin] evaluation: V },
        Search { #[pin] search: S },
        Alternate { #[pin] evaluation: V, request: RecoveryRequest },
    }
}

impl<E: RecoveryEvaluator, A: Alternates> Deciding<E, A> {
    pub(super) fn new(shared: Arc<Shared<E, A>>, evaluation: E::Evaluation, asked: Asked, prepared: Option<A::Prepared>) -> Self {
        Self { stage: Stage::Class { evaluation }, timer: sleep_until(asked.deadline), shared, asked, found: None, prepared }
    }

    /// Goes on by one stage: `Some` where the decision is made.
    fn poll_stage(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Decision>> {
        let mut me = self.project();
        let (thresholds, deadline) = (&me.shared.thresholds, me.asked.deadline);
        match me.stage.as_mut().project() {
            StageProjection::Class { evaluation } => {
                let reply = in_time(ready!(evaluation.poll(cx)), deadline);
                let found = match class(reply, me.asked, thresholds) {
                    Ok(found) => found,
                    Err(decision) => return Poll::Ready(Some(decision)),
                };
                let sought = policy::seeks_alternate(&found.0, me.asked.observation.attempts);
                match (me.prepared.take().filter(|_| sought), &me.shared.alternates) {
                    (Some(prepared), Some(alternates)) => {
                        let search = alternates.search(prepared, found.0.class, deadline);
                        *me.found = Some(found);
                        me.stage.set(Stage::Search { search });
                        Poll::Ready(None)
                    }
                    _ => Poll::Ready(Some(followed(found))),
                }
            }
            StageProjection::Search { search } => {
                let candidates = ready!(search.poll(cx));
                me.asked.observation.set_candidates(&candidates);
                if me.asked.observation.candidates.is_empty() {
                    return Poll::Ready(me.found.take().map(followed));
                }
                let request = RecoveryRequest::alternate(&me.asked.observation);
                let evaluation = me.shared.evaluator.evaluate(request.batch.clone(), deadline);
                me.stage.set(Stage::Alternate { evaluation, request });
                Poll::Ready(None)
            }
            StageProjection::Alternate { evaluation, request } => {
                let reply = in_time(ready!(evaluation.poll(cx)), deadline);
                let found = me.found.take().map(|found| alternate(reply, request, found, &me.asked.observation, thresholds));
                Poll::Ready(found.map(followed))
            }
        }
    }
}

impl<E: RecoveryEvaluator, A: Alternates> Future for Deciding<E, A> {
    type Output = Decision;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Decision> {
        loop {
            match self.as_mut().poll_stage(cx) {
                Poll::Ready(None) => {}
                Poll::Ready(Some(decision)) => return Poll::Ready(decision),
                Poll::Pending => break,
            }
        }
        let me = self.project();
        // Whoever awaits this may have a timer of its own that woke it first: what is known by now must not be lost to that.
        let passed = me.timer.poll(cx).is_ready() || clock::now() >= me.asked.deadline;
        if !passed {
            return Poll::Pending;
        }
        Poll::Ready(match me.found.take() {
            Some(found) => followed(without_alternate(found, None, Abstained::Deadline)),
            None => Decision::abstained(Abstained::Deadline),
        })
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

/// What is followed of the reply about the class, or the decision that nothing is.
fn class(reply: Result<Answers, EvaluationError>, asked: &Asked, thresholds: &Thresholds) -> Result<Found, Decision> {
    let answers = reply.map_err(|error| Decision { attempts: error.attempts, ..Decision::abstained(error.kind.into()) })?;
    let attempts = answers.attempts;
    let decision = asked.request.decision(answers).map_err(|reason| Decision { attempts, ..Decision::abstained(reason) })?;
    match policy::judge(&decision, &asked.observation, thresholds) {
        Ok(advice) => Ok((advice, Box::new(decision))),
        Err(reason) => Err(Decision { advice: Err(reason), answered: Some(Box::new(decision)), attempts }),
    }
}

/// Adds what is followed of the reply about other tools.
fn alternate(
    reply: Result<Answers, EvaluationError>,
    request: &RecoveryRequest,
    mut found: Found,
    observation: &RecoveryObservation,
    thresholds: &Thresholds,
) -> Found {
    let answers = match reply {
        Ok(answers) => answers,
        Err(error) => {
            found.1.attempts = found.1.attempts.saturating_add(error.attempts);
            return without_alternate(found, None, error.kind.into());
        }
    };
    found.1.adds(&answers);
    let distribution = match request.alternates(answers) {
        Ok(distribution) => distribution,
        Err(reason) => return without_alternate(found, None, reason),
    };
    match policy::choose(&distribution, observation, thresholds) {
        Err(reason) => without_alternate(found, Some(distribution), reason),
        Ok(tool) => {
            let (advice, decision) = &mut found;
            decision.alternate = Some(AlternateDecision { distribution: Some(distribution), chosen: Ok(tool.key.clone()) });
            advice.alternate = Some(tool);
            found
        }
    }
}

/// The class stands, whatever became of the question about other tools.
fn without_alternate(mut found: Found, distribution: Option<Distribution>, reason: Abstained) -> Found {
    found.1.alternate = Some(AlternateDecision { distribution, chosen: Err(reason) });
    found
}

fn followed((advice, decision): Found) -> Decision {
    Decision { advice: Ok(advice), attempts: decision.attempts, answered: Some(decision) }
}
