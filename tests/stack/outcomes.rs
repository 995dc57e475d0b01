//! One test for each way in which a call can end that no other file is about.

use crate::{
    support,
    support::{Counted, End, Reply, Script, args, builder, call, counted, letter, now_instant, open, rejection, report, settled},
};
use serde_json::json;
use std::time::Duration;
use tool_recovery::{
    Outcome, RejectionKind, ToolCall, Verdict,
    admission::{ApprovalStore, ApprovalSubject, Catalog, ScopePolicy, ToolDescriptor},
    advice::{Action, Owner},
    classify::Class,
    facts::{Adapter, BodyRule, Effect, FailureKind, Phase, Provenance, ResultFacts},
    ledger::{LedgerConfig, MemoryLedger, Reconciled},
    normalize::Repair,
};
use tower::{Layer, ServiceExt, service_fn};

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, args(1))
}

#[tokio::test(start_paused = true)]
async fn an_incomplete_answer_counts_nothing_and_clears_nothing() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    let mut letters = String::new();
    for n in 0..3 {
        script.then(End::Failed(settled(Class::WrongArguments)));
        letters.push(letter(&call(&mut service, to("read")).await));
        for tool in ["read", "edit"] {
            script.then(End::Input);
            if n < 2 {
                let answer = call(&mut service, ToolCall::new(tool, args(9))).await;
                assert!(matches!(answer.outcome, Outcome::Incomplete(Reply::Input(_))) && answer.report.is_none());
            }
        }
        script.forget();
    }
    assert_eq!(letters, ".nH", "neither the same operation nor an unfinished write excuses a repeat");
    assert_eq!(counted(&ledger), Counted { failures: 3, ..Counted::default() });
}

#[tokio::test]
async fn a_schema_rejection_says_where_and_never_runs() {
    let schema = json!({"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "minimum": 1}}, "required": ["query"]});
    let catalog = Catalog::builder().tool(ToolDescriptor::new("search").write().schema(schema)).build().unwrap();
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).catalog(catalog).build().unwrap().layer(script.tool());
    let answer = call(&mut service, ToolCall::new("search", json!({"query": "x", "limit": 0}))).await;
    let Outcome::Rejected(rejection) = &answer.outcome else { panic!() };
    assert_eq!((rejection.kind(), rejection.pointer()), (RejectionKind::Schema, Some("/limit")));
    let report = report(&answer);
    assert_eq!(
        (report.effect, report.facts.phase, report.facts.provenance),
        (Effect::NotApplied, Phase::PreExecution, Provenance::new(Adapter::Core, "admission"))
    );
    assert_eq!((&report.advice.action, report.advice.owner), (&Action::CorrectArguments(None), Owner::ToolContract));
    assert!(
        call(&mut service, ToolCall::new("search", json!({"query": "x", "limit": 1}))).await.outcome.is_completed(),
        "a corrected call may run at once, though it writes"
    );
    let again = [call(&mut service, ToolCall::new("search", json!({}))).await, call(&mut service, ToolCall::new("search", json!({}))).await];
    assert_eq!(again.map(|answer| answer.verdict), [Verdict::Continue, Verdict::Halt], "the same rejected call again");
}

/// Whatever a rejection asks for, the model has to learn that the operation is closed by it, and not to call it again.
#[tokio::test(start_paused = true)]
async fn a_rejection_that_closes_its_operation_says_so() {
    let name = "t".repeat(128);
    let schema = json!({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]});
    let tools = Catalog::builder().tool(ToolDescriptor::new(&*name).write().schema(schema)).tool(ToolDescriptor::new("forbidden"));
    let catalog = std::sync::Arc::new(tools.build().unwrap());
    let approvals = ApprovalStore::default();
    approvals.deny(ApprovalSubject::new("denied", &*name));
    let text = |text: &str| ToolCall::from_text(&*name, text);
    let calls = [
        (RejectionKind::UnknownTool, ToolCall::new("missing", args(1))),
        (RejectionKind::Schema, ToolCall::new(&*name, json!({}))),
        (RejectionKind::Malformed, text("[1]")),
        (RejectionKind::Truncated, text("{\"query\": \"x")),
        (RejectionKind::DuplicateKey, text("{\"query\": \"x\", \"query\": \"y\"}")),
        (RejectionKind::TooDeep, text(&format!("{}1{}", "{\"a\":".repeat(500), "}".repeat(500)))),
        (RejectionKind::Denied, ToolCall::new("forbidden", args(1))),
        (RejectionKind::ApprovalDenied, ToolCall::new(&*name, json!({"query": "x"})).with_scope("denied")),
    ];
    for (kind, made) in calls {
        let policy = ScopePolicy::allow_by_default().deny("*", "forbidden").require_approval("denied", "*").approvals(approvals.clone()).build().unwrap();
        let script = Script::always(End::Done);
        let mut service = builder(&MemoryLedger::default()).catalog(catalog.clone()).policy(policy).build().unwrap().layer(script.tool());
        let mut answer = call(&mut service, made.clone()).await;
        if answer.verdict != Verdict::Halt {
            assert!(!answer.for_model().unwrap().contains("closes"), "{kind}");
            answer = call(&mut service, made).await;
        }
        assert_eq!((rejection(&answer), answer.verdict), (Some(kind), Verdict::Halt));
        let Outcome::Rejected(rejection) = &answer.outcome else { panic!() };
        let said = answer.for_model().unwrap();
        assert_eq!(said, rejection.message());
        assert!(said.contains("This closes the operation, not the task") && said.contains("othing was executed"), "{kind}: {said}");
        assert!(said.len() <= 600 && !said.contains('…'), "{kind}: {said}");
        for invitation in ["Correct them", "Send one", "Send them", "call again", "Send the"] {
            assert!(!said.contains(invitation), "{kind}: {said}");
        }
        assert!(report(&answer).advice.action != Action::CorrectArguments(None), "{kind}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_denial_stands_against_rephrased_calls_in_its_scope() {
    let approvals = ApprovalStore::default();
    let policy = ScopePolicy::deny_by_default().allow("*", "read").require_approval("*", "write").approvals(approvals.clone()).build().unwrap();
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).policy(policy).build().unwrap().layer(script.tool());
    let write = |text: &str, scope: &str| ToolCall::new("write", json!({"text": text})).with_scope(scope.to_owned());
    approvals.deny(ApprovalSubject::new("a", "write").with_arguments(json!({"text": "first"})));
    for text in ["first", "in other words", "please"] {
        let answer = call(&mut service, write(text, "a")).await;
        assert_eq!((rejection(&answer), answer.verdict), (Some(RejectionKind::ApprovalDenied), Verdict::Halt));
        assert_eq!((&report(&answer).advice.action, report(&answer).advice.owner), (&Action::ReportBlocked, Owner::Policy));
    }
    assert_eq!(rejection(&call(&mut service, write("first", "b")).await), Some(RejectionKind::ApprovalAbsent), "another scope was not denied");
    assert!(call(&mut service, ToolCall::new("read", json!({})).with_scope("a")).await.outcome.is_completed());
    approvals.grant(ApprovalSubject::new("a", "write"), None);
    ledger.note_world_change("", "a");
    assert_eq!(
        rejection(&call(&mut service, write("first", "a")).await),
        Some(RejectionKind::ApprovalDenied),
        "within the run the denial stands until it is lifted"
    );
    assert!(ledger.reset("", "write", None, "a"));
    assert!(call(&mut service, write("first", "a")).await.outcome.is_completed());
    assert_eq!((script.calls(), counted(&ledger).denials), (2, 4));
}

#[tokio::test(start_paused = true)]
async fn a_terminal_fault_closes_the_operation_at_once() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    script.then(End::Failed(open("corrupt").kind(FailureKind::Terminal)));
    let answer = call(&mut service, to("read")).await;
    assert_eq!((answer.verdict, &report(&answer).advice.action), (Verdict::Halt, &Action::ReportBlocked));
    ledger.note_world_change("", "");
    assert_eq!(rejection(&call(&mut service, ToolCall::new("read", args(2))).await), Some(RejectionKind::Halted), "a change of the world does not cure it");
    assert_eq!(counted(&ledger), Counted { terminal: 1, refusals: 1, ..Counted::default() });
}

#[tokio::test]
async fn a_flag_in_a_successful_body_is_data_unless_a_rule_says_otherwise() {
    let body = json!({"ok": false, "message": "no such ticket"});
    let tool = service_fn(move |_: ToolCall| {
        let body = body.clone();
        async move { Ok::<_, String>(body) }
    });
    let catalog = Catalog::builder()
        .tool(ToolDescriptor::new("plain").read_only())
        .tool(ToolDescriptor::new("ruled").read_only().body_rule(BodyRule::new("/ok", false)))
        .build()
        .unwrap();
    let facts = ResultFacts::new().with_body(|body: &serde_json::Value| Some(body));
    let service = tool_recovery::RecoveryLayer::builder().catalog(catalog).facts(facts).build().unwrap().layer(tool);
    let (capture, _guard) = support::capture::Capture::begin();
    assert!(service.clone().oneshot(to("plain")).await.unwrap().outcome.is_completed());
    let events = capture.events();
    assert_eq!((events.len(), &*events[0].name, &*events[0].fields["contradiction"]), (1, "contradiction", "negative_flag"));
    let ruled = service.oneshot(to("ruled")).await.unwrap();
    assert!(matches!(ruled.outcome, Outcome::Failed(_)), "the body is kept as it came");
}

#[tokio::test(start_paused = true)]
async fn an_alias_and_a_repaired_text_run_under_the_canonical_name() {
    let catalog = support::tools().alias("cat", "read").build().unwrap();
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(settled(Class::WrongArguments))));
    let mut service = builder(&ledger).catalog(catalog).build().unwrap().layer(script.tool());
    let first = call(&mut service, ToolCall::from_text("cat", " {\"path\": \"a\"}")).await;
    assert_eq!(report(&first).repairs.iter().collect::<Vec<_>>(), [Repair::TextToObject, Repair::Whitespace, Repair::NameAlias]);
    let second = call(&mut service, ToolCall::new("read", json!({"path": "a"}))).await;
    assert_eq!((second.verdict, report(&second).standing.identical), (Verdict::Nudge, 2), "one operation and one call, however they are written");
    assert_eq!(script.seen().calls, ["read", "read"]);
}

#[tokio::test(start_paused = true)]
async fn a_restart_keeps_the_holds_and_forgets_the_failures() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost())));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    for tool in ["write", "read", "read", "read"] {
        let _ = call(&mut service, to(tool)).await;
    }
    assert_eq!(rejection(&call(&mut service, to("read")).await), Some(RejectionKind::Halted));
    let restored = MemoryLedger::restore(LedgerConfig::default(), &ledger.snapshot()).unwrap();
    script.otherwise(End::Done);
    let mut service = builder(&restored).build().unwrap().layer(script.tool());
    assert!(call(&mut service, to("read")).await.outcome.is_completed(), "what a process counted belongs to it");
    assert_eq!(rejection(&call(&mut service, to("write")).await), Some(RejectionKind::Held));
    assert_eq!(restored.reconcile("write", None, "", Reconciled::Applied), 1);
    assert!(call(&mut service, to("write")).await.outcome.is_completed());
}

#[tokio::test(start_paused = true)]
async fn two_calls_that_wait_for_one_pause_both_run_after_it() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().deferred().layer(script.tool());
    script.then(End::Failed(support::throttled(Some(Duration::from_secs(3)))));
    let _ = call(&mut service, to("read")).await;
    let began = now_instant();
    let tasks: Vec<_> = (0..2).map(|n| tokio::spawn(service.clone().oneshot(ToolCall::new("read", args(n))))).collect();
    for task in tasks {
        assert!(task.await.unwrap().unwrap().outcome.is_completed());
    }
    assert_eq!(now_instant() - began, Duration::from_secs(3));
}

/// A request type of a host's that gives back text whatever it is handed.
#[derive(Clone)]
struct Forgetful;

impl tool_recovery::ToolRequest for Forgetful {
    type Cancelled = std::future::Pending<()>;

    fn tool(&self) -> &str {
        "write"
    }

    fn arguments(&self) -> tool_recovery::ArgumentsRef<'_> {
        tool_recovery::ArgumentsRef::Text("{}")
    }

    fn with_arguments(self, _: std::sync::Arc<serde_json::Value>) -> Self {
        self
    }

    fn with_tool(self, _: &str) -> Self {
        self
    }

    fn cancelled(&self) -> Self::Cancelled {
        std::future::pending()
    }
}

#[tokio::test]
async fn a_request_that_loses_its_arguments_passes_neither_schema_nor_policy() {
    let policy = || ScopePolicy::deny_by_default().build().unwrap();
    let layer = || tool_recovery::RecoveryLayer::builder().catalog(support::catalog()).policy(policy()).facts(ResultFacts::new()).build().unwrap();
    let tool = service_fn(|_: Forgetful| async { Ok::<_, String>(()) });
    for outcome in [layer().layer(tool).oneshot(Forgetful).await, layer().deferred().layer(tool).oneshot(Forgetful).await] {
        let attempt = outcome.unwrap();
        assert!(matches!(&attempt.outcome, Outcome::Rejected(rejection) if rejection.kind() == RejectionKind::Malformed), "{:?}", attempt.outcome);
    }
}
