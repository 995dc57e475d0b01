//! The gates of the ledger, in their order: denial, pacing (of an open operation), holds, halts, repeats.

use super::{
    Inner, nanos,
    run::{RunState, Tier},
};
use crate::ledger::{Gate, GateQuery, LedgerConfig, RepeatPolicy};
use std::time::Duration;

impl Inner {
    /// Asks all gates. No lock is taken where nothing is open.
    pub(super) fn gate(&self, query: &GateQuery) -> Gate {
        let open = self.slots.read(query.call.run).open();
        if !open && !self.holds_matter() {
            return Gate::Open;
        }
        let now = self.now();
        let (first, last) = if open { self.run_gates(query, now) } else { (Gate::Open, Gate::Open) };
        if first != Gate::Open {
            return first;
        }
        match self.holds.gate(query, now, self.config.bounds.max_holds) {
            Gate::Open => last,
            held => held,
        }
    }

    /// How often the identical call failed, where nothing excuses a repeat.
    pub(super) fn unchanged_failures(&self, query: &GateQuery) -> u32 {
        let Some(shard) = self.shard(query.call.run) else { return 0 };
        let Some(run) = shard.get(query.call.run) else { return 0 };
        let Some(key) = run.keys.get((query.call.operation, query.call.fingerprint)).filter(|key| !key.exempt) else { return 0 };
        let excused = run.excuse(key, None, self.now(), nanos(self.config.repeat_ttl())).is_some();
        if excused { 0 } else { key.failures }
    }

    /// The gates before the holds and those after them.
    fn run_gates(&self, query: &GateQuery, now: u64) -> (Gate, Gate) {
        let Some(shard) = self.shard(query.call.run) else { return (Gate::Open, Gate::Open) };
        let Some(run) = shard.get(query.call.run) else { return (Gate::Open, Gate::Open) };
        (before_holds(run, query, now), after_holds(run, query, now, &self.config))
    }
}

fn before_holds(run: &RunState, query: &GateQuery, now: u64) -> Gate {
    if run.denials_full && query.hold.is_some() {
        return Gate::Denied;
    }
    match run.operations.get(query.call.operation) {
        Some(operation) if operation.denied => Gate::Denied,
        // Nobody is told to wait for an operation that is closed.
        Some(operation) if operation.halted.is_none() && operation.paced_until > now => {
            Gate::Paced { remaining: Duration::from_nanos(operation.paced_until - now) }
        }
        _ => Gate::Open,
    }
}

fn after_holds(run: &RunState, query: &GateQuery, now: u64, config: &LedgerConfig) -> Gate {
    if let Some(operation) = run.operations.get(query.call.operation)
        && operation.halted.is_some()
    {
        return Gate::Halted { class: operation.class, failures: operation.streak };
    }
    if config.repeat_policy == RepeatPolicy::Refuse { repeat(run, query, now, config) } else { Gate::Open }
}

/// Whether the call repeats a failure that nothing has changed since, and that time alone does not cure.
fn repeat(run: &RunState, query: &GateQuery, now: u64, config: &LedgerConfig) -> Gate {
    let Some(key) = run.keys.get((query.call.operation, query.call.fingerprint)) else { return Gate::Open };
    let refusable = query.hold.is_none() || key.deterministic;
    let futile = key.failures > 0 && key.tier == Tier::Ordinary && !key.exempt;
    if !refusable || !futile || run.excuse(key, None, now, nanos(config.repeat_ttl())).is_some() {
        return Gate::Open;
    }
    Gate::Repeat { class: key.class, failures: key.failures }
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
