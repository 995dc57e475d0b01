//! The facts stage as a layer of its own.

use super::FactExtractor;
use crate::{
    admission::Tool,
    macros::{stage_layer, stage_service},
    staged::{Dispatched, Judged},
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
    /// Puts facts beside every outcome of the inner service. The innermost stage.
    FactsLayer => ExtractFacts
}
stage_service! {
    /// The service of [`FactsLayer`].
    ///
    /// # Cancel safety
    ///
    /// Dropping the response future drops the inner call; facts are made of complete outcomes only.
    ExtractFacts
}

impl<S, R, P> Service<Dispatched<R>> for ExtractFacts<S, P>
where
    S: Service<R>,
    P: Stack,
    P::Facts: FactExtractor<S::Response, S::Error>,
{
    type Response = Judged<S::Response, S::Error>;
    type Error = S::Error;
    type Future = FactsFuture<S::Future, P>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, call: Dispatched<R>) -> Self::Future {
        FactsFuture { inner: self.inner.call(call.request), tool: call.tool, stages: self.stages.clone() }
    }
}

pin_project! {
    /// Resolves to the outcome of the inner service beside its facts.
    ///
    /// # Cancel safety
    ///
    /// A drop drops the inner future; nothing is recorded here.
    pub struct FactsFuture<F, P> {
        #[pin]
        inner: F,
        tool: Option<Arc<Tool>>,
        stages: Arc<P>,
    }
}

impl<F, P, T, E> Future for FactsFuture<F, P>
where
    F: Future<Output = Result<T, E>>,
    P: Stack,
    P::Facts: FactExtractor<T, E>,
{
    type Output = Result<Judged<T, E>, E>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let me = self.project();
        let outcome = ready!(me.inner.poll(cx));
        let judgement = me.stages.parts().judge(me.tool.as_ref(), outcome.as_ref());
        Poll::Ready(Ok(Judged { outcome, judgement }))
    }
}

impl<F, P> fmt::Debug for FactsFuture<F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FactsFuture").finish_non_exhaustive()
    }
}
