//! Helpers of the unit tests.

use super::{Inner, MemoryLedger};
use crate::{
    classify::Class,
    ledger::{
        CallKey, EventKind, FailureDigest, Fingerprint, GateQuery, HoldPlace, Ledger, LedgerConfig, Observation, OperationKey, RunKey, Standing, Success,
        WorldChange,
    },
};

pub(super) fn ledger(config: LedgerConfig) -> MemoryLedger {
    MemoryLedger::new(config).unwrap()
}

/// The call `fingerprint` of the operation `operation` in the run `run`.
pub(super) fn call(ledger: &MemoryLedger, run: &str, operation: u128, fingerprint: u128) -> CallKey {
    CallKey {
        run: ledger.run_key(run),
        scope: ledger.scope_key("scope"),
        operation: OperationKey(operation),
        fingerprint: Fingerprint(fingerprint),
        service: None,
    }
}

/// An ordinary failure, dispatched now.
pub(super) fn failure(ledger: &MemoryLedger, call: CallKey) -> Observation {
    let mut o = Observation::new(call, ledger.probe(call.run).stamp, EventKind::Failure);
    (o.class, o.digest) = (Class::WrongArguments, FailureDigest(1));
    o
}

pub(super) fn fails(ledger: &MemoryLedger, call: CallKey) -> Standing {
    ledger.0.record(&failure(ledger, call), false)
}

pub(super) fn succeeds(inner: &Inner, run: RunKey, call: Option<CallKey>, change: WorldChange) {
    inner.succeeded(&Success { run, call, change });
}

pub(super) fn query(call: CallKey, hold: Option<HoldPlace>) -> GateQuery {
    GateQuery { call, hold, idempotency: None, pollable: false }
}
