//! The shadow: evaluations beside the calls, which nobody waits for.

use super::{
    ContextSource, DecisionObserver, ReviewQueue,
    check::Parts,
    evaluate::{Checking, Prepared},
};
use crate::decide::RecoveryEvaluator;
use pin_project_lite::pin_project;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tokio::sync::mpsc;

/// A call on its way to the worker.
pub(super) struct Shadowed(pub(super) Prepared);

pin_project! {
    /// Evaluates the calls of the shadow mode, one after the other. The host spawns it; it ends when every clone of the check is dropped.
    ///
    /// # Cancel safety
    ///
    /// A drop ends the evaluation under way. Calls that wait are not evaluated, and nothing else happens.
    #[must_use = "a worker that is not polled evaluates nothing"]
    pub struct ShadowWorker<E: RecoveryEvaluator, S, J, Q, O, R> {
        parts: Arc<Parts<E, S, J, Q, O, R>>,
        receiver: mpsc::Receiver<Shadowed>,
        #[pin]
        checking: Option<Checking<E, S, J, Q, O, R>>,
    }
}

impl<E: RecoveryEvaluator, S, J, Q, O, R> ShadowWorker<E, S, J, Q, O, R> {
    pub(super) const fn new(parts: Arc<Parts<E, S, J, Q, O, R>>, receiver: mpsc::Receiver<Shadowed>) -> Self {
        Self { parts, receiver, checking: None }
    }
}

impl<E, S, J, Q, O, R> Future for ShadowWorker<E, S, J, Q, O, R>
where
    E: RecoveryEvaluator,
    S: ContextSource,
    Q: ReviewQueue,
    O: DecisionObserver,
{
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut me = self.project();
        loop {
            if let Some(checking) = me.checking.as_mut().as_pin_mut() {
                // The ruling of a shadow is always to go on, and nobody waits for it.
                let _ = ready!(checking.poll(cx));
                me.checking.set(None);
            }
            match ready!(me.receiver.poll_recv(cx)) {
                Some(Shadowed(prepared)) => me.checking.set(Some(Checking::begin(me.parts.clone(), prepared))),
                None => return Poll::Ready(()),
            }
        }
    }
}

impl<E: RecoveryEvaluator, S, J, Q, O, R> fmt::Debug for ShadowWorker<E, S, J, Q, O, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShadowWorker").finish_non_exhaustive()
    }
}
