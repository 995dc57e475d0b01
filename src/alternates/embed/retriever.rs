//! Who ranks by embeddings.

use super::{Embedder, EmbeddingOptions, EmbeddingRetrieval, Warming, cache::Cache};
use crate::{
    alternates::{Candidate, Query, RetrievalFault, Retriever},
    clock,
    config::ConfigError,
};
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::time::Instant;

/// Ranks candidates by the likeness of their capability texts to the intent, as an [`Embedder`] sees it.
///
/// The first retrieval embeds the whole catalog; later ones embed the intent and what has changed. [`warm`](Self::warm) does the first part when the program starts. After a failure
/// the embedder is left alone for a while, so that a dead one costs one wait and not one for each failed call. Clones share the vectors.
///
/// Alone it fails where its embedder does; in a [`Fallback`](crate::alternates::Fallback) the words answer then.
pub struct EmbeddingRetriever<E> {
    shared: Arc<Shared<E>>,
}

pub(super) struct Shared<E> {
    pub(super) embedder: E,
    pub(super) options: EmbeddingOptions,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) cache: Cache,
    /// Until when the embedder is left alone.
    pub(super) paused_until: Option<Instant>,
}

impl<E> Shared<E> {
    /// Works on what is kept. Never held while anything is awaited.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Leaves the embedder alone for a while.
    pub(super) fn pause(&self) {
        let until = clock::now() + self.options.pause;
        self.with(|state| state.paused_until = Some(until));
    }

    fn is_paused(&self, now: Instant) -> bool {
        self.with(|state| state.paused_until.is_some_and(|until| now < until))
    }
}

impl<E: Embedder> EmbeddingRetriever<E> {
    /// Ranks by what `embedder` makes of the texts.
    pub fn new(embedder: E) -> Self {
        Self::of(embedder, EmbeddingOptions::default())
    }

    /// As [`new`](Self::new), with other bounds.
    ///
    /// # Errors
    ///
    /// The first option out of its range.
    pub fn with_options(embedder: E, options: EmbeddingOptions) -> Result<Self, ConfigError> {
        options.validate()?;
        Ok(Self::of(embedder, options))
    }

    fn of(embedder: E, options: EmbeddingOptions) -> Self {
        Self { shared: Arc::new(Shared { embedder, options, state: Mutex::default() }) }
    }

    /// How many vectors are kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.shared.with(|state| state.cache.len())
    }

    /// Embeds the capability texts of `candidates` ahead of the first failure. What is done by `deadline` is kept.
    ///
    /// # Errors
    ///
    /// The future gives the fault that ended it early.
    ///
    /// # Cancel safety
    ///
    /// A drop ends the request in flight; what came before is kept.
    pub fn warm(&self, candidates: impl Into<Arc<[Candidate]>>, deadline: Instant) -> Warming<E> {
        Warming::new(self.shared.clone(), &candidates.into(), deadline)
    }
}

impl<E: Embedder> Retriever for EmbeddingRetriever<E> {
    type Retrieval = EmbeddingRetrieval<E>;

    fn retrieve(&self, query: Query, deadline: Instant) -> Self::Retrieval {
        let now = clock::now();
        if query.is_empty() {
            return EmbeddingRetrieval::nothing();
        }
        if self.shared.is_paused(now) {
            return EmbeddingRetrieval::failed(RetrievalFault::Paused);
        }
        EmbeddingRetrieval::new(self.shared.clone(), query, deadline.min(now + self.shared.options.time))
    }
}

impl<E> Clone for EmbeddingRetriever<E> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<E> fmt::Debug for EmbeddingRetriever<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddingRetriever").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "retriever_tests.rs"]
mod tests;
