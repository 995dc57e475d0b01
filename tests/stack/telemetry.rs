//! One event per failure with a closed set of fields, none on success, and a span only by choice.

use crate::support::{
    End, Plan, RigBuilder, Script, args, begin, builder, call,
    capture::{Capture, Seen},
    deciders::{Evaluator, Manner},
    lost, open, poll_once, report, settled, throttled,
};
use serde_json::json;
use std::{collections::BTreeSet, time::Duration};
use tokio_util::sync::CancellationToken;
use tool_recovery::{ToolCall, classify::Class, ledger::MemoryLedger, telemetry};
use tower::{Layer, Service, ServiceBuilder};

/// Every field that the event can have, as the documentation lists them. A field without a value is left out of an event.
const FIELDS: [&str; 13] = [
    "action",
    "alternate_present",
    "class",
    "decision_attempts",
    "decision_latency_ms",
    "distribution",
    "fallback",
    "question_version",
    "repair_count",
    "repairs",
    "source",
    "subkind",
    "verdict",
];
/// Those that not every event has.
const SOMETIMES: [&str; 5] = ["decision_latency_ms", "distribution", "fallback", "question_version", "subkind"];

fn stack() -> RigBuilder {
    builder(&MemoryLedger::default())
}

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, args(1)).with_run("run 1").with_scope("scope 1").with_call_id("call 1")
}

fn the_one(events: &[Seen]) -> &Seen {
    let [event] = events else { panic!("one event, not {events:?}") };
    assert_eq!((&*event.name, &*event.target), ("recovery", telemetry::TARGET));
    let declared: BTreeSet<&str> = event.declared.iter().map(String::as_str).collect();
    assert_eq!(declared, BTreeSet::from(FIELDS), "exactly these fields");
    for field in FIELDS {
        assert!(event.fields.contains_key(field) || SOMETIMES.contains(&field), "{field} is missing in {event:?}");
    }
    event
}

#[tokio::test(start_paused = true)]
async fn a_success_emits_nothing() {
    let (capture, _guard) = Capture::begin();
    let script = Script::always(End::Done);
    let mut service = stack().build().unwrap().layer(script.tool());
    for request in [to("read"), to("write"), to("plain"), ToolCall::from_text("read", "{}")] {
        assert!(call(&mut service, request).await.outcome.is_completed());
    }
    script.otherwise(End::Input);
    let _ = call(&mut service, to("read")).await;
    assert_eq!((capture.events(), capture.spans()), (vec![], vec![]));
}

#[tokio::test(start_paused = true)]
async fn each_failure_emits_one_event_with_exactly_the_documented_fields() {
    let (capture, _guard) = Capture::begin();
    let script = Script::always(End::Done);
    let layer = stack().build().unwrap();
    let mut direct = layer.layer(script.tool());
    let mut by_hand = ServiceBuilder::new()
        .layer(layer.advise())
        .layer(layer.normalize())
        .layer(layer.admit())
        .layer(layer.execute())
        .layer(layer.facts())
        .service(script.tool());
    let plans: Vec<Plan> = vec![
        End::Failed(settled(Class::Permission)).into(),
        End::Raised(lost()).into(),
        End::Failed(throttled(Some(Duration::from_secs(3)))).into(),
        Plan::from(End::Never),
    ];
    for (n, plan) in plans.into_iter().enumerate() {
        for by_hand_too in [false, true] {
            script.then(plan.clone());
            let request = ToolCall::new("slow_read", args(n as u64)).with_run(format!("{n} {by_hand_too}"));
            let answer = if by_hand_too { call(&mut by_hand, request).await } else { call(&mut direct, request).await };
            let events = capture.events();
            let event = the_one(&events);
            let report = report(&answer);
            assert_eq!(event.fields["class"], report.classification.class.as_str());
            assert_eq!(event.fields["source"], report.classification.source.as_str());
            assert_eq!(event.fields["action"], report.advice.action.as_str());
            assert_eq!(event.fields["verdict"], answer.verdict.as_str());
            assert_eq!((&*event.fields["decision_attempts"], &*event.fields["alternate_present"]), ("0", "false"));
        }
    }
    let _ = call(&mut direct, to("no_such_tool")).await;
    assert_eq!(the_one(&capture.events()).fields["class"], "wrong_tool");
    let _ = call(&mut direct, ToolCall::from_text("read", "{\"a\":")).await;
    assert_eq!(the_one(&capture.events()).fields["class"], "wrong_arguments");
}

#[tokio::test(start_paused = true)]
async fn repairs_are_named_by_their_rules() {
    let (capture, _guard) = Capture::begin();
    let script = Script::always(End::Failed(settled(Class::Unknown)));
    let mut service = stack().build().unwrap().layer(script.tool());
    let _ = call(&mut service, ToolCall::from_text("read", "\u{feff}```json\n{\"a\": 1}\n```")).await;
    let events = capture.events();
    let fields = &the_one(&events).fields;
    assert_eq!((&*fields["repairs"], &*fields["repair_count"]), ("text_to_object,markdown_fence,byte_order_mark", "3"));
}

#[tokio::test(start_paused = true)]
async fn a_decision_is_told_with_its_latency_or_its_reason_for_abstaining() {
    let (capture, _guard) = Capture::begin();
    let second = Duration::from_secs(1);
    let cases = [
        (Manner::SaysAfter(Class::Permission, second), "permission", "jev", Some("1000.0"), None),
        (Manner::Abstains, "unknown", "trusted", Some("0.0"), Some("evidence")),
        (Manner::Hangs, "unknown", "trusted", Some("3000.0"), Some("deadline")),
        (Manner::PanicsAtOnce, "unknown", "trusted", None, Some("panicked")),
        (Manner::PanicsInPoll, "unknown", "trusted", Some("0.0"), Some("panicked")),
    ];
    for (manner, class, source, latency, fallback) in cases {
        let script = Script::always(End::Failed(open("boom")));
        let mut service = stack().decider(Evaluator::new(manner)).build().unwrap().layer(script.tool());
        let _ = call(&mut service, to("read")).await;
        let events = capture.events();
        let event = the_one(&events);
        assert_eq!((&*event.fields["class"], &*event.fields["source"]), (class, source), "{manner:?}");
        assert_eq!(event.fields.get("decision_latency_ms").map(String::as_str), latency, "{manner:?}");
        assert_eq!(event.fields.get("fallback").map(String::as_str), fallback);
        assert_eq!((&*event.fields["decision_attempts"], event.fields["question_version"].as_str()), ("1", telemetry::QUESTION_VERSION));
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_has_no_event() {
    let (capture, _guard) = Capture::begin();
    let script = Script::always(End::Never);
    let mut service = stack().build().unwrap().layer(script.tool());
    let mut future = begin(&mut service, to("read")).await;
    assert!(poll_once(&mut future).is_pending());
    drop(future);
    assert_eq!(capture.events(), vec![]);
}

/// Marks the moments at which the tool works.
#[derive(Clone)]
struct Marks<S>(S, Capture);

impl<S: Service<ToolCall>> Service<ToolCall> for Marks<S>
where
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = std::pin::Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: ToolCall) -> Self::Future {
        self.1.mark('c');
        let capture = self.1.clone();
        let inner = self.0.call(request);
        Box::pin(async move {
            capture.mark('p');
            tokio::task::yield_now().await;
            capture.mark('p');
            inner.await
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_span_encloses_the_execution_and_nothing_else() {
    let (capture, _guard) = Capture::begin();
    let script = Script::always(End::Failed(open("boom")));
    let layer = stack().decider(Evaluator::new(Manner::SaysAfter(Class::Permission, Duration::from_secs(1)))).spans(true).build().unwrap();
    let tool = Marks(script.tool(), capture.clone());
    let mut by_hand = ServiceBuilder::new()
        .layer(layer.advise())
        .layer(layer.normalize())
        .layer(layer.admit())
        .layer(layer.execute())
        .layer(layer.facts())
        .service(tool.clone());
    let (mut direct, mut deferred) = (layer.layer(tool.clone()), layer.deferred().layer(tool));
    for way in 0..3 {
        let request = to("read").with_run(format!("{way}"));
        let answer = match way {
            0 => call(&mut direct, request).await,
            1 => call(&mut deferred, request).await,
            _ => call(&mut by_hand, request).await,
        };
        assert_eq!(report(&answer).classification.class, Class::Permission);
        assert_eq!(capture.moves(), "+c-+p-+p-x", "entered for the call and each poll, closed before the decision is awaited");
        let spans = capture.spans();
        let [span] = &*spans else { panic!("{spans:?}") };
        assert_eq!((&*span.name, &*span.target), (telemetry::SPAN, telemetry::TARGET));
        assert_eq!(span.declared, ["gen_ai.operation.name", "gen_ai.tool.name"]);
        assert_eq!((&*span.fields["gen_ai.operation.name"], &*span.fields["gen_ai.tool.name"]), ("execute_tool", "read"));
    }
    assert_eq!(call(&mut direct, to("no_such_tool")).await.verdict, tool_recovery::Verdict::Continue);
    assert_eq!((capture.spans(), &*capture.moves()), (vec![], ""), "a rejected call was not executed");
}

#[tokio::test(start_paused = true)]
async fn a_span_ends_when_the_execution_is_cut_off_or_dropped() {
    let (capture, _guard) = Capture::begin();
    let script = Script::always(End::Never);
    let mut service = stack().spans(true).build().unwrap().layer(script.tool());
    let token = CancellationToken::new();
    let mut future = begin(&mut service, to("read").with_cancellation(&token)).await;
    assert!(poll_once(&mut future).is_pending());
    token.cancel();
    assert!(poll_once(&mut future).is_ready());
    assert!(capture.moves().ends_with('x'));
    drop(begin(&mut service, to("read")).await);
    assert_eq!(capture.moves(), "+-x");
}

#[tokio::test(start_paused = true)]
async fn a_span_names_declared_tools_alone() {
    let (capture, _guard) = Capture::begin();
    let script = Script::always(End::Done);
    let mut service = stack().catalog(()).spans(true).build().unwrap().layer(script.tool());
    assert!(call(&mut service, ToolCall::new("whatever the model wrote", json!({}))).await.outcome.is_completed());
    let spans = capture.spans();
    assert_eq!(spans.len(), 1);
    assert!(!spans[0].fields.contains_key("gen_ai.tool.name"), "{spans:?}");
}
