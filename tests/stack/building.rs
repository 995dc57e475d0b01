//! The fused stack as a caller sees it.

use serde_json::json;
use std::{
    future::{Ready, ready},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};
use tool_recovery::{
    Admitted, Attempt, Outcome, RecoveryLayer, RejectionKind, ToolCall, Verdict,
    admission::{ApprovalStore, ApprovalSubject, Catalog, ScopePolicy, ToolDescriptor},
    config::RecoveryConfig,
    facts::{Effect, ResultFacts},
    ledger::{LedgerConfig, MemoryLedger},
};
use tower::{Service, ServiceBuilder, ServiceExt, service_fn};

fn catalog() -> Catalog {
    Catalog::builder().tool(ToolDescriptor::new("read").read_only()).tool(ToolDescriptor::new("write").write()).build().unwrap()
}

fn run(call: ToolCall) -> Ready<Result<String, String>> {
    let fails = call.value().and_then(|arguments| arguments.get("fail")).is_some();
    ready(if fails { Err("boom".to_owned()) } else { Ok(call.tool().to_owned()) })
}

#[tokio::test]
async fn an_identical_failing_read_is_nudged_at_two_and_halted_at_three() {
    let layer = RecoveryLayer::builder().catalog(catalog()).facts(ResultFacts::new()).build().unwrap();
    let mut tools = ServiceBuilder::new().layer(layer).service(service_fn(run));
    let mut verdicts = Vec::new();
    for _ in 0..4 {
        let attempt: Attempt<String, String> = tools.ready().await.unwrap().call(ToolCall::new("read", json!({"fail": 1}))).await.unwrap();
        verdicts.push(attempt.verdict);
        if let Outcome::Rejected(rejection) = &attempt.outcome {
            assert_eq!(rejection.kind(), RejectionKind::Halted);
        }
    }
    assert_eq!(verdicts[..3], [Verdict::Continue, Verdict::Nudge, Verdict::Halt]);
}

#[tokio::test]
async fn a_write_that_raised_is_held_until_it_is_reconciled() {
    let layer = RecoveryLayer::builder().catalog(catalog()).facts(ResultFacts::new()).build().unwrap();
    let mut tools = ServiceBuilder::new().layer(layer.clone()).service(service_fn(run));
    let attempt = tools.ready().await.unwrap().call(ToolCall::new("write", json!({"fail": 1}))).await.unwrap();
    let report = attempt.report.unwrap();
    assert_eq!(report.effect, Effect::UncertainWrite);
    assert!(report.standing.held, "{:?}", report.standing);
    let attempt = tools.ready().await.unwrap().call(ToolCall::new("write", json!({"memo": 2})).with_run("other")).await.unwrap();
    let Outcome::Rejected(rejection) = attempt.outcome else { panic!("{:?}", attempt.outcome) };
    assert_eq!(rejection.kind(), RejectionKind::Held);
    layer.ledger().reconcile("write", None, "", tool_recovery::ledger::Reconciled::NotApplied);
    let attempt = tools.ready().await.unwrap().call(ToolCall::new("write", json!({"memo": 2})).with_run("other")).await.unwrap();
    assert!(attempt.outcome.is_completed());
}

/// A ledger has its limits from its own maker: a table `ledger` that nobody would read is an error.
#[test]
fn limits_that_the_given_ledger_does_not_have_are_an_error() {
    let limits = LedgerConfig { repeat_ttl_ms: 1_000, ..LedgerConfig::default() };
    let other = LedgerConfig { repeat_ttl_ms: 2_000, ..LedgerConfig::default() };
    let build = |table: &LedgerConfig, ledger: MemoryLedger| {
        let mut config = RecoveryConfig::default();
        config.ledger = table.clone();
        RecoveryLayer::builder().facts(ResultFacts::new()).config(config).ledger(ledger).build().map(drop)
    };
    for ledger in [MemoryLedger::default(), MemoryLedger::new(other).unwrap()] {
        let error = build(&limits, ledger).unwrap_err();
        assert_eq!(error.key(), "ledger");
        assert!(error.to_string().contains("MemoryLedger::new(config.ledger.clone())"), "{error}");
    }
    build(&limits, MemoryLedger::new(limits.clone()).unwrap()).unwrap();
    build(&LedgerConfig::default(), MemoryLedger::new(limits).unwrap()).unwrap();
}

#[tokio::test]
async fn unknown_names_are_not_executed() {
    let layer = RecoveryLayer::builder().catalog(catalog()).facts(ResultFacts::new()).build().unwrap();
    let mut tools = ServiceBuilder::new().layer(layer.deferred()).service(service_fn(run));
    for expected in [RejectionKind::UnknownTool, RejectionKind::UnknownTool, RejectionKind::Halted] {
        let attempt = tools.ready().await.unwrap().call(ToolCall::new("raed", json!({}))).await.unwrap();
        let Outcome::Rejected(rejection) = &attempt.outcome else { panic!("{:?}", attempt.outcome) };
        assert_eq!(rejection.kind(), expected);
    }
}

#[tokio::test]
async fn the_five_stages_stack_by_hand() {
    let layer = RecoveryLayer::builder().catalog(catalog()).facts(ResultFacts::new()).build().unwrap();
    let mut tools = ServiceBuilder::new()
        .layer(layer.advise())
        .layer(layer.normalize())
        .layer(layer.admit())
        .layer(layer.execute())
        .layer(layer.facts())
        .service(service_fn(run));
    let attempt = tools.ready().await.unwrap().call(ToolCall::from_text("read", r#"{"a":1}"#)).await.unwrap();
    assert!(attempt.outcome.is_completed());
    let attempt = tools.ready().await.unwrap().call(ToolCall::new("read", json!({"fail": 1}))).await.unwrap();
    assert!(matches!(attempt.outcome, Outcome::Errored(_)));
}

/// What stands between `Admit` and `Execute` may hold a call for as long as it likes, and the user changes their mind meanwhile.
#[tokio::test]
async fn an_approval_that_is_withdrawn_between_admit_and_execute_is_not_used() {
    type Withdraws = fn(&ApprovalStore);
    let ways: [(Withdraws, RejectionKind); 2] = [
        (|approvals| assert!(approvals.revoke(&ApprovalSubject::new("", "write"))), RejectionKind::ApprovalAbsent),
        (|approvals| approvals.deny(ApprovalSubject::new("", "write")), RejectionKind::ApprovalDenied),
    ];
    for (withdraw, kind) in ways {
        let (approvals, held, executed) = (ApprovalStore::default(), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let policy = ScopePolicy::deny_by_default().require_approval("*", "write").approvals(approvals.clone()).build().unwrap();
        let layer = RecoveryLayer::builder().catalog(catalog()).policy(policy).facts(ResultFacts::new()).build().unwrap();
        approvals.grant(ApprovalSubject::new("", "write"), None);
        let (waits, runs, changing) = (held.clone(), executed.clone(), approvals.clone());
        let mut tools = ServiceBuilder::new()
            .layer(layer.advise())
            .layer(layer.normalize())
            .layer(layer.admit())
            .map_request(move |admitted: Admitted<ToolCall>| {
                // The second call is the one that waits.
                if waits.fetch_add(1, Relaxed) == 1 {
                    withdraw(&changing);
                }
                admitted
            })
            .layer(layer.execute())
            .layer(layer.facts())
            .service(service_fn(move |call| {
                runs.fetch_add(1, Relaxed);
                run(call)
            }));
        let before = tools.ready().await.unwrap().call(ToolCall::new("write", json!({"n": 1}))).await.unwrap();
        assert!(before.outcome.is_completed());
        let attempt = tools.ready().await.unwrap().call(ToolCall::new("write", json!({"n": 2}))).await.unwrap();
        let Outcome::Rejected(rejection) = &attempt.outcome else { panic!("{kind:?}: {:?}", attempt.outcome) };
        assert_eq!((rejection.kind(), held.load(Relaxed), executed.load(Relaxed)), (kind, 2, 1), "it was admitted, and did not run");
        assert!(layer.ledger().holds().is_empty(), "{kind:?}: what did not run is not held");
    }
}
