//! What the host tells the ledger.

use super::{
    HoldInfo, Inner, MemoryLedger, Reconciled,
    holds::Hold,
    run::{OperationEntry, RunState},
};
use crate::{
    classify::Class,
    ledger::{HoldId, Ledger, OperationKey, Reason, RunKey, ScopeKey, WorldChange},
};
use std::time::Duration;

impl MemoryLedger {
    /// Tells that the world has changed for a run in a scope in a way that no tool call shows: a user's turn, an approval, a new credential.
    ///
    /// It excuses one repeat of every failed call of the scope, and reopens operations that were halted for authentication, permission or unavailability, with a
    /// fresh streak, unless a decision model alone chose that class. Denials and terminal faults stay: [`MemoryLedger::reset`] lifts them.
    pub fn note_world_change(&self, run: &str, scope: &str) {
        self.0.note_world_change(self.run_key(run), self.scope_key(scope));
    }

    /// Drops what is known of a run. Holds stay.
    pub fn finish_run(&self, run: &str) {
        let run = self.run_key(run);
        if let Some(mut shard) = self.0.shard(run) {
            shard.remove(run, &self.0.slots);
        }
    }

    /// Reopens an operation in a run: lifts its halt, its pause and its denial, and forgets its failures. `true` when something was known of it. Holds stay.
    pub fn reset(&self, run: &str, tool: &str, operation: Option<&str>, scope: &str) -> bool {
        self.0.reset(self.run_key(run), self.operation_key(tool, operation, self.scope_key(scope)))
    }

    /// Settles every hold of an operation and scope. Returns how many there were.
    pub fn reconcile(&self, tool: &str, operation: Option<&str>, scope: &str, outcome: Reconciled) -> usize {
        let released = self.0.holds.release(Some(self.operation_key(tool, operation, self.scope_key(scope))), None);
        self.0.settled(&released, outcome)
    }

    /// Settles one hold. `false` when there is none of this id.
    pub fn reconcile_hold(&self, id: HoldId, outcome: Reconciled) -> bool {
        let released = self.0.holds.release(None, Some(id.get()));
        self.0.settled(&released, outcome) > 0
    }

    /// The holds that stand, the oldest first.
    #[must_use]
    pub fn holds(&self) -> Vec<HoldInfo> {
        let now = self.0.now();
        let mut table = self.0.holds.lock();
        table.drop_ended(now);
        self.0.holds.publish(&table);
        let mut holds: Vec<HoldInfo> = table.iter().map(|hold| info(hold, now)).collect();
        holds.sort_unstable_by_key(|hold| hold.id);
        holds
    }
}

fn info(hold: &Hold, now: u64) -> HoldInfo {
    HoldInfo {
        id: HoldId::new(hold.id),
        operation: hold.operation,
        state: hold.state(),
        age: Duration::from_nanos(now.saturating_sub(hold.since)),
        remaining: hold.until.map(|until| Duration::from_nanos(until.saturating_sub(now))),
    }
}

impl Inner {
    fn note_world_change(&self, run: RunKey, scope: ScopeKey) {
        if self.slots.change_if_closed(run, WorldChange::Strong) {
            return;
        }
        let Some(mut shard) = self.shard(run) else { return };
        let tick = self.slots.change(run, WorldChange::Strong).strong();
        let Some(run) = shard.get_mut(run) else { return };
        let in_scope = |run: &RunState, operation: OperationKey| run.operations.get(operation).is_none_or(|entry| entry.scope == scope);
        let told: Vec<_> = run.keys.iter().map(|key| in_scope(run, key.operation)).collect();
        let reopened: Vec<_> = run.operations.iter().filter(|entry| entry.scope == scope && reopens(entry)).map(|entry| entry.operation).collect();
        for (key, told) in run.keys.iter_mut().zip(told) {
            if told {
                key.told = Some(tick);
            }
            if reopened.contains(&key.operation) {
                (key.unexcused, key.weight, key.hard) = (0, 0, 0);
            }
        }
        for entry in run.operations.iter_mut().filter(|entry| reopened.contains(&entry.operation)) {
            entry.halted = None;
            entry.clear_streak();
        }
        for service in run.services.iter_mut().filter(|service| service.scope == scope) {
            service.streak = 0;
        }
    }

    fn reset(&self, run_key: RunKey, operation: OperationKey) -> bool {
        let Some(mut shard) = self.shard(run_key) else { return false };
        let Some(run) = shard.get_mut(run_key) else { return false };
        run.keys.retain(|key| key.operation != operation);
        let removed = run.forget(operation, &self.config.bounds);
        if run.is_empty() {
            shard.remove(run_key, &self.slots);
        }
        removed.is_some()
    }

    /// A write that turned out to have been made changed the world of its run, for every other call.
    fn settled(&self, released: &[Hold], outcome: Reconciled) -> usize {
        for hold in released.iter().filter(|_| outcome == Reconciled::Applied) {
            self.applied(hold);
        }
        released.len()
    }

    fn applied(&self, hold: &Hold) {
        let Some(mut shard) = self.shard(hold.run) else { return };
        let tick = self.slots.change(hold.run, WorldChange::Strong).strong();
        let Some(run) = shard.get_mut(hold.run) else { return };
        run.strong.push(tick);
        if let Some(key) = run.keys.get_mut((hold.operation, hold.fingerprint)) {
            key.strong = tick;
        }
    }
}

/// Whether a change of the world can have removed what closed the operation. A mere prediction that it can is not enough: predictions reset no counter.
fn reopens(entry: &OperationEntry) -> bool {
    let curable = !entry.predicted && matches!(entry.class, Class::Authentication | Class::Permission | Class::Unavailable);
    curable && entry.halted.is_some_and(|reason| !matches!(reason, Reason::Terminal | Reason::Denied))
}

#[cfg(test)]
#[path = "host_tests.rs"]
mod tests;
