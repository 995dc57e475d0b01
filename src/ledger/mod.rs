//! The no-progress ledger: counts failures, and says when to go on, to change something, or to stop.
//!
//! Two things are counted apart. *Operation streaks* have the key (operation, scope), and only a success of the same operation clears them. *Exact repeats* have the
//! key (operation, scope, argument fingerprint); a repeat is excused when the world has changed since the failure.

mod config;
mod digest;
mod fingerprint;
mod hold_id;
mod key;
mod memory;
mod number;
mod observation;
mod seed;

pub use config::{BoundsConfig, LadderConfig, LedgerConfig, PacingConfig, Rungs, VolatileConfig};
pub use digest::failure_digest;
pub use fingerprint::VOLATILE_FIELDS;
pub use hold_id::HoldId;
pub use key::{FailureDigest, Fingerprint, OperationKey, RunKey, ScopeKey};
pub use memory::{HoldInfo, HoldState, LedgerCounters, LedgerSnapshot, MemoryLedger, Reconciled};
pub use observation::{CallKey, EventKind, Gate, GateQuery, HoldPlace, Observation, Probe, Reason, Stamp, Standing, Success, Tally, WorldChange};

use crate::{classify::Classification, facts::Code};
use serde_json::Value;
use std::{future::Future, sync::Arc};

/// Counts failures per run, and keeps holds across runs.
///
/// `probe` and `abandon` are synchronous and never block on a network: `probe` runs before every call and `abandon` is the only call that a dropped future makes. A remote
/// ledger answers `probe` from what it last heard and queues `abandon` before the run's next gate.
pub trait Ledger {
    /// Answers a gate query. Ready at once for a ledger in memory.
    ///
    /// # Cancel safety
    ///
    /// A gate changes nothing but its own count of refusals, so that a drop loses an answer and no state.
    type Gate: Future<Output = Gate>;
    /// Answers an observation. Ready at once for a ledger in memory.
    ///
    /// # Cancel safety
    ///
    /// The observation counts from the call of [`observe`](Self::observe) on: a drop loses the standing and no count.
    type Observe: Future<Output = Standing>;

    /// The limits that it was made with, where they are a table like the one of [`RecoveryConfig`](crate::config::RecoveryConfig). A [`Builder`](crate::Builder) compares
    /// the two, so that no limit is written down and then not kept.
    fn config(&self) -> Option<&LedgerConfig> {
        None
    }

    /// The key of a run.
    fn run_key(&self, run: &str) -> RunKey;

    /// The key of a scope.
    fn scope_key(&self, scope: &str) -> ScopeKey;

    /// The key of an operation in a scope. `tool` and `operation` are kept apart, so that no two pairs meet.
    fn operation_key(&self, tool: &str, operation: Option<&str>, scope: ScopeKey) -> OperationKey;

    /// The fingerprint of arguments without what stands at the JSON Pointers in `superficial`. It does not allocate when `superficial` is empty.
    fn fingerprint(&self, arguments: &Value, superficial: &[Arc<str>]) -> Fingerprint;

    /// The fingerprint of a text.
    fn digest(&self, text: &str) -> u64;

    /// The digest of a failure, by [`failure_digest`]. `line` is the decisive line of its text; empty when there is none.
    fn failure_digest(&self, classification: &Classification, code: Option<&Code>, line: &str) -> FailureDigest {
        failure_digest(self, classification, code, line, true)
    }

    /// Whether anything is open for a run. One or two atomic loads: no lock, no allocation.
    fn probe(&self, run: RunKey) -> Probe;

    /// How often a call has failed before, from what is known in this process: for a decision model, which is told whether a failure is the first. A ledger that would have
    /// to ask elsewhere says nothing.
    fn tally(&self, call: &CallKey) -> Tally {
        let _ = call;
        Tally::default()
    }

    /// Asks the gates. Called only when the probe says that something is open, or before a write.
    fn gate(&self, query: &GateQuery) -> Self::Gate;

    /// Asks the gates again, synchronously, from what is known in this process: the last look before the call runs.
    fn recheck(&self, query: &GateQuery) -> Gate;

    /// How often the identical call failed in its run, where nothing has changed since the last time; 0 where something has, or where nothing is known of it. From what is known in this process.
    fn unchanged_failures(&self, query: &GateQuery) -> u32 {
        let _ = query;
        0
    }

    /// Records a success. Not called for a declared read in a run with nothing open.
    fn succeeded(&self, success: &Success);

    /// Records one observation. Recording begins at the call, not at the first poll: a future that is dropped unpolled must not lose it.
    fn observe(&self, observation: Observation) -> Self::Observe;

    /// Records the observation of a dropped future. Synchronous and non-blocking.
    fn abandon(&self, observation: Observation);

    /// Holds a write that was told to stop and may still say what it did. `observation` is what would be recorded if it never does, and it is not recorded by this. Synchronous and
    /// non-blocking; [`Ledger::settled`] follows with what this returns: the hold, where there is one.
    fn settling(&self, observation: &Observation) -> Option<HoldId>;

    /// Ends what [`Ledger::settling`] began with the same observation, and nothing else: the host may have reconciled that hold meanwhile, and another call of the kind have one
    /// of its own. What was recorded in between stays. Synchronous and non-blocking.
    fn settled(&self, observation: &Observation, hold: Option<HoldId>);
}

/// What happens to an identical call that failed while nothing has changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepeatPolicy {
    /// It runs, and the verdict says so.
    #[default]
    Observe,
    /// It is refused at admission, where the operation is read-only or its failure is settled as deterministic.
    Refuse,
}
