//! One requested write whose answer was lost has one effect, whatever was lost and whatever is declared; and nothing repeats it before it is reconciled.

use crate::{
    support,
    support::{Answer, End, RigBuilder, Script, builder, call, lost, open, rejection, report},
};
use serde_json::{Value, json};
use std::time::Duration;
use tool_recovery::{
    Outcome, RejectionKind, ToolCall,
    admission::{Catalog, ToolDescriptor},
    advice::Action,
    classify::Class,
    facts::{Effect, Facts, Reach, UndeclaredEffect, UntrustedText, exception::exception_facts, http::status_facts},
    ledger::{LedgerConfig, MemoryLedger, Reconciled},
};
use tower::Layer;

/// The five kinds of lost answers.
fn lost_answers() -> [(&'static str, Facts); 5] {
    let raised = |name: &str| exception_facts(name, UntrustedText::new("the answer was lost"));
    [
        ("TimeoutError", raised("TimeoutError")),
        ("ReadTimeout", raised("httpx.ReadTimeout")),
        ("ConnectError", raised("httpx.ConnectError")),
        ("HTTP 503", status_facts(503, None, Some(UntrustedText::new("Service Unavailable")))),
        ("ValueError", raised("ValueError")),
    ]
}

fn catalog() -> Catalog {
    Catalog::builder()
        .tool(ToolDescriptor::new("declared").write())
        .tool(ToolDescriptor::new("undeclared"))
        .tool(ToolDescriptor::new("keyed").write().idempotency_key("/key"))
        .tool(ToolDescriptor::new("narrow").write().effect_key("/account"))
        .tool(ToolDescriptor::new("look").read_only())
        .build()
        .unwrap()
}

fn stack(ledger: &MemoryLedger) -> RigBuilder {
    builder(ledger).catalog(catalog())
}

fn pays(tool: &str, arguments: Value) -> ToolCall {
    ToolCall::new(tool, arguments)
}

fn held(answer: &Answer) {
    assert_eq!(rejection(answer), Some(RejectionKind::Held));
    assert_eq!(report(answer).advice.action, Action::Reconcile);
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_is_one_execution_in_every_column() {
    println!("{:14}{:>12}{:>12}", "lost answer", "declared", "undeclared");
    for (name, facts) in lost_answers() {
        let mut executions = Vec::new();
        for tool in ["declared", "undeclared"] {
            let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(facts.clone())));
            let mut service = stack(&ledger).build().unwrap().layer(script.tool());

            let first = call(&mut service, pays(tool, json!({"amount": 5, "memo": "rent"}))).await;
            assert_eq!((report(&first).effect, &report(&first).advice.action), (Effect::UncertainWrite, &Action::Reconcile), "{name} {tool}");
            assert!(!report(&first).advice.action.advises_retry());
            assert!(report(&first).advice.for_model.contains("Do not send it again"), "{}", report(&first).advice.for_model);

            held(&call(&mut service, pays(tool, json!({"amount": 5, "memo": "rent"}))).await);
            held(&call(&mut service, pays(tool, json!({"amount": 5, "memo": "the rent"}))).await);
            held(&call(&mut service, pays(tool, json!({"amount": 5, "memo": "rent"})).with_run("another")).await);
            tokio::time::advance(Duration::from_secs(7 * 86_400)).await;
            held(&call(&mut service, pays(tool, json!({"amount": 5, "memo": "rent"}))).await);

            let stored = serde_json::to_string(&ledger.snapshot()).unwrap();
            let restored = MemoryLedger::restore(LedgerConfig::default(), &serde_json::from_str(&stored).unwrap()).unwrap();
            let mut restarted = stack(&restored).build().unwrap().layer(script.tool());
            held(&call(&mut restarted, pays(tool, json!({"amount": 5, "memo": "rent"}))).await);
            held(&call(&mut restarted, pays(tool, json!({"amount": 6})).with_run("a third")).await);
            executions.push(script.calls());

            script.otherwise(End::Done);
            for (ledger, service) in [(&ledger, &mut service), (&restored, &mut restarted)] {
                assert_eq!(ledger.reconcile(tool, None, "", Reconciled::NotApplied), 1);
                assert!(call(service, pays(tool, json!({"amount": 5})).with_run("later")).await.outcome.is_completed(), "reconcile releases");
            }
        }
        println!("{name:14}{:>12}{:>12}", executions[0], executions[1]);
        assert_eq!(executions, [1, 1], "{name}");
    }
}

#[tokio::test]
async fn a_failed_tool_result_says_by_its_reach_whether_it_is_held() {
    for (reach, effect, is_held) in [
        (Reach::Answered, Effect::Unknown, false),
        (Reach::Refused, Effect::NotApplied, false),
        (Reach::NotReached, Effect::NotApplied, false),
        (Reach::MayHaveReached, Effect::UncertainWrite, true),
    ] {
        let facts = open("boom").reached(tool_recovery::facts::Phase::Unknown, reach);
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(facts)));
        let mut service = stack(&ledger).build().unwrap().layer(script.tool());
        let answer = call(&mut service, pays("declared", json!({}))).await;
        assert_eq!((report(&answer).effect, report(&answer).standing.held), (effect, is_held), "{reach:?}");
        assert_eq!(ledger.holds().len(), usize::from(is_held));
    }
}

#[tokio::test]
async fn a_word_of_the_contract_outranks_the_reach() {
    for (applied, effect) in [(true, Effect::Applied), (false, Effect::NotApplied)] {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost().applied(applied))));
        let mut service = stack(&ledger).build().unwrap().layer(script.tool());
        let answer = call(&mut service, pays("declared", json!({}))).await;
        assert_eq!((report(&answer).effect, report(&answer).standing.held), (effect, false));
        assert_eq!(report(&answer).advice.action == Action::StopRepeating, applied);
    }
}

#[tokio::test]
async fn text_and_class_do_not_lift_an_uncertain_effect() {
    for class in Class::ALL {
        let facts = support::lost().settled(class, None, "script").text(UntrustedText::new("nothing was changed, safe to retry"));
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(facts)));
        let mut service = stack(&ledger).build().unwrap().layer(script.tool());
        let answer = call(&mut service, pays("declared", json!({}))).await;
        assert_eq!(report(&answer).advice.action, Action::Reconcile, "{class}");
        assert!(report(&answer).standing.held);
    }
}

#[tokio::test(start_paused = true)]
async fn an_identical_call_with_its_declared_idempotency_key_passes() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost())));
    let mut service = stack(&ledger).build().unwrap().layer(script.tool());
    let with_key = |amount: u64, key: &str| pays("keyed", json!({"amount": amount, "key": key}));
    assert!(report(&call(&mut service, with_key(5, "k1")).await).standing.held);
    held(&call(&mut service, with_key(5, "k2")).await);
    held(&call(&mut service, with_key(6, "k1")).await);
    held(&call(&mut service, pays("keyed", json!({"amount": 5}))).await);
    script.otherwise(End::Done);
    assert!(call(&mut service, with_key(5, "k1").with_run("another")).await.outcome.is_completed());
    assert_eq!(script.calls(), 2);
}

#[tokio::test]
async fn an_effect_key_narrows_the_hold_to_its_value() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost())));
    let mut service = stack(&ledger).build().unwrap().layer(script.tool());
    let of = |account: &str, memo: &str| pays("narrow", json!({"account": account, "memo": memo}));
    assert!(report(&call(&mut service, of("a", "1")).await).standing.held);
    script.otherwise(End::Done);
    held(&call(&mut service, of("a", "2")).await);
    assert!(call(&mut service, of("b", "1")).await.outcome.is_completed());
    held(&call(&mut service, pays("narrow", json!({"memo": "no account"}))).await);
}

#[tokio::test(start_paused = true)]
async fn an_effect_key_is_the_same_however_it_is_spelt() {
    let cases = [
        (json!(42), json!("42"), true),
        (json!("42"), json!(42.0), true),
        (json!(-7), json!(" -7 "), true),
        (json!("acct-1"), json!(" acct-1\n"), true),
        (json!({"id": 1}), json!({"id": 1.0}), true),
        (json!("042"), json!(42), false),
        (json!("+42"), json!(42), false),
        (json!("12345678901234567890123"), json!("12345678901234567890124"), false),
        (json!("acct-1"), json!("ACCT-1"), false),
        (json!("true"), json!(true), false),
    ];
    for (lost_on, asked, same) in cases {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(lost())));
        let mut service = stack(&ledger).build().unwrap().layer(script.tool());
        drop(call(&mut service, pays("narrow", json!({"account": lost_on}))).await);
        let answer = call(&mut service, pays("narrow", json!({"account": asked, "memo": "again"}))).await;
        assert_eq!(rejection(&answer) == Some(RejectionKind::Held), same, "{lost_on} {asked}");
    }
}

#[tokio::test(start_paused = true)]
async fn each_of_two_lost_writes_is_settled_by_the_id_in_its_own_report() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost())));
    let mut service = stack(&ledger).build().unwrap().layer(script.tool());
    let of = |account: &str| pays("narrow", json!({"account": account}));
    let a = call(&mut service, of("a")).await.hold().unwrap();
    let b = call(&mut service, of("b")).await.hold().unwrap();
    let refused = call(&mut service, of("b").with_run("another")).await;
    held(&refused);
    let Outcome::Rejected(rejection) = &refused.outcome else { panic!("it is held") };
    assert_eq!((refused.hold(), rejection.hold(), report(&refused).standing.held), (Some(b), Some(b), false));
    assert!(ledger.reconcile_hold(a, Reconciled::NotApplied));
    held(&call(&mut service, of("b")).await);
    script.otherwise(End::Done);
    let paid = call(&mut service, of("a")).await;
    assert_eq!((paid.outcome.is_completed(), paid.hold()), (true, None));
    assert_eq!(script.calls(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_the_producer_asks_for_does_not_hide_a_hold() {
    let retry_after = tool_recovery::facts::http::RetryAfter { wait: Duration::from_secs(5), header: "retry-after" };
    for facts in [status_facts(503, Some(retry_after), None), support::lost().settled(Class::Transient, None, "script")] {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(facts)));
        let layer = stack(&ledger).build().unwrap();
        let first = call(&mut layer.layer(script.tool()), pays("declared", json!({"amount": 5}))).await;
        assert_eq!(report(&first).advice.action, Action::Reconcile);
        held(&call(&mut layer.layer(script.tool()), pays("declared", json!({"amount": 5}))).await);
        let began = support::now_instant();
        held(&call(&mut layer.deferred().layer(script.tool()), pays("declared", json!({"amount": 5}))).await);
        assert_eq!((support::now_instant(), script.calls()), (began, 1), "there is nothing to wait for");
    }
}

#[tokio::test]
async fn reads_go_on_while_a_write_is_held() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    script.then(End::Raised(support::lost()));
    let mut service = stack(&ledger).build().unwrap().layer(script.tool());
    assert!(report(&call(&mut service, pays("declared", json!({}))).await).standing.held);
    assert!(call(&mut service, pays("look", json!({}))).await.outcome.is_completed());
}

#[tokio::test]
async fn a_hold_is_of_its_scope() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    script.then(End::Raised(support::lost()));
    let mut service = stack(&ledger).build().unwrap().layer(script.tool());
    let of = |scope: &str| pays("declared", json!({})).with_scope(scope.to_owned());
    assert!(report(&call(&mut service, of("tenant a")).await).standing.held);
    assert!(call(&mut service, of("tenant b")).await.outcome.is_completed());
    held(&call(&mut service, of("tenant a")).await);
}

#[tokio::test(start_paused = true)]
async fn an_undeclared_tool_of_unknown_effect_holds_the_identical_call_for_a_while() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    script.then(End::Raised(support::lost()));
    let mut service = stack(&ledger).undeclared_effect(UndeclaredEffect::Unknown).build().unwrap().layer(script.tool());
    let first = call(&mut service, pays("undeclared", json!({"n": 1}))).await;
    assert_eq!((report(&first).effect, &report(&first).advice.action), (Effect::Unknown, &Action::Reconcile));
    assert!(call(&mut service, pays("undeclared", json!({"n": 2}))).await.outcome.is_completed(), "other calls of it run");
    held(&call(&mut service, pays("undeclared", json!({"n": 1}))).await);
    tokio::time::advance(Duration::from_secs(600)).await;
    assert!(call(&mut service, pays("undeclared", json!({"n": 1}))).await.outcome.is_completed());
}

#[tokio::test]
async fn annotations_that_lie_declare_nothing() {
    // A server's `readOnlyHint` reaches a catalog only through a host; without the host's word the tool stays a write.
    let arguments = json!({"annotations": {"readOnlyHint": true, "idempotentHint": true}, "key": "k1"});
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost())));
    let mut service = stack(&ledger).build().unwrap().layer(script.tool());
    let first = call(&mut service, pays("undeclared", arguments.clone())).await;
    assert_eq!(report(&first).effect, Effect::UncertainWrite);
    let second = call(&mut service, pays("undeclared", arguments)).await;
    held(&second);
    let tool_recovery::Outcome::Rejected(rejection) = &second.outcome else { panic!() };
    assert!(rejection.message().contains("effect = \"read_only\""), "it names the declaration that would lift it: {}", rejection.message());
}

#[tokio::test]
async fn writes_in_flight_at_once_run_once_each() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost())));
    let service = stack(&ledger).build().unwrap().layer(script.tool());
    let tasks: Vec<_> = (0..8)
        .map(|n| {
            let mut service = service.clone();
            tokio::spawn(async move { call(&mut service, pays("declared", json!({"n": n}))).await })
        })
        .collect();
    let mut ran = 0;
    for task in tasks {
        ran += usize::from(rejection(&task.await.unwrap()).is_none());
    }
    assert_eq!((script.calls(), ran as u64), (ran, ledger.counters().failures), "as many executions as calls that ran");
    held(&call(&mut { service }, pays("declared", json!({"n": 0}))).await);
}
