//! The half in the stack.

use super::case::Copied;
use crate::decide::{Abstained, Decide, Decision, OpenCase, is_open};
use std::{
    fmt,
    future::Ready,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};
use tokio::sync::mpsc;

/// Hands copies of failures to a [`CompareWorker`](super::CompareWorker), and never decides. Clones share the queue; the worker ends when all of them are gone.
#[derive(Clone)]
pub struct Shadow {
    queue: mpsc::Sender<Copied>,
    counters: Arc<Counters>,
    asks: bool,
}

impl Shadow {
    pub(super) const fn new(queue: mpsc::Sender<Copied>, counters: Arc<Counters>, asks: bool) -> Self {
        Self { queue, counters, asks }
    }

    /// How many failures were handed over, and how many were not.
    #[must_use]
    pub fn counters(&self) -> CompareCounters {
        self.counters.read()
    }
}

impl Decide for Shadow {
    type Future = Ready<Decision>;

    fn asks(&self) -> bool {
        self.asks
    }

    /// Copies the case where there is a place for it. There is no decision, ever.
    fn decide(&self, case: &OpenCase<'_>) -> Result<Ready<Decision>, Abstained> {
        if self.asks && is_open(case) {
            // The place first: what does not fit is not copied.
            match self.queue.try_reserve() {
                Ok(place) => {
                    place.send(Copied::of(case));
                    self.counters.queued.fetch_add(1, Relaxed);
                }
                Err(_) => {
                    self.counters.dropped.fetch_add(1, Relaxed);
                }
            }
        }
        Err(Abstained::NotAsked)
    }
}

impl fmt::Debug for Shadow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shadow").field("asks", &self.asks).field("counters", &self.counters()).finish()
    }
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    queued: AtomicU64,
    dropped: AtomicU64,
    pub(super) recorded: AtomicU64,
}

impl Counters {
    pub(super) fn read(&self) -> CompareCounters {
        CompareCounters { queued: self.queued.load(Relaxed), dropped: self.dropped.load(Relaxed), recorded: self.recorded.load(Relaxed) }
    }
}

/// What became of the failures that a model would have been asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompareCounters {
    /// Handed to the worker.
    pub queued: u64,
    /// Not handed over, because the queue was full or the worker has ended.
    pub dropped: u64,
    /// Given to the sink.
    pub recorded: u64,
}
