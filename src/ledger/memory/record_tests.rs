use super::super::testing::{call, fails, failure, ledger, succeeds};
use crate::{
    attempt::Verdict,
    ledger::{BoundsConfig, CallKey, Ledger, LedgerConfig, MemoryLedger, Reason, RunKey, WorldChange},
};

fn again(ledger: &MemoryLedger, call: CallKey) -> Reason {
    fails(ledger, call).reason
}

#[test]
fn a_write_between_dispatch_and_the_first_failure_of_a_run_excuses_the_next_repeat() {
    for (change, expected) in [(WorldChange::Strong, Reason::Excused), (WorldChange::Weak, Reason::Excused), (WorldChange::None, Reason::ExactRepeat)] {
        let ledger = MemoryLedger::default();
        let key = call(&ledger, "r", 1, 1);
        let dispatched = failure(&ledger, key);
        succeeds(&ledger.0, key.run, None, change);
        assert_eq!(ledger.open_runs(), 0, "nothing is kept of a run without failures");
        ledger.0.record(&dispatched, false);
        assert_eq!(again(&ledger, key), expected, "{change:?}");
        assert_eq!(again(&ledger, key), Reason::ExactRepeat, "once");
    }
}

#[test]
fn a_write_before_dispatch_excuses_nothing() {
    let ledger = MemoryLedger::default();
    let key = call(&ledger, "r", 1, 1);
    succeeds(&ledger.0, key.run, None, WorldChange::Strong);
    fails(&ledger, key);
    assert_eq!(again(&ledger, key), Reason::ExactRepeat);
}

#[test]
fn a_write_during_the_repeat_excuses_the_next_one_and_not_that_one() {
    let ledger = MemoryLedger::default();
    let key = call(&ledger, "r", 1, 1);
    fails(&ledger, key);
    let repeat = failure(&ledger, key);
    succeeds(&ledger.0, key.run, Some(call(&ledger, "r", 2, 1)), WorldChange::Strong);
    assert_eq!(ledger.0.record(&repeat, false).reason, Reason::ExactRepeat);
    assert_eq!(again(&ledger, key), Reason::Excused);
}

#[test]
fn writes_of_a_run_in_the_same_slot_excuse_nothing() {
    let ledger = MemoryLedger::default();
    let key = call(&ledger, "r", 1, 1);
    let neighbour = CallKey { run: RunKey(key.run.0 ^ 1), ..key };
    fails(&ledger, key);
    fails(&ledger, neighbour);
    succeeds(&ledger.0, neighbour.run, Some(call(&ledger, "r", 2, 1)), WorldChange::Strong);
    assert_ne!(ledger.probe(key.run).stamp, crate::ledger::Stamp(0), "it shares the slot");
    assert_eq!(again(&ledger, key), Reason::ExactRepeat);
    assert_eq!(again(&ledger, neighbour), Reason::Excused);
}

#[test]
fn what_succeeds_leaves_nothing_behind() {
    let ledger = MemoryLedger::default();
    let key = CallKey { service: Some(crate::ledger::OperationKey(9)), ..call(&ledger, "r", 1, 1) };
    let mut o = failure(&ledger, key);
    o.class = crate::classify::Class::Unavailable;
    ledger.0.record(&o, false);
    assert!(ledger.probe(key.run).open);
    succeeds(&ledger.0, key.run, Some(key), WorldChange::None);
    assert!(!ledger.probe(key.run).open);
    assert_eq!(ledger.open_runs(), 0);
}

#[test]
fn runs_are_bounded_and_the_used_ones_stay() {
    let bounds = BoundsConfig { max_runs: 4, ..BoundsConfig::default() };
    let ledger = ledger(LedgerConfig { bounds, ..LedgerConfig::default() });
    let busy = call(&ledger, "busy", 1, 1);
    for n in 0..50 {
        fails(&ledger, busy);
        fails(&ledger, call(&ledger, &format!("run {n}"), 1, 1));
        assert!(ledger.open_runs() <= 4);
    }
    assert_eq!(fails(&ledger, busy).identical, 51);
    let open = (0..50).filter(|n| ledger.0.shard(ledger.run_key(&format!("run {n}"))).unwrap().get(ledger.run_key(&format!("run {n}"))).is_some()).count();
    assert_eq!(open, 3);
    assert_eq!(ledger.counters().evicted, 47);
    let closed = (0..47).filter(|n| !ledger.probe(ledger.run_key(&format!("run {n}"))).open).count();
    assert!(closed >= 46, "dropped runs do not count as open: {closed}");
}

#[test]
fn finished_runs_do_not_pile_up_in_the_queue() {
    let ledger = MemoryLedger::default();
    for n in 0..5_000 {
        let name = format!("run {}", n % 7);
        assert_eq!(fails(&ledger, call(&ledger, &name, 1, 1)).verdict, Verdict::Continue);
        ledger.finish_run(&name);
    }
    assert_eq!(ledger.open_runs(), 0);
    let queued: usize = ledger.0.shards.iter().map(|shard| super::super::lock(shard).queued()).sum();
    assert!(queued <= 17 * 7, "{queued}");
}
