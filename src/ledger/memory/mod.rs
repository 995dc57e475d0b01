//! The ledger of one process.

mod counters;
mod gate;
mod holds;
mod host;
mod ladder;
mod pacing;
mod record;
mod run;
mod shard;
mod slots;
mod snapshot;
mod table;
#[cfg(test)]
mod testing;

pub use counters::LedgerCounters;
pub use holds::{HoldInfo, HoldState, Reconciled};
pub use snapshot::LedgerSnapshot;

use super::{
    CallKey, FailureDigest, Fingerprint, Gate, GateQuery, HoldId, Ledger, LedgerConfig, Observation, OperationKey, Probe, RunKey, ScopeKey, Standing, Success,
    Tally, failure_digest,
    fingerprint::fingerprint,
    seed::{Domain, HashSeed},
};
use crate::{classify::Classification, clock, config::ConfigError, facts::Code};
use holds::Holds;
use serde_json::Value;
use shard::{Apart, Shard};
use slots::Slots;
use std::{
    fmt,
    future::{Ready, ready},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// Locks. More than threads that observe at the same time.
const SHARDS: usize = 32;

/// A ledger in the memory of one process: sharded, bounded, cheap to clone (clones share everything).
///
/// Failures are dropped when a bound is reached, the least recently used first. Holds never are: they stand until they are reconciled, in every run, and
/// [`MemoryLedger::snapshot`] carries them across a restart.
#[derive(Clone)]
pub struct MemoryLedger(Arc<Inner>);

struct Inner {
    config: LedgerConfig,
    seed: HashSeed,
    born: Instant,
    slots: Slots,
    holds: Holds,
    shards: Box<[Apart<Mutex<Shard>>]>,
    runs_per_shard: usize,
    /// The key of the empty scope, which most calls are in.
    no_scope: ScopeKey,
}

impl MemoryLedger {
    /// A ledger with these limits.
    ///
    /// # Errors
    ///
    /// A limit is out of its range; the error names the key and the range.
    pub fn new(config: LedgerConfig) -> Result<Self, ConfigError> {
        config.validate()?;
        Ok(Self::with_seed(config, HashSeed::random()))
    }

    fn with_seed(config: LedgerConfig, seed: HashSeed) -> Self {
        let shards = if config.bounds.max_runs < 16 * SHARDS { 1 } else { SHARDS };
        Self(Arc::new(Inner {
            no_scope: scope_key(&seed, ""),
            runs_per_shard: config.bounds.max_runs.div_ceil(shards),
            config,
            seed,
            born: clock::now(),
            slots: Slots::new(),
            holds: Holds::default(),
            shards: (0..shards).map(|_| Apart::default()).collect(),
        }))
    }

    /// The limits.
    #[must_use]
    pub fn config(&self) -> &LedgerConfig {
        &self.0.config
    }

    /// What was counted since the ledger was made.
    #[must_use]
    pub fn counters(&self) -> LedgerCounters {
        let mut sum = LedgerCounters::default();
        for shard in &self.0.shards {
            sum.add(&lock(shard).counters);
        }
        sum
    }

    /// How many runs have something open.
    #[must_use]
    pub fn open_runs(&self) -> usize {
        self.0.shards.iter().map(|shard| lock(shard).len()).sum()
    }
}

impl Inner {
    /// Nanoseconds since the ledger was made.
    fn now(&self) -> u64 {
        nanos(clock::now().saturating_duration_since(self.born))
    }

    /// Whether a call may meet a hold, or the bound on holds: a bound of none is met by the first write.
    #[inline]
    fn holds_matter(&self) -> bool {
        self.holds.exist() || self.config.bounds.max_holds == 0
    }

    #[allow(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    fn shard(&self, run: RunKey) -> Option<MutexGuard<'_, Shard>> {
        self.shards.get((run.0 >> 64) as usize % self.shards.len()).map(|shard| lock(shard))
    }
}

#[inline]
fn name_key(seed: &HashSeed, domain: Domain, name: &str) -> u128 {
    seed.finish(seed.text(seed.lanes(domain), 0, name.as_bytes()))
}

fn scope_key(seed: &HashSeed, scope: &str) -> ScopeKey {
    ScopeKey(low(name_key(seed, Domain::Scope, scope)))
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[allow(clippy::cast_possible_truncation, reason = "one of the two hashes")]
const fn low(hash: u128) -> u64 {
    hash as u64
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Default for MemoryLedger {
    /// A ledger with the default limits.
    fn default() -> Self {
        Self::with_seed(LedgerConfig::default(), HashSeed::random())
    }
}

impl fmt::Debug for MemoryLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryLedger").field("config", &self.0.config).finish_non_exhaustive()
    }
}

impl Ledger for MemoryLedger {
    type Gate = Ready<Gate>;
    type Observe = Ready<Standing>;

    fn config(&self) -> Option<&LedgerConfig> {
        Some(&self.0.config)
    }

    #[inline]
    fn run_key(&self, run: &str) -> RunKey {
        RunKey(name_key(&self.0.seed, Domain::Run, run))
    }

    #[inline]
    fn scope_key(&self, scope: &str) -> ScopeKey {
        if scope.is_empty() { self.0.no_scope } else { scope_key(&self.0.seed, scope) }
    }

    fn operation_key(&self, tool: &str, operation: Option<&str>, scope: ScopeKey) -> OperationKey {
        let seed = &self.0.seed;
        let tool = seed.text(seed.lanes(Domain::Operation), 0, tool.as_bytes());
        let part = operation.map_or(tool, |operation| seed.text(tool, 1, operation.as_bytes()));
        OperationKey(seed.finish(seed.number(part, 2, scope.0)))
    }

    fn fingerprint(&self, arguments: &Value, superficial: &[Arc<str>]) -> Fingerprint {
        Fingerprint(fingerprint(&self.0.seed, arguments, superficial, self.0.config.volatile.fields))
    }

    fn digest(&self, text: &str) -> u64 {
        low(name_key(&self.0.seed, Domain::Text, text))
    }

    fn failure_digest(&self, classification: &Classification, code: Option<&Code>, line: &str) -> FailureDigest {
        failure_digest(self, classification, code, line, self.0.config.volatile.digests)
    }

    #[inline]
    fn probe(&self, run: RunKey) -> Probe {
        let world = self.0.slots.read(run);
        Probe { open: world.open() || self.0.holds_matter(), stamp: world.stamp() }
    }

    fn tally(&self, call: &CallKey) -> Tally {
        self.0.tally(call)
    }

    fn gate(&self, query: &GateQuery) -> Ready<Gate> {
        ready(self.0.gate(query))
    }

    fn recheck(&self, query: &GateQuery) -> Gate {
        self.0.gate(query)
    }

    fn unchanged_failures(&self, query: &GateQuery) -> u32 {
        self.0.unchanged_failures(query)
    }

    #[inline]
    fn succeeded(&self, success: &Success) {
        self.0.succeeded(success);
    }

    fn observe(&self, observation: Observation) -> Ready<Standing> {
        ready(self.0.record(&observation, false))
    }

    fn abandon(&self, observation: Observation) {
        self.0.record(&observation, true);
    }

    fn settling(&self, observation: &Observation) -> Option<HoldId> {
        self.0.holds.begin_settling(observation, self.0.now())
    }

    fn settled(&self, observation: &Observation, hold: Option<HoldId>) {
        self.0.holds.end_settling(observation, hold);
    }
}

#[cfg(test)]
#[path = "mod_tests.rs"]
mod tests;
