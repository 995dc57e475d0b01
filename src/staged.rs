//! What the stages hand to each other when they are stacked by hand.

use crate::{
    Rejection,
    admission::{Refused, Tool},
    execute::{End, Ticket},
    facts::Judgement,
    stages::Stack,
};
use pin_project_lite::pin_project;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

/// The response between the stages.
#[must_use]
pub struct Staged<T, E, P: Stack>(pub(crate) StagedKind<T, E, P>);

pub(crate) enum StagedKind<T, E, P: Stack> {
    /// Refused before it ran.
    Rejected(Box<Refused<P>>),
    /// Cancelled by the host before it ran.
    Withdrawn { ticket: Ticket<P> },
    /// Ran, to an answer or an interruption.
    Ran { end: End<Judged<T, E>>, ticket: Ticket<P> },
}

impl<T, E, P: Stack> Staged<T, E, P> {
    /// The rejection, where the call did not run.
    pub fn rejection(&self) -> Option<&Rejection> {
        match &self.0 {
            StagedKind::Rejected(refused) => Some(&refused.rejection),
            StagedKind::Ran { .. } | StagedKind::Withdrawn { .. } => None,
        }
    }

    /// What the tool answered, with its facts, where it ran to an answer.
    pub fn judged(&self) -> Option<&Judged<T, E>> {
        match &self.0 {
            StagedKind::Ran { end: End::Returned(judged), .. } => Some(judged),
            StagedKind::Ran { .. } | StagedKind::Rejected(_) | StagedKind::Withdrawn { .. } => None,
        }
    }
}

impl<T, E, P: Stack> fmt::Debug for Staged<T, E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Staged").field("rejection", &self.rejection()).finish_non_exhaustive()
    }
}

/// An outcome beside what its extractor says of it.
#[derive(Debug)]
pub struct Judged<T, E> {
    /// The outcome, untouched.
    pub outcome: Result<T, E>,
    /// The facts.
    pub judgement: Judgement,
}

/// A request that is being executed, with the tool that admission found.
pub struct Dispatched<R> {
    pub(crate) request: R,
    pub(crate) tool: Option<Arc<Tool>>,
}

impl<R> Dispatched<R> {
    /// The request.
    pub const fn request(&self) -> &R {
        &self.request
    }

    /// Takes the request out.
    pub fn into_request(self) -> R {
        self.request
    }
}

impl<R> fmt::Debug for Dispatched<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatched").field("tool", &self.tool).finish_non_exhaustive()
    }
}

pin_project! {
    /// The response of a stage that may refuse: the inner stage's, or the refusal.
    ///
    /// # Cancel safety
    ///
    /// A drop before the first poll of a refusal still records its observation.
    #[project = StageProjection]
    pub enum StageFuture<F, P: Stack> {
        #[doc(hidden)]
        Refused { refused: Option<Box<Refused<P>>> },
        #[doc(hidden)]
        Inner { #[pin] inner: F },
    }
}

impl<F, P, T, E, X> Future for StageFuture<F, P>
where
    F: Future<Output = Result<Staged<T, E, P>, X>>,
    P: Stack,
{
    type Output = Result<Staged<T, E, P>, X>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match self.project() {
            StageProjection::Inner { inner } => inner.poll(cx),
            StageProjection::Refused { refused } => match refused.take() {
                Some(refused) => Poll::Ready(Ok(Staged(StagedKind::Rejected(refused)))),
                None => Poll::Pending,
            },
        }
    }
}

impl<F, P: Stack> fmt::Debug for StageFuture<F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageFuture").finish_non_exhaustive()
    }
}
