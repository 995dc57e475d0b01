use super::super::testing::{call, failure, query};
use super::*;
use crate::ledger::MemoryLedger;

const TTL: Duration = Duration::from_secs(1);
const SECOND: u64 = 1_000_000_000;

fn lost(operation: u128, fingerprint: u128, idempotency: Option<u128>) -> Observation {
    let ledger = MemoryLedger::default();
    let mut o = failure(&ledger, call(&ledger, "r", operation, fingerprint));
    o.idempotency = idempotency.map(Fingerprint);
    o
}

#[test]
fn a_hold_of_the_same_call_is_renewed() {
    let holds = Holds::default();
    holds.place(&lost(1, 1, None), HoldPlace::Identical, 0, TTL);
    holds.place(&lost(1, 1, None), HoldPlace::Identical, SECOND / 2, TTL);
    holds.place(&lost(1, 1, None), HoldPlace::Operation, SECOND / 2, TTL);
    assert_eq!(holds.lock().len(), 2);
    let of = |hold| holds.gate(&query(lost(1, 1, None).call, hold), SECOND, 10);
    assert!(matches!(of(Some(HoldPlace::Operation)), Gate::Held { .. }));
    assert_eq!(holds.release(Some(OperationKey(1)), None).len(), 2);
    assert!(!holds.exist());
}

#[test]
fn two_idempotency_keys_for_one_call_make_neither_harmless() {
    let holds = Holds::default();
    let ask = |key| holds.gate(&GateQuery { idempotency: Some(Fingerprint(key)), ..query(lost(1, 1, None).call, Some(HoldPlace::Operation)) }, 0, 10);
    holds.place(&lost(1, 1, Some(5)), HoldPlace::Operation, 0, TTL);
    assert_eq!(ask(5), Gate::Open);
    holds.place(&lost(1, 1, Some(6)), HoldPlace::Operation, 0, TTL);
    assert!(matches!((ask(5), ask(6)), (Gate::Held { .. }, Gate::Held { .. })));
}

#[test]
fn a_full_table_lets_a_harmless_repeat_pass() {
    let holds = Holds::default();
    holds.place(&lost(1, 1, Some(5)), HoldPlace::Operation, 0, TTL);
    let same = GateQuery { idempotency: Some(Fingerprint(5)), ..query(lost(1, 1, None).call, Some(HoldPlace::Operation)) };
    assert_eq!(holds.gate(&same, 0, 1), Gate::Open);
    assert_eq!(holds.gate(&query(lost(2, 1, None).call, Some(HoldPlace::Operation)), 0, 1), Gate::HoldsFull);
    assert_eq!(Holds::default().gate(&query(lost(2, 1, None).call, Some(HoldPlace::Operation)), 0, 0), Gate::HoldsFull);
}

#[test]
fn ended_holds_are_forgotten_by_the_next_look() {
    let holds = Holds::default();
    for n in 0..3 {
        holds.place(&lost(n, 1, None), HoldPlace::Identical, 0, TTL * (1 + u32::try_from(n).unwrap()));
    }
    holds.place(&lost(9, 1, None), HoldPlace::Operation, 0, TTL);
    assert_eq!(holds.gate(&query(lost(50, 1, None).call, None), SECOND, 10), Gate::Open);
    assert_eq!(holds.lock().len(), 3);
    holds.gate(&query(lost(50, 1, None).call, None), 100 * SECOND, 10);
    assert_eq!(holds.lock().len(), 1, "what has to be reconciled stays");
    assert!(holds.exist());
}

#[test]
fn a_hold_for_a_call_that_settles_ends_with_the_last_that_knows() {
    let at = |key| Observation { hold: Some(HoldPlace::Operation), ..lost(1, 1, Some(key)) };
    let (holds, first, second) = (Holds::default(), at(5), at(5));
    let stand = |holds: &Holds| holds.lock().len();
    let id = holds.begin_settling(&first, 0);
    assert_eq!(holds.begin_settling(&second, 0), id, "one call, one hold");
    holds.end_settling(&first, id);
    assert_eq!(stand(&holds), 1, "the second may still be lost");
    holds.end_settling(&second, id);
    assert_eq!((stand(&holds), holds.exist()), (0, false));
    holds.end_settling(&second, id);

    let id = holds.begin_settling(&first, 0);
    holds.place(&first, HoldPlace::Operation, SECOND, TTL);
    holds.end_settling(&first, id);
    assert_eq!(stand(&holds), 1, "what was lost stays held");
    let id = holds.begin_settling(&at(6), 0);
    assert_eq!(holds.release(Some(OperationKey(1)), None).len(), 1);
    let later = holds.begin_settling(&at(6), 0);
    holds.end_settling(&at(6), id);
    assert!(later != id && holds.exist(), "reconciled while it settled: that it has ended says nothing of the next");
    holds.end_settling(&at(6), later);
    assert!(!holds.exist());
}
