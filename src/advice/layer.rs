//! The advise stage as a layer of its own.

use super::{Boxed, interrupted, interrupted_before, refuse, settle};
use crate::{
    Attempt, Outcome, Proposed, ToolRequest,
    execute::End,
    future::finish,
    macros::{stage_layer, stage_service},
    staged::{Judged, Staged, StagedKind},
    stages::Stack,
};
use pin_project_lite::pin_project;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tower_service::Service;

stage_layer! {
    /// Classifies, counts and advises. The outermost stage: it sees rejections as well.
    AdviseLayer => Advise
}
stage_service! {
    /// The service of [`AdviseLayer`].
    ///
    /// # Cancel safety
    ///
    /// As that of [`AdviseFuture`].
    Advise
}

impl<S, R, P, T> Service<R> for Advise<S, P>
where
    S: Service<Proposed<R>, Response = Staged<T, <S as Service<Proposed<R>>>::Error, P>>,
    R: ToolRequest,
    P: Stack,
{
    type Response = Attempt<T, S::Error>;
    type Error = S::Error;
    type Future = AdviseFuture<S::Future, R::Cancelled, T, S::Error, P>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: R) -> Self::Future {
        AdviseFuture { cancelled: request.cancelled(), state: State::Running { inner: self.inner.call(Proposed::new(request)) } }
    }
}

pin_project! {
    /// Resolves to the [`Attempt`] of one call.
    ///
    /// # Cancel safety
    ///
    /// A drop during the decision records the failure as the text rules classify it; before that the inner stages record what is known.
    pub struct AdviseFuture<F, C, T, E, P: Stack> {
        #[pin]
        cancelled: C,
        #[pin]
        state: State<F, T, E, P>,
    }
}

pin_project! {
    #[project = StateProjection]
    enum State<F, T, E, P: Stack> {
        Running { #[pin] inner: F },
        Settling { settling: Boxed<T, E, P> },
    }
}

impl<F, C, T, E, P> Future for AdviseFuture<F, C, T, E, P>
where
    F: Future<Output = Result<Staged<T, E, P>, E>>,
    C: Future<Output = ()>,
    P: Stack,
{
    type Output = Result<Attempt<T, E>, E>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut me = self.project();
        loop {
            let settling = match me.state.as_mut().project() {
                StateProjection::Settling { settling } => return settling.as_mut().poll_settled(me.cancelled, cx).map(Ok),
                StateProjection::Running { inner } => match ready!(inner.poll(cx))?.0 {
                    StagedKind::Rejected(refused) => refuse(refused),
                    StagedKind::Withdrawn { ticket } => settle(Outcome::Cancelled, interrupted_before(), ticket),
                    StagedKind::Ran { end: End::Interrupted(interrupt), ticket } => settle(interrupt.outcome(), interrupted(interrupt), ticket),
                    StagedKind::Ran { end: End::Returned(Judged { outcome, judgement }), ticket } => match finish(outcome, judgement, ticket) {
                        Ok(attempt) => return Poll::Ready(Ok(attempt)),
                        Err(settling) => settling,
                    },
                },
            };
            me.state.set(State::Settling { settling });
        }
    }
}

impl<F, C, T, E, P: Stack> fmt::Debug for AdviseFuture<F, C, T, E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AdviseFuture").finish_non_exhaustive()
    }
}
