//! The service of deferred dispatch.

use super::{AsyncPolicy, DeferredFuture};
use crate::{
    Attempt, ToolRequest,
    facts::FactExtractor,
    macros::{stage_layer, stage_service},
    stages::Stack,
};
use std::task::{Context, Poll};
use tower_service::Service;

stage_layer! {
    /// A [`RecoveryLayer`](crate::RecoveryLayer) in deferred dispatch.
    DeferredLayer => Deferred
}
stage_service! {
    /// A tool-execution service inside the recovery stack, in deferred dispatch. It is always ready and reserves nothing.
    ///
    /// # Cancel safety
    ///
    /// As that of [`DeferredFuture`]: nothing runs before it is polled, and a drop before the dispatch is no step of the ladder.
    Deferred
}

impl<S, R, P> Service<R> for Deferred<S, P>
where
    S: Service<R> + Clone,
    R: ToolRequest,
    P: Stack,
    P::Policy: AsyncPolicy,
    P::Facts: FactExtractor<S::Response, S::Error>,
{
    type Response = Attempt<S::Response, S::Error>;
    type Error = S::Error;
    type Future = DeferredFuture<S, R, P>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: R) -> Self::Future {
        DeferredFuture::new(self.inner.clone(), request, self.stages.clone())
    }
}
