//! Writes whose outcome nobody knows.

use super::{nanos, shard::KeyMap};
use crate::ledger::{CallKey, Fingerprint, Gate, GateQuery, HoldId, HoldPlace, Observation, OperationKey, RunKey};
use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// What the host found out about a write with an unknown outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reconciled {
    /// It took effect: the world has changed.
    Applied,
    /// It did not take effect.
    NotApplied,
}

/// How wide a hold is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HoldState {
    /// The whole operation in its scope.
    Operation,
    /// Calls of the operation with the same effect key.
    EffectKey,
    /// The identical call.
    Identical,
}

/// A hold, as a host may see it: no name and no argument can be read back from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HoldInfo {
    /// Its id, for [`MemoryLedger::reconcile_hold`](super::MemoryLedger::reconcile_hold).
    pub id: HoldId,
    /// The operation, to be compared with [`Ledger::operation_key`](crate::ledger::Ledger::operation_key).
    pub operation: OperationKey,
    /// How wide it is.
    pub state: HoldState,
    /// How long it has stood; since the restart, where it survived one.
    pub age: Duration,
    /// What is left of it, where it ends by itself.
    pub remaining: Option<Duration>,
}

#[derive(Clone, Debug)]
pub(super) struct Hold {
    pub(super) id: u64,
    pub(super) run: RunKey,
    pub(super) operation: OperationKey,
    pub(super) fingerprint: Fingerprint,
    pub(super) place: HoldPlace,
    pub(super) idempotency: Option<Fingerprint>,
    pub(super) since: u64,
    /// When it ends by itself, in nanoseconds of the ledger.
    pub(super) until: Option<u64>,
    /// A call ended without saying what it did. Otherwise the hold ends with the last call that may still say so.
    pub(super) unknown: bool,
    /// How many calls were told to stop and may still say what they did.
    pub(super) settling: u32,
}

impl Hold {
    fn new(id: u64, o: &Observation, place: HoldPlace, now: u64) -> Self {
        let CallKey { run, operation, fingerprint, .. } = o.call;
        Self { id, run, operation, fingerprint, place, idempotency: o.idempotency, since: now, until: None, unknown: false, settling: 0 }
    }

    pub(super) fn state(&self) -> HoldState {
        match self.place {
            HoldPlace::Operation => HoldState::Operation,
            HoldPlace::EffectKey(_) => HoldState::EffectKey,
            HoldPlace::Identical => HoldState::Identical,
        }
    }

    pub(super) fn is_over(&self, now: u64) -> bool {
        self.until.is_some_and(|until| now >= until)
    }

    /// Whether it stands against a call. An identical call with the same idempotency key passes: the tool's own contract makes it harmless.
    fn stands_against(&self, query: &GateQuery, now: u64) -> bool {
        let identical = self.fingerprint == query.call.fingerprint;
        let harmless = identical && self.idempotency.is_some() && self.idempotency == query.idempotency;
        !self.is_over(now) && !harmless && (self.place.may_concern(query.hold) || (self.place == HoldPlace::Identical && identical))
    }

    fn is_of(&self, call: &CallKey, place: HoldPlace) -> bool {
        self.fingerprint == call.fingerprint && self.place == place
    }
}

#[derive(Debug, Default)]
pub(super) struct Holds {
    /// How many there are, to be read without the lock.
    count: AtomicUsize,
    table: Mutex<HoldTable>,
}

#[derive(Debug)]
pub(super) struct HoldTable {
    by_operation: KeyMap<OperationKey, Vec<Hold>>,
    pub(super) last_id: u64,
    total: usize,
    /// No hold ends by itself before this moment.
    next_end: u64,
}

impl Holds {
    #[inline]
    pub(super) fn exist(&self) -> bool {
        self.count.load(Ordering::Acquire) != 0
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, HoldTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings the lock-free count up to date after a change.
    pub(super) fn publish(&self, table: &HoldTable) {
        self.count.store(table.len(), Ordering::Release);
    }

    /// Holds the call of `o` at `place`. A hold of the same call is renewed. It is placed even when the bound is reached: calls that ran by then cannot be
    /// unmade, only new ones refused.
    pub(super) fn place(&self, o: &Observation, place: HoldPlace, now: u64, ttl: Duration) -> HoldId {
        let mut table = self.lock();
        let until = (place == HoldPlace::Identical).then(|| now.saturating_add(nanos(ttl)));
        let id = table.change(o, place, now, |hold| (hold.unknown, hold.until) = (true, until));
        table.next_end = table.next_end.min(until.unwrap_or(u64::MAX));
        self.publish(&table);
        HoldId::new(id)
    }

    /// Holds the call of `o` until [`Holds::end_settling`], where its observation would hold it.
    pub(super) fn begin_settling(&self, o: &Observation, now: u64) -> Option<HoldId> {
        let place = o.hold?;
        let mut table = self.lock();
        let id = table.change(o, place, now, |hold| hold.settling = hold.settling.saturating_add(1));
        self.publish(&table);
        Some(HoldId::new(id))
    }

    /// The call of `o` has settled: what it left unknown was recorded before this. A hold that was reconciled meanwhile is gone, and one that came after it is another's.
    pub(super) fn end_settling(&self, o: &Observation, hold: Option<HoldId>) {
        let Some(id) = hold else { return };
        let mut table = self.lock();
        table.end_settling(o.call.operation, id.get());
        self.publish(&table);
    }

    pub(super) fn gate(&self, query: &GateQuery, now: u64, max: usize) -> Gate {
        let begins_write = query.hold.is_some();
        if !self.exist() && (!begins_write || max > 0) {
            return Gate::Open;
        }
        let mut table = self.lock();
        if table.drop_ended(now) {
            self.publish(&table);
        }
        let against = table.by_operation.get(&query.call.operation).and_then(|holds| holds.iter().find(|hold| hold.stands_against(query, now)));
        if let Some(hold) = against {
            return Gate::Held { place: hold.place, id: HoldId::new(hold.id) };
        }
        // An identical call that passes its own hold renews it, and needs no further one.
        let of_this_call = |hold: &Hold| hold.fingerprint == query.call.fingerprint;
        let known = || table.by_operation.get(&query.call.operation).is_some_and(|holds| holds.iter().any(of_this_call));
        if begins_write && table.len() >= max && !known() { Gate::HoldsFull } else { Gate::Open }
    }

    /// Ends the holds of an operation, or the one of an id, and returns them.
    pub(super) fn release(&self, operation: Option<OperationKey>, id: Option<u64>) -> Vec<Hold> {
        let mut table = self.lock();
        let chosen = |hold: &Hold| operation.is_none_or(|operation| hold.operation == operation) && id.is_none_or(|id| hold.id == id);
        let mut released = Vec::new();
        table.by_operation.retain(|_, holds| {
            released.extend(holds.extract_if(.., |hold| chosen(hold)));
            !holds.is_empty()
        });
        table.total -= released.len();
        self.publish(&table);
        released
    }
}

impl Default for HoldTable {
    fn default() -> Self {
        Self { by_operation: KeyMap::default(), last_id: 0, total: 0, next_end: u64::MAX }
    }
}

impl HoldTable {
    pub(super) fn len(&self) -> usize {
        self.total
    }

    /// Changes the hold of the call of `o` at `place`, found or made. Returns its id.
    fn change(&mut self, o: &Observation, place: HoldPlace, now: u64, change: impl FnOnce(&mut Hold)) -> u64 {
        self.drop_ended(now);
        let holds = self.by_operation.entry(o.call.operation).or_default();
        if let Some(hold) = holds.iter_mut().find(|hold| hold.is_of(&o.call, place)) {
            if hold.idempotency != o.idempotency {
                hold.idempotency = None;
            }
            change(hold);
            hold.id
        } else {
            (self.last_id, self.total) = (self.last_id + 1, self.total + 1);
            let mut hold = Hold::new(self.last_id, o, place, now);
            change(&mut hold);
            holds.push(hold);
            self.last_id
        }
    }

    fn end_settling(&mut self, operation: OperationKey, id: u64) {
        let Some(holds) = self.by_operation.get_mut(&operation) else { return };
        if let Some(hold) = holds.iter_mut().find(|hold| hold.id == id) {
            hold.settling = hold.settling.saturating_sub(1);
        }
        self.total -= holds.extract_if(.., |hold| !hold.unknown && hold.settling == 0).count();
        if holds.is_empty() {
            self.by_operation.remove(&operation);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Hold> {
        self.by_operation.values().flatten()
    }

    /// Adds a hold that another process placed.
    pub(super) fn adopt(&mut self, hold: Hold) {
        self.last_id = self.last_id.max(hold.id);
        self.next_end = self.next_end.min(hold.until.unwrap_or(u64::MAX));
        self.total += 1;
        self.by_operation.entry(hold.operation).or_default().push(hold);
    }

    /// Forgets holds that have ended by themselves. `true` when it looked for some.
    pub(super) fn drop_ended(&mut self, now: u64) -> bool {
        if now < self.next_end {
            return false;
        }
        self.by_operation.retain(|_, holds| {
            holds.retain(|hold| !hold.is_over(now));
            !holds.is_empty()
        });
        self.total = self.by_operation.values().map(Vec::len).sum();
        self.next_end = self.iter().filter_map(|hold| hold.until).min().unwrap_or(u64::MAX);
        true
    }
}

#[cfg(test)]
#[path = "holds_tests.rs"]
mod tests;
