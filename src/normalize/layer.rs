//! The normalize stage as a layer of its own.

use super::normalize;
use crate::{
    Normalized, Proposed, ToolRequest,
    macros::{stage_layer, stage_service},
    staged::{StageFuture, Staged},
    stages::Stack,
};
use std::task::{Context, Poll};
use tower_service::Service;

stage_layer! {
    /// Repairs the representation of a call, or refuses it. Stands between `Advise` and `Admit`.
    NormalizeLayer => Normalize
}
stage_service! {
    /// The service of [`NormalizeLayer`].
    ///
    /// # Cancel safety
    ///
    /// As that of [`StageFuture`](crate::StageFuture): a refusal is recorded also when nobody awaits it.
    Normalize
}

impl<S, R, P, T, E> Service<Proposed<R>> for Normalize<S, P>
where
    S: Service<Normalized<R>, Response = Staged<T, E, P>>,
    R: ToolRequest,
    P: Stack,
{
    type Response = Staged<T, E, P>;
    type Error = S::Error;
    type Future = StageFuture<S::Future, P>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, call: Proposed<R>) -> Self::Future {
        match normalize(&self.stages, call) {
            Ok(call) => StageFuture::Inner { inner: self.inner.call(call) },
            Err(refused) => StageFuture::Refused { refused: Some(refused) },
        }
    }
}
