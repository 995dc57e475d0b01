//! The whole stack in the mode `jev`, over a real server on the loopback: what it decides is advice, and whatever happens to it the text rules stand, the call ran once, and
//! one failure is counted.
#![allow(clippy::disallowed_methods, reason = "a test with real sockets may")]

use crate::{
    support::{Answer, End, Script, args, builder, call, capture::Capture, counted, open, report},
    systemone_server::{Received, Reply, Server, answer, tls},
};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    FromConfig, ToolCall,
    classify::{Class, Source},
    config::RecoveryConfig,
    decide::Asking,
    jev::{Connection, Credential, Jev, Preset, Provider},
    ledger::MemoryLedger,
};
use tower::Layer;

const LIMIT: Duration = Duration::from_millis(500);
const SLACK: Duration = Duration::from_millis(400);
/// The text rules read `transient` here, and are not certain of it.
const TEXT: &str = "the widget of CANARY-text-secret gave up, please try again later";

fn config(classifier: &str) -> RecoveryConfig {
    config_within(classifier, LIMIT)
}

fn config_within(classifier: &str, limit: Duration) -> RecoveryConfig {
    let thresholds = json!({ "version": "test", "class": 0.7, "recoverability": 0.7, "correction": 0.7, "alternate": 0.7 });
    let concurrency = json!({ "per_run": 64, "total": 256 });
    let limit = u64::try_from(limit.as_millis()).unwrap();
    RecoveryConfig::from_value(json!({
        "classifier": classifier, "decision_timeout_ms": limit, "decisions_per_run": 1000, "decision_concurrency": concurrency, "thresholds": thresholds,
    }))
    .unwrap()
}

fn jev(base: &str) -> Jev {
    jev_by(base, Connection::new())
}

fn jev_by(base: &str, connection: Connection) -> Jev {
    let credential = Credential::new("sk-CANARY-key").unwrap();
    let provider = Provider::custom_at(Preset::SELF_HOSTED, base.parse().unwrap(), credential).unwrap();
    Jev::builder().provider(provider).connection(connection).build().unwrap()
}

/// One failing call in the mode `classifier`: its answer and how long it took. It ran once and is counted once.
async fn once(jev: &Jev, classifier: &str) -> (Answer, Duration) {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open(TEXT))));
    let layer = builder(&ledger).classifier(FromConfig).decider(Asking::new(jev.clone())).config(config(classifier)).build().unwrap();
    let began = Instant::now();
    let answer = call(&mut layer.layer(script.tool()), ToolCall::new("read", args(1))).await;
    assert_eq!((script.calls(), counted(&ledger).failures), (1, 1), "one execution, one observation");
    (answer, began.elapsed())
}

/// The reason for which the text rules stand, and how many requests were sent.
async fn fallback(jev: &Jev) -> (&'static str, u32) {
    let (capture, guard) = Capture::begin();
    let (answer, took) = once(jev, "jev").await;
    drop(guard);
    assert!(took <= LIMIT + SLACK, "{took:?}");
    let report = report(&answer);
    assert_eq!((report.classification.class, report.classification.source), (Class::Transient, Source::Keywords));
    let events = capture.events();
    let told = format!("{events:?} {:?} {:?} {jev:?}", report.decision, report.advice);
    assert!(!told.contains("CANARY"), "{told}");
    let decision = report.decision.as_ref().unwrap();
    let reason = decision.fallback.unwrap().as_str();
    assert_eq!(events.iter().filter(|event| event.fields.get("fallback").is_some_and(|told| told.contains(reason))).count(), 1, "{events:?}");
    (reason, decision.attempts)
}

async fn falls_back(script: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static) -> (&'static str, u32) {
    let server = Server::start(script).await;
    let told = fallback(&jev(&server.base())).await;
    assert_eq!(server.requests(), told.1 as usize);
    server.settles_at(1).await;
    told
}

#[tokio::test]
async fn a_decision_is_advice() {
    let server = Server::start(|request, _| answer(request, "rate_limited")).await;
    let (answer, _) = once(&jev(&server.base()), "jev").await;
    let report = report(&answer);
    assert_eq!((report.classification.class, report.classification.source), (Class::RateLimited, Source::Jev), "{:?}", report.decision);
    let request = &server.received()[0];
    assert!(request.body["state"].as_str().unwrap().contains("gave up"));
    assert_eq!(request.body["model"], "jev-latest");
    let decision = report.decision.as_ref().unwrap();
    assert_eq!((decision.attempts, decision.fallback), (1, None));
    assert!(decision.latency.unwrap() > Duration::ZERO);
}

#[tokio::test]
async fn other_modes_ask_nobody() {
    let server = Server::start(|request, _| answer(request, "rate_limited")).await;
    for mode in ["off", "keywords"] {
        let (answer, _) = once(&jev(&server.base()), mode).await;
        assert_eq!(report(&answer).decision, None);
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn every_fault_of_the_service_leaves_the_text_rules_with_its_reason() {
    let head = |headers: &str| format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{headers}\r\n").into_bytes();
    let stalled = [head("content-length: 90\r\n"), b"{\"mod".to_vec()].concat();
    let trickled = head("content-length: 90\r\n");
    let announced = head("content-length: 10000000000\r\n");
    let flood = head("connection: close\r\n");
    assert_eq!(falls_back(|_, _| Reply::Trickle(Vec::new(), vec![b'H'; 90])).await, ("deadline", 1), "slow headers");
    assert_eq!(falls_back(move |_, _| Reply::Trickle(trickled.clone(), vec![b' '; 90])).await, ("deadline", 1), "slow body");
    assert_eq!(falls_back(move |_, _| Reply::Stall(stalled.clone())).await, ("deadline", 1), "stalled body");
    assert_eq!(falls_back(|_, _| Reply::Reset(Vec::new())).await, ("connection", 1), "reset");
    assert_eq!(falls_back(|_, _| Reply::typed(200, "text/plain", "{}")).await, ("malformed", 1), "content type");
    assert_eq!(falls_back(|_, _| Reply::typed(200, "text/html", "<html>CANARY</html>")).await, ("malformed", 1), "page");
    assert_eq!(falls_back(move |_, _| Reply::Flood(flood.clone(), 50 << 20)).await, ("malformed", 1), "50 MiB");
    assert_eq!(falls_back(move |_, _| Reply::Stall(announced.clone())).await, ("malformed", 1), "10 GB announced");
    assert_eq!(falls_back(|_, _| Reply::json(200, [0x1f, 0x8b, 8, 0]).header("content-encoding", "gzip")).await, ("malformed", 1), "compressed");
    assert_eq!(falls_back(|_, _| Reply::json(307, "").header("location", "http://127.0.0.2:9/")).await, ("redirected", 1), "redirect");
    assert_eq!(falls_back(|_, _| Reply::json(401, "{\"detail\":\"CANARY\"}")).await, ("unauthorized", 1), "credential");
    assert_eq!(falls_back(|_, _| Reply::json(402, "{}")).await, ("funds", 1), "funds");
    assert_eq!(falls_back(|_, _| Reply::json(404, "{}")).await, ("not_found", 1), "path");
    assert_eq!(falls_back(|_, _| Reply::json(422, "{\"detail\":[{\"input\":\"CANARY\"}]}")).await, ("bad_request", 1), "echo");
    assert_eq!(falls_back(|_, _| Reply::json(429, "{}").header("retry-after", "60")).await, ("rate_limited", 1), "pause beyond the deadline");
    assert_eq!(falls_back(|_, _| Reply::json(503, "{}")).await, ("unavailable", 2), "down");
    assert_eq!(falls_back(|_, _| Reply::json(200, "{\"error\":\"CANARY\"}")).await, ("failed", 1), "an error that calls itself a success");
    assert_eq!(falls_back(|_, _| Reply::json(200, json!({ "model": "m", "answers": {} }).to_string())).await, ("invalid", 1), "no answers");
}

#[tokio::test]
async fn who_is_not_there_leaves_the_text_rules() {
    let dead = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert_eq!(fallback(&jev(&format!("http://{dead}"))).await, ("connection", 2));
    assert_eq!(fallback(&Jev::builder().build().unwrap()).await, ("no_credential", 0), "nobody was named");
}

/// A certificate of somebody else whom we trust, and a right one of nobody whom we trust.
#[tokio::test]
async fn who_is_not_who_it_says_leaves_the_text_rules_and_gets_nothing() {
    for (name, trusted) in [("elsewhere.example", true), ("127.0.0.1", false)] {
        let (acceptor, own) = tls(name);
        let root = if trusted { own } else { tls(name).1 };
        let server = Server::start_tls(acceptor, |request, _| answer(request, "rate_limited")).await;
        let jev = jev_by(&server.base(), Connection::new().trust_pem(root.as_bytes()).unwrap());
        assert_eq!(fallback(&jev).await, ("connection", 1), "{name}");
        assert!(server.connections() >= 1, "it was spoken to");
        assert_eq!(server.requests(), 0, "neither the text nor the credential was sent");
        server.settles_at(0).await;
    }
    // The same server, once its name is right.
    let (acceptor, root) = tls("127.0.0.1");
    let server = Server::start_tls(acceptor, |request, _| answer(request, "rate_limited")).await;
    let (answer, _) = once(&jev_by(&server.base(), Connection::new().trust_pem(root.as_bytes()).unwrap()), "jev").await;
    assert_eq!(report(&answer).classification.source, Source::Jev);
}

/// RFC 6761 reserves the name: no resolver knows it. One that answers slowly is given up at the deadline, so that the machine's resolver has a say in the reason; `client_tests.rs`
/// has each with a resolver of its own.
#[tokio::test]
async fn a_name_that_nobody_knows_leaves_the_text_rules() {
    let (_, root) = tls("systemone.invalid");
    let jev = jev_by("https://systemone.invalid", Connection::new().trust_pem(root.as_bytes()).unwrap());
    let (reason, attempts) = fallback(&jev).await;
    assert!(matches!((reason, attempts), ("connection" | "deadline", 1 | 2)), "{reason} {attempts}");
}

#[tokio::test]
async fn the_mode_without_an_evaluator_falls_back_at_once() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open(TEXT))));
    let layer = builder(&ledger).classifier(FromConfig).config(config("jev")).build().unwrap();
    let answer = call(&mut layer.layer(script.tool()), ToolCall::new("read", args(1))).await;
    let report = report(&answer);
    assert_eq!((report.classification.class, report.classification.source), (Class::Transient, Source::Keywords));
    let decision = report.decision.as_ref().unwrap();
    assert_eq!((decision.fallback.unwrap().as_str(), decision.attempts, counted(&ledger).failures), ("no_evaluator", 0, 1));
}

#[tokio::test]
async fn a_breaker_saves_the_next_failure_the_wait() {
    let server = Server::start(|_, _| Reply::json(401, "{}")).await;
    let jev = jev(&server.base());
    assert_eq!(fallback(&jev).await, ("unauthorized", 1));
    for _ in 0..5 {
        assert_eq!(fallback(&jev).await, ("breaker_open", 0));
    }
    assert_eq!(server.requests(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_failures_at_once_are_each_counted_once() {
    let server = Server::start(|request, before| match before % 4 {
        0 => Reply::Stall(Vec::new()),
        1 => Reply::json(500, "{}"),
        2 => Reply::Reset(Vec::new()),
        _ => answer(request, "rate_limited"),
    })
    .await;
    let limit = Duration::from_secs(3);
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open(TEXT))));
    let layer = builder(&ledger).classifier(FromConfig).decider(Asking::new(jev(&server.base()))).config(config_within("jev", limit)).build().unwrap();
    // Long enough for an unoptimized build to begin all of them.
    let began = Instant::now();
    let running: Vec<_> = (0..200)
        .map(|n| {
            let mut stack = layer.layer(script.tool());
            tokio::spawn(async move { call(&mut stack, ToolCall::new("read", args(n)).with_run(format!("run-{n}"))).await })
        })
        .collect();
    let mut sources = std::collections::BTreeMap::<String, usize>::new();
    for one in running {
        let answer = one.await.unwrap();
        let report = report(&answer);
        let fallback = report.decision.as_ref().unwrap().fallback.map_or("followed", |reason| reason.as_str());
        *sources.entry(fallback.to_owned()).or_default() += 1;
    }
    assert!(began.elapsed() < limit + Duration::from_secs(4), "{:?}", began.elapsed());
    assert_eq!((script.calls(), counted(&ledger).failures), (200, 200));
    for reason in ["followed", "deadline", "unavailable", "connection"] {
        assert!(sources.contains_key(reason), "{sources:?}");
    }
    server.settles_at(8).await;
}

#[tokio::test]
async fn a_cancelled_call_ends_its_decision_at_once() {
    let server = Server::start(|_, _| Reply::Stall(Vec::new())).await;
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open(TEXT))));
    let layer = builder(&ledger).classifier(FromConfig).decider(Asking::new(jev(&server.base()))).config(config("jev")).build().unwrap();
    let token = CancellationToken::new();
    let mut stack = layer.layer(script.tool());
    let request = ToolCall::new("read", args(1)).with_cancellation(&token);
    let running = tokio::spawn(async move { call(&mut stack, request).await });
    server.is_asked().await;
    let began = Instant::now();
    token.cancel();
    let answer = running.await.unwrap();
    assert!(began.elapsed() < Duration::from_millis(200), "{:?}", began.elapsed());
    assert_eq!(report(&answer).decision.as_ref().unwrap().fallback.unwrap().as_str(), "cancelled");
    assert_eq!(counted(&ledger).failures, 1);
    server.settles_at(0).await;
}

#[tokio::test]
async fn a_dropped_call_ends_its_decision_and_is_counted() {
    let server = Server::start(|_, _| Reply::Stall(Vec::new())).await;
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open(TEXT))));
    let layer = builder(&ledger).classifier(FromConfig).decider(Asking::new(jev(&server.base()))).config(config("jev")).build().unwrap();
    let mut stack = layer.layer(script.tool());
    let running = tokio::spawn(async move { call(&mut stack, ToolCall::new("read", args(1))).await });
    server.is_asked().await;
    running.abort();
    server.settles_at(0).await;
    assert_eq!((script.calls(), counted(&ledger).failures), (1, 1));
}
