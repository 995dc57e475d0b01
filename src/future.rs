//! The response future of the fused service.

use crate::{
    Attempt, Outcome,
    admission::Refused,
    advice::{Boxed, interrupted, interrupted_before, refuse, settle},
    execute::{End, Ticket, interruption},
    facts::{Adapter, FactExtractor, Facts, Judgement, Provenance},
    stages::Stack,
    telemetry,
};
use pin_project_lite::pin_project;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
};

pin_project! {
    /// Resolves to the [`Attempt`] of one call. It boxes nothing on success.
    ///
    /// # Cancel safety
    ///
    /// A drop records one observation, unless one was recorded already.
    pub struct RecoveryFuture<F, C, T, E, P: Stack> {
        #[pin]
        cancelled: C,
        #[pin]
        inner: Option<F>,
        phase: Phase<T, E, P>,
    }
}

enum Phase<T, E, P: Stack> {
    Running(Ticket<P>),
    Settling(Boxed<T, E, P>),
    Over,
}

impl<F, C, T, E, P: Stack> RecoveryFuture<F, C, T, E, P> {
    #[inline]
    pub(crate) const fn running(inner: F, ticket: Ticket<P>, cancelled: C) -> Self {
        Self { cancelled, inner: Some(inner), phase: Phase::Running(ticket) }
    }

    #[cold]
    pub(crate) fn withdrawn(ticket: Ticket<P>, cancelled: C) -> Self {
        Self { cancelled, inner: None, phase: Phase::Settling(settle(Outcome::Cancelled, interrupted_before(), ticket)) }
    }

    #[cold]
    pub(crate) fn refused(refused: Box<Refused<P>>, cancelled: C) -> Self {
        Self { cancelled, inner: None, phase: Phase::Settling(refuse(refused)) }
    }
}

impl<F, C, T, E, P> Future for RecoveryFuture<F, C, T, E, P>
where
    F: Future<Output = Result<T, E>>,
    C: Future<Output = ()>,
    P: Stack,
    P::Facts: FactExtractor<T, E>,
{
    type Output = Result<Attempt<T, E>, E>;

    #[inline(never)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut me = self.project();
        if let Phase::Running(ticket) = me.phase {
            let Some(inner) = me.inner.as_mut().as_pin_mut().filter(|_| ticket.is_armed()) else { return Poll::Pending };
            // The answer is looked at where it lies, and the ticket stays where it is: moving them costs more than checking them.
            let polled = ticket.within(|| inner.poll(cx));
            let judgement = match &polled {
                Poll::Ready(output) => {
                    ticket.ended();
                    Some(ticket.stages().parts().judge(ticket.tool(), output.as_ref()))
                }
                Poll::Pending => None,
            };
            if let Some(Judgement::Success) = judgement
                && let Poll::Ready(Ok(response)) = polled
            {
                ticket.succeed();
                return Poll::Ready(Ok(Attempt::completed(response)));
            }
            let settling = match (judgement, polled) {
                (Some(judgement), Poll::Ready(output)) => {
                    let Some(ticket) = me.phase.end() else { return Poll::Pending };
                    match finish(output, judgement, ticket) {
                        Ok(attempt) => return Poll::Ready(Ok(attempt)),
                        Err(settling) => settling,
                    }
                }
                _ => {
                    let interrupt = ready!(interruption(me.cancelled.as_mut(), ticket, cx));
                    ticket.ended();
                    let Some(ticket) = me.phase.end() else { return Poll::Pending };
                    settle(interrupt.outcome(), interrupted(interrupt), ticket)
                }
            };
            // Dropping the inner future here gives back what it holds before a decision is awaited.
            me.inner.set(None);
            *me.phase = Phase::Settling(settling);
        }
        match me.phase {
            Phase::Settling(settling) => settling.as_mut().poll_settled(me.cancelled, cx).map(Ok),
            Phase::Running(_) | Phase::Over => Poll::Pending,
        }
    }
}

impl<T, E, P: Stack> Phase<T, E, P> {
    /// Takes the ticket of a call that has ended.
    fn end(&mut self) -> Option<Ticket<P>> {
        match std::mem::replace(self, Self::Over) {
            Self::Running(ticket) => Some(ticket),
            Self::Settling(_) | Self::Over => None,
        }
    }
}

/// Success is handed back at once; everything else has to be settled.
#[inline]
pub(crate) fn conclude<T, E, P>(end: End<Result<T, E>>, ticket: Ticket<P>) -> Result<Attempt<T, E>, Boxed<T, E, P>>
where
    P: Stack,
    P::Facts: FactExtractor<T, E>,
{
    let output = match end {
        End::Returned(output) => output,
        End::Interrupted(interrupt) => return Err(settle(interrupt.outcome(), interrupted(interrupt), ticket)),
    };
    let judgement = ticket.stages().parts().judge(ticket.tool(), output.as_ref());
    finish(output, judgement, ticket)
}

/// Success and what is not over are handed back; a failure has to be settled.
#[inline]
pub(crate) fn finish<T, E, P: Stack>(output: Result<T, E>, judgement: Judgement, mut ticket: Ticket<P>) -> Result<Attempt<T, E>, Boxed<T, E, P>> {
    let (facts, outcome) = match (judgement, output) {
        (Judgement::Success, Ok(response)) => {
            ticket.succeed();
            return Ok(Attempt::completed(response));
        }
        (Judgement::Contradicted(contradiction), Ok(response)) => {
            telemetry::contradiction(contradiction);
            ticket.contradicted();
            ticket.succeed();
            return Ok(Attempt::completed(response));
        }
        (Judgement::Incomplete, Ok(response)) => {
            ticket.forgo();
            return Ok(Attempt::incomplete(response));
        }
        (Judgement::Failure(facts), Ok(response)) => (facts, Outcome::Failed(response)),
        (Judgement::Failure(facts), Err(error)) => (facts, Outcome::Errored(error)),
        (Judgement::Success | Judgement::Contradicted(_) | Judgement::Incomplete, Err(error)) => (unread(), Outcome::Errored(error)),
    };
    Err(settle(outcome, facts, ticket))
}

/// An extractor that calls an error a success is not believed: nothing is known of such a failure.
#[cold]
fn unread() -> Box<Facts> {
    Box::new(Facts::new(Provenance::new(Adapter::Host, "error")))
}

impl<F, C, T, E, P: Stack> fmt::Debug for RecoveryFuture<F, C, T, E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecoveryFuture").finish_non_exhaustive()
    }
}
