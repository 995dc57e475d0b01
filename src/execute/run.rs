//! One execution, until it ends or is interrupted.

use super::Ticket;
use crate::{Outcome, stages::Stack};
use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::time::sleep;

/// Who interrupted an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// The host's token.
    Cancelled,
    /// The effective timeout.
    TimedOut,
}

impl Interrupt {
    /// What the caller gets.
    pub(crate) fn outcome<T, E>(self) -> Outcome<T, E> {
        match self {
            Self::Cancelled => Outcome::Cancelled,
            Self::TimedOut => Outcome::TimedOut,
        }
    }
}

/// How an execution ended.
#[derive(Debug)]
pub(crate) enum End<O> {
    /// The inner service answered.
    Returned(O),
    /// It was interrupted, and did not answer within the grace.
    Interrupted(Interrupt),
}

impl<O, X> End<Result<O, X>> {
    /// Brings the error of an answer outside.
    pub(crate) fn transpose(self) -> Result<End<O>, X> {
        match self {
            Self::Returned(answer) => answer.map(End::Returned),
            Self::Interrupted(interrupt) => Ok(End::Interrupted(interrupt)),
        }
    }
}

/// Polls the inner future, then the host's cancellation, then the timer.
#[inline]
pub(crate) fn poll_run<F, C, P>(inner: Pin<&mut F>, cancelled: Pin<&mut C>, ticket: &mut Ticket<P>, cx: &mut Context<'_>) -> Poll<End<F::Output>>
where
    F: Future,
    C: Future<Output = ()>,
    P: Stack,
{
    let end = match ticket.within(|| inner.poll(cx)) {
        Poll::Ready(output) => End::Returned(output),
        Poll::Pending => End::Interrupted(ready!(interruption(cancelled, ticket, cx))),
    };
    ticket.ended();
    Poll::Ready(end)
}

/// Whether a pending execution has to end now. A read ends at once; a write is told to stop and gets the settle grace to say what it did.
#[cold]
#[inline(never)]
pub(crate) fn interruption<P: Stack, C: Future<Output = ()>>(cancelled: Pin<&mut C>, ticket: &mut Ticket<P>, cx: &mut Context<'_>) -> Poll<Interrupt> {
    let grace = ticket.stages().parts().settings.settle_grace;
    let graceful = ticket.may_write() && !grace.is_zero();
    if ticket.extras.as_ref().is_none_or(|extras| extras.settling.is_none()) {
        let interrupt = if cancelled.poll(cx).is_ready() {
            Interrupt::Cancelled
        } else if timer_elapsed(ticket, cx) {
            Interrupt::TimedOut
        } else {
            return Poll::Pending;
        };
        let extras = ticket.extras_mut();
        extras.settling = Some(interrupt);
        if let Some(cancel) = &extras.cancel {
            cancel.cancel();
        }
        if !graceful {
            return Poll::Ready(interrupt);
        }
        ticket.hold_until_settled();
        let extras = ticket.extras_mut();
        extras.timer = Some(Box::pin(sleep(grace)));
        // The tool may answer to the cancellation at once: it is polled again before the grace runs.
        cx.waker().wake_by_ref();
    }
    let interrupt = ticket.extras_mut().settling;
    match interrupt {
        Some(interrupt) if timer_elapsed(ticket, cx) => Poll::Ready(interrupt),
        _ => Poll::Pending,
    }
}

fn timer_elapsed<P: Stack>(ticket: &mut Ticket<P>, cx: &mut Context<'_>) -> bool {
    let timer = ticket.extras.as_mut().and_then(|extras| extras.timer.as_mut());
    timer.is_some_and(|timer| timer.as_mut().poll(cx).is_ready())
}
