//! The execute stage as a layer of its own.

use super::{Ticket, arm, poll_run};
use crate::{
    Admitted, ToolRequest,
    admission::{Policy, Refused, is_withdrawn},
    macros::{stage_layer, stage_service},
    staged::{Dispatched, Judged, Staged, StagedKind},
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
    /// Executes an admitted call exactly once. Stands between `Admit` and `Facts`. Policy and the gates of the ledger are asked again immediately before, because the call
    /// may have waited between the two.
    ExecuteLayer => Execute
}
stage_service! {
    /// The service of [`ExecuteLayer`].
    ///
    /// # Cancel safety
    ///
    /// As that of [`ExecuteFuture`]: a drop after the dispatch records one observation, and a write is held.
    Execute
}

impl<S, R, P, T, E> Service<Admitted<R>> for Execute<S, P>
where
    S: Service<Dispatched<R>, Response = Judged<T, E>>,
    R: ToolRequest,
    P: Stack,
    P::Policy: Policy,
{
    type Response = Staged<T, E, P>;
    type Error = S::Error;
    type Future = ExecuteFuture<S::Future, R::Cancelled, P>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, admitted: Admitted<R>) -> Self::Future {
        let cancelled = admitted.request.cancelled();
        let admitted = match admitted.reauthorize(&self.stages).and_then(|admitted| admitted.recheck(&self.stages)) {
            Ok(admitted) => admitted,
            Err(refused) => return ExecuteFuture { cancelled, state: State::Refused { refused: Some(refused) } },
        };
        if is_withdrawn(&admitted.request) {
            return ExecuteFuture { cancelled, state: State::Withdrawn { ticket: Some(admitted.into_ticket(&self.stages)) } };
        }
        let (request, ticket) = arm(&self.stages, admitted);
        let tool = ticket.tool().cloned();
        let inner = ticket.within(|| self.inner.call(Dispatched { request, tool }));
        ExecuteFuture { cancelled, state: State::Running { inner, ticket: Some(ticket) } }
    }
}

pin_project! {
    /// Resolves to what one execution came to.
    ///
    /// # Cancel safety
    ///
    /// A drop records one observation: the call ran and nobody knows how it ended.
    pub struct ExecuteFuture<F, C, P: Stack> {
        #[pin]
        cancelled: C,
        #[pin]
        state: State<F, P>,
    }
}

pin_project! {
    #[project = StateProjection]
    enum State<F, P: Stack> {
        Running { #[pin] inner: F, ticket: Option<Ticket<P>> },
        Refused { refused: Option<Box<Refused<P>>> },
        Withdrawn { ticket: Option<Ticket<P>> },
    }
}

impl<F, C, P, T, E, X> Future for ExecuteFuture<F, C, P>
where
    F: Future<Output = Result<Judged<T, E>, X>>,
    C: Future<Output = ()>,
    P: Stack,
{
    type Output = Result<Staged<T, E, P>, X>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let me = self.project();
        let staged = match me.state.project() {
            StateProjection::Refused { refused } => refused.take().map(StagedKind::Rejected),
            StateProjection::Withdrawn { ticket } => ticket.take().map(|ticket| StagedKind::Withdrawn { ticket }),
            StateProjection::Running { inner, ticket } => {
                let Some(running) = ticket else { return Poll::Pending };
                let end = ready!(poll_run(inner, me.cancelled, running, cx)).transpose()?;
                ticket.take().map(|ticket| StagedKind::Ran { end, ticket })
            }
        };
        match staged {
            Some(staged) => Poll::Ready(Ok(Staged(staged))),
            None => Poll::Pending,
        }
    }
}

impl<F, C, P: Stack> fmt::Debug for ExecuteFuture<F, C, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExecuteFuture").finish_non_exhaustive()
    }
}
