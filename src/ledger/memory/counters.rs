//! What was counted since the ledger began.

use crate::ledger::EventKind;
use serde::Serialize;

/// Totals of a ledger since it was made. Every observation is in exactly one of the first seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct LedgerCounters {
    /// Calls that failed.
    pub failures: u64,
    /// Calls that were rejected for a fault of their own.
    pub hard_rejections: u64,
    /// Calls that a reviewer denied.
    pub denials: u64,
    /// Calls that were refused by pacing, a hold, a halt, or as a repeat.
    pub refusals: u64,
    /// Calls that the host cancelled.
    pub cancelled: u64,
    /// Faults that the host declared terminal.
    pub terminal: u64,
    /// Calls that an inner layer did not dispatch.
    pub not_dispatched: u64,
    /// Those of all these whose future was dropped.
    pub abandoned: u64,
    /// Operations that were halted.
    pub halts: u64,
    /// Writes whose outcome was unknown.
    pub holds: u64,
    /// Failures that were dropped because a bound was reached.
    pub evicted: u64,
}

impl LedgerCounters {
    pub(super) fn count(&mut self, kind: EventKind) {
        let counter = match kind {
            EventKind::Failure => &mut self.failures,
            EventKind::HardRejection => &mut self.hard_rejections,
            EventKind::ApprovalDenied => &mut self.denials,
            EventKind::Refusal => &mut self.refusals,
            EventKind::Cancelled => &mut self.cancelled,
            EventKind::Terminal => &mut self.terminal,
            EventKind::NotDispatched => &mut self.not_dispatched,
        };
        *counter += 1;
    }

    /// Counts what only some observations bring. A counter that stays as it is stays unwritten: most lie on another cache line than what every observation writes.
    pub(super) const fn also(counter: &mut u64, more: u64) {
        if more > 0 {
            *counter += more;
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.failures += other.failures;
        self.hard_rejections += other.hard_rejections;
        self.denials += other.denials;
        self.refusals += other.refusals;
        self.cancelled += other.cancelled;
        self.terminal += other.terminal;
        self.not_dispatched += other.not_dispatched;
        self.abandoned += other.abandoned;
        self.halts += other.halts;
        self.holds += other.holds;
        self.evicted += other.evicted;
    }

    /// All observations.
    #[must_use]
    pub fn observations(&self) -> u64 {
        self.failures + self.hard_rejections + self.denials + self.refusals + self.cancelled + self.terminal + self.not_dispatched
    }
}
