//! The proposal check as a layer of its own.

use super::{Propose, Ruling};
use crate::{
    Admitted, ToolRequest,
    admission::Refused,
    execute::Ticket,
    macros::{stage_layer, stage_service},
    staged::{Staged, StagedKind},
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
use tower_service::Service;

stage_layer! {
    /// Looks at admitted calls before they run. Stands between `Admit` and `Execute`, which looks once more at approvals, holds and halts after the wait.
    ProposeLayer => ProposeStage
}
stage_service! {
    /// The service of [`ProposeLayer`]. It waits for the ruling before it makes a clone of the inner service ready, so that a waiting call holds no permit of it.
    ///
    /// # Cancel safety
    ///
    /// As that of [`ProposeFuture`].
    ProposeStage
}

impl<S, R, P, T, E> Service<Admitted<R>> for ProposeStage<S, P>
where
    S: Service<Admitted<R>, Response = Staged<T, E, P>> + Clone,
    R: ToolRequest,
    P: Stack,
{
    type Response = Staged<T, E, P>;
    type Error = S::Error;
    type Future = ProposeFuture<S, R, P>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, admitted: Admitted<R>) -> Self::Future {
        let cancelled = admitted.request.cancelled();
        let check = self.stages.parts().proposer.propose(&admitted.proposal(self.stages.as_ref()));
        let step = match check {
            Some(check) => Step::Checking { check },
            None => Step::Readying,
        };
        ProposeFuture { stages: self.stages.clone(), waiting: Some(Waiting { service: self.inner.clone(), admitted }), cancelled, step }
    }
}

/// A call that waits for its ruling.
struct Waiting<S, R> {
    service: S,
    admitted: Admitted<R>,
}

pin_project! {
    /// Resolves to the inner stage's response, or to the refusal of a call that was withheld.
    ///
    /// # Cancel safety
    ///
    /// A drop before the ruling ends the look at the call, which does not run; it is counted without a step of the ladder.
    pub struct ProposeFuture<S, R, P>
    where
        S: Service<Admitted<R>>,
        R: ToolRequest,
        P: Stack,
    {
        stages: Arc<P>,
        waiting: Option<Waiting<S, R>>,
        #[pin]
        cancelled: R::Cancelled,
        #[pin]
        step: Step<S, R, P>,
    }

    impl<S, R, P> PinnedDrop for ProposeFuture<S, R, P>
    where
        S: Service<Admitted<R>>,
        R: ToolRequest,
        P: Stack,
    {
        fn drop(this: Pin<&mut Self>) {
            let me = this.project();
            drop(me.waiting.take().map(|waiting| waiting.admitted.into_ticket(me.stages)));
        }
    }
}

pin_project! {
    #[project = StepProjection]
    enum Step<S, R, P>
    where
        S: Service<Admitted<R>>,
        P: Stack,
    {
        Checking { #[pin] check: <P::Proposer as Propose>::Future },
        Readying,
        Running { #[pin] inner: S::Future },
    }
}

/// A call that does not go on.
enum Ended<P: Stack> {
    Refused(Box<Refused<P>>),
    Withdrawn(Ticket<P>),
}

impl<S, R, P, T, E> Future for ProposeFuture<S, R, P>
where
    S: Service<Admitted<R>, Response = Staged<T, E, P>>,
    R: ToolRequest,
    P: Stack,
{
    type Output = Result<Staged<T, E, P>, S::Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut me = self.project();
        loop {
            let next = match me.step.as_mut().project() {
                StepProjection::Running { inner } => return inner.poll(cx),
                StepProjection::Checking { check } => match check.poll(cx) {
                    Poll::Ready(Ruling::Proceed) => Step::Readying,
                    Poll::Ready(Ruling::Withhold(withheld)) => {
                        let refused = me.waiting.take().map(|Waiting { admitted, .. }| Ended::Refused(admitted.withhold(me.stages, withheld)));
                        return ended(refused);
                    }
                    Poll::Pending => {
                        ready!(me.cancelled.as_mut().poll(cx));
                        return ended(me.waiting.take().map(|Waiting { admitted, .. }| Ended::Withdrawn(admitted.into_ticket(me.stages))));
                    }
                },
                StepProjection::Readying => {
                    let Some(waiting) = me.waiting.as_mut() else { return Poll::Pending };
                    ready!(waiting.service.poll_ready(cx))?;
                    let Some(Waiting { mut service, admitted }) = me.waiting.take() else { return Poll::Pending };
                    Step::Running { inner: service.call(admitted) }
                }
            };
            me.step.set(next);
        }
    }
}

fn ended<T, E, X, P: Stack>(ended: Option<Ended<P>>) -> Poll<Result<Staged<T, E, P>, X>> {
    match ended {
        Some(Ended::Refused(refused)) => Poll::Ready(Ok(Staged(StagedKind::Rejected(refused)))),
        Some(Ended::Withdrawn(ticket)) => Poll::Ready(Ok(Staged(StagedKind::Withdrawn { ticket }))),
        None => Poll::Pending,
    }
}

impl<S, R, P> fmt::Debug for ProposeFuture<S, R, P>
where
    S: Service<Admitted<R>>,
    R: ToolRequest,
    P: Stack,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProposeFuture").finish_non_exhaustive()
    }
}
