use super::super::testing::{call, fails, failure, ledger, query};
use super::*;
use crate::{
    classify::{Class, Source},
    ledger::{EventKind, HoldId, HoldPlace, Ledger, MemoryLedger},
};

fn refusing() -> MemoryLedger {
    ledger(LedgerConfig { repeat_policy: RepeatPolicy::Refuse, ..LedgerConfig::default() })
}

/// Everything stands against one call, and is lifted from the first gate to the last. A pause is asked of an open operation alone: there is nothing to wait for at a closed one.
#[tokio::test(start_paused = true)]
async fn the_gates_are_asked_in_their_order() {
    let ledger = refusing();
    let key = call(&ledger, "r", 1, 1);
    let mut o = failure(&ledger, key);
    for _ in 0..2 {
        ledger.0.record(&o, false);
    }
    o.retry_after = Some(Duration::from_secs(5));
    ledger.0.record(&o, false);
    o.hold = Some(HoldPlace::EffectKey(key.fingerprint));
    ledger.0.record(&o, false);
    o.kind = EventKind::ApprovalDenied;
    ledger.0.record(&o, false);
    let gate = || ledger.recheck(&query(key, None));
    let change = |edit: &dyn Fn(&mut RunState)| edit(ledger.0.shard(key.run).unwrap().get_mut(key.run).unwrap());
    assert_eq!(gate(), Gate::Denied);
    change(&|run| run.operations.get_mut(key.operation).unwrap().denied = false);
    let closed = std::cell::Cell::new(None);
    change(&|run| closed.set(run.operations.get_mut(key.operation).unwrap().halted.take()));
    assert_eq!(gate(), Gate::Paced { remaining: Duration::from_secs(5) });
    change(&|run| run.operations.get_mut(key.operation).unwrap().halted = closed.get());
    assert_eq!(gate(), Gate::Held { place: HoldPlace::EffectKey(key.fingerprint), id: HoldId::new(1) }, "the pause of a closed operation");
    ledger.0.holds.release(Some(key.operation), None);
    assert_eq!(gate(), Gate::Halted { class: Class::WrongArguments, failures: 5 });
    change(&|run| run.operations.get_mut(key.operation).unwrap().halted = None);
    tokio::time::advance(Duration::from_secs(5)).await;
    assert_eq!(gate(), Gate::Repeat { class: Class::WrongArguments, failures: 5 });
    tokio::time::advance(Duration::from_secs(601)).await;
    assert_eq!(gate(), Gate::Open);
}

#[test]
fn a_failure_that_time_may_cure_is_not_refused_as_a_repeat() {
    let cases =
        [(Class::Transient, Source::Trusted), (Class::RateLimited, Source::Trusted), (Class::Transient, Source::Keywords), (Class::Transient, Source::Jev)];
    for (class, source) in cases {
        let ledger = refusing();
        let key = call(&ledger, "r", 1, 1);
        let mut o = failure(&ledger, key);
        (o.class, o.source) = (class, source);
        ledger.0.record(&o, false);
        let (_, repeat) = ledger.0.run_gates(&query(key, None), 0);
        assert_eq!(matches!(repeat, Gate::Repeat { .. }), source == Source::Jev, "{class} by {source:?}");
    }
}

#[test]
fn other_calls_and_other_runs_pass() {
    let ledger = refusing();
    fails(&ledger, call(&ledger, "r", 1, 1));
    assert!(matches!(ledger.recheck(&query(call(&ledger, "r", 1, 1), None)), Gate::Repeat { .. }));
    for other in [call(&ledger, "r", 1, 2), call(&ledger, "r", 2, 1), call(&ledger, "s", 1, 1)] {
        assert_eq!(ledger.recheck(&query(other, None)), Gate::Open);
    }
}
