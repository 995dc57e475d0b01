use super::super::testing::{call, fails, failure, query};
use super::*;
use crate::{
    attempt::Verdict,
    ledger::{CallKey, EventKind, Gate, GateQuery},
};

/// A call of `tool` with the keys that the host's functions use.
fn named(ledger: &MemoryLedger, tool: &str, fingerprint: u128) -> CallKey {
    CallKey { operation: ledger.operation_key(tool, None, ledger.scope_key("scope")), ..call(ledger, "r", 0, fingerprint) }
}

fn gate(ledger: &MemoryLedger, call: CallKey) -> Gate {
    ledger.recheck(&GateQuery { call, hold: None, idempotency: None, pollable: false })
}

#[test]
fn finish_run_forgets_the_run_alone() {
    let ledger = MemoryLedger::default();
    let key = named(&ledger, "t", 1);
    for _ in 0..3 {
        fails(&ledger, key);
    }
    ledger.finish_run("another");
    assert!(matches!(gate(&ledger, key), Gate::Halted { .. }));
    ledger.finish_run("r");
    ledger.finish_run("r");
    assert_eq!(gate(&ledger, key), Gate::Open);
    assert!(!ledger.probe(key.run).open);
    assert_eq!(fails(&ledger, key).identical, 1);
}

#[test]
fn reset_reopens_one_operation() {
    let ledger = MemoryLedger::default();
    let (key, other) = (named(&ledger, "t", 1), named(&ledger, "u", 1));
    for _ in 0..3 {
        fails(&ledger, key);
        fails(&ledger, other);
    }
    assert!(ledger.reset("r", "t", None, "scope"));
    assert!(!ledger.reset("r", "t", None, "scope"));
    assert!(!ledger.reset("r", "t", Some("part"), "scope") && !ledger.reset("other", "u", None, "scope"));
    assert_eq!(gate(&ledger, key), Gate::Open);
    assert!(matches!(gate(&ledger, other), Gate::Halted { .. }));
    assert_eq!(fails(&ledger, key).verdict, Verdict::Continue);
}

#[test]
fn a_reopened_operation_has_a_fresh_streak_but_keeps_its_totals() {
    let ledger = MemoryLedger::default();
    let mut expired = failure(&ledger, named(&ledger, "t", 1));
    expired.class = Class::Authentication;
    let mut seen = Vec::new();
    for _ in 0..12 {
        expired.stamp = ledger.probe(expired.call.run).stamp;
        let standing = ledger.0.record(&expired, false);
        seen.push(standing.verdict);
        if standing.verdict == Verdict::Halt {
            ledger.note_world_change("r", "scope");
        }
    }
    let halts = seen.iter().filter(|verdict| **verdict == Verdict::Halt).count();
    assert!((2..=4).contains(&halts), "{seen:?}");
    expired.stamp = ledger.probe(expired.call.run).stamp;
    assert_eq!(ledger.0.record(&expired, false).identical, 13);
}

#[test]
fn a_change_of_the_world_reaches_a_call_that_was_under_way_before_any_failure() {
    let ledger = MemoryLedger::default();
    let dispatched = failure(&ledger, named(&ledger, "t", 1));
    ledger.note_world_change("r", "scope");
    ledger.0.record(&dispatched, false);
    assert_eq!(fails(&ledger, dispatched.call).reason, Reason::Excused);
}

#[test]
fn a_change_during_a_repeat_excuses_the_next_one() {
    let ledger = MemoryLedger::default();
    let key = named(&ledger, "t", 1);
    fails(&ledger, key);
    let repeat = failure(&ledger, key);
    ledger.note_world_change("r", "scope");
    assert_eq!(ledger.0.record(&repeat, false).reason, Reason::ExactRepeat);
    assert_eq!(fails(&ledger, key).reason, Reason::Excused);
    assert_eq!(fails(&ledger, key).reason, Reason::ExactRepeat);
}

#[test]
fn reset_lifts_a_denial_and_makes_room_for_another() {
    let ledger = MemoryLedger::default();
    for _ in 0..200 {
        let mut denial = failure(&ledger, named(&ledger, "t", 1));
        denial.kind = EventKind::ApprovalDenied;
        ledger.0.record(&denial, false);
        assert_eq!(gate(&ledger, denial.call), Gate::Denied);
        assert!(ledger.reset("r", "t", None, "scope"));
    }
    assert_eq!(ledger.open_runs(), 0);
}

fn denies(ledger: &MemoryLedger, tool: &str) {
    let mut denial = failure(ledger, named(ledger, tool, 1));
    denial.kind = EventKind::ApprovalDenied;
    ledger.0.record(&denial, false);
}

fn bounded(denials: usize, operations: usize) -> MemoryLedger {
    let mut config = crate::ledger::LedgerConfig::default();
    (config.bounds.max_denials_per_run, config.bounds.max_operations_per_run) = (denials, operations);
    MemoryLedger::new(config).unwrap()
}

#[test]
fn a_reset_lifts_its_own_denial_alone() {
    for lifted in ["t0", "t3"] {
        let ledger = bounded(2, 4);
        let tools = ["t0", "t1", "t2", "t3"];
        tools.iter().for_each(|tool| denies(&ledger, tool));
        assert!(ledger.reset("r", lifted, None, "scope"));
        // As many denials as operations are kept, and more of others than fit beside them.
        for n in 0..50 {
            for _ in 0..6 {
                fails(&ledger, named(&ledger, &format!("flood{n}"), 1));
            }
        }
        for tool in tools {
            let closed = gate(&ledger, named(&ledger, tool, 7)) != Gate::Open;
            assert_eq!(closed, tool != lifted, "{tool} after the reset of {lifted} and a flood of halts");
        }
    }
}

#[test]
fn writes_stay_denied_until_every_denial_beyond_the_bound_is_lifted() {
    let write = |ledger: &MemoryLedger| ledger.recheck(&query(named(ledger, "another", 1), Some(crate::ledger::HoldPlace::Operation)));
    let ledger = bounded(2, 8);
    ["t0", "t1", "t2", "t3"].iter().for_each(|tool| denies(&ledger, tool));
    for (tool, after) in [("t3", Gate::Denied), ("t0", Gate::Open)] {
        assert!(ledger.reset("r", tool, None, "scope"));
        assert_eq!(write(&ledger), after, "one less than the bound and one");
    }
    let ledger = bounded(1, 3);
    ["t0", "t1", "t2", "t3", "t4"].iter().for_each(|tool| denies(&ledger, tool));
    for tool in ["t4", "t3", "t0"] {
        assert!(ledger.reset("r", tool, None, "scope"));
    }
    assert_eq!(write(&ledger), Gate::Denied, "one was lost, and it could be any");
    ledger.finish_run("r");
    assert_eq!(write(&ledger), Gate::Open);
}
