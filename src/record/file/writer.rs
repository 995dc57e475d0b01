//! The one writer of a chain: what comes out of the queue goes into the journal, and what is missing leaves a gap that says so.

use super::{
    journal::Journal,
    queue::{Queue, Work},
};
use crate::record::{Body, Code, Gap, GapReason, Head, Record};
use std::num::NonZeroU64;

/// How much is collected before it is written.
const BATCH_BYTES: usize = 256 * 1024;

pub(super) struct Writer {
    journal: Journal,
    /// Records in the batch that is not written yet.
    pending: u64,
    /// Losses that gap records in that batch speak of.
    said: u64,
    /// Losses that no gap record speaks of.
    unsaid: u64,
}

impl Writer {
    pub(super) fn new(journal: Journal, torn: bool) -> Self {
        let mut writer = Self { journal, pending: 0, said: 0, unsaid: 0 };
        if torn {
            writer.gap(1, GapReason::Torn);
        }
        writer
    }

    /// Works until the queue ends.
    pub(super) fn run(&mut self, queue: &Queue) {
        let mut spare = Vec::new();
        loop {
            let Work { mut records, dropped, flush, end } = queue.next(spare);
            self.gap(dropped, GapReason::QueueFull);
            for record in records.drain(..) {
                self.add(record, queue);
            }
            self.commit(queue);
            if flush.is_some() || end {
                // Where the disk refuses, the lines are with the operating system all the same.
                let _ = self.journal.sync();
            }
            if let Some(flush) = flush {
                queue.flushed(flush);
            }
            if end {
                return;
            }
            spare = records;
        }
    }

    fn add(&mut self, record: Record<'static>, queue: &Queue) {
        if self.journal.is_full() {
            self.commit(queue);
            // Where no file can be begun, the old one grows on.
            let _ = self.journal.rotate();
        }
        if self.unsaid > 0 {
            let unsaid = std::mem::take(&mut self.unsaid);
            self.gap(unsaid, GapReason::WriteFailed);
        }
        self.journal.append(record);
        self.pending += 1;
        if self.journal.unwritten() >= BATCH_BYTES {
            self.commit(queue);
        }
    }

    fn gap(&mut self, dropped: u64, reason: GapReason) {
        let Some(count) = NonZeroU64::new(dropped) else { return };
        let mut gap = Gap::new(count, reason);
        gap.sink = Some(Code::known("jsonl"));
        self.journal.append(Record { head: Head::of_no_call(), body: Body::Gap(gap) });
        self.said += dropped;
    }

    /// Writes the batch and tells the queue what became of it.
    fn commit(&mut self, queue: &Queue) {
        let (pending, said) = (std::mem::take(&mut self.pending), std::mem::take(&mut self.said));
        match self.journal.commit() {
            Ok(()) => queue.done(pending, 0),
            Err(_) => {
                self.unsaid += pending + said;
                queue.done(0, pending);
            }
        }
    }
}
