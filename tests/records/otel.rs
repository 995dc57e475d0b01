//! Records as spans: sent by the SDK and the exporter that a host has, and read by a receiver on the loopback.

use crate::support::{End, Script, args, builder, call, settled};
use opentelemetry::trace::{TraceContextExt as _, Tracer as _, TracerProvider as _};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::trace::SdkTracerProvider;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};
use tool_recovery::{
    ToolCall,
    classify::Class,
    ledger::MemoryLedger,
    record::{DigestKey, MemorySink, OtelSink, Record, RecordSink, Records, RotatingKey, Tee},
};
use tower::Layer;

/// A receiver of OTLP over HTTP: gives the body of every request to `/v1/traces`.
fn receiver() -> (String, Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1/traces", listener.local_addr().unwrap());
    let (bodies, received) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            assert!(line.starts_with("POST /v1/traces "), "{line}");
            let mut length = 0;
            loop {
                line.clear();
                reader.read_line(&mut line).unwrap();
                let header = line.to_ascii_lowercase();
                if let Some(value) = header.strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}").unwrap();
            if bodies.send(serde_json::from_slice(&body).unwrap()).is_err() {
                return;
            }
        }
    });
    (address, received)
}

/// Attributes as plain JSON.
fn attributes(of: &Value) -> BTreeMap<String, Value> {
    let value = |value: &Value| value.as_object().unwrap().values().next().unwrap().clone();
    of["attributes"].as_array().into_iter().flatten().map(|pair| (pair["key"].as_str().unwrap().to_owned(), value(&pair["value"]))).collect()
}

#[test]
fn spans_and_events_reach_a_receiver_with_the_names_of_the_conventions() {
    // A host installs the provider of its choice, where a feature of this crate wants TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (endpoint, received) = receiver();
    let exporter = SpanExporter::builder().with_http().with_protocol(Protocol::HttpJson).with_endpoint(endpoint).build().unwrap();
    let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).build();
    opentelemetry::global::set_tracer_provider(provider.clone());

    let kept = MemorySink::new(100);
    let sink = Tee(OtelSink::new(), kept.clone());
    // A decision of the examples, about the call that follows.
    let decision = include_str!("../fixtures/records/valid.jsonl").lines().next().unwrap().to_owned().leak();
    // What a model says beside a failure comes when the spans of its call are over.
    let mut beside: Value = serde_json::from_str(decision).unwrap();
    (beside["policy"]["id"], beside["mode"], beside["call_id"]) = (json!("recovery"), json!("shadow"), json!("call_01"));
    let beside = beside.to_string().leak();
    let agent = provider.tracer("agent");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let sink = std::sync::Arc::new(sink);
    agent.in_span("invoke_agent", |context| {
        sink.record(Record::parse(decision.as_bytes()).unwrap());
        let key = RotatingKey::new(DigestKey::new("k1", &[7; 32]).unwrap());
        let script = Script::always(End::Done);
        script.then(End::Failed(settled(Class::WrongArguments)));
        let mut service = builder(&MemoryLedger::default()).records(Records::new(sink.clone(), key)).build().unwrap().layer(script.tool());
        let to = |tool: &str, id: &str| ToolCall::new(tool.to_owned(), args(1)).with_call_id(id.to_owned()).with_run("secret run");
        runtime.block_on(async {
            let _ = call(&mut service, to("read", "call_01")).await;
            sink.record(Record::parse(beside.as_bytes()).unwrap());
            let _ = call(&mut service, to("read", "call_02")).await;
            let _ = call(&mut service, to("hunter2_tool", "call_03")).await;
        });
        assert!(context.span().span_context().is_valid());
    });
    provider.force_flush().unwrap();

    let mut spans = Vec::new();
    while spans.iter().filter(|span: &&Value| span["name"] == "invoke_agent").count() == 0 {
        let body = received.recv_timeout(Duration::from_secs(20)).expect("another request");
        assert!(!body.to_string().contains("hunter2") && !body.to_string().contains("secret"), "{body}");
        for scope in body["resourceSpans"].as_array().unwrap().iter().flat_map(|resource| resource["scopeSpans"].as_array().unwrap()) {
            if scope["scope"]["name"] == "tool-recovery" {
                assert_eq!(scope["schemaUrl"], "https://opentelemetry.io/schemas/gen-ai/0.1.0");
            }
            spans.extend(scope["spans"].as_array().unwrap().clone());
        }
    }
    let named = |name: &str| spans.iter().filter(|span| span["name"] == name).collect::<Vec<_>>();
    let agent = named("invoke_agent")[0];
    let tools = named("execute_tool read");
    assert_eq!((tools.len(), named("tool_recovery.recovery").len(), spans.len()), (2, 2, 6), "{spans:#?}");
    for tool in &tools {
        assert_eq!((&tool["parentSpanId"], &tool["traceId"], &tool["kind"]), (&agent["spanId"], &agent["traceId"], &json!(1)));
    }
    let failed = attributes(tools[0]);
    assert_eq!(failed["gen_ai.operation.name"], "execute_tool");
    assert_eq!(failed["gen_ai.tool.name"], "read");
    assert_eq!(failed["gen_ai.tool.call.id"], "call_01");
    assert_eq!(failed["error.type"], "tool_error");
    assert_eq!(tools[0]["status"]["code"], 2);
    let succeeded = attributes(tools[1]);
    assert!(!succeeded.contains_key("error.type") && tools[1]["status"]["code"].as_u64().unwrap_or_default() == 0);
    assert_eq!(named("tool_recovery.recovery")[0]["parentSpanId"], tools[0]["spanId"]);

    let comparison = named("tool_recovery.comparison")[0];
    assert_eq!((&comparison["parentSpanId"], comparison["events"].as_array().unwrap().len()), (&tools[0]["spanId"], 4));

    let events = tools[0]["events"].as_array().unwrap();
    assert_eq!(events.len(), 4, "one event a criterion");
    assert!(events.iter().all(|event| event["name"] == "gen_ai.evaluation.result"));
    let evaluation = attributes(&events[1]);
    assert_eq!(evaluation["gen_ai.evaluation.name"], "fit.repeat@1");
    assert_eq!((&evaluation["gen_ai.evaluation.score.label"], &evaluation["gen_ai.evaluation.score.value"]), (&json!("futile_repeat"), &json!(0.8)));
    assert_eq!((&evaluation["tool_recovery.mode"], &evaluation["tool_recovery.effective_action"]), (&json!("shadow"), &json!("proceed")));
    assert_eq!(attributes(&events[2])["gen_ai.evaluation.score.value"], 2.5);
    for never in ["gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.tool.description", "gen_ai.evaluation.explanation"] {
        assert!(!spans.iter().any(|span| span.to_string().contains(never)), "{never}");
    }
    assert!(kept.take().len() >= 8, "the other sink has every record");
}
