//! What hostile arguments, answers, tools and declarations can make of a stack: nothing but a counted failure.

use crate::{
    support,
    support::{Counted, End, Plan, Reply, Script, args, begin, builder, call, counted, lost, now_instant, open, rejection, report, tools},
};
use serde_json::{Value, json};
use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Outcome, RecoveryLayer, RejectionKind, ToolCall, Verdict,
    admission::ToolDescriptor,
    classify::Class,
    decide::{Abstained, Decide, Decision, OpenCase, RecoveryAdvice},
    facts::{FactExtractor, JsonRpcFacts, Judgement},
    ledger::{LedgerConfig, LedgerSnapshot, MemoryLedger},
};
use tower::Layer;

fn bomb(_: &Value) -> Option<std::borrow::Cow<'_, str>> {
    std::panic::resume_unwind(Box::new("a panic of the test"))
}

#[tokio::test]
async fn an_operation_that_panics_makes_the_tool_one_operation() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(lost())));
    let catalog = tools().tool(ToolDescriptor::new("multi").write().operation(bomb)).build().unwrap();
    let mut service = builder(&ledger).catalog(catalog).build().unwrap().layer(script.tool());
    let first = call(&mut service, ToolCall::new("multi", args(1))).await;
    assert!(matches!(first.outcome, Outcome::Errored(_)));
    assert_eq!(counted(&ledger), Counted { failures: 1, holds: 1, ..Counted::default() });
    let second = call(&mut service, ToolCall::new("multi", args(2))).await;
    assert_eq!(rejection(&second), Some(RejectionKind::Held));
    script.otherwise(End::Never);
    drop(begin(&mut service, ToolCall::new("multi", args(3)).with_scope("other")).await);
    assert_eq!(counted(&ledger).holds, 2, "a drop works out the same keys");
}

#[tokio::test]
async fn a_ledger_without_room_for_holds_begins_no_write() {
    let mut config = LedgerConfig::default();
    config.bounds.max_holds = 0;
    let (ledger, script) = (MemoryLedger::new(config).unwrap(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    let answer = call(&mut service, ToolCall::new("write", args(1))).await;
    assert_eq!(rejection(&answer), Some(RejectionKind::HoldsFull));
    assert!(call(&mut service, ToolCall::new("read", args(1))).await.outcome.is_completed());
    assert_eq!(script.seen().calls, ["read"]);
}

async fn escapes(tool: ToolDescriptor, first: Value, second: Value) -> bool {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(lost())));
    let name = tool.name.clone();
    let catalog = tools().tool(tool).build().unwrap();
    let mut service = builder(&ledger).catalog(catalog).build().unwrap().layer(script.tool());
    assert!(matches!(call(&mut service, ToolCall::new(name.clone(), first)).await.outcome, Outcome::Errored(_)));
    rejection(&call(&mut service, ToolCall::new(name, second)).await) != Some(RejectionKind::Held)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn another_spelling_of_a_number_is_no_other_target() {
    let pay = || ToolDescriptor::new("pay").write().effect_key("/to");
    for (first, second) in [
        ("1", "1.0"),
        ("1", "1e0"),
        ("100", "1E2"),
        ("0", "-0.0"),
        ("9007199254740992", "9007199254740992.0"),
        ("12345678901234568", "12345678901234568.0"),
        ("10000000000000000000", "1e19"),
        ("-12345678901234568", "-1.2345678901234568e16"),
    ] {
        assert!(!escapes(pay(), parsed(&format!(r#"{{"to":{first}}}"#)), parsed(&format!(r#"{{"to":{second}}}"#))).await, "{first} {second}");
    }
    assert!(escapes(pay(), parsed(r#"{"to":12345678901234568}"#), parsed(r#"{"to":12345678901234570}"#)).await);
    assert!(escapes(pay(), parsed(r#"{"to":18446744073709551615}"#), parsed(r#"{"to":18446744073709551616}"#)).await);
}

#[tokio::test]
async fn a_number_that_can_be_written_in_two_ways_is_no_idempotency_key() {
    let pay = || ToolDescriptor::new("pay").write().idempotency_key("/key");
    assert!(escapes(pay(), json!({"key": "k"}), json!({"key": "k"})).await);
    assert!(escapes(pay(), json!({"key": 1}), json!({"key": 1})).await);
    // The server compares what is sent: `1` and `1.0` are two keys to it.
    assert!(!escapes(pay(), json!({"key": 1}), parsed(r#"{"key":1.0}"#)).await);
    assert!(!escapes(pay(), parsed(r#"{"key":1.0}"#), json!({"key": 1})).await);
    assert!(!escapes(pay(), parsed(r#"{"key":1.0}"#), parsed(r#"{"key":1e0}"#)).await);
}

#[cfg(feature = "process")]
#[test]
fn white_space_and_line_continuations_do_not_make_another_operation() {
    use tool_recovery::facts::process::program_and_subcommand;
    let of = |line: &str| program_and_subcommand(&json!({"command": line})).map(std::borrow::Cow::into_owned);
    let push = Some("git push".to_owned());
    assert_eq!(of("git \\\n push"), push);
    assert_eq!(of("git \\\npush origin"), push);
    assert_eq!(of("\\\ngit push"), push);
    assert_eq!(of("gi\\\nt push"), push);
    assert_eq!(of("\"gi\\\nt\" push"), push);
    assert_eq!(of(&format!("{}git push", " ".repeat(10_000))), push);
    assert_eq!(of(&format!("{}git push", "\n".repeat(10_000))), push);
}

#[tokio::test]
async fn a_call_that_was_cancelled_before_it_began_does_not_run() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let layer = builder(&ledger).build().unwrap();
    let token = CancellationToken::new();
    token.cancel();
    let asked = || ToolCall::new("write", args(1)).with_cancellation(&token);
    let answer = call(&mut layer.layer(script.tool()), asked()).await;
    assert!(matches!(answer.outcome, Outcome::Cancelled));
    let answer = call(&mut layer.deferred().layer(script.tool()), asked()).await;
    assert!(matches!(answer.outcome, Outcome::Cancelled));
    assert_eq!(script.calls(), 0);
    assert_eq!(counted(&ledger), Counted { cancelled: 2, ..Counted::default() }, "nothing ran, and nothing is held");
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(Value::Null, |inner, _| Value::Array(vec![inner]))
}

/// A deep value cannot be dropped by recursion either.
fn dismantle(mut value: Value) {
    while let Value::Array(mut items) = value {
        value = items.pop().unwrap_or(Value::Null);
    }
}

#[test]
fn a_deep_answer_is_read_without_exhausting_the_stack() {
    let (deep, error) = (nested(100_000), nested(100_000));
    let response = json!({"jsonrpc": "2.0", "id": 1});
    let mut response = response.as_object().cloned().unwrap();
    response.insert("error".into(), error);
    let response = Value::Object(response);
    for response in [&deep, &response] {
        let outcome: Result<_, &String> = Ok(response);
        assert!(matches!(JsonRpcFacts::new().judge(&ToolDescriptor::new("t"), outcome), Judgement::Failure(_)));
    }
    dismantle(deep);
    if let Value::Object(mut members) = response {
        dismantle(members.remove("error").unwrap());
    }
}

#[tokio::test]
async fn deep_and_wide_arguments_are_held_as_any_other() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(lost())));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    let deep = Arc::new(
        json!({"a": 1})
            .as_object()
            .cloned()
            .map(|mut members| {
                members.insert("deep".into(), nested(100_000));
                Value::Object(members)
            })
            .unwrap(),
    );
    assert!(matches!(call(&mut service, ToolCall::new("write", deep.clone())).await.outcome, Outcome::Errored(_)));
    assert_eq!(rejection(&call(&mut service, ToolCall::new("write", deep.clone())).await), Some(RejectionKind::Held));
    if let Value::Object(mut members) = Arc::into_inner(deep).unwrap() {
        dismantle(members.remove("deep").unwrap());
    }
    let wide: serde_json::Map<String, Value> = (0..200_000).map(|n| (format!("k{n}"), json!(n))).collect();
    let wide = Arc::new(Value::Object(wide));
    assert!(matches!(call(&mut service, ToolCall::new("edit", wide.clone())).await.outcome, Outcome::Errored(_)));
    assert_eq!(rejection(&call(&mut service, ToolCall::new("edit", wide)).await), Some(RejectionKind::Held));
}

#[tokio::test]
async fn a_snapshot_with_the_last_of_all_ids_is_refused_or_goes_on() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(lost())));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    let _ = call(&mut service, ToolCall::new("write", args(1))).await;
    let mut stored = serde_json::to_value(ledger.snapshot()).unwrap();
    stored["last_id"] = json!(u64::MAX);
    let snapshot: LedgerSnapshot = serde_json::from_value(stored).unwrap();
    if let Ok(ledger) = MemoryLedger::restore(LedgerConfig::default(), &snapshot) {
        let mut service = builder(&ledger).build().unwrap().layer(script.tool());
        let _ = call(&mut service, ToolCall::new("edit", args(1))).await;
        assert_eq!(ledger.holds().len(), 2);
    }
}

struct DropsBadly(bool);

struct Bomb;

impl Future for Bomb {
    type Output = Decision;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Decision> {
        Poll::Ready(Decision::advised(RecoveryAdvice::new(Class::Transient)))
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        std::panic::resume_unwind(Box::new("a panic of the test"))
    }
}

impl Decide for DropsBadly {
    type Future = Bomb;
    fn decide(&self, _: &OpenCase<'_>) -> Result<Bomb, Abstained> {
        if self.0 { Ok(Bomb) } else { Err(Abstained::NotAsked) }
    }
}

#[tokio::test]
async fn an_evaluator_that_panics_when_it_is_dropped_changes_nothing() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("boom"))));
    let mut service = builder(&ledger).decider(DropsBadly(true)).build().unwrap().layer(script.tool());
    let answer = call(&mut service, ToolCall::new("read", args(1))).await;
    assert!(matches!(answer.outcome, Outcome::Failed(_)));
    assert_eq!(counted(&ledger), Counted { failures: 1, ..Counted::default() });
}

struct Says(Class);

impl Decide for Says {
    type Future = std::future::Ready<Decision>;
    fn decide(&self, _: &OpenCase<'_>) -> Result<Self::Future, Abstained> {
        Ok(std::future::ready(Decision::advised(RecoveryAdvice::new(self.0))))
    }
}

#[tokio::test]
async fn a_predicted_class_does_not_let_a_turn_of_the_user_reopen_a_halt() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("boom"))));
    let mut service = builder(&ledger).decider(Says(Class::Authentication)).build().unwrap().layer(script.tool());
    for _ in 0..3 {
        let _ = call(&mut service, ToolCall::new("read", args(1))).await;
    }
    assert_eq!(rejection(&call(&mut service, ToolCall::new("read", args(1))).await), Some(RejectionKind::Halted));
    ledger.note_world_change("", "");
    assert_eq!(rejection(&call(&mut service, ToolCall::new("read", args(2))).await), Some(RejectionKind::Halted));
}

#[tokio::test(start_paused = true)]
async fn times_far_away_are_no_overflow() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(Plan::from(End::Raised(lost())).after(Duration::from_secs(1))));
    let catalog = tools().tool(ToolDescriptor::new("forever").write().timeout(Duration::MAX)).build().unwrap();
    let layer = builder(&ledger).catalog(catalog).build().unwrap();
    let far = now_instant() + Duration::from_secs(u64::from(u32::MAX) * 1000);
    for (scope, deadline) in [("a", None), ("b", Some(far))] {
        let asked = |scope: &str| {
            let asked = ToolCall::new("forever", args(1)).with_scope(scope);
            match deadline {
                Some(deadline) => asked.with_deadline(deadline),
                None => asked,
            }
        };
        assert!(matches!(call(&mut layer.layer(script.tool()), asked(scope)).await.outcome, Outcome::Errored(_)));
        let scope = format!("deferred-{scope}");
        assert!(matches!(call(&mut layer.deferred().layer(script.tool()), asked(&scope)).await.outcome, Outcome::Errored(_)));
    }
    for wait in [Duration::MAX, Duration::from_secs(u64::MAX), Duration::from_nanos(1)] {
        let scope = format!("{wait:?}");
        script.otherwise(End::Failed(support::throttled(Some(wait))));
        let answer = call(&mut layer.layer(script.tool()), ToolCall::new("read", args(1)).with_scope(scope.as_str()).with_deadline(far)).await;
        assert!(answer.verdict <= Verdict::Halt && report(&answer).advice.for_model.len() <= 600);
    }
}

struct Silent;

impl FactExtractor<Reply, support::Raised> for Silent {
    fn judge(&self, _: &ToolDescriptor, _: Result<&Reply, &support::Raised>) -> Judgement {
        Judgement::Success
    }
}

#[tokio::test]
async fn an_extractor_that_calls_every_error_a_success_is_not_believed() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(lost())));
    let layer = RecoveryLayer::builder().catalog(support::catalog()).facts(Silent).ledger(ledger.clone()).build().unwrap();
    assert!(matches!(call(&mut layer.layer(script.tool()), ToolCall::new("write", args(1))).await.outcome, Outcome::Errored(_)));
    assert_eq!(counted(&ledger), Counted { failures: 1, holds: 1, ..Counted::default() });
}
