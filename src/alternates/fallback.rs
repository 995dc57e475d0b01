//! Words in place of a retriever that fails.

use super::{Found, LexicalRetriever, Query, RetrievalFault, Retriever};
use crate::clock;
use std::{
    fmt,
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};
use tokio::time::{Instant, Timeout, timeout_at};

/// Asks one retriever, and ranks by words where it fails, panics or takes too long. Where words find nothing, nothing is found: neither failure goes further.
///
/// The first retriever has three quarters of the time, so that what it leaves is enough for the words and for the question that follows. An answer without candidates is an answer. Of what it finds, only candidates of the query are handed on, each once and as it was.
#[derive(Clone, Debug, Default)]
pub struct Fallback<R> {
    first: R,
}

impl<R> Fallback<R> {
    /// Words in place of `first`.
    pub const fn new(first: R) -> Self {
        Self { first }
    }

    /// The retriever that is asked first.
    pub const fn get_ref(&self) -> &R {
        &self.first
    }
}

impl<R: Retriever> Retriever for Fallback<R> {
    type Retrieval = FallbackRetrieval<R::Retrieval>;

    fn retrieve(&self, query: Query, deadline: Instant) -> Self::Retrieval {
        let now = clock::now();
        let share = now + deadline.saturating_duration_since(now) * 3 / 4;
        let started = catch_unwind(AssertUnwindSafe(|| self.first.retrieve(query.clone(), share)));
        FallbackRetrieval { first: started.ok().map(|first| Box::pin(timeout_at(share, first))), query }
    }
}

/// The retrieval of a [`Fallback`].
///
/// # Cancel safety
///
/// A drop drops the retrieval of the first retriever.
pub struct FallbackRetrieval<F> {
    /// `None` where it panicked.
    first: Option<Pin<Box<Timeout<F>>>>,
    query: Query,
}

impl<F: Future<Output = Result<Found, RetrievalFault>>> Future for FallbackRetrieval<F> {
    type Output = Result<Found, RetrievalFault>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let fault = match self.first.as_mut().map(|first| catch_unwind(AssertUnwindSafe(|| first.as_mut().poll(cx)))) {
            Some(Ok(Poll::Pending)) => return Poll::Pending,
            Some(Ok(Poll::Ready(Ok(Ok(mut found))))) => {
                self.query.hold(&mut found);
                return Poll::Ready(Ok(found));
            }
            Some(Ok(Poll::Ready(Ok(Err(fault))))) => fault,
            Some(Ok(Poll::Ready(Err(_elapsed)))) => RetrievalFault::Deadline,
            Some(Err(_)) | None => RetrievalFault::Panicked,
        };
        // Its drop belongs to it: a panic there must not take the words away.
        let _ = catch_unwind(AssertUnwindSafe(|| self.first = None));
        let mut found = Found::new(LexicalRetriever.rank(&self.query), super::RetrievedBy::Words);
        found.fault = Some(fault);
        Poll::Ready(Ok(found))
    }
}

impl<F> fmt::Debug for FallbackRetrieval<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FallbackRetrieval").finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "fallback_tests.rs"]
mod tests;
