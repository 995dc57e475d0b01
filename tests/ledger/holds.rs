//! Writes with an unknown outcome: what is held, for whom, until when.

use crate::{
    support,
    support::{Agent, Tool, fault, now},
};
use serde_json::{Value, json};
use std::time::Duration;
use tool_recovery::{
    classify::Class,
    facts::Effect,
    ledger::{
        BoundsConfig, EventKind, Fingerprint, Gate, GateQuery, HoldId, HoldPlace, HoldState, Ledger, LedgerConfig, LedgerSnapshot, MemoryLedger, Reason,
        Reconciled,
    },
};

fn pay(amount: u64) -> Value {
    json!({"to": "acct-1", "amount": amount, "memo": "rent"})
}

/// A write whose answer was lost.
fn lose(agent: &Agent, tool: &Tool, arguments: &Value, idempotency: Option<Fingerprint>) {
    let mut o = agent.observation(tool, arguments, agent.stamp(), fault(Class::Transient));
    (o.effect, o.hold, o.idempotency) = (Effect::UncertainWrite, tool.hold, idempotency);
    assert!(now(agent.ledger.observe(o)).held);
}

/// The gate once the pause after the failure is over.
async fn gate(agent: &Agent, tool: &Tool, arguments: &Value) -> Gate {
    agent.wait_out(tool, arguments).await;
    agent.gate(tool, arguments)
}

const OPERATION: Gate = Gate::Held { place: HoldPlace::Operation, id: HoldId::new(1) };

#[tokio::test(start_paused = true)]
async fn every_call_of_the_operation_and_scope_is_held_in_every_run() {
    let agent = Agent::new();
    let tool = Tool::writing("pay");
    lose(&agent, &tool, &pay(100), None);
    let changed_memo = json!({"to": "acct-1", "amount": 100, "memo": "rent, again"});
    assert_eq!(gate(&agent, &tool, &changed_memo).await, OPERATION);
    assert_eq!(gate(&agent.in_run("other"), &tool, &pay(100)).await, OPERATION);
    assert!(agent.ledger.probe(agent.ledger.run_key("other")).open, "the probe of every run sees it");
    assert_eq!(gate(&Agent { scope: "other", ..agent.clone() }, &tool, &pay(100)).await, Gate::Open);
    assert_eq!(gate(&agent, &Tool::writing("refund"), &pay(100)).await, Gate::Open);
}

#[tokio::test(start_paused = true)]
async fn finish_run_reset_and_successes_do_not_end_a_hold() {
    let agent = Agent::new();
    let tool = Tool::writing("pay");
    lose(&agent, &tool, &pay(100), None);
    agent.ledger.note_world_change("run", "scope");
    agent.ledger.reset("run", "pay", None, "scope");
    agent.ledger.finish_run("run");
    agent.succeeds(&Tool::writing("edit"), &json!({}));
    tokio::time::advance(Duration::from_secs(86_400 * 30)).await;
    assert_eq!(gate(&agent, &tool, &pay(1)).await, OPERATION);
}

#[tokio::test(start_paused = true)]
async fn reconciling_releases_it_and_an_applied_write_changes_the_world() {
    for (outcome, excused) in [(Reconciled::Applied, true), (Reconciled::NotApplied, false)] {
        let agent = Agent::new();
        let (write, read) = (Tool::writing("pay"), Tool::reading("balance"));
        agent.fails(&read, &json!({}), fault(Class::WrongArguments));
        lose(&agent, &write, &pay(100), None);
        assert_eq!(agent.ledger.reconcile("pay", None, "scope", outcome), 1);
        assert_eq!(gate(&agent, &write, &pay(100)).await, Gate::Open);
        let support::Step::Failed(standing) = agent.fails(&read, &json!({}), fault(Class::WrongArguments)) else { panic!("it runs") };
        assert_eq!(standing.reason == Reason::Excused, excused, "{outcome:?}");
        assert_eq!(agent.ledger.reconcile("pay", None, "scope", outcome), 0, "there is no second hold");
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_does_not_excuse_its_own_repeat() {
    let agent = Agent::new();
    let tool = Tool::writing("deploy");
    let other = Tool::reading("status");
    agent.fails(&other, &json!({}), fault(Class::WrongArguments));
    let mut o = agent.observation(&tool, &json!({}), agent.stamp(), fault(Class::Unknown));
    o.effect = Effect::Applied;
    assert_eq!(now(agent.ledger.observe(o)).reason, Reason::None);
    o.stamp = agent.stamp();
    assert_eq!(now(agent.ledger.observe(o)).reason, Reason::ExactRepeat, "its own failure excuses nothing");
    let support::Step::Failed(standing) = agent.fails(&other, &json!({}), fault(Class::WrongArguments)) else { panic!("it runs") };
    assert_eq!(standing.reason, Reason::Excused, "but it changed the world for others");
}

#[tokio::test(start_paused = true)]
async fn an_effect_key_holds_equal_keys_only() {
    let agent = Agent::new();
    let key = |value: &str| Some(HoldPlace::EffectKey(agent.ledger.fingerprint(&json!(value), &[]).by_pointers(["/to"])));
    let to = |value: &str| Tool { hold: key(value), ..Tool::writing("pay") };
    lose(&agent, &to("acct-1"), &pay(100), None);
    assert!(matches!(gate(&agent, &to("acct-1"), &pay(7)).await, Gate::Held { place: HoldPlace::EffectKey(_), .. }));
    assert_eq!(gate(&agent, &to("acct-2"), &pay(100)).await, Gate::Open);
    assert!(matches!(gate(&agent, &Tool::writing("pay"), &pay(7)).await, Gate::Held { .. }), "a call without its key is held as well");
}

#[tokio::test(start_paused = true)]
async fn a_hold_is_settled_by_the_id_that_its_own_observation_named() {
    let agent = Agent::new();
    let to = |value: &str| Tool { hold: Some(HoldPlace::EffectKey(agent.ledger.fingerprint(&json!(value), &[]).by_pointers(["/to"]))), ..Tool::writing("pay") };
    let id = |value: &str| {
        let mut o = agent.observation(&to(value), &json!({"to": value}), agent.stamp(), fault(Class::Transient));
        (o.effect, o.hold) = (Effect::UncertainWrite, to(value).hold);
        now(agent.ledger.observe(o)).hold.unwrap()
    };
    let (a, b) = (id("a"), id("b"));
    assert_eq!((id("a"), id("b")), (a, b), "the same call renews its hold");
    assert!(agent.ledger.holds().iter().map(|hold| hold.id).eq([a, b]));
    assert!(agent.ledger.reconcile_hold(a, Reconciled::NotApplied));
    assert_eq!(gate(&agent, &to("a"), &json!({"to": "a"})).await, Gate::Open);
    let Gate::Held { id, .. } = gate(&agent, &to("b"), &json!({"to": "b"})).await else { panic!("what became of a says nothing of b") };
    assert_eq!(id, b);
    assert_eq!((HoldId::new(b.get()), agent.ledger.reconcile_hold(a, Reconciled::Applied)), (b, false));
}

#[tokio::test(start_paused = true)]
async fn an_identical_call_with_the_same_idempotency_key_passes() {
    let agent = Agent::new();
    let tool = Tool::writing("pay");
    let key = |text: &str| Some(agent.ledger.fingerprint(&json!(text), &[]));
    lose(&agent, &tool, &pay(100), key("k1"));
    agent.wait_out(&tool, &pay(100)).await;
    let ask = |amount: u64, idempotency| {
        let query = GateQuery { idempotency, ..agent.query(&tool, &pay(amount)) };
        assert_eq!(now(agent.ledger.gate(&query)), agent.ledger.recheck(&query), "the last look sees the same");
        agent.ledger.recheck(&query)
    };
    assert_eq!(ask(100, key("k1")), Gate::Open);
    assert_eq!(ask(100, key("k2")), OPERATION);
    assert_eq!(ask(100, None), OPERATION);
    assert_eq!(ask(101, key("k1")), OPERATION, "another payment under the same key");
}

#[tokio::test(start_paused = true)]
async fn an_identical_hold_ends_by_itself() {
    let agent = Agent::new();
    let tool = Tool { hold: Some(HoldPlace::Identical), ..Tool::undeclared("run") };
    lose(&agent, &tool, &pay(100), None);
    assert!(matches!(gate(&agent.in_run("other"), &tool, &pay(100)).await, Gate::Held { place: HoldPlace::Identical, .. }));
    assert_eq!(gate(&agent, &tool, &pay(101)).await, Gate::Open);
    assert_eq!(agent.ledger.holds()[0].state, HoldState::Identical);
    tokio::time::advance(Duration::from_secs(600)).await;
    assert_eq!(gate(&agent, &tool, &pay(100)).await, Gate::Open);
    assert!(agent.ledger.holds().is_empty());
    agent.ledger.finish_run("run");
    assert!(!agent.ledger.probe(agent.ledger.run_key("run")).open);
}

#[tokio::test(start_paused = true)]
async fn a_full_table_refuses_new_writes_and_drops_nothing() {
    let bounds = BoundsConfig { max_holds: 2, ..BoundsConfig::default() };
    let agent = Agent::with(LedgerConfig { bounds, ..LedgerConfig::default() });
    let tools = ["a", "b", "c"].map(Tool::writing);
    for tool in &tools {
        lose(&agent, tool, &pay(1), None);
    }
    assert_eq!(agent.ledger.holds().len(), 3, "what ran before the bound was reached is held all the same");
    assert_eq!(gate(&agent, &Tool::writing("d"), &pay(1)).await, Gate::HoldsFull);
    assert_eq!(gate(&agent, &Tool::reading("e"), &pay(1)).await, Gate::Open);
    for (tool, number) in tools.iter().zip(1..) {
        assert_eq!(gate(&agent, tool, &pay(1)).await, Gate::Held { place: HoldPlace::Operation, id: HoldId::new(number) });
    }
    for hold in agent.ledger.holds().iter().take(2) {
        assert!(agent.ledger.reconcile_hold(hold.id, Reconciled::NotApplied));
        assert!(!agent.ledger.reconcile_hold(hold.id, Reconciled::NotApplied));
    }
    assert_eq!(gate(&agent, &Tool::writing("d"), &pay(1)).await, Gate::Open);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_write_is_held_without_a_ladder_step() {
    let agent = Agent::new();
    let tool = Tool::writing("pay");
    let mut o = agent.observation(&tool, &pay(1), agent.stamp(), fault(Class::Unknown).kind(EventKind::Cancelled));
    (o.effect, o.hold) = (Effect::UncertainWrite, tool.hold);
    agent.ledger.abandon(o);
    assert_eq!(agent.gate(&tool, &pay(2)), OPERATION);
    let counters = agent.ledger.counters();
    assert_eq!((counters.cancelled, counters.abandoned, counters.failures, counters.holds), (1, 1, 0, 1));
    assert_eq!(agent.ledger.open_runs(), 0);
}

#[tokio::test(start_paused = true)]
async fn holds_survive_a_restart() {
    let agent = Agent::new();
    let identical = Tool { hold: Some(HoldPlace::Identical), ..Tool::undeclared("run") };
    let key = agent.ledger.fingerprint(&json!("acct-1"), &[]).by_pointers(["/account"]);
    let by = |value: &str, pointer: &str| {
        let key = agent.ledger.fingerprint(&json!(value), &[]).by_pointers([pointer]);
        Tool { hold: Some(HoldPlace::EffectKey(key)), ..Tool::writing("transfer") }
    };
    let keyed = Tool { hold: Some(HoldPlace::EffectKey(key)), ..Tool::writing("transfer") };
    for tool in [&Tool::writing("pay"), &keyed, &identical] {
        lose(&agent, tool, &pay(100), None);
    }
    tokio::time::advance(Duration::from_secs(400)).await;
    let text = serde_json::to_string(&agent.ledger.snapshot()).unwrap();
    let snapshot: LedgerSnapshot = serde_json::from_str(&text).unwrap();
    let later = Agent { ledger: MemoryLedger::restore(LedgerConfig::default(), &snapshot).unwrap(), ..agent.clone() };
    assert_eq!(later.in_run("next").gate(&Tool::writing("pay"), &pay(2)), OPERATION);
    assert!(matches!(later.gate(&keyed, &pay(2)), Gate::Held { .. }));
    assert_eq!(later.gate(&by("acct-2", "/account"), &pay(2)), Gate::Open);
    assert!(matches!(later.gate(&by("acct-2", "/target"), &pay(2)), Gate::Held { .. }), "by another pointer it may be the same account");
    assert!(matches!(later.gate(&identical, &pay(100)), Gate::Held { .. }));
    tokio::time::advance(Duration::from_secs(200)).await;
    assert_eq!(later.gate(&identical, &pay(100)), Gate::Open, "it had 200 seconds left");
    assert_eq!(agent.ledger.holds().first().map(|hold| hold.id), later.ledger.holds().first().map(|hold| hold.id));
    assert_eq!(later.ledger.reconcile("pay", None, "scope", Reconciled::NotApplied), 1);
    lose(&later, &Tool::writing("pay"), &pay(3), None);
    assert!(later.ledger.holds().iter().all(|hold| hold.id != agent.ledger.holds()[0].id), "ids are not used again");
}

#[tokio::test(start_paused = true)]
async fn the_idempotency_key_of_a_hold_survives_a_restart() {
    let agent = Agent::new();
    let tool = Tool::writing("pay");
    let key = |agent: &Agent, text: &str| Some(agent.ledger.fingerprint(&json!(text), &[]));
    lose(&agent, &tool, &pay(100), key(&agent, "k1"));
    let text = serde_json::to_string(&agent.ledger.snapshot()).unwrap();
    let snapshot: LedgerSnapshot = serde_json::from_str(&text).unwrap();
    let later = Agent { ledger: MemoryLedger::restore(LedgerConfig::default(), &snapshot).unwrap(), ..agent.clone() };
    let ask = |amount: u64, idempotency| later.ledger.recheck(&GateQuery { idempotency, ..later.query(&tool, &pay(amount)) });
    assert_eq!(ask(100, key(&later, "k1")), Gate::Open);
    assert_eq!(ask(100, key(&later, "k2")), OPERATION);
    assert_eq!(ask(100, None), OPERATION);
    assert_eq!(ask(101, key(&later, "k1")), OPERATION, "another payment under the same key");
}

#[test]
fn a_snapshot_whose_keys_would_differ_is_refused() {
    let text = serde_json::to_value(MemoryLedger::default().snapshot()).unwrap();
    for (field, value) in [("canary", json!("1")), ("version", json!(2)), ("seed", json!(["1", "2"])), ("seed", json!(["f".repeat(32), "2"]))] {
        let mut changed = text.clone();
        changed[field] = value;
        let snapshot: LedgerSnapshot = serde_json::from_value(changed).unwrap();
        let error = MemoryLedger::restore(LedgerConfig::default(), &snapshot).unwrap_err();
        assert_eq!(error.key(), "snapshot", "{field}");
    }
}

#[test]
fn neither_a_snapshot_nor_a_ledger_prints_its_seed() {
    let ledger = MemoryLedger::default();
    let snapshot = ledger.snapshot();
    let seed = serde_json::to_value(&snapshot).unwrap()["seed"][0].as_str().unwrap().trim_start_matches('0').to_owned();
    let printed = format!("{ledger:?} {snapshot:?}");
    assert!(!printed.contains(&seed) && !printed.contains(&u128::from_str_radix(&seed, 16).unwrap().to_string()));
}
