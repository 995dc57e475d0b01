//! Which decisions change, for the labels that may follow them: the latest ones, in a room of one size.

use super::Transition;
use crate::record::Recommendation;
use foldhash::fast::FixedState;
use std::{
    collections::{HashSet, VecDeque},
    hash::{Hash, Hasher},
};

/// The decisions that change, by their ids: the latest so many. It takes its room at once, some 3 MiB, and never another byte.
pub(super) struct Changed {
    known: HashSet<Entry, FixedState>,
    order: VecDeque<Entry>,
    most: usize,
}

/// The upper 60 bits of an id's hash, and in the lower 4 the verdicts before and after.
#[derive(Clone, Copy)]
struct Entry(u64);

impl Entry {
    fn new(id: u64, (before, after): (Recommendation, Recommendation)) -> Self {
        Self((id & !15) | (before as u64) << 2 | after as u64)
    }

    fn verdicts(self) -> Option<(Recommendation, Recommendation)> {
        let verdict = |n: u64| Recommendation::ALL.get(usize::try_from(n & 3).ok()?).copied();
        Some((verdict(self.0 >> 2)?, verdict(self.0)?))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.0 >> 4 == other.0 >> 4
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0 >> 4);
    }
}

impl Changed {
    /// As many as fill half of a table of 2^18 places: one that is fuller would grow where it only has to be cleaned of what was forgotten.
    pub(super) const MOST: usize = 7 << 14;

    pub(super) fn new(most: usize) -> Self {
        Self { known: HashSet::with_capacity_and_hasher(2 * most, FixedState::default()), order: VecDeque::with_capacity(most), most }
    }

    /// Remembers a decision, and says whether another one had to be forgotten for it: the one that changed longest ago.
    pub(super) fn remember(&mut self, id: u64, transition: Transition) -> bool {
        let entry = Entry::new(id, transition.verdict);
        if self.known.contains(&entry) {
            self.known.replace(entry);
            return false;
        }
        let forgets = self.order.len() >= self.most;
        if forgets && let Some(oldest) = self.order.pop_front() {
            self.known.remove(&oldest);
        }
        self.known.insert(entry);
        self.order.push_back(entry);
        forgets
    }

    /// The verdicts before and after, where the decision is among those that are remembered.
    pub(super) fn verdicts(&self, id: u64) -> Option<(Recommendation, Recommendation)> {
        self.known.get(&Entry(id & !15)).and_then(|entry| entry.verdicts())
    }
}

impl Default for Changed {
    fn default() -> Self {
        Self::new(Self::MOST)
    }
}

#[cfg(test)]
#[path = "changed_tests.rs"]
mod tests;
