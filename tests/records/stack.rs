//! The records that a stack makes of its calls: which, in what order, and what is never in them.

use crate::{
    support,
    support::{
        ByName, End, Plan, Script, args, begin, builder, call,
        capture::Capture,
        evaluators::{Does, Service, deciding},
        lost, poll_once,
        recorded::{key, recorded, story, to, told},
        report, settled, throttled,
    },
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    ToolCall,
    admission::{Catalog, ToolDescriptor},
    alternates::CatalogAlternates,
    classify::Class,
    decide::{Decider, RecoveryEvaluator, wording},
    facts::Effect,
    ledger::MemoryLedger,
    record::{Body, MemorySink, Record, RecordSink, Records},
    systemone::{Answers, Batch, EvaluationError},
};
use tower::{Layer, ServiceBuilder};

#[tokio::test(start_paused = true)]
async fn a_success_is_an_authorization_and_an_execution() {
    let (sink, script) = (MemorySink::new(100), Script::always(Plan::from(End::Done).after(Duration::from_millis(250))));
    let mut service = recorded(&sink).build().unwrap().layer(script.tool());
    assert!(call(&mut service, to("read", 1)).await.outcome.is_completed());
    assert!(call(&mut service, to("write", 2)).await.outcome.is_completed());
    let records = told(&sink);
    assert_eq!(story(&records), ["authorization:permit", "execution:ok", "authorization:permit", "execution:ok"]);
    let [authorization, execution, _, write] = &records[..] else { panic!() };
    assert_eq!(
        (&execution["call_id"], &execution["tool"], &execution["ms"], &execution["effect"]),
        (&json!("call_1"), &json!("read"), &json!(250.0), &json!("none"))
    );
    assert_eq!(write["effect"], "unknown", "an answer without an error says nothing about the effect");
    assert_eq!(authorization["bound_args_digest"], execution["args_digest"]);
    assert_eq!(authorization["session"], execution["session"]);
    assert_eq!(authorization["agent_version"], "agent/1");
    assert_ne!(execution["args_digest"], write["args_digest"]);
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_closed_by_a_success_of_its_operation() {
    let (sink, script) = (MemorySink::new(100), Script::always(End::Done));
    let mut service = recorded(&sink).build().unwrap().layer(script.tool());
    script.then(End::Failed(settled(Class::WrongArguments)));
    script.then(End::Failed(settled(Class::WrongArguments)));
    let first = call(&mut service, to("read", 1)).await;
    tokio::time::advance(Duration::from_secs(5)).await;
    let _ = call(&mut service, to("read", 2)).await;
    let _ = call(&mut service, to("list", 3)).await;
    let _ = call(&mut service, to("read", 4)).await;
    let records = told(&sink);
    let permitted = "authorization:permit";
    assert_eq!(
        story(&records),
        [
            permitted,
            "execution:tool_error",
            "recovery:wrong_arguments",
            permitted,
            "execution:tool_error",
            "recovery:wrong_arguments",
            permitted,
            "execution:ok",
            permitted,
            "execution:ok",
            "recovered:changed_arguments"
        ]
    );
    let (recovery, recovered) = (&records[2], &records[10]);
    assert_eq!((&recovered["recovery_id"], &recovered["after_calls"], &recovered["after_ms"]), (&recovery["id"], &json!(3), &json!(5000)));
    assert_eq!(recovered["call_id"], "call_4");
    let report = report(&first);
    assert_eq!(recovery["action"], report.advice.action.as_str());
    assert_eq!(recovery["verdict"], first.verdict.as_str());
    assert_eq!(recovery["owner"], report.advice.owner.as_str());
    assert_eq!(recovery["codes"], json!(report.codes().iter().map(|code| code.as_str()).collect::<Vec<_>>()));
}

#[tokio::test(start_paused = true)]
async fn authorization_and_proposal_are_told_apart() {
    let sink = MemorySink::new(100);
    let catalog =
        ["forbidden", "unapproved", "denied", "expired", "lapsed"].into_iter().fold(support::tools(), |tools, name| tools.tool(ToolDescriptor::new(name)));
    let catalog = catalog.tool(ToolDescriptor::new("strict").schema(json!({"type": "object", "required": ["title"]}))).build().unwrap();
    let mut service = recorded(&sink).catalog(catalog).policy(ByName).build().unwrap().layer(Script::always(End::Done).tool());
    let cases: [(&str, &[&str], &str); 7] = [
        ("forbidden", &["authorization:deny"], "A1"),
        ("unapproved", &["authorization:needs_approval"], "A1"),
        ("denied", &["authorization:rejected"], "A1"),
        ("expired", &["authorization:expired"], "A2"),
        ("lapsed", &["authorization:expired"], "A2"),
        ("strict", &[], "C2"),
        ("no_such_tool", &[], "C1"),
    ];
    for (tool, authorization, code) in cases {
        let _ = call(&mut service, to(tool, 1)).await;
        let records = told(&sink);
        let (last, before) = records.split_last().unwrap();
        let (execution, before) = before.split_last().unwrap();
        assert_eq!(story(before), authorization, "{tool}");
        assert_eq!((&execution["status"], &execution["effect"], &execution["ms"]), (&json!("not_run"), &json!("none"), &json!(0.0)), "{tool}");
        assert_eq!(last["codes"], json!([code]), "{tool}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_end_has_its_status() {
    let sink = MemorySink::new(100);
    let script = Script::always(End::Done);
    let mut service = recorded(&sink).build().unwrap().layer(script.tool());
    let plans: [(&str, End, &str, &str); 6] = [
        ("read", End::Input, "input_required", "unknown"),
        ("read", End::Failed(settled(Class::Permission)), "tool_error", "none"),
        ("write", End::Raised(lost()), "transport_error", "unknown"),
        ("read", End::Raised(throttled(Some(Duration::from_secs(3)))), "tool_error", "none"),
        ("slow_read", End::Never, "timeout", "none"),
        ("plain", End::Raised(settled(Class::WrongArguments).code(tool_recovery::facts::Code::JsonRpc(-32602))), "protocol_error", "unknown"),
    ];
    for (n, (tool, end, status, effect)) in plans.into_iter().enumerate() {
        script.then(end);
        let answer = call(&mut service, to(tool, n as u64).with_run(format!("run {n}"))).await;
        let records = told(&sink);
        let execution = &records[1];
        assert_eq!((&execution["status"], &execution["effect"]), (&json!(status), &json!(effect)), "{tool} {answer:?}");
        assert_eq!(records.len(), if status == "input_required" { 2 } else { 3 });
        if tool == "write" {
            assert_eq!(report(&answer).effect, Effect::UncertainWrite);
            assert!(records[2]["codes"].as_array().unwrap().contains(&json!("T3")));
        }
        if n == 3 {
            assert_eq!(execution["retry_after_ms"], 3000);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_or_cancelled_call_is_recorded_once() {
    let sink = MemorySink::new(100);
    let script = Script::always(End::Never);
    let mut service = recorded(&sink).build().unwrap().layer(script.tool());
    let mut future = begin(&mut service, to("read", 1)).await;
    assert!(poll_once(&mut future).is_pending());
    drop(future);
    assert_eq!(story(&told(&sink)), ["authorization:permit", "execution:timeout"], "nobody waited, and no advice was given");
    drop(begin(&mut service, to("no_such_tool", 3)).await);
    assert_eq!(story(&told(&sink)), ["execution:not_run"], "refused, and nobody asked why");
    let token = CancellationToken::new();
    let mut future = begin(&mut service, to("list", 2).with_cancellation(&token)).await;
    assert!(poll_once(&mut future).is_pending());
    token.cancel();
    assert!(poll_once(&mut future).is_ready());
    drop(future);
    assert_eq!(story(&told(&sink)), ["authorization:permit", "execution:cancelled", "recovery:unknown"]);
}

#[tokio::test(start_paused = true)]
async fn the_three_ways_to_stack_record_the_same() {
    let mut stories = BTreeMap::new();
    for way in ["fused", "deferred", "by hand"] {
        let (sink, script) = (MemorySink::new(100), Script::always(End::Done));
        let layer = recorded(&sink).policy(ByName).build().unwrap();
        let (mut fused, mut deferred) = (layer.layer(script.tool()), layer.deferred().layer(script.tool()));
        let mut by_hand = ServiceBuilder::new()
            .layer(layer.advise())
            .layer(layer.normalize())
            .layer(layer.admit())
            .layer(layer.execute())
            .layer(layer.facts())
            .service(script.tool());
        for (n, end) in [End::Done, End::Failed(settled(Class::Permission)), End::Input, End::Raised(lost()), End::Done].into_iter().enumerate() {
            script.then(end);
            let request = to("read", n as u64);
            let _ = match way {
                "fused" => call(&mut fused, request).await,
                "deferred" => call(&mut deferred, request).await,
                _ => call(&mut by_hand, request).await,
            };
        }
        let request = to("no_such_tool", 1);
        let _ = match way {
            "fused" => call(&mut fused, request).await,
            "deferred" => call(&mut deferred, request).await,
            _ => call(&mut by_hand, request).await,
        };
        stories.insert(way, story(&told(&sink)));
    }
    assert_eq!(stories["fused"].len(), 15, "{stories:?}");
    assert!(stories.values().all(|story| story == &stories["fused"]), "{stories:?}");
}

#[tokio::test(start_paused = true)]
async fn a_recovery_record_says_what_the_event_says() {
    let (capture, _guard) = Capture::begin();
    let (sink, script) = (MemorySink::new(100), Script::always(End::Failed(throttled(Some(Duration::from_secs(3))))));
    let mut service = recorded(&sink).build().unwrap().layer(script.tool());
    let _ = call(&mut service, ToolCall::from_text("read", "```\n{\"a\":1}\n```")).await;
    let events = capture.events();
    let event = &events[0].fields;
    let record = told(&sink).pop().unwrap();
    for field in ["source", "class", "subkind", "action", "verdict"] {
        assert_eq!(json!(event[field]), record[field], "{field}");
    }
    assert_eq!(event["decision_attempts"], record["decision_attempts"].to_string());
    assert_eq!(event["alternate_present"], record["alternate_present"].to_string());
    let rules: Vec<&str> = record["repairs"].as_array().unwrap().iter().map(|repair| repair["rule"].as_str().unwrap()).collect();
    assert_eq!(event["repairs"], rules.join(","));
    assert_eq!(event["repair_count"], rules.len().to_string());
}

/// None of these words may be in any record, whatever way they come in.
const SECRETS: [&str; 7] = ["hunter2", "ada", "tenant", "incident", "drop_table", "boom", "shadowed"];

#[tokio::test(start_paused = true)]
async fn nothing_that_was_said_is_in_a_record() {
    let sink = MemorySink::new(1000);
    let script = Script::always(End::Failed(settled(Class::WrongArguments).text(tool_recovery::facts::UntrustedText::new("boom: hunter2"))));
    let mut service = recorded(&sink).build().unwrap().layer(script.tool());
    let loaded = |tool: &str, id: &str| {
        ToolCall::new(tool.to_owned(), json!({"password": "hunter2", "ada": [1, "incident"]}))
            .with_run("incident of ada")
            .with_scope("tenant ada")
            .with_call_id(id.to_owned())
    };
    for (tool, id) in [("read", "c1"), ("write", "mail to ada@example.org"), ("drop_table_hunter2", "c2"), ("plain", "c3")] {
        let _ = call(&mut service, loaded(tool, id)).await;
    }
    let named = settled(Class::Unknown).code(tool_recovery::facts::Code::name("shadowed.hunter2"));
    script.then(End::Raised(named));
    let _ = call(&mut service, loaded("other", "c4")).await;
    let _ = call(&mut service, ToolCall::from_text("read", "{\"password\": \"hunter2\"").with_run("incident")).await;
    let records = sink.take();
    assert!(records.len() >= 15);
    for record in &records {
        let line = String::from_utf8(record.to_line()).unwrap();
        for secret in SECRETS {
            assert!(!line.contains(secret), "{secret} in {line}");
        }
    }
    let hidden = records.iter().filter(
        |record| matches!(&record.body, Body::Recovery(recovery) if recovery.tool.as_ref().is_some_and(|tool| tool.as_str().starts_with("hmac-sha256:k1:"))),
    );
    assert_eq!(hidden.count(), 1, "a name that the catalog does not declare is hidden");
}

/// A service that answers by a name which is none.
#[derive(Clone)]
struct Chatty;

const NAMED: &str = "sk-live-hunter2x0123456789abcdef";

impl RecoveryEvaluator for Chatty {
    type Evaluation = Pin<Box<dyn Future<Output = Result<Answers, EvaluationError>> + Send>>;

    fn evaluate(&self, batch: Batch, deadline: tokio::time::Instant) -> Self::Evaluation {
        let does = if *batch.questions[0].id == *wording::CLASS { Does::Says(Class::WrongTool, 0.1) } else { Does::Picks(0) };
        let answers = Service::new([does]).evaluate(batch, deadline);
        Box::pin(async move {
            answers.await.map(|mut answers| {
                answers.model = NAMED.into();
                assert!(!format!("{answers:?}").contains("hunter2"));
                answers
            })
        })
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_service_calls_its_model_is_neither_recorded_nor_printed() {
    let (sink, script) = (MemorySink::new(100), Script::always(End::Failed(support::open("this tool cannot open directories"))));
    let page = |name: &'static str| ToolDescriptor::new(name).read_only().capability("Reads a page of the wiki.");
    let catalog = Arc::new(Catalog::builder().tool(page("read")).tool(page("mirror")).build().unwrap());
    let mut config = deciding();
    config.alternate_tools = true;
    let decider = Decider::with_alternates(Chatty, CatalogAlternates::new(catalog.clone(), ()), &config).unwrap();
    let mut service = recorded(&sink).catalog(catalog).decider(decider).build().unwrap().layer(script.tool());
    let attempt = call(&mut service, to("read", 1).with_call_id("sk-live-hunter2x0123456789")).await;
    let decision = report(&attempt).decision.as_ref().unwrap();
    assert!(decision.answered.is_some() && decision.alternate.as_ref().unwrap().answered.is_some());
    assert!(!format!("{attempt:?}").contains("hunter2"), "{attempt:?}");
    let (records, digest) = (told(&sink), key().current().hidden(NAMED));
    let models: Vec<&Value> = records.iter().filter(|record| record["kind"] == "decision").map(|record| &record["evaluator"]["model_resolved"]).collect();
    assert_eq!(models, [digest.as_str(), digest.as_str()]);
    for record in &records {
        assert!(!record.to_string().contains("hunter2"), "{record}");
        assert_eq!(record["call_id"], key().current().call_id("sk-live-hunter2x0123456789").as_str());
    }
}

#[tokio::test(start_paused = true)]
async fn a_sink_that_panics_fails_no_call() {
    struct Panics;
    impl RecordSink for Panics {
        fn record(&self, _: Record<'static>) {
            panic!("a sink of a host");
        }
    }
    let script = Script::always(End::Done);
    let mut service = builder(&MemoryLedger::default()).records(Records::new(Panics, key())).build().unwrap().layer(script.tool());
    assert!(call(&mut service, to("read", 1)).await.outcome.is_completed());
    script.then(End::Failed(settled(Class::Permission)));
    assert_eq!(report(&call(&mut service, to("read", 2)).await).classification.class, Class::Permission);
}

#[tokio::test(start_paused = true)]
async fn outcomes_and_verdicts_are_those_of_a_stack_without_records() {
    let sink = MemorySink::new(10_000);
    let scripts = [Script::always(End::Done), Script::always(End::Done)];
    let mut with = recorded(&sink).build().unwrap().layer(scripts[0].tool());
    let mut without = builder(&MemoryLedger::default()).build().unwrap().layer(scripts[1].tool());
    for n in 0..60u64 {
        let end = [End::Done, End::Failed(settled(Class::WrongArguments)), End::Raised(lost()), End::Input, End::Failed(throttled(None))][(n * 7 % 5) as usize]
            .clone();
        scripts.iter().for_each(|script| script.then(end.clone()));
        let tool = ["read", "list", "plain", "no_such_tool", "poll"][(n * 3 % 5) as usize];
        let request = || ToolCall::new(tool, args(n % 4)).with_run("r");
        let (a, b) = (call(&mut with, request()).await, call(&mut without, request()).await);
        assert_eq!(a, b, "call {n}");
    }
    assert!(sink.take().len() > 120);
}
