//! The response future of deferred dispatch.

use super::AsyncPolicy;
use crate::{
    Attempt, Outcome, Proposed, ToolRequest,
    admission::{Authorization, Candidate, Stop, is_withdrawn, messages},
    advice::{Boxed, interrupted_before, refuse, settle},
    clock,
    execute::{Ticket, arm, poll_run},
    facts::FactExtractor,
    future::conclude,
    ledger::Ledger,
    normalize::normalize,
    proposal::{Propose, Ruling},
    stages::Stack,
};
use pin_project_lite::pin_project;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tower_service::Service;

type PolicyOf<P> = <<P as Stack>::Policy as AsyncPolicy>::Future;
type CheckOf<P> = <<P as Stack>::Proposer as Propose>::Future;
type GateOf<P> = <<P as Stack>::Ledger as Ledger>::Gate;
type SettlingOf<S, R, P> = Boxed<<S as Service<R>>::Response, <S as Service<R>>::Error, P>;

pin_project! {
    /// Resolves to the [`Attempt`] of one call.
    ///
    /// # Cancel safety
    ///
    /// A drop before the call was dispatched is counted without a step of the ladder; after that it is as in [`RecoveryFuture`](super::super::future::RecoveryFuture).
    pub struct DeferredFuture<S, R, P>
    where
        S: Service<R>,
        R: ToolRequest,
        P: Stack,
        P::Policy: AsyncPolicy,
    {
        #[pin]
        cancelled: R::Cancelled,
        stages: Arc<P>,
        parked: Option<Parked<S, R>>,
        #[pin]
        step: Step<S, R, P>,
    }

    impl<S, R, P> PinnedDrop for DeferredFuture<S, R, P>
    where
        S: Service<R>,
        R: ToolRequest,
        P: Stack,
        P::Policy: AsyncPolicy,
    {
        fn drop(this: Pin<&mut Self>) {
            let me = this.project();
            abandon(me.parked, me.stages);
        }
    }
}

pin_project! {
    #[project = StepProjection]
    enum Step<S, R, P>
    where
        S: Service<R>,
        R: ToolRequest,
        P: Stack,
        P::Policy: AsyncPolicy,
    {
        Authorizing { #[pin] policy: PolicyOf<P> },
        Gating { #[pin] gate: GateOf<P> },
        Waiting { pause: Pin<Box<Sleep>> },
        Proposing { #[pin] check: CheckOf<P> },
        Readying,
        Running { #[pin] inner: S::Future, ticket: Option<Ticket<P>> },
        Settling { settling: SettlingOf<S, R, P> },
    }
}

/// A call that has not been dispatched.
struct Parked<S, R> {
    service: S,
    candidate: Candidate<R>,
    /// The end of the run.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Until when a pause may be waited for.
    patience: Option<Instant>,
}

/// Where a step leads.
enum Next<S, R, P>
where
    S: Service<R>,
    R: ToolRequest,
    P: Stack,
    P::Policy: AsyncPolicy,
{
    Step(Step<S, R, P>),
    Refuse(Stop),
    Fail(S::Error),
}

impl<S, R, P> DeferredFuture<S, R, P>
where
    S: Service<R>,
    R: ToolRequest,
    P: Stack,
    P::Policy: AsyncPolicy,
{
    pub(super) fn new(service: S, request: R, stages: Arc<P>) -> Self {
        let cancelled = request.cancelled();
        let deadline = request.deadline().map(|deadline| Box::pin(sleep_until(deadline)));
        let screened = normalize(&stages, Proposed::new(request)).and_then(|call| {
            let candidate = Candidate::new(&stages, call);
            match candidate.case().screen() {
                Ok(()) => Ok(candidate),
                Err(stop) => Err(candidate.refuse(&stages, stop)),
            }
        });
        match screened {
            Ok(candidate) => {
                let step = Step::Authorizing { policy: stages.parts().policy.authorize(&candidate.case().policy_request()) };
                Self { cancelled, stages, parked: Some(Parked { service, candidate, deadline, patience: None }), step }
            }
            Err(refused) => Self { cancelled, stages, parked: None, step: Step::Settling { settling: refuse(refused) } },
        }
    }
}

impl<S, R: ToolRequest> Parked<S, R> {
    /// What comes after policy has spoken, or after a pause: the gates of the ledger.
    fn gate<P: Stack>(&self, stages: &Arc<P>) -> Option<GateOf<P>> {
        self.candidate.case().query(stages.as_ref()).map(|query| stages.parts().ledger.gate(&query))
    }

    /// What comes after the gates: a look at the proposal, where somebody looks.
    fn propose<P>(&self, stages: &Arc<P>) -> Step<S, R, P>
    where
        S: Service<R>,
        P: Stack,
        P::Policy: AsyncPolicy,
    {
        match stages.parts().proposer.propose(&self.candidate.case().proposal(stages.as_ref())) {
            Some(check) => Step::Proposing { check },
            None => Step::Readying,
        }
    }

    /// How long a pause may still be waited for, over all pauses of this call.
    fn patience<P: Stack>(&mut self, stages: &Arc<P>) -> std::time::Duration {
        let max_wait = stages.parts().settings.max_wait;
        if max_wait.is_zero() {
            return max_wait;
        }
        let until = *self.patience.get_or_insert_with(|| clock::now() + max_wait);
        until.saturating_duration_since(clock::now())
    }
}

impl<S, R, P> Future for DeferredFuture<S, R, P>
where
    S: Service<R>,
    R: ToolRequest,
    P: Stack,
    P::Policy: AsyncPolicy,
    P::Facts: FactExtractor<S::Response, S::Error>,
{
    type Output = Result<Attempt<S::Response, S::Error>, S::Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            let me = self.as_mut().project();
            let next = match me.step.project() {
                StepProjection::Settling { settling } => return settling.as_mut().poll_settled(me.cancelled, cx).map(Ok),
                StepProjection::Running { inner, ticket } => {
                    let Some(running) = ticket else { return Poll::Pending };
                    let end = ready!(poll_run(inner, me.cancelled, running, cx));
                    let Some(ticket) = ticket.take() else { return Poll::Pending };
                    match conclude(end, ticket) {
                        Ok(attempt) => return Poll::Ready(Ok(attempt)),
                        Err(settling) => Step::Settling { settling },
                    }
                }
                _ => match self.as_mut().poll_parked(cx) {
                    Poll::Pending => match ready!(self.as_mut().poll_interrupt(cx)) {
                        Some(settling) => Step::Settling { settling },
                        None => return Poll::Pending,
                    },
                    Poll::Ready(Next::Step(step)) => step,
                    Poll::Ready(Next::Fail(error)) => {
                        let me = self.as_mut().project();
                        abandon(me.parked, me.stages);
                        return Poll::Ready(Err(error));
                    }
                    Poll::Ready(Next::Refuse(stop)) => match self.as_mut().refuse(stop) {
                        Some(settling) => Step::Settling { settling },
                        None => return Poll::Pending,
                    },
                },
            };
            self.as_mut().project().step.set(next);
        }
    }
}

impl<S, R, P> DeferredFuture<S, R, P>
where
    S: Service<R>,
    R: ToolRequest,
    P: Stack,
    P::Policy: AsyncPolicy,
{
    /// One step before dispatch.
    fn poll_parked(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Next<S, R, P>> {
        let me = self.project();
        let Some(parked) = me.parked.as_mut() else { return Poll::Pending };
        let next = match me.step.project() {
            StepProjection::Authorizing { policy } => {
                let authorization = ready!(policy.poll(cx));
                match parked.candidate.terms.authorized(authorization) {
                    Ok(()) => parked.gate(me.stages).map_or_else(|| parked.propose(me.stages), |gate| Step::Gating { gate }),
                    Err(stop) => return Poll::Ready(Next::Refuse(stop)),
                }
            }
            StepProjection::Gating { gate } => {
                let gate = ready!(gate.poll(cx));
                let patience = parked.patience(me.stages);
                match parked.candidate.case().gated(gate, patience) {
                    Ok(None) => parked.propose(me.stages),
                    Ok(Some(wait)) => Step::Waiting { pause: Box::pin(sleep(wait)) },
                    Err(stop) => return Poll::Ready(Next::Refuse(stop)),
                }
            }
            StepProjection::Waiting { pause } => {
                ready!(pause.as_mut().poll(cx));
                parked.gate(me.stages).map_or_else(|| parked.propose(me.stages), |gate| Step::Gating { gate })
            }
            StepProjection::Proposing { check } => match ready!(check.poll(cx)) {
                Ruling::Proceed => Step::Readying,
                Ruling::Withhold(withheld) => return Poll::Ready(Next::Refuse(Stop::Withheld(withheld))),
            },
            StepProjection::Readying => {
                if let Err(error) = ready!(parked.service.poll_ready(cx)) {
                    return Poll::Ready(Next::Fail(error));
                }
                // The service may have become ready in the very moment in which the host cancelled.
                if me.cancelled.poll(cx).is_ready() {
                    return Poll::Ready(withdraw(me.parked, me.stages).map_or(Next::Step(Step::Readying), |settling| Next::Step(Step::Settling { settling })));
                }
                return Poll::Ready(dispatch(me.parked, me.stages));
            }
            StepProjection::Running { .. } | StepProjection::Settling { .. } => return Poll::Pending,
        };
        Poll::Ready(Next::Step(next))
    }

    /// Whether the wait has to end: the host cancelled, or no time is left. `Ready(None)` means neither.
    fn poll_interrupt(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<SettlingOf<S, R, P>>> {
        let me = self.as_mut().project();
        let Some(parked) = me.parked.as_mut() else { return Poll::Ready(None) };
        if me.cancelled.poll(cx).is_ready() {
            return Poll::Ready(withdraw(me.parked, me.stages));
        }
        if parked.deadline.as_mut().is_some_and(|deadline| deadline.as_mut().poll(cx).is_ready()) {
            return Poll::Ready(self.refuse(messages::deadline().into()));
        }
        Poll::Ready(None)
    }

    fn refuse(self: Pin<&mut Self>, stop: Stop) -> Option<SettlingOf<S, R, P>> {
        let me = self.project();
        let Parked { candidate, .. } = me.parked.take()?;
        Some(refuse(candidate.refuse(me.stages, stop)))
    }
}

/// Begins to settle a call that the host cancelled before it was dispatched.
fn withdraw<S: Service<R>, R: ToolRequest, P: Stack>(parked: &mut Option<Parked<S, R>>, stages: &Arc<P>) -> Option<SettlingOf<S, R, P>> {
    let Parked { candidate, .. } = parked.take()?;
    Some(settle(Outcome::Cancelled, interrupted_before(), candidate.ticket(stages)))
}

/// Records that a call was not dispatched, where it was not.
fn abandon<S, R: ToolRequest, P: Stack>(parked: &mut Option<Parked<S, R>>, stages: &Arc<P>) {
    if let Some(Parked { candidate, .. }) = parked.take() {
        drop(candidate.ticket(stages));
    }
}

/// The last look, and the call: nothing is awaited in between.
fn dispatch<S, R, P>(slot: &mut Option<Parked<S, R>>, stages: &Arc<P>) -> Next<S, R, P>
where
    S: Service<R>,
    R: ToolRequest,
    P: Stack,
    P::Policy: AsyncPolicy,
{
    let Some(Parked { mut service, mut candidate, .. }) = slot.take() else { return Next::Step(Step::Readying) };
    let authorized = match stages.parts().policy.recheck(&candidate.case().policy_request()) {
        // No end is no news: the one that was named before stands.
        Authorization::Allowed { valid_until: None } => Ok(()),
        renewed_or_refused => candidate.terms.authorized(renewed_or_refused),
    };
    if let Err(stop) = authorized {
        return Next::Step(Step::Settling { settling: refuse(candidate.refuse(stages, stop)) });
    }
    let admitted = match candidate.admit().recheck(stages) {
        Ok(admitted) => admitted,
        Err(refused) => return Next::Step(Step::Settling { settling: refuse(refused) }),
    };
    if is_withdrawn(&admitted.request) {
        return Next::Step(Step::Settling { settling: settle(Outcome::Cancelled, interrupted_before(), admitted.into_ticket(stages)) });
    }
    let (request, ticket) = arm(stages, admitted);
    let inner = ticket.within(|| service.call(request));
    Next::Step(Step::Running { inner, ticket: Some(ticket) })
}

impl<S, R, P> fmt::Debug for DeferredFuture<S, R, P>
where
    S: Service<R>,
    R: ToolRequest,
    P: Stack,
    P::Policy: AsyncPolicy,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeferredFuture").finish_non_exhaustive()
    }
}
