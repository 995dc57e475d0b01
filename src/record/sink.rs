//! Where records go.

use super::Record;
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// Takes records.
///
/// A sink returns at once, or after a wait that its own policy bounds. It cannot fail the call that a record is about: what it cannot keep it counts, and says so later by a
/// `gap` record. It is called on the path of a tool call, so that it must not panic; one that does loses the record, and nothing else.
pub trait RecordSink: Send + Sync {
    /// Takes one record. The sink sets `seq` and `prev` when it writes.
    fn record(&self, record: Record<'static>);
}

impl<S: RecordSink + ?Sized> RecordSink for Arc<S> {
    fn record(&self, record: Record<'static>) {
        (**self).record(record);
    }
}

/// Keeps the latest records in memory, for tests and for hosts that look at them themselves. Clones share them.
#[derive(Clone)]
pub struct MemorySink {
    kept: Arc<Mutex<VecDeque<Record<'static>>>>,
    capacity: usize,
}

impl MemorySink {
    /// Keeps at most so many records; beyond that the oldest is forgotten.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { kept: Arc::default(), capacity: capacity.max(1) }
    }

    /// Takes out what was kept, from the oldest on.
    #[must_use]
    pub fn take(&self) -> Vec<Record<'static>> {
        self.lock().drain(..).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Record<'static>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RecordSink for MemorySink {
    fn record(&self, record: Record<'static>) {
        let mut kept = self.lock();
        if kept.len() >= self.capacity {
            kept.pop_front();
        }
        kept.push_back(record);
    }
}

impl fmt::Debug for MemorySink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemorySink").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

/// Gives every record to two sinks.
#[derive(Clone, Copy, Debug)]
pub struct Tee<A, B>(pub A, pub B);

impl<A: RecordSink, B: RecordSink> RecordSink for Tee<A, B> {
    fn record(&self, record: Record<'static>) {
        self.0.record(record.clone());
        self.1.record(record);
    }
}
