//! A part of the runs behind one lock.

use super::{LedgerCounters, run::RunState, slots::Slots};
use crate::ledger::RunKey;
use std::{
    collections::{HashMap, VecDeque},
    hash::{BuildHasherDefault, Hasher},
};

/// Keys are uniform hashes already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, half: u64) {
        self.0 = half;
    }

    #[allow(clippy::cast_possible_truncation, reason = "any 64 bits of the hash will do")]
    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

pub(super) type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// A run's key in two words: a table of 128-bit integers would be padded by a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Halves([u64; 2]);

impl Halves {
    #[allow(clippy::cast_possible_truncation, reason = "both halves are kept")]
    const fn of(run: RunKey) -> Self {
        Self([(run.0 >> 64) as u64, run.0 as u64])
    }

    fn run(self) -> RunKey {
        let Self([high, low]) = self;
        RunKey(u128::from(high) << 64 | u128::from(low))
    }
}

impl std::hash::Hash for Halves {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0[1]);
    }
}

/// How many runs a search for one to drop passes over because they were used, or denied something.
const PATIENCE: usize = 64;

/// In this order: what every observation writes lies on the cache line of the lock, and what it reads alone on the next one, which threads can then share.
#[derive(Default, Debug)]
#[repr(C)]
pub(super) struct Shard {
    pub(super) counters: LedgerCounters,
    runs: KeyMap<Halves, Box<RunState>>,
    /// The runs in the order in which they are looked at when one has to go. May name runs that are gone.
    queue: VecDeque<Halves>,
}

/// Keeps something off the cache lines of its neighbours. Processors fetch lines in pairs.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Apart<T>(T);

impl<T> std::ops::Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl Shard {
    pub(super) fn get(&self, run: RunKey) -> Option<&RunState> {
        self.runs.get(&Halves::of(run)).map(Box::as_ref)
    }

    pub(super) fn get_mut(&mut self, run: RunKey) -> Option<&mut RunState> {
        self.runs.get_mut(&Halves::of(run)).map(Box::as_mut)
    }

    /// The run, made when missing.
    pub(super) fn ensure(&mut self, run: RunKey, max: usize, slots: &Slots, make: impl FnOnce() -> RunState) -> Option<&mut RunState> {
        let key = Halves::of(run);
        if self.runs.contains_key(&key) {
            return self.runs.get_mut(&key).map(|run| {
                run.recent = true;
                run.as_mut()
            });
        }
        if self.runs.len() >= max {
            self.evict(slots);
        }
        if self.queue.len() > 2 * self.runs.len() + 16 {
            self.tidy();
        }
        self.queue.push_back(key);
        Some(self.runs.entry(key).or_insert_with(|| Box::new(make())))
    }

    pub(super) fn remove(&mut self, run: RunKey, slots: &Slots) -> bool {
        let removed = self.runs.remove(&Halves::of(run)).is_some();
        if removed {
            slots.close(run);
        }
        removed
    }

    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    #[cfg(test)]
    pub(super) fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Drops the run that was not used for longest, approximately: a used one gets a second chance.
    #[cold]
    fn evict(&mut self, slots: &Slots) {
        let mut patience = PATIENCE;
        while let Some(candidate) = self.queue.pop_front() {
            let Some(run) = self.runs.get_mut(&candidate) else { continue };
            let spared = std::mem::take(&mut run.recent) || run.denials > 0 || run.denials_full;
            if spared && patience > 0 {
                patience -= 1;
                self.queue.push_back(candidate);
                continue;
            }
            self.counters.evicted += run.keys.len() as u64;
            self.remove(candidate.run(), slots);
            return;
        }
    }

    /// Drops names of runs that are gone, and repeated ones.
    #[cold]
    fn tidy(&mut self) {
        let mut seen = std::collections::HashSet::<Halves, BuildHasherDefault<KeyHasher>>::default();
        let Self { runs, queue, .. } = self;
        queue.retain(|run| runs.contains_key(run) && seen.insert(*run));
    }
}
