//! Two threads, each with a chunk of its own; their results are merged in order.

use super::{
    ReplayPlan, ReplayReport, Source,
    batch::Batch,
    input::{Chunk, Input},
    merge::Merge,
    rewrite::Rewriter,
};
use std::{
    io::{self, Write},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// Reads records, follows their chain, and judges every decision again.
///
/// `output`, where it is given, gets the records as they would have been: every decision with what was derived and the names of the thresholds and the policy, and the chain made anew from
/// the first line that differs. Under unchanged thresholds that is the input, byte by byte. `progress` is told how many bytes have been read.
///
/// Memory does not grow with the input: some 10 MiB for what is read, and 3 MiB more for the latest decisions that change, whose labels may follow.
///
/// # Errors
///
/// A source cannot be read, or the output cannot be written. Whatever is wrong with the records is in the report.
pub fn replay<'o>(
    sources: Vec<Source<'_>>,
    plan: &ReplayPlan<'_>,
    output: Option<&'o mut (dyn Write + Send + 'o)>,
    progress: &(dyn Fn(u64) + Sync),
) -> io::Result<ReplayReport> {
    let names: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from).clamp(1, 4);
    let work = Work {
        input: Mutex::new((Input::new(sources), false)),
        merge: Mutex::new(Merged { merge: Merge::default(), next: 0, rewriter: output.map(Rewriter::new), failed: None }),
        turn: Condvar::new(),
        names,
        progress,
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work.run(plan));
        }
        work.run(plan);
    });
    let merged = work.merge.into_inner().unwrap_or_else(PoisonError::into_inner);
    match merged.failed {
        Some(error) => Err(error),
        None => Ok(merged.merge.report),
    }
}

struct Work<'w, 's, 'p> {
    /// The input, and whether it is over.
    input: Mutex<(Input<'s>, bool)>,
    merge: Mutex<Merged<'w>>,
    turn: Condvar,
    names: Vec<String>,
    progress: &'p (dyn Fn(u64) + Sync),
}

struct Merged<'w> {
    merge: Merge,
    /// The chunk that is merged next.
    next: u64,
    rewriter: Option<Rewriter<'w>>,
    failed: Option<io::Error>,
}

impl<'w> Work<'w, '_, '_> {
    fn run(&self, plan: &ReplayPlan<'_>) {
        let mut spare = Vec::new();
        while let Some(chunk) = self.chunk(spare) {
            let batch = Batch::of(&chunk, plan);
            let stops = batch.fatal;
            self.merge(&chunk, batch, plan);
            if stops {
                self.stop();
            }
            spare = chunk.bytes;
        }
    }

    fn chunk(&self, spare: Vec<u8>) -> Option<Chunk> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        if input.1 {
            return None;
        }
        match input.0.next(spare) {
            Ok(Some(chunk)) => Some(chunk),
            Ok(None) => {
                input.1 = true;
                None
            }
            Err(error) => {
                input.1 = true;
                drop(input);
                self.merged().failed.get_or_insert(error);
                None
            }
        }
    }

    fn stop(&self) {
        self.input.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
    }

    fn merged(&self) -> MutexGuard<'_, Merged<'w>> {
        self.merge.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the chunk's turn and merges it. After a fatal problem, later chunks count for nothing.
    fn merge(&self, chunk: &Chunk, batch: Batch, plan: &ReplayPlan<'_>) {
        let mut merged = self.turn.wait_while(self.merged(), |merged| merged.next != chunk.at).unwrap_or_else(PoisonError::into_inner);
        merged.next += 1;
        if !merged.merge.report.ended_early && merged.failed.is_none() {
            let fatal = batch.fatal;
            merged.merge.take(batch, &self.names);
            if let Some(rewriter) = merged.rewriter.as_mut().filter(|_| !fatal)
                && let Err(error) = rewriter.chunk(chunk, plan)
            {
                merged.failed = Some(error);
            }
        }
        let read = merged.merge.report.bytes;
        let over = merged.failed.is_some();
        drop(merged);
        self.turn.notify_all();
        (self.progress)(read);
        if over {
            self.stop();
        }
    }
}
