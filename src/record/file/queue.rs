//! The bounded queue between the calls and the writer.

use super::WhenFull;
use crate::record::Record;
use std::{
    io,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// What the writer is given to do.
pub(super) struct Work {
    pub(super) records: Vec<Record<'static>>,
    /// How many records were dropped since the last work, because the queue was full.
    pub(super) dropped: u64,
    /// The number of the latest flush that somebody waits for.
    pub(super) flush: Option<u64>,
    /// Nothing comes any more.
    pub(super) end: bool,
}

#[derive(Default)]
struct State {
    waiting: Vec<Record<'static>>,
    accepted: u64,
    done: u64,
    dropped: u64,
    dropped_in_all: u64,
    lost: u64,
    flush_asked: u64,
    flush_done: u64,
    end: bool,
    writer_gone: bool,
}

#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    work: Condvar,
    room: Condvar,
    written: Condvar,
}

/// What has become of the records so far.
pub(super) struct Totals {
    pub(super) accepted: u64,
    pub(super) done: u64,
    pub(super) dropped: u64,
    pub(super) lost: u64,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a record, or drops and counts it.
    pub(super) fn push(&self, record: Record<'static>, capacity: usize, when_full: WhenFull) {
        let mut state = self.lock();
        if let WhenFull::Wait(longest) = when_full {
            let full = |state: &mut State| state.waiting.len() >= capacity && !state.writer_gone;
            state = self.room.wait_timeout_while(state, longest, full).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.waiting.len() >= capacity || state.writer_gone || state.end {
            state.dropped += 1;
            state.dropped_in_all += 1;
        } else {
            state.accepted += 1;
            state.waiting.push(record);
            self.work.notify_one();
        }
    }

    /// Waits for something to do. `spare` becomes the next batch's room.
    pub(super) fn next(&self, spare: Vec<Record<'static>>) -> Work {
        let state = self.lock();
        let idle = |state: &mut State| state.waiting.is_empty() && state.flush_asked == state.flush_done && !state.end;
        let mut state = self.work.wait_while(state, idle).unwrap_or_else(PoisonError::into_inner);
        let records = std::mem::replace(&mut state.waiting, spare);
        self.room.notify_all();
        let flush = (state.flush_asked > state.flush_done).then_some(state.flush_asked);
        Work { records, dropped: std::mem::take(&mut state.dropped), flush, end: state.end }
    }

    /// Records were written, or lost for good.
    pub(super) fn done(&self, written: u64, lost: u64) {
        let mut state = self.lock();
        state.done += written + lost;
        state.lost += lost;
    }

    /// A flush is over, and every one before it.
    pub(super) fn flushed(&self, flush: u64) {
        self.lock().flush_done = flush;
        self.written.notify_all();
    }

    /// Waits until everything that was accepted before is written.
    pub(super) fn flush(&self, longest: Duration) -> io::Result<()> {
        let mut state = self.lock();
        state.flush_asked += 1;
        let (mine, lost) = (state.flush_asked, state.lost);
        self.work.notify_one();
        let behind = |state: &mut State| state.flush_done < mine && !state.writer_gone;
        let (state, waited) = self.written.wait_timeout_while(state, longest, behind).unwrap_or_else(PoisonError::into_inner);
        match () {
            () if waited.timed_out() => Err(io::Error::new(io::ErrorKind::TimedOut, "the records are not written yet")),
            () if state.lost > lost || state.flush_done < mine => Err(io::Error::other("records could not be written; a gap record will say how many")),
            () => Ok(()),
        }
    }

    /// Nothing comes any more.
    pub(super) fn end(&self) {
        self.lock().end = true;
        self.work.notify_one();
    }

    /// The writer ended, by whatever way: nobody waits for it any more.
    pub(super) fn writer_gone(&self) {
        self.lock().writer_gone = true;
        self.room.notify_all();
        self.written.notify_all();
    }

    pub(super) fn totals(&self) -> Totals {
        let state = self.lock();
        Totals { accepted: state.accepted, done: state.done, dropped: state.dropped_in_all, lost: state.lost }
    }
}
