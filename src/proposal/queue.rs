//! Where calls wait for a person. A queue executes nothing: the host proposes an approved call again, and it passes every gate again.

use super::Criterion;
use crate::{admission::Consequence, clock};
use serde_json::Value;
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// A call that a person should look at. It was not executed. `Debug` prints neither its arguments nor its run.
#[derive(Clone)]
#[non_exhaustive]
pub struct ReviewItem {
    /// The run of the call.
    pub run: Arc<str>,
    /// The scope of the call.
    pub scope: Arc<str>,
    /// The id that the model gave to the call, where it gave one.
    pub call_id: Option<Arc<str>>,
    /// The tool.
    pub tool: Arc<str>,
    /// The arguments that were admitted.
    pub arguments: Value,
    /// What is at stake.
    pub consequence: Consequence,
    /// The criteria that call for a look; empty where nobody could be asked.
    pub criteria: Vec<&'static Criterion>,
}

impl fmt::Debug for ReviewItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewItem").field("tool", &self.tool).field("consequence", &self.consequence).finish_non_exhaustive()
    }
}

/// Where an item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReviewPlace {
    /// The number of the item in its queue, never used twice.
    pub id: u64,
    /// How many items stand before it.
    pub ahead: usize,
}

/// The queue takes no more: the call is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewQueueFull;

impl fmt::Display for ReviewQueueFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the review queue is full")
    }
}

impl std::error::Error for ReviewQueueFull {}

/// Takes calls for review. Synchronous, and never waits.
pub trait ReviewQueue {
    /// Takes an item.
    ///
    /// # Errors
    ///
    /// [`ReviewQueueFull`]: the caller then fails closed.
    fn submit(&self, item: ReviewItem) -> Result<ReviewPlace, ReviewQueueFull>;
}

impl<Q: ReviewQueue + ?Sized> ReviewQueue for Arc<Q> {
    fn submit(&self, item: ReviewItem) -> Result<ReviewPlace, ReviewQueueFull> {
        (**self).submit(item)
    }
}

/// Has no room: every review fails closed.
impl ReviewQueue for () {
    fn submit(&self, _: ReviewItem) -> Result<ReviewPlace, ReviewQueueFull> {
        Err(ReviewQueueFull)
    }
}

/// A review queue in memory, bounded in depth and in the age of its items. Clones share it.
#[derive(Clone)]
pub struct MemoryReviewQueue(Arc<Mutex<State>>);

struct State {
    items: VecDeque<(u64, Instant, ReviewItem)>,
    next: u64,
    depth: usize,
    ttl: Duration,
    expired: u64,
}

impl MemoryReviewQueue {
    /// A queue of at most `depth` items, each of which expires after `ttl`.
    #[must_use]
    pub fn new(depth: usize, ttl: Duration) -> Self {
        Self(Arc::new(Mutex::new(State { items: VecDeque::new(), next: 1, depth, ttl, expired: 0 })))
    }

    /// Takes the oldest item that has not expired, for a person to look at.
    #[must_use]
    pub fn take(&self) -> Option<(ReviewPlace, ReviewItem)> {
        self.with(|state| state.items.pop_front().map(|(id, _, item)| (ReviewPlace { id, ahead: 0 }, item)))
    }

    /// How many items wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.with(|state| state.items.len())
    }

    /// Whether none waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many items expired before anybody took them.
    #[must_use]
    pub fn expired(&self) -> u64 {
        self.with(|state| state.expired)
    }

    fn with<O>(&self, part: impl FnOnce(&mut State) -> O) -> O {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = clock::now();
        while state.items.front().is_some_and(|(_, since, _)| now.saturating_duration_since(*since) >= state.ttl) {
            state.items.pop_front();
            state.expired += 1;
        }
        part(&mut state)
    }
}

/// 64 items, each for an hour.
impl Default for MemoryReviewQueue {
    fn default() -> Self {
        Self::new(64, Duration::from_secs(3600))
    }
}

impl fmt::Debug for MemoryReviewQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryReviewQueue").field("waiting", &self.len()).finish_non_exhaustive()
    }
}

impl ReviewQueue for MemoryReviewQueue {
    fn submit(&self, item: ReviewItem) -> Result<ReviewPlace, ReviewQueueFull> {
        self.with(|state| {
            if state.items.len() >= state.depth {
                return Err(ReviewQueueFull);
            }
            let (id, ahead) = (state.next, state.items.len());
            state.next += 1;
            state.items.push_back((id, clock::now(), item));
            Ok(ReviewPlace { id, ahead })
        })
    }
}

#[cfg(test)]
#[path = "queue_tests.rs"]
mod tests;
