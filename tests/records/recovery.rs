//! What a decision model is asked about a failure, and what it answers, as records: over a real server on the loopback.
#![allow(clippy::disallowed_methods, reason = "a test with real sockets may")]

#[cfg(feature = "cli")]
use crate::cli_support;
use crate::{
    support::{End, Script, args, builder, call, open},
    systemone_server::{Received, Reply, Server, answer},
};
use serde_json::{Value, json};
use tool_recovery::{
    FromConfig, ToolCall,
    config::RecoveryConfig,
    decide::{Asking, wording},
    jev::{Credential, Jev, Preset, Provider},
    ledger::MemoryLedger,
    record::{
        Body, Code, Decision, DigestKey, EvaluationStatus, Kept, LineDigest, MemorySink, Record, Records, ReplayPlan, ReplayReport, RotatingKey, Source,
        Thresholds, replay,
    },
};
use tower::Layer;

/// The text rules are not certain of it.
const TEXT: &str = "the widget of CANARY-text gave up, please try again later";

fn config(class: f64) -> RecoveryConfig {
    let thresholds = json!({ "version": "edges-1", "class": class, "recoverability": 0.7, "correction": 0.7, "alternate": 0.7 });
    RecoveryConfig::from_value(json!({ "classifier": "jev", "decision_timeout_ms": 500, "thresholds": thresholds })).unwrap()
}

/// The lines of one failed call, chained.
async fn lines(config: &RecoveryConfig, script: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static) -> Vec<Vec<u8>> {
    let server = Server::start(script).await;
    let credential = Credential::new("sk-CANARY-key").unwrap();
    let jev = Jev::builder().provider(Provider::custom_at(Preset::SELF_HOSTED, server.base().parse().unwrap(), credential).unwrap()).build().unwrap();
    let (sink, code) = (MemorySink::new(100), |text: &'static str| Code::new(text).unwrap());
    let records = Records::new(sink.clone(), RotatingKey::new(DigestKey::new("k1", &[7; 32]).unwrap())).evaluator(code("self-hosted"), code("jev-latest"));
    let tool = Script::always(End::Failed(open(TEXT)));
    let layer = builder(&MemoryLedger::default()).classifier(FromConfig).decider(Asking::new(jev)).config(config.clone()).records(records).build().unwrap();
    let proposed = ToolCall::new("read", args(1)).with_call_id("call-1").with_run("CANARY-run");
    let _ = call(&mut layer.layer(tool.tool()), proposed).await;
    let (mut lines, mut last) = (Vec::new(), None);
    for (n, mut record) in (1..).zip(sink.take()) {
        (record.head.seq, record.head.prev) = (n, last.map(LineDigest::to_digest));
        let line = record.to_line();
        last = Some(LineDigest::of(&line));
        lines.push(line);
    }
    lines
}

async fn says(class: f64, pick: &'static str) -> Vec<Vec<u8>> {
    lines(&config(class), move |request, _| answer(request, pick)).await
}

fn decision(lines: &[Vec<u8>]) -> Decision<'_> {
    let decisions = lines.iter().filter_map(|line| match Record::parse(line).expect("its own lines can be read").body {
        Body::Decision(decision) => Some(decision),
        _ => None,
    });
    let all: Vec<Decision<'_>> = decisions.collect();
    assert_eq!(all.len(), 1, "one evaluation, one record");
    all.into_iter().next().unwrap()
}

/// The report, and whether the records came out byte by byte.
fn replayed(lines: &[Vec<u8>], thresholds: &Thresholds) -> (ReplayReport, bool) {
    let chain: Vec<u8> = lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect();
    let mut plan = ReplayPlan::default();
    plan.thresholds = Some(thresholds);
    let mut written = Vec::new();
    let report = replay(vec![Source { name: "records".to_owned(), bytes: Box::new(&*chain) }], &plan, Some(&mut written), &|_| {}).unwrap();
    assert!(report.is_sound(), "{:?}", report.problems);
    (report, written == chain)
}

fn edges(id: &str, class: f64) -> Thresholds {
    let file = json!({"id": id, "values": {}, "recovery": {"class": class, "recoverability": 0.7, "correction": 0.7, "alternate": 0.7}});
    Thresholds::parse(&file.to_string()).unwrap()
}

#[tokio::test]
async fn what_is_followed_is_recorded_with_everything_that_was_asked_and_answered() {
    let lines = says(0.7, "wrong_arguments").await;
    let kinds: Vec<Value> = lines.iter().map(|line| serde_json::from_slice::<Value>(line).unwrap()["kind"].clone()).collect();
    assert_eq!(kinds, ["authorization", "execution", "decision", "recovery"]);
    let decision = decision(&lines);
    assert_eq!((decision.verdict.as_str(), decision.effective_action.as_str(), decision.mode.as_str()), ("proceed", "proceed", "advise"));
    assert_eq!((decision.evaluator.provider.as_str(), decision.evaluator.model_requested.as_str()), ("self-hosted", "jev-latest"));
    assert!(decision.evaluator.model_resolved.is_some() && decision.reasons.is_empty());
    let asked: Vec<&str> = decision.criteria.iter().map(|criterion| criterion.id.as_str()).collect();
    assert_eq!(asked, [wording::CLASS, wording::RECOVERABILITY]);
    for criterion in &decision.criteria {
        assert_eq!(criterion.version.as_str(), wording::VERSION);
        assert_eq!(criterion.wording, LineDigest::of(wording::words_of(criterion.id.as_str()).join("\n").as_bytes()).to_digest());
    }
    let line: Value = serde_json::from_slice(&lines[2]).unwrap();
    assert_eq!(line["answers"]["class"]["probabilities"].as_object().unwrap().len(), 9, "the full distribution");
    assert_eq!((&line["answers"]["class"]["selected"], &line["answers"]["recoverability"]["p"]), (&json!("wrong_arguments"), &json!(0.1)));
    assert_eq!((&line["usage"]["input_tokens"], &line["attempts"][0]["status"]), (&json!(300), &json!("ok")));
    assert_eq!((&line["call_id"], &line["projection"]["untrusted_roles"][0]), (&json!("call-1"), &json!("prior_failures")));
    assert_eq!(line["policy"]["thresholds_digest"], json!(Thresholds::of_recovery(&config(0.7).thresholds).digest().as_str()));
    for line in &lines {
        let text = String::from_utf8_lossy(line);
        assert!(!text.contains("CANARY") && !text.contains("widget"), "{text}");
    }
}

#[tokio::test]
async fn whatever_becomes_of_it_the_record_says_why() {
    let below = says(0.98, "wrong_arguments").await;
    let short = decision(&below);
    assert_eq!((short.verdict.as_str(), short.effective_action.as_str(), short.reasons[0].as_str()), ("abstain", "fallback", "below_threshold"));
    assert!(short.answers.get("class").is_some() && !short.outage.triggered, "the answer is kept");
    for (reply, status, reason) in [
        (Reply::json(500, "{}"), EvaluationStatus::Error, "unavailable"),
        (Reply::json(429, "{}"), EvaluationStatus::RateLimited, "rate_limited"),
        (Reply::json(200, "{\"model\": \"m\"}"), EvaluationStatus::Malformed, "malformed"),
        (Reply::Stall(Vec::new()), EvaluationStatus::Timeout, "deadline"),
    ] {
        let lines = lines(&config(0.7), move |_, _| reply.clone()).await;
        let decision = decision(&lines);
        assert_eq!((decision.evaluation_status, decision.reasons[0].as_str(), decision.outage.triggered), (status, reason, true));
        assert_eq!((decision.verdict.as_str(), decision.effective_action.as_str(), decision.answers.0.len()), ("abstain", "fallback", 0));
        assert_eq!(replayed(&lines, &edges("other", 0.5)).0.changed(), 0, "{status}: no edge answers what was not answered");
    }
}

#[tokio::test]
async fn under_its_own_edges_a_decision_comes_out_byte_by_byte_and_under_others_as_they_say() {
    let followed = says(0.7, "wrong_arguments").await;
    let own = Thresholds::of_recovery(&config(0.7).thresholds);
    let (report, same) = replayed(&followed, &own);
    assert_eq!((report.judged(), report.changed(), report.mismatches, same), (1, 0, 0, true));
    let (stricter, _) = replayed(&followed, &edges("stricter", 0.95));
    let transition = stricter.transitions.keys().next().unwrap();
    assert_eq!((transition.verdict.1.as_str(), transition.action.1.as_str()), ("abstain", "fallback"));
    let none = Thresholds::parse(r#"{"id": "other", "values": {"fit.repeat": {"act_at": 0.8, "reject_at": 0.2}}}"#).unwrap();
    let (report, same) = replayed(&followed, &none);
    assert_eq!((report.judged(), report.kept.get(&Kept::NoThresholds), same), (0, Some(&1), true));
    // What was below its edge was never held against the facts, which are in no record.
    let short = says(0.98, "wrong_arguments").await;
    assert_eq!(replayed(&short, &edges("milder", 0.7)).0.kept.get(&Kept::Facts), Some(&1));
    assert_eq!(replayed(&short, &edges("strictest", 0.99)).0.changed(), 0);
}

#[cfg(feature = "cli")]
#[tokio::test]
async fn inspect_shows_it_with_the_recovery_and_not_with_the_proposal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("records.jsonl");
    std::fs::write(&file, says(0.7, "wrong_arguments").await.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect::<Vec<u8>>()).unwrap();
    let run: cli_support::Run = cli_support::program().arg("inspect").arg(&file).arg("call-1").output().unwrap().into();
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    let (layers, recovery) = run.out.split_once("RECOVERY").unwrap();
    assert!(layers.contains("right call?\n  nothing is recorded") && !layers.contains("class@"), "{}", run.out);
    assert!(recovery.contains("asked: proceed by jev-latest") && recovery.contains("class@tool-recovery/1") && recovery.contains("########"), "{}", run.out);
}
