//! How many decisions are asked for, and how many are awaited at once. Nothing here ever waits for a place.

use super::Abstained;
use crate::{config::DecisionConcurrency, ledger::RunKey};
use std::{
    collections::HashMap,
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

/// Half of how many runs are remembered. Beyond twice as many, the runs that asked longest ago begin to count anew.
const GENERATION: usize = 2048;

/// The counters of all runs.
#[derive(Debug)]
pub(super) struct Limits {
    per_run: u32,
    awaited_per_run: u32,
    awaited_in_all: u32,
    awaited: Arc<AtomicU32>,
    runs: Mutex<Runs>,
}

/// The counters of one run.
#[derive(Debug, Default)]
struct Run {
    asked: AtomicU32,
    awaited: AtomicU32,
}

/// Two generations: when the young one is full it becomes the old one, and the old one is forgotten.
#[derive(Debug, Default)]
struct Runs {
    young: HashMap<RunKey, Arc<Run>>,
    old: HashMap<RunKey, Arc<Run>>,
}

impl Runs {
    fn get(&mut self, key: RunKey) -> Arc<Run> {
        if let Some(run) = self.young.get(&key) {
            return run.clone();
        }
        if self.young.len() >= GENERATION {
            let forgotten = mem::replace(&mut self.old, mem::take(&mut self.young));
            // A run that awaits a decision is not forgotten; of those there are no more than may be awaited at once.
            self.young.extend(forgotten.into_iter().filter(|(_, run)| run.awaited.load(Relaxed) > 0));
        }
        let run = self.old.remove(&key).unwrap_or_default();
        self.young.insert(key, run.clone());
        run
    }
}

impl Limits {
    pub(super) fn new(per_run: u32, awaited: DecisionConcurrency) -> Self {
        Self { per_run, awaited_per_run: awaited.per_run, awaited_in_all: awaited.total, awaited: Arc::default(), runs: Mutex::default() }
    }

    /// A place for one decision of `run`, if there is one now.
    pub(super) fn acquire(&self, run: RunKey) -> Result<Permit, Abstained> {
        let run = self.runs.lock().unwrap_or_else(PoisonError::into_inner).get(run);
        let asked = Hold::take(run.clone(), |run| &run.asked, self.per_run).ok_or(Abstained::RunLimit)?;
        let here = Hold::take(run, |run| &run.awaited, self.awaited_per_run).ok_or(Abstained::Busy)?;
        let everywhere = Hold::take(self.awaited.clone(), |all| all, self.awaited_in_all).ok_or(Abstained::Busy)?;
        Ok(Permit { asked: Some(asked), _here: here, _everywhere: everywhere })
    }
}

/// One place. Its drop gives it back.
#[derive(Debug)]
pub(super) struct Permit {
    asked: Option<Hold<Run>>,
    _here: Hold<Run>,
    _everywhere: Hold<AtomicU32>,
}

impl Permit {
    /// The decision is asked for: from now on it counts for its run, whatever comes of it.
    pub(super) fn spend(&mut self) {
        if let Some(asked) = &mut self.asked.take() {
            asked.keep();
        }
    }
}

/// One step of a counter, taken back on drop.
struct Hold<T> {
    owner: Arc<T>,
    counter: fn(&T) -> &AtomicU32,
    kept: bool,
}

impl<T> Hold<T> {
    fn take(owner: Arc<T>, counter: fn(&T) -> &AtomicU32, most: u32) -> Option<Self> {
        let step = |count: u32| (count < most).then_some(count + 1);
        counter(&owner).fetch_update(Relaxed, Relaxed, step).ok()?;
        Some(Self { owner, counter, kept: false })
    }

    fn keep(&mut self) {
        self.kept = true;
    }
}

impl<T> Drop for Hold<T> {
    fn drop(&mut self) {
        if !self.kept {
            (self.counter)(&self.owner).fetch_sub(1, Relaxed);
        }
    }
}

impl<T> std::fmt::Debug for Hold<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hold").field("kept", &self.kept).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
