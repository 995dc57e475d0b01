//! What can be known of a run without a lock.
//!
//! Each run has a slot by its hash; runs may share one. A slot is one word: how many of its runs have something open, and two ticks that grow with every
//! change of the world in one of its runs: weak (an undeclared success) and strong (a declared write). A run's own state remembers the tick of *its* latest
//! changes, so that a neighbour's writes excuse nothing. The tick alone decides only about what happened between a call's dispatch and the run's first failure, before
//! which the run has no state.

use crate::ledger::{RunKey, Stamp, WorldChange};
use std::sync::atomic::{AtomicU64, Ordering};

const COUNT_BITS: u32 = 20;
const TICK_BITS: u32 = 22;
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;
const TICK_MASK: u32 = (1 << TICK_BITS) - 1;
const SLOTS: usize = 8192;

/// The state of a slot at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct World(u64);

/// A moment in the order of a slot's changes. Ticks wrap around; they are compared within half of their range, which is two million changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tick(u32);

impl Tick {
    /// Whether this moment is later than `other`.
    pub(super) const fn after(self, other: Self) -> bool {
        let ahead = self.0.wrapping_sub(other.0) & TICK_MASK;
        ahead != 0 && ahead <= TICK_MASK / 2
    }
}

impl World {
    pub(super) const fn from_stamp(stamp: Stamp) -> Self {
        Self(stamp.0)
    }

    pub(super) const fn stamp(self) -> Stamp {
        Stamp(self.0 & !COUNT_MASK)
    }

    pub(super) const fn open(self) -> bool {
        self.0 & COUNT_MASK != 0
    }

    #[allow(clippy::cast_possible_truncation, reason = "masked to 22 bits")]
    pub(super) const fn weak(self) -> Tick {
        Tick((self.0 >> COUNT_BITS) as u32 & TICK_MASK)
    }

    #[allow(clippy::cast_possible_truncation, reason = "22 bits are left")]
    pub(super) const fn strong(self) -> Tick {
        Tick((self.0 >> (COUNT_BITS + TICK_BITS)) as u32)
    }

    const fn changed(self, change: WorldChange) -> Self {
        match change {
            WorldChange::None => self,
            WorldChange::Strong => Self(self.0.wrapping_add(1 << (COUNT_BITS + TICK_BITS))),
            WorldChange::Weak => {
                let weak = (self.weak().0.wrapping_add(1) & TICK_MASK) as u64;
                Self(self.0 & !((TICK_MASK as u64) << COUNT_BITS) | weak << COUNT_BITS)
            }
        }
    }
}

#[derive(Debug)]
pub(super) struct Slots(Box<[AtomicU64]>);

impl Slots {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    fn slot(&self, run: RunKey) -> Option<&AtomicU64> {
        self.0.get((run.0 >> 96) as usize % SLOTS)
    }

    #[inline]
    pub(super) fn read(&self, run: RunKey) -> World {
        World(self.slot(run).map_or(0, |slot| slot.load(Ordering::Acquire)))
    }

    /// Counts a run as open. Returns the slot as it was at that moment.
    pub(super) fn open(&self, run: RunKey) -> World {
        World(self.slot(run).map_or(0, |slot| slot.fetch_add(1, Ordering::AcqRel)))
    }

    pub(super) fn close(&self, run: RunKey) {
        if let Some(slot) = self.slot(run) {
            slot.fetch_sub(1, Ordering::AcqRel);
        }
    }

    /// Records a change of the world. Returns the slot after it.
    pub(super) fn change(&self, run: RunKey, change: WorldChange) -> World {
        self.update(run, |world| Some(world.changed(change))).unwrap_or(World(0))
    }

    /// Records a change of the world unless a run of the slot has something open. `false` means that it was not recorded.
    ///
    /// Opening a run changes the same word, so that no change falls between this look and the run's first failure.
    pub(super) fn change_if_closed(&self, run: RunKey, change: WorldChange) -> bool {
        self.update(run, |world| (!world.open()).then(|| world.changed(change))).is_some()
    }

    fn update(&self, run: RunKey, change: impl Fn(World) -> Option<World>) -> Option<World> {
        let slot = self.slot(run)?;
        let mut seen = slot.load(Ordering::Acquire);
        loop {
            let next = change(World(seen))?;
            match slot.compare_exchange_weak(seen, next.0, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(next),
                Err(now) => seen = now,
            }
        }
    }
}

#[cfg(test)]
#[path = "slots_tests.rs"]
mod tests;
