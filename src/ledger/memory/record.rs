//! What observations and successes do to the state.

use super::{
    Inner, LedgerCounters, ladder,
    ladder::Rating,
    nanos,
    pacing::{Pause, pause},
    run::RunState,
    shard::Shard,
    slots::World,
};
use crate::{
    attempt::Verdict,
    facts::Effect,
    ledger::{CallKey, EventKind, Observation, Reason, Standing, Success, Tally, WorldChange},
};

impl Inner {
    /// Records one observation: the hold first, so that no call slips between the failure and its hold.
    pub(super) fn record(&self, o: &Observation, abandoned: bool) -> Standing {
        let now = self.now();
        let hold = o.hold.map(|place| self.holds.place(o, place, now, self.config.repeat_ttl()));
        let Some(mut shard) = self.shard(o.call.run) else { return Standing::new(Verdict::Continue, Reason::None).with_hold(hold) };
        shard.counters.count(o.kind);
        LedgerCounters::also(&mut shard.counters.abandoned, abandoned.into());
        LedgerCounters::also(&mut shard.counters.holds, o.hold.is_some().into());
        let standing = match o.kind {
            EventKind::Cancelled => standing_of(&shard, &o.call, Reason::Cancelled),
            EventKind::NotDispatched => standing_of(&shard, &o.call, Reason::None),
            EventKind::Refusal => self.refusal(&mut shard, o, now),
            EventKind::Failure | EventKind::HardRejection | EventKind::ApprovalDenied | EventKind::Terminal => self.failure(&mut shard, o, now),
        };
        standing.with_hold(hold)
    }

    /// Without a lock where the run has nothing open.
    pub(super) fn tally(&self, call: &CallKey) -> Tally {
        if !self.slots.read(call.run).open() {
            return Tally::default();
        }
        self.shard(call.run).map(|shard| tally_of(&shard, call)).unwrap_or_default()
    }

    fn open_run<'s>(&self, shard: &'s mut Shard, o: &Observation) -> Option<&'s mut RunState> {
        let run = o.call.run;
        shard.ensure(run, self.runs_per_shard, &self.slots, || RunState::new(World::from_stamp(o.stamp), self.slots.open(run)))
    }

    fn refusal(&self, shard: &mut Shard, o: &Observation, now: u64) -> Standing {
        let Some(run) = self.open_run(shard, o) else { return Standing::new(Verdict::Continue, Reason::Refusals) };
        let evicted = run.ensure_operation(&o.call, o.class, &self.config.bounds);
        let identical = run.keys.get((o.call.operation, o.call.fingerprint)).map_or(0, |key| key.failures);
        let mut standing = Standing { identical, ..Standing::new(Verdict::Continue, Reason::Refusals) };
        if let Some(operation) = run.operations.get_mut(o.call.operation) {
            operation.at = now;
            operation.refusals = operation.refusals.saturating_add(1);
            standing.streak = operation.streak;
            if u32::from(operation.refusals) >= self.config.ladder.refusals {
                standing.verdict = Verdict::Halt;
            }
        }
        LedgerCounters::also(&mut shard.counters.evicted, evicted);
        standing
    }

    fn failure(&self, shard: &mut Shard, o: &Observation, now: u64) -> Standing {
        let Some(run) = self.open_run(shard, o) else { return Standing::new(Verdict::Continue, Reason::None) };
        let evicted = run.ensure_operation(&o.call, o.class, &self.config.bounds) + run.ensure_key(o, now, &self.config.bounds);
        let mut standing = ladder::count(run, o, now, &self.config);
        let halted = self.settle(run, o, now, &mut standing);
        if o.effect == Effect::Applied {
            self.grow_for_others(run, &o.call);
        }
        LedgerCounters::also(&mut shard.counters.evicted, evicted);
        LedgerCounters::also(&mut shard.counters.halts, halted.into());
        standing
    }

    /// Pauses or closes the operation. `true` when this observation closed it.
    fn settle(&self, run: &mut RunState, o: &Observation, now: u64, standing: &mut Standing) -> bool {
        let Some(operation) = run.operations.get_mut(o.call.operation) else { return false };
        let mut rating = Rating { verdict: standing.verdict, reason: standing.reason };
        match pause(operation, o, &self.config.pacing) {
            Pause::None => {}
            Pause::Blocked => rating.raise(Verdict::Halt, Reason::Blocked),
            Pause::For(wait) => {
                operation.paced_until = operation.paced_until.max(now.saturating_add(nanos(wait)));
                standing.paced = Some(wait);
            }
        }
        match o.kind {
            EventKind::Terminal => rating = Rating { verdict: Verdict::Halt, reason: Reason::Terminal },
            EventKind::ApprovalDenied => rating = Rating { verdict: Verdict::Halt, reason: Reason::Denied },
            _ => {}
        }
        if let Some(reason) = operation.halted {
            rating.raise(Verdict::Halt, reason);
        }
        (standing.verdict, standing.reason) = (rating.verdict, rating.reason);
        if o.kind == EventKind::ApprovalDenied {
            run.deny(o.call.operation, &self.config.bounds);
            return false;
        }
        let closes = rating.verdict == Verdict::Halt && operation.halted.is_none();
        if closes {
            operation.halted = Some(rating.reason);
        }
        closes
    }

    /// The world has changed through this very call: that excuses repeats of all other calls of the run.
    pub(super) fn grow_for_others(&self, run: &mut RunState, call: &CallKey) {
        let tick = self.slots.change(call.run, WorldChange::Strong).strong();
        run.strong.push(tick);
        if let Some(key) = run.keys.get_mut((call.operation, call.fingerprint)) {
            key.strong = tick;
        }
    }

    /// Records a success. Without a lock where the run has nothing open.
    pub(super) fn succeeded(&self, success: &Success) {
        let closed = match success.change {
            WorldChange::None => !self.slots.read(success.run).open(),
            change => self.slots.change_if_closed(success.run, change),
        };
        if !closed {
            self.succeeded_in_open(success);
        }
    }

    #[cold]
    fn succeeded_in_open(&self, success: &Success) {
        let Some(mut shard) = self.shard(success.run) else { return };
        let world = self.slots.change(success.run, success.change);
        let Some(run) = shard.get_mut(success.run) else { return };
        run.recent = true;
        match success.change {
            WorldChange::None => {}
            WorldChange::Weak => run.weak.push(world.weak()),
            WorldChange::Strong => run.strong.push(world.strong()),
        }
        if let Some(call) = &success.call {
            clear(run, call);
        }
        if run.is_empty() {
            shard.remove(success.run, &self.slots);
        }
    }
}

/// What a success ends: the failure of the identical call, the streak of its operation, and that of its service. A halt and a denial stay.
fn clear(run: &mut RunState, call: &CallKey) {
    run.keys.remove((call.operation, call.fingerprint));
    if let Some(operation) = run.operations.get_mut(call.operation) {
        if operation.is_closed() {
            operation.clear_streak();
        } else {
            run.operations.remove(call.operation);
        }
    }
    if let Some(service) = call.service.and_then(|service| run.services.get_mut(service)) {
        service.streak = 0;
    }
    run.services.retain(|service| service.streak > 0 || service.absence_said);
}

fn tally_of(shard: &Shard, call: &CallKey) -> Tally {
    let run = shard.get(call.run);
    let identical = run.and_then(|run| run.keys.get((call.operation, call.fingerprint))).map_or(0, |key| key.failures);
    let streak = run.and_then(|run| run.operations.get(call.operation)).map_or(0, |operation| operation.streak);
    Tally { identical, streak }
}

fn standing_of(shard: &Shard, call: &CallKey, reason: Reason) -> Standing {
    let Tally { identical, streak } = tally_of(shard, call);
    Standing { identical, streak, ..Standing::new(Verdict::Continue, reason) }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
