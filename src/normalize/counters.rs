//! How often each rule repaired, and each fault refused, a call.

use super::{NormalizeFault, Repair};
use crate::RejectionKind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const REPAIRS: usize = Repair::ALL.len();
const FAULTS: usize = NormalizeFault::KINDS.len();

/// The counters of one [`Normalizer`](super::Normalizer) at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NormalizeCounters {
    repairs: [u64; REPAIRS],
    faults: [u64; FAULTS],
}

impl NormalizeCounters {
    /// How many calls needed `repair`.
    #[must_use]
    pub fn repaired(&self, repair: Repair) -> u64 {
        self.repairs.get(repair as usize).copied().unwrap_or_default()
    }

    /// How many calls were refused for `kind`. Kinds of other stages are 0.
    #[must_use]
    pub fn refused(&self, kind: RejectionKind) -> u64 {
        fault_index(kind).and_then(|index| self.faults.get(index)).copied().unwrap_or_default()
    }

    /// Every rule with its count.
    pub fn repairs(&self) -> impl Iterator<Item = (Repair, u64)> {
        Repair::ALL.into_iter().zip(self.repairs)
    }

    /// Every fault with its count.
    pub fn faults(&self) -> impl Iterator<Item = (RejectionKind, u64)> {
        NormalizeFault::KINDS.into_iter().zip(self.faults)
    }
}

fn fault_index(kind: RejectionKind) -> Option<usize> {
    NormalizeFault::KINDS.iter().position(|own| *own == kind)
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    repairs: [AtomicU64; REPAIRS],
    faults: [AtomicU64; FAULTS],
}

impl Counters {
    pub(super) fn repaired(&self, repair: Repair) {
        if let Some(counter) = self.repairs.get(repair as usize) {
            counter.fetch_add(1, Relaxed);
        }
    }

    #[cold]
    pub(super) fn refused(&self, kind: RejectionKind) {
        if let Some(counter) = fault_index(kind).and_then(|index| self.faults.get(index)) {
            counter.fetch_add(1, Relaxed);
        }
    }

    pub(super) fn snapshot(&self) -> NormalizeCounters {
        let mut counters = NormalizeCounters::default();
        for (count, counter) in counters.repairs.iter_mut().zip(&self.repairs) {
            *count = counter.load(Relaxed);
        }
        for (count, counter) in counters.faults.iter_mut().zip(&self.faults) {
            *count = counter.load(Relaxed);
        }
        counters
    }
}

#[cfg(test)]
#[path = "counters_tests.rs"]
mod tests;
