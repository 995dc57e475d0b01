//! What is kept of one run.

use super::{
    slots::{Tick, World},
    table::{Keyed, Table},
};
use crate::{
    classify::{Class, Source, Subkind},
    ledger::{BoundsConfig, CallKey, FailureDigest, Fingerprint, Observation, OperationKey, Reason, ScopeKey},
};

/// How much headroom failures have, from much to little. A counter uses the strictest tier seen since its last reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    /// Trusted facts say that the producer limits the rate.
    RateLimited,
    /// Trusted facts say that the failure is transient.
    Transient,
    /// Text rules say one of both.
    Keywords,
    /// Everything else, and whatever a decision model says.
    Ordinary,
}

impl Tier {
    pub(super) fn of(o: &Observation) -> Self {
        match (o.class, o.source) {
            _ if !passes(o.class, o.subkind) => Self::Ordinary,
            (Class::RateLimited, Source::Trusted) => Self::RateLimited,
            (_, Source::Trusted) => Self::Transient,
            (_, Source::Keywords) => Self::Keywords,
            (_, Source::Jev) => Self::Ordinary,
        }
    }
}

/// Whether time alone may cure the failure. It does not refill a spent quota.
pub(super) fn is_passing(o: &Observation) -> bool {
    any(o, passes)
}

pub(super) const fn passes(class: Class, subkind: Option<Subkind>) -> bool {
    matches!(class, Class::Transient) || (matches!(class, Class::RateLimited) && !matches!(subkind, Some(Subkind::Quota)))
}

/// The class as it would be without a decision: what goes easy on a call is worked out by it.
pub(super) fn ruled(o: &Observation) -> (Class, Option<Subkind>) {
    if o.source == Source::Jev { o.overruled.unwrap_or((Class::Unknown, None)) } else { (o.class, o.subkind) }
}

/// Whether something holds for the class or for the one that it overruled: what is hard on a call is worked out by both.
pub(super) fn any(o: &Observation, holds: impl Fn(Class, Option<Subkind>) -> bool) -> bool {
    holds(o.class, o.subkind) || o.overruled.is_some_and(|(class, subkind)| holds(class, subkind))
}

/// The two latest changes of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    last: Tick,
    before: Tick,
}

impl Changes {
    /// Nothing is known but that the slot stood at `dispatched` when the first failed call began, and at `now` when it failed.
    fn new(dispatched: Tick, now: Tick) -> Self {
        Self { last: if now.after(dispatched) { now } else { dispatched }, before: dispatched }
    }

    pub(super) fn push(&mut self, tick: Tick) {
        self.before = self.last;
        self.last = tick;
    }

    pub(super) fn since(&self, tick: Tick) -> bool {
        self.last.after(tick)
    }

    /// Whether a change is known after `from` and not after `to`.
    fn between(&self, from: Tick, to: Tick) -> bool {
        [self.last, self.before].iter().any(|change| change.after(from) && !change.after(to))
    }
}

/// One call that failed.
#[derive(Debug)]
pub(super) struct KeyEntry {
    pub(super) operation: OperationKey,
    pub(super) fingerprint: Fingerprint,
    pub(super) digest: FailureDigest,
    /// When it failed last, in nanoseconds of the ledger.
    pub(super) at: u64,
    /// The world when the call that failed last was dispatched.
    pub(super) strong: Tick,
    pub(super) weak: Tick,
    /// The host's word that the world has changed for this call.
    pub(super) told: Option<Tick>,
    pub(super) failures: u32,
    pub(super) unexcused: u16,
    /// Unexcused failures, each with the adapter's own attempts.
    pub(super) weight: u16,
    pub(super) spent: u16,
    pub(super) hard: u16,
    pub(super) tier: Tier,
    pub(super) class: Class,
    pub(super) weak_used: bool,
    pub(super) deterministic: bool,
    /// The last failure was an answer, or polling: it is never refused.
    pub(super) exempt: bool,
}

/// One operation that failed.
#[derive(Debug)]
pub(super) struct OperationEntry {
    pub(super) operation: OperationKey,
    pub(super) scope: ScopeKey,
    pub(super) at: u64,
    /// In nanoseconds of the ledger.
    pub(super) paced_until: u64,
    /// Failures in a row.
    pub(super) streak: u32,
    /// Those of them that climb the ladder.
    pub(super) varied: u16,
    pub(super) weight: u16,
    /// Rejections of a name that nobody offers.
    pub(super) hard: u16,
    pub(super) backoff: u8,
    pub(super) refusals: u8,
    pub(super) tier: Tier,
    /// The latest class of the strictest tier.
    pub(super) class: Class,
    /// A decision model chose that class: it reopens nothing.
    pub(super) predicted: bool,
    pub(super) halted: Option<Reason>,
    pub(super) denied: bool,
}

/// One service that was not there.
#[derive(Debug)]
pub(super) struct ServiceEntry {
    service: OperationKey,
    pub(super) scope: ScopeKey,
    pub(super) streak: u16,
    pub(super) absence_said: bool,
}

#[derive(Debug)]
pub(super) struct RunState {
    pub(super) strong: Changes,
    pub(super) weak: Changes,
    pub(super) keys: Table<KeyEntry>,
    pub(super) operations: Table<OperationEntry>,
    pub(super) services: Table<ServiceEntry>,
    pub(super) denials: u16,
    /// More was denied than is kept: every write of the run counts as denied.
    pub(super) denials_full: bool,
    /// One of those was not kept at all: nobody can tell any more which write it was.
    denials_lost: bool,
    /// Used again since it was made, or since the last search for a run to drop.
    pub(super) recent: bool,
}

impl Keyed for KeyEntry {
    type Key = (OperationKey, Fingerprint);
    fn key(&self) -> Self::Key {
        (self.operation, self.fingerprint)
    }
}

impl Keyed for OperationEntry {
    type Key = OperationKey;
    fn key(&self) -> Self::Key {
        self.operation
    }
}

impl Keyed for ServiceEntry {
    type Key = OperationKey;
    fn key(&self) -> Self::Key {
        self.service
    }
}

impl KeyEntry {
    fn new(call: &CallKey, o: &Observation, now: u64) -> Self {
        let dispatched = World::from_stamp(o.stamp);
        Self {
            operation: call.operation,
            fingerprint: call.fingerprint,
            digest: o.digest,
            at: now,
            strong: dispatched.strong(),
            weak: dispatched.weak(),
            told: None,
            failures: 0,
            unexcused: 0,
            weight: 0,
            spent: 0,
            hard: 0,
            tier: Tier::RateLimited,
            class: o.class,
            weak_used: false,
            deterministic: false,
            exempt: false,
        }
    }
}

impl OperationEntry {
    fn new(call: &CallKey, class: Class) -> Self {
        Self {
            operation: call.operation,
            scope: call.scope,
            at: 0,
            paced_until: 0,
            streak: 0,
            varied: 0,
            weight: 0,
            hard: 0,
            backoff: 0,
            refusals: 0,
            tier: Tier::RateLimited,
            class,
            predicted: false,
            halted: None,
            denied: false,
        }
    }

    /// Forgets the streak; a halt and a denial stay.
    pub(super) fn clear_streak(&mut self) {
        (self.streak, self.varied, self.weight, self.hard, self.backoff, self.refusals) = (0, 0, 0, 0, 0, 0);
        self.tier = Tier::RateLimited;
        self.paced_until = 0;
    }

    /// Whether a denial stands, also one beyond the bound.
    fn is_denied(&self) -> bool {
        self.denied || self.halted == Some(Reason::Denied)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.denied || self.halted.is_some()
    }
}

/// Why a repeat does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excuse {
    /// A declared write succeeded.
    Strong,
    /// The host said so.
    Told,
    /// The failure is old.
    Age,
    /// An undeclared tool succeeded. Good once per key.
    Weak,
}

impl RunState {
    /// A run whose first failed call was dispatched at `dispatched`; its slot stands at `now`.
    pub(super) fn new(dispatched: World, now: World) -> Self {
        Self {
            strong: Changes::new(dispatched.strong(), now.strong()),
            weak: Changes::new(dispatched.weak(), now.weak()),
            keys: Table::default(),
            operations: Table::default(),
            services: Table::default(),
            denials: 0,
            denials_full: false,
            denials_lost: false,
            recent: false,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.operations.is_empty() && self.services.is_empty() && !self.denials_full
    }

    /// What excuses a repeat of `key` that was dispatched at `to`; `None` for `to` means a repeat that begins now.
    pub(super) fn excuse(&self, key: &KeyEntry, to: Option<World>, now: u64, ttl: u64) -> Option<Excuse> {
        let changed = |changes: &Changes, from, to: Option<Tick>| to.map_or_else(|| changes.since(from), |to| changes.between(from, to));
        let told = key.told.is_some_and(|told| to.is_none_or(|to| !told.after(to.strong())));
        if changed(&self.strong, key.strong, to.map(World::strong)) {
            Some(Excuse::Strong)
        } else if told {
            Some(Excuse::Told)
        } else if now.saturating_sub(key.at) > ttl {
            Some(Excuse::Age)
        } else if !key.weak_used && changed(&self.weak, key.weak, to.map(World::weak)) {
            Some(Excuse::Weak)
        } else {
            None
        }
    }

    /// The entry of an operation, made when missing. Returns how many entries had to go for it.
    pub(super) fn ensure_operation(&mut self, call: &CallKey, class: Class, bounds: &BoundsConfig) -> u64 {
        if self.operations.contains(call.operation) {
            return 0;
        }
        let full = self.operations.len() >= bounds.max_operations_per_run;
        let evicted = full
            && (self.operations.evict_oldest(|entry| (!entry.is_closed()).then_some(entry.at))
                || self.operations.evict_oldest(|entry| (!entry.is_denied()).then_some(entry.at)));
        self.operations.insert(OperationEntry::new(call, class));
        u64::from(evicted)
    }

    /// Forgets an operation. The place of its denial goes to one beyond the bound, and writes of the run count as denied as long as one stands there or was lost.
    pub(super) fn forget(&mut self, operation: OperationKey, bounds: &BoundsConfig) -> Option<OperationEntry> {
        let removed = self.operations.remove(operation)?;
        self.denials -= u16::from(removed.denied);
        for entry in self.operations.iter_mut().filter(|entry| entry.is_denied() && !entry.denied) {
            if usize::from(self.denials) < bounds.max_denials_per_run {
                entry.denied = true;
                self.denials += 1;
            }
        }
        self.denials_full = self.denials_lost || self.operations.iter().any(|entry| entry.is_denied() && !entry.denied);
        Some(removed)
    }

    /// The entry of a call, made when missing. Returns how many entries had to go for it.
    pub(super) fn ensure_key(&mut self, o: &Observation, now: u64, bounds: &BoundsConfig) -> u64 {
        if self.keys.contains((o.call.operation, o.call.fingerprint)) {
            return 0;
        }
        let evicted = self.keys.len() >= bounds.max_keys_per_run && self.keys.evict_oldest(|entry| Some(entry.at));
        self.keys.insert(KeyEntry::new(&o.call, o, now));
        u64::from(evicted)
    }

    /// The entry of a service, made when missing. Services are declared by the host, so that their number is the host's.
    pub(super) fn service(&mut self, service: OperationKey, scope: ScopeKey) -> Option<&mut ServiceEntry> {
        if !self.services.contains(service) {
            self.services.insert(ServiceEntry { service, scope, streak: 0, absence_said: false });
        }
        self.services.get_mut(service)
    }

    /// Denies an operation. Beyond the bound it is closed like a halted one, and every write of the run counts as denied.
    pub(super) fn deny(&mut self, operation: OperationKey, bounds: &BoundsConfig) {
        let Some(entry) = self.operations.get_mut(operation) else { return };
        if entry.denied {
            return;
        }
        if usize::from(self.denials) >= bounds.max_denials_per_run {
            self.denials_full = true;
            entry.halted = Some(Reason::Denied);
            // A denial is dropped for nothing but another one.
            if self.operations.len() > bounds.max_operations_per_run && self.operations.iter().all(OperationEntry::is_denied) {
                self.denials_lost |= self.operations.evict_oldest(|entry| (!entry.denied).then_some(entry.at));
            }
        } else {
            entry.denied = true;
            self.denials += 1;
        }
    }
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
