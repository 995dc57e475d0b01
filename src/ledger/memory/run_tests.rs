use super::super::testing::{call, fails, failure, ledger};
use super::*;
use crate::ledger::{EventKind, Gate, Ledger, LedgerConfig, RunKey};

/// Targets: 300 bytes a live key, with the operation it belongs to; 200 bytes a run.
#[test]
fn entries_are_small() {
    let allocation = 16;
    let key = size_of::<KeyEntry>();
    let operation = size_of::<OperationEntry>();
    assert!(key <= 96 && operation <= 64, "{key} {operation}");
    // A table of one entry is exact, a longer one has at most a quarter of empty room; each table is an allocation.
    let live_key = (key + operation) * 5 / 4 + 2 * allocation;
    assert!(live_key <= 300, "{live_key}");
    // A hash table is at least 7/16 full, with a byte of control a place; the queue of runs doubles and holds at most twice as many names.
    let map = (size_of::<([u64; 2], Box<RunState>)>() + 1) * 16 / 7;
    let run = size_of::<RunState>() + allocation + map + 2 * size_of::<RunKey>();
    assert!(run <= 204, "worst case {run}");
    let usual = size_of::<RunState>() + allocation + (size_of::<([u64; 2], Box<RunState>)>() + 1) * 4 / 3 + size_of::<RunKey>();
    assert!(usual <= 200, "usual {usual}");
}

#[test]
fn bounds_drop_the_oldest_failure_and_keep_what_is_closed() {
    let bounds = BoundsConfig { max_keys_per_run: 3, max_operations_per_run: 3, max_denials_per_run: 1, ..BoundsConfig::default() };
    let ledger = ledger(LedgerConfig { bounds, ..LedgerConfig::default() });
    for _ in 0..3 {
        fails(&ledger, call(&ledger, "r", 1, 1));
    }
    let mut denial = failure(&ledger, call(&ledger, "r", 2, 1));
    denial.kind = EventKind::ApprovalDenied;
    ledger.0.record(&denial, false);
    for n in 3..20 {
        fails(&ledger, call(&ledger, "r", n, 1));
    }
    let gate = |operation| ledger.recheck(&super::super::testing::query(call(&ledger, "r", operation, 9), None));
    assert!(matches!(gate(1), Gate::Halted { .. }));
    assert_eq!(gate(2), Gate::Denied);
    assert_eq!(gate(3), Gate::Open);
    assert!(ledger.counters().evicted > 0);
    assert_eq!(ledger.counters().failures, 20);
}

#[test]
fn more_denials_than_are_kept_deny_every_write_of_the_run() {
    let bounds = BoundsConfig { max_denials_per_run: 1, ..BoundsConfig::default() };
    let ledger = ledger(LedgerConfig { bounds, ..LedgerConfig::default() });
    for operation in 1..=2 {
        let mut denial = failure(&ledger, call(&ledger, "r", operation, 1));
        (denial.kind, denial.class) = (EventKind::ApprovalDenied, Class::Permission);
        ledger.0.record(&denial, false);
    }
    let gate = |operation, hold| ledger.recheck(&super::super::testing::query(call(&ledger, "r", operation, 9), hold));
    assert_eq!(gate(7, Some(crate::ledger::HoldPlace::Operation)), Gate::Denied);
    assert_eq!(gate(7, None), Gate::Open);
    assert_ne!(gate(2, None), Gate::Open, "what was denied stays closed, also for a read");
    ledger.note_world_change("r", "scope");
    assert_ne!(gate(2, None), Gate::Open);
}

#[test]
fn the_tier_rests_on_the_source() {
    let o = |class, subkind, source| {
        let mut o = failure(&MemoryLedger::default(), call(&MemoryLedger::default(), "r", 1, 1));
        (o.class, o.subkind, o.source) = (class, subkind, source);
        Tier::of(&o)
    };
    use crate::ledger::MemoryLedger;
    assert_eq!(o(Class::RateLimited, None, Source::Trusted), Tier::RateLimited);
    assert_eq!(o(Class::RateLimited, Some(Subkind::Quota), Source::Trusted), Tier::Ordinary, "a quota does not refill by waiting");
    assert_eq!(o(Class::Transient, None, Source::Trusted), Tier::Transient);
    assert_eq!(o(Class::Transient, None, Source::Keywords), Tier::Keywords);
    assert_eq!(o(Class::RateLimited, None, Source::Keywords), Tier::Keywords);
    assert_eq!(o(Class::Transient, None, Source::Jev), Tier::Ordinary);
    assert_eq!(o(Class::Unavailable, None, Source::Trusted), Tier::Ordinary);
}
