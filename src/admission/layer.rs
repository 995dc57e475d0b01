//! The admission stage as a layer of its own.

use super::{Policy, admit_now};
use crate::{
    Admitted, Normalized, ToolRequest,
    ledger::{Gate, Ledger},
    macros::{stage_layer, stage_service},
    staged::{StageFuture, Staged},
    stages::Stack,
};
use std::{
    future::Ready,
    task::{Context, Poll},
};
use tower_service::Service;

stage_layer! {
    /// Admits a call, or refuses it. Stands between `Normalize` and `Execute`.
    AdmitLayer => Admit
}
stage_service! {
    /// The service of [`AdmitLayer`].
    ///
    /// # Cancel safety
    ///
    /// As that of [`StageFuture`](crate::StageFuture): a refusal is recorded also when nobody awaits it.
    Admit
}

impl<S, R, P, T, E> Service<Normalized<R>> for Admit<S, P>
where
    S: Service<Admitted<R>, Response = Staged<T, E, P>>,
    R: ToolRequest,
    P: Stack,
    P::Policy: Policy,
    P::Ledger: Ledger<Gate = Ready<Gate>>,
{
    type Response = Staged<T, E, P>;
    type Error = S::Error;
    type Future = StageFuture<S::Future, P>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, call: Normalized<R>) -> Self::Future {
        match admit_now(&self.stages, call) {
            Ok(admitted) => StageFuture::Inner { inner: self.inner.call(admitted) },
            Err(refused) => StageFuture::Refused { refused: Some(refused) },
        }
    }
}
