//! Canaries: values that must not appear in any event, span, `Debug`, `Display`, rejection or advice, fed through every path.

use crate::{
    support,
    support::{
        ByName, End, Plan, Raised, Script, begin, builder,
        capture::Capture,
        config,
        deciders::{Evaluator, Manner},
        lost, now_instant, open, poll_once, throttled,
    },
};
use http::Response;
use serde_json::{Value, json};
use std::{
    convert::Infallible,
    fmt::{Debug, Display},
    io,
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    ArgumentsRef, Attempt, Outcome, Proposed, RecoveryLayer, ToolCall, ToolRequest,
    admission::{ApprovalStore, ApprovalSubject, Catalog, PolicyRequest, ScopePolicy, Tool, ToolDescriptor},
    config::RecoveryConfig,
    facts::{
        Adapter, ExceptionFacts, FactExtractor, Facts, GrpcFacts, HttpFacts, IoFacts, JsonRpcFacts, Judgement, ProcessFacts, ResultFacts, TowerFacts,
        UntrustedText, exception::Raised as Exception,
    },
    ledger::{Ledger, MemoryLedger, RepeatPolicy},
    normalize::Normalizer,
};
use tower::{Layer, Service, ServiceExt, service_fn};

/// No word of ours, in every casing that a normalization might give it.
const CANARY: &str = "zq7canary";

/// Everything that was printed.
#[derive(Default)]
struct Printed(Vec<(String, String)>);

impl Printed {
    fn debug(&mut self, what: &str, value: &dyn Debug) {
        self.0.push((what.to_owned(), format!("{value:?}")));
        self.0.push((what.to_owned(), format!("{value:#?}")));
    }

    fn display(&mut self, what: &str, value: &dyn Display) {
        self.0.push((what.to_owned(), value.to_string()));
    }

    /// An attempt, and every part of it that is meant to be read by somebody.
    fn attempt<T: Debug, E: Debug>(&mut self, what: &str, attempt: &Attempt<T, E>) {
        self.debug(what, attempt);
        if let Outcome::Rejected(rejection) = &attempt.outcome {
            self.display(what, rejection);
            self.debug(what, rejection);
        }
        if let Some(report) = &attempt.report {
            self.debug(what, report);
            self.display(what, &report.classification.class);
            self.display(what, &report.advice.action);
            self.display(what, &report.advice.for_model);
            self.debug(what, &report.advice.for_user);
            if let Some(text) = &report.facts.text {
                self.display(what, text);
            }
        }
    }

    fn assert_clean(&self, capture: &Capture) {
        for (what, text) in &self.0 {
            assert!(!text.to_lowercase().contains(CANARY), "{what}: {text}");
        }
        for seen in capture.events().into_iter().chain(capture.spans()) {
            assert!(!format!("{seen:?}").to_lowercase().contains(CANARY), "{seen:?}");
        }
    }
}

fn secret(kind: &str) -> String {
    format!("{CANARY}-{kind} sk-live-{CANARY} https://user:{CANARY}@host.test/{CANARY}?token={CANARY}")
}

fn laden() -> Value {
    json!({"path": secret("argument"), "nested": {"password": secret("password"), "list": [secret("item")]}, "n": 1, CANARY: 1, secret("key"): 2})
}

fn catalog() -> Catalog {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string", "maxLength": 4, "pattern": "^[a-z]+$"}, "n": {"type": "integer", "minimum": 5}, "kind": {"enum": ["a", "b"]}},
        "additionalProperties": false,
    });
    let names = ["forbidden", "unapproved", "pending", "denied", "expired", "lapsed"];
    support::tools()
        .tool(ToolDescriptor::new("strict").read_only().schema(schema))
        .tools(names.map(|name| ToolDescriptor::new(name).write().capability(secret("capability"))))
        .build()
        .unwrap()
}

fn ids(request: ToolCall) -> ToolCall {
    request.with_run(secret("run")).with_scope(secret("scope")).with_call_id(secret("call id"))
}

/// Every request, with what the tool does when it gets that far.
fn requests() -> Vec<(&'static str, ToolCall, Plan)> {
    let done = || Plan::from(End::Done);
    let failed = |facts: Facts| Plan::from(End::Failed(facts.text(UntrustedText::new(&secret("error")))));
    let mut all = vec![
        ("success", ToolCall::new("read", laden()), done()),
        ("input required", ToolCall::new("read", laden()), End::Input.into()),
        ("failed read", ToolCall::new("read", laden()), failed(open(""))),
        ("failed write", ToolCall::new("write", laden()), failed(open(""))),
        ("lost write", ToolCall::new("write", laden()), Plan::from(End::Raised(lost().text(UntrustedText::new(&secret("raised")))))),
        ("held write", ToolCall::new("write", laden()), done()),
        ("lost undeclared", ToolCall::new("plain", laden()), failed(lost())),
        ("throttled", ToolCall::new("list", laden()), failed(throttled(Some(Duration::from_secs(60))))),
        ("paced", ToolCall::new("list", laden()), done()),
        ("blocked", ToolCall::new("poll", laden()), failed(throttled(Some(Duration::from_secs(1_000_000))))),
        ("halted", ToolCall::new("poll", laden()), done()),
        ("schema", ToolCall::new("strict", laden()), done()),
        ("schema of values", ToolCall::new("strict", json!({"path": secret("value"), "n": 1, "kind": secret("kind")})), done()),
        ("unknown name", ToolCall::new(secret("name"), laden()), done()),
        ("unknown plain name", ToolCall::new(CANARY, laden()), done()),
        ("an empty name", ToolCall::new("", laden()), done()),
        ("no arguments", ToolCall::without_arguments("read"), failed(open(""))),
        ("timed out", ToolCall::new("slow_write", laden()), Plan::from(End::Never)),
        ("without time", ToolCall::new("read", laden()).with_deadline(now_instant()), done()),
    ];
    for name in ["forbidden", "unapproved", "pending", "denied", "expired", "lapsed"] {
        all.push((name, ToolCall::new(name, laden()), done()));
    }
    let escaped = serde_json::to_string(&secret("text")).unwrap();
    let texts = [
        secret("plain text"),
        format!("{{{escaped}: {escaped}"),
        format!("{{{escaped}: 1, {escaped}: 2}}"),
        format!("{{{escaped} {escaped}}}"),
        format!("[{escaped}]"),
        format!("```json\n{{{escaped}: "),
        format!("{{{escaped}: {escaped}}} {escaped}"),
        format!("{}{escaped}", "[".repeat(100)),
        format!("{{{escaped}: \"{}\"}}", CANARY.repeat(40_000)),
        format!("{{{escaped}: {escaped}}}"),
    ];
    all.extend(texts.into_iter().map(|text| ("text arguments", ToolCall::from_text("read", text), failed(open("")))));
    all
}

#[tokio::test(start_paused = true)]
async fn no_canary_gets_out_of_the_stack() {
    let (capture, _guard) = Capture::begin();
    let mut printed = Printed::default();
    for manner in [Manner::Silent, Manner::Says(tool_recovery::classify::Class::Permission), Manner::PanicsInPoll, Manner::PanicsAtOnce, Manner::Hangs] {
        let ledger = MemoryLedger::default();
        let layer = builder(&ledger).catalog(catalog()).policy(ByName).decider(Evaluator::new(manner)).spans(true).build().unwrap();
        let script = Script::always(End::Done);
        let (mut direct, mut deferred) = (layer.layer(script.tool()), layer.deferred().layer(script.tool()));
        printed.debug("layer", &layer);
        printed.debug("service", &direct);
        printed.debug("stages", &layer.stages());
        for (what, request, plan) in requests() {
            let request = ids(request);
            printed.debug(what, &request);
            printed.debug(what, &request.arguments());
            printed.debug(what, &Proposed::new(request.clone()));
            script.forget();
            script.then(plan.clone());
            let future = begin(&mut direct, request.clone()).await;
            printed.debug(what, &future);
            printed.attempt(what, &future.await.unwrap());
            script.forget();
            script.then(plan);
            let future = begin(&mut deferred, request).await;
            printed.debug(what, &future);
            printed.attempt(what, &future.await.unwrap());
        }
        printed.debug("ledger", &ledger);
        printed.debug("holds", &ledger.holds());
        printed.debug("counters", &ledger.counters());
        printed.debug("snapshot", &ledger.snapshot());
        printed.display("stored snapshot", &serde_json::to_string(&ledger.snapshot()).unwrap());
    }
    assert!(printed.0.len() > 500, "{}", printed.0.len());
    printed.assert_clean(&capture);
}

#[tokio::test(start_paused = true)]
async fn no_canary_gets_out_of_calls_that_end_early() {
    let (capture, _guard) = Capture::begin();
    let mut printed = Printed::default();
    let ledger = MemoryLedger::default();
    let layer = builder(&ledger).decider(Evaluator::new(Manner::Hangs)).spans(true).build().unwrap();
    let script = Script::always(End::Never);
    let mut service = layer.layer(script.tool());
    for cancels in [false, true] {
        let token = CancellationToken::new();
        let mut future = begin(&mut service, ids(ToolCall::new(if cancels { "read" } else { "list" }, laden())).with_cancellation(&token)).await;
        assert!(poll_once(&mut future).is_pending());
        if cancels {
            token.cancel();
            printed.attempt("cancelled", &future.await.unwrap());
        }
    }
    script.then(End::Failed(open(&secret("error"))));
    let mut future = begin(&mut service, ids(ToolCall::new("read", laden()))).await;
    assert!(poll_once(&mut future).is_pending());
    printed.debug("awaiting a decision", &future);
    printed.assert_clean(&capture);
}

#[tokio::test(start_paused = true)]
async fn no_canary_gets_out_of_a_stack_without_a_catalog_that_refuses_repeats() {
    let (capture, _guard) = Capture::begin();
    let mut printed = Printed::default();
    let layer = RecoveryLayer::builder()
        .facts(ResultFacts::new().errors_are_answers())
        .config(config(|config| config.ledger.repeat_policy = RepeatPolicy::Refuse))
        .undeclared_effect(tool_recovery::facts::UndeclaredEffect::ReadOnly)
        .spans(true)
        .build()
        .unwrap();
    let mut service = layer.layer(service_fn(|_: ToolCall| async { Err::<(), _>(Opaque(secret("error"))) }));
    for _ in 0..8 {
        let answer = service.ready().await.unwrap().call(ids(ToolCall::new("plain_name", laden()))).await.unwrap();
        printed.attempt("undeclared", &answer);
    }
    printed.assert_clean(&capture);
}

/// An error whose `Display` tells all, and whose `Debug` the test keeps out of the way: it is the caller's own value.
struct Opaque(String);

impl Display for Opaque {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Debug for Opaque {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Opaque")
    }
}

fn judged<T, E>(printed: &mut Printed, what: &str, extractor: &impl FactExtractor<T, E>, outcome: Result<&T, &E>) {
    let judgement = extractor.judge(&ToolDescriptor::new("tool"), outcome);
    assert!(matches!(judgement, Judgement::Failure(_)), "{what}");
    printed.debug(what, &judgement);
}

#[test]
fn no_canary_gets_out_of_an_adapter() {
    let (capture, _guard) = Capture::begin();
    let mut printed = Printed::default();
    let text = secret("error");
    judged(&mut printed, "result", &ResultFacts::new(), Err::<&(), _>(&text));
    judged(&mut printed, "io", &IoFacts::new(), Err::<&(), _>(&io::Error::other(text.clone())));
    let response = Response::builder().status(500).header("x-secret", CANARY).header("retry-after", CANARY).body(text.clone()).unwrap();
    judged(&mut printed, "http", &HttpFacts::new(), Ok::<_, &Infallible>(&response));
    let rpc = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": text, "data": {"trace": text}}});
    judged(&mut printed, "jsonrpc", &JsonRpcFacts::new(), Ok::<_, &Infallible>(&rpc));
    let raised = Exception { type_name: "ValueError".into(), message: text.as_str().into() };
    judged(&mut printed, "exception", &ExceptionFacts::new(), Err::<&(), _>(&raised));
    printed.debug("exception", &raised);
    let status = (13, text.clone());
    judged(&mut printed, "grpc", &GrpcFacts::with(|error: &(i32, String)| (error.0, error.1.as_str())), Err::<&(), _>(&status));
    let boxed: tower::BoxError = Box::new(io::Error::other(text.clone()));
    judged(&mut printed, "tower", &TowerFacts::new(ResultFacts::new()), Err::<&(), _>(&boxed));
    let output = std::process::Command::new("sh").args(["-c", "printf '%s' \"$0\" >&2; exit 3", &text]).output().unwrap();
    judged(&mut printed, "process", &ProcessFacts::new(), Ok::<_, &io::Error>(&output));
    let untrusted = UntrustedText::new(&text);
    printed.debug("text", &untrusted);
    printed.display("text", &untrusted);
    printed.assert_clean(&capture);
}

#[test]
fn no_canary_gets_out_of_the_parts() {
    let mut printed = Printed::default();
    let (capture, _guard) = Capture::begin();
    let (arguments, text) = (laden(), secret("text"));
    let descriptor = ToolDescriptor::new("tool").schema(json!({"type": "object", "description": text, "required": ["x"]})).capability(text.clone());
    printed.debug("descriptor", &descriptor);
    printed.debug("policy request", &PolicyRequest::new(&descriptor, &arguments, &text, &text, Some(&text)));
    let tool = Tool::new(descriptor).unwrap();
    printed.debug("tool", &tool);
    printed.debug("schema faults", &tool.check(&arguments));
    printed.debug("catalog", &Catalog::builder().tool(ToolDescriptor::new("tool")).build().unwrap());
    let approvals = ApprovalStore::default();
    let subject = ApprovalSubject::new(text.clone(), "tool").in_run(text.clone()).with_arguments(arguments.clone());
    printed.debug("approval subject", &subject);
    approvals.request(subject);
    printed.debug("approvals", &approvals);
    printed.debug("policy", &ScopePolicy::deny_by_default().allow("*", "read_*").approvals(approvals).build().unwrap());
    for raw in [text.as_str(), "{\"zq7canary\": 1, \"zq7canary\": 2}", "{\"zq7canary\": \"zq7canary", "```zq7canary", "{\"a\" zq7canary}"] {
        let normalized = Normalizer::default().normalize(ArgumentsRef::Text(raw), None);
        printed.debug("normalized", &normalized);
        let Err(fault) = normalized else { panic!("{raw}") };
        printed.display("fault", &fault);
        printed.display("rejection", &fault.rejection().message());
    }
    let ledger = MemoryLedger::default();
    printed.debug("fingerprint", &ledger.fingerprint(&arguments, &[]));
    printed.debug("adapter", &Adapter::Host);
    printed.assert_clean(&capture);
}

#[test]
fn no_canary_gets_out_of_a_configuration() {
    let (capture, _guard) = Capture::begin();
    let mut printed = Printed::default();
    let url = format!("https://user:{CANARY}@host.test/{CANARY}?key={CANARY}");
    let values = [
        json!({"jev_base_url": url}),
        json!({"jev_base_url": format!("http://{CANARY}")}),
        json!({"jev_base_url": format!("https://host.test/{CANARY}?key={CANARY}")}),
        json!({"jev_route": CANARY}),
        json!({"classifier": CANARY}),
        json!({"undeclared_effect": CANARY}),
        json!({"decision_timeout_ms": CANARY}),
        json!({"thresholds": {"version": CANARY.repeat(20)}}),
        json!({"thresholds": CANARY}),
        json!({"ledger": {"repeat_policy": CANARY}}),
        json!({"api_key": CANARY}),
        json!(CANARY),
    ];
    for value in values {
        let error = RecoveryConfig::from_value(value.clone()).expect_err(&value.to_string());
        printed.debug("config error", &error);
        printed.display("config error", &error);
    }
    let environment = [("TOOL_RECOVERY_DECISION_TIMEOUT_MS", CANARY), ("TOOL_RECOVERY_JEV_BASE_URL", &url), ("TOOL_RECOVERY_CLASSIFIER", CANARY)];
    for (name, value) in environment {
        let error = RecoveryConfig::resolve(None, [(name.to_owned(), value.to_owned())]).unwrap_err();
        printed.debug("environment", &error);
        printed.display("environment", &error);
    }
    printed.assert_clean(&capture);
}

#[test]
#[should_panic(expected = "zq7canary")]
fn the_search_finds_what_it_is_for() {
    let (capture, _guard) = Capture::begin();
    let mut printed = Printed::default();
    printed.debug("raw", &Raised(open("")));
    tracing::info!(leak = %secret("event"));
    printed.assert_clean(&capture);
}
