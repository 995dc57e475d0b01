//! The record of a look at a proposal: complete, without text, and judged again to the same.

#[cfg(feature = "cli")]
use crate::cli_support;
use crate::{
    proposal_support::{Host, Model, Mood, enforcing},
    support::{End, Script, ScriptFacts, call},
};
use serde_json::{Value, json};
use std::time::Duration;
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::{Catalog, Consequence, ToolCatalog, ToolDescriptor},
    proposal::{Criterion, ExposedFields, ProposalCheck, ProposalPolicy},
    record::{
        Body, Code, Decision, DigestKey, LineDigest, MemorySink, PolicyVersion, ProposalRecorder, Record, Records, ReplayPlan, RotatingKey, Source, Thresholds,
        derive, replay,
    },
    systemone::EvaluationErrorKind,
};
use tower::Layer;

const THRESHOLDS: &str = r#"{"schema": "thresholds/1", "id": "test-1", "values": {"fit.args": {"act_at": 0.8, "reject_at": 0.2}, "fit.target": {"act_at": 0.8, "reject_at": 0.2}, "risk.injected": {"act_at": 0.8, "reject_at": 0.2}}}"#;

fn policy() -> ProposalPolicy {
    enforcing(&["fit.args", "fit.target", "risk.injected"])
}

fn plain(bytes: impl AsRef<[u8]>) -> String {
    LineDigest::of(bytes.as_ref()).to_digest().to_string()
}

/// The records of one call of `tool`, as their lines.
async fn records(mood: Mood, tool: &str) -> Vec<Vec<u8>> {
    let catalog = Catalog::builder()
        .tool(ToolDescriptor::new("read").read_only().capability("Reads."))
        .tool(ToolDescriptor::new("edit").write().consequence(Consequence::ReversibleWrite).capability("Edits.").schema(json!({"type": "object"})))
        .tool(ToolDescriptor::new("pay").write().consequence(Consequence::Irreversible).capability("Pays."))
        .build()
        .unwrap();
    records_of(mood, tool, catalog).await
}

async fn records_of(mood: Mood, tool: &str, catalog: impl ToolCatalog + 'static) -> Vec<Vec<u8>> {
    let sink = MemorySink::new(100);
    let key = RotatingKey::new(DigestKey::new("k1", &[7; 32]).unwrap());
    let policy = policy();
    let recorder = ProposalRecorder::new(sink.clone(), key.clone(), &policy, Code::new("test").unwrap(), Code::new("model").unwrap());
    let check = ProposalCheck::builder(Model::new(mood), Host::default())
        .projection(ExposedFields::new("1").expose("edit", "/path").expose("pay", "/path"))
        .observer(recorder)
        .policy(policy)
        .build()
        .unwrap();
    let layer = RecoveryLayer::builder().catalog(catalog).facts(ScriptFacts).proposal(check).records(Records::new(sink.clone(), key)).build().unwrap();
    let mut service = layer.deferred().layer(Script::always(End::Done).tool());
    let proposed = ToolCall::new(tool, json!({"path": "CANARY-a", "note": "CANARY-b"})).with_call_id("call-1").with_run("CANARY-run");
    let _ = call(&mut service, proposed).await;
    sink.take().iter().map(Record::to_line).collect()
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

const MOODS: [Mood; 9] = [
    Mood::Certain(0.0),
    Mood::Certain(0.5),
    Mood::Certain(0.97),
    Mood::Uniform,
    Mood::Silent,
    Mood::Malformed,
    Mood::Panics,
    Mood::After(0.9, Duration::from_secs(3)),
    Mood::Fails(EvaluationErrorKind::RateLimited),
];

#[tokio::test(start_paused = true)]
async fn every_evaluation_has_a_record_that_holds_no_text() {
    for mood in MOODS {
        for tool in ["read", "edit", "pay"] {
            let lines = records(mood, tool).await;
            let decision = decision(&lines);
            assert_eq!((decision.proposal.tool.as_str(), decision.criteria.is_empty()), (tool, false), "{mood:?}");
            for line in &lines {
                let text = String::from_utf8(line.clone()).unwrap();
                assert!(!text.contains("CANARY") && !text.contains("lamp"), "{text}");
                assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["call_id"], "call-1");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn under_its_own_thresholds_a_decision_comes_out_as_it_was_made() {
    let thresholds = Thresholds::parse(THRESHOLDS).expect("a thresholds file");
    for mood in MOODS {
        for tool in ["read", "edit", "pay"] {
            let lines = records(mood, tool).await;
            let decision = decision(&lines);
            if let Ok(derived) = derive(&decision, &thresholds) {
                assert_eq!((derived.verdict, derived.effective_action), (decision.verdict, decision.effective_action), "{mood:?} {tool}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_layers_stand_beside_each_other() {
    let lines = records(Mood::Certain(0.97), "pay").await;
    let kinds: Vec<Value> = lines.iter().map(|line| serde_json::from_slice::<Value>(line).unwrap()["kind"].clone()).collect();
    assert_eq!(kinds, ["decision", "authorization", "execution", "recovery"]);
    let authorization: Value = serde_json::from_slice(&lines[1]).unwrap();
    let execution: Value = serde_json::from_slice(&lines[2]).unwrap();
    assert_eq!((authorization["decision"].as_str(), execution["status"].as_str()), (Some("permit"), Some("not_run")), "a bad proposal is no denial");
    let decision: Value = serde_json::from_slice(&lines[0]).unwrap();
    assert_eq!((decision["verdict"].as_str(), decision["effective_action"].as_str()), (Some("block"), Some("block")));
    assert_eq!(decision["proposal"]["args_digest"], authorization["bound_args_digest"], "the same bytes");
}

/// Lines as a sink writes them: each names the one before.
fn chained(lines: &[Vec<u8>]) -> Vec<u8> {
    let (mut chain, mut last) = (Vec::new(), None);
    for (n, line) in lines.iter().enumerate() {
        let mut record = Record::parse(line).unwrap();
        (record.head.seq, record.head.prev) = (n as u64 + 1, last.map(LineDigest::to_digest));
        let line = record.to_line();
        last = Some(LineDigest::of(&line));
        chain.extend(line);
        chain.push(b'\n');
    }
    chain
}

#[tokio::test(start_paused = true)]
async fn the_thresholds_file_of_a_policy_replays_what_was_recorded_under_it() {
    let chain = chained(&records(Mood::Certain(0.97), "pay").await);
    let thresholds = Thresholds::parse(THRESHOLDS).unwrap();
    let mut plan = ReplayPlan::default();
    plan.thresholds = Some(&thresholds);
    let mut written = Vec::new();
    let source = Source { name: "records".to_owned(), bytes: Box::new(&*chain) };
    let report = replay(vec![source], &plan, Some(&mut written), &|_| {}).unwrap();
    assert!(report.is_sound(), "{:?}", report.problems);
    assert_eq!((report.mismatches, report.judged(), report.changed()), (0, 1, 0));
    assert!(written == chain, "byte by byte");
}

#[tokio::test(start_paused = true)]
async fn under_its_own_policy_every_record_stays_as_it_is() {
    let policy = PolicyVersion::new(&policy()).unwrap();
    let mut plan = ReplayPlan::default();
    plan.policy = Some(&policy);
    for mood in MOODS {
        for tool in ["read", "edit", "pay"] {
            let chain = chained(&records(mood, tool).await);
            let mut written = Vec::new();
            let report = replay(vec![Source { name: "records".to_owned(), bytes: Box::new(&*chain) }], &plan, Some(&mut written), &|_| {}).unwrap();
            assert_eq!((report.mismatches, report.changed(), report.is_sound()), (0, 0, true), "{mood:?} {tool}: {report:?}");
            assert!(written == chain, "{mood:?} {tool}: byte by byte");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn every_digest_without_a_key_can_be_made_again_from_what_it_is_of() {
    let lines = records(Mood::Certain(0.97), "edit").await;
    let decision = decision(&lines);
    for criterion in &decision.criteria {
        assert_eq!(criterion.wording.as_str(), plain(Criterion::by_id(criterion.id.as_str()).unwrap().wording()));
    }
    let edges = |id: &str| format!(r#""{id}":{{"act_at":0.8,"reject_at":0.2}}"#);
    let thresholds = format!(r#"{{"id":"test-1","values":{{{}}}}}"#, ["fit.args", "fit.target", "risk.injected"].map(edges).join(","));
    assert_eq!(decision.policy.thresholds_digest.as_str(), plain(thresholds));
    assert_eq!(decision.policy.thresholds_digest, *policy().thresholds().digest());
    assert_eq!(
        decision.policy.digest.as_str(),
        plain(serde_json::to_value(policy()).unwrap().to_string()),
        "its keys are sorted, and no number needs another form"
    );
    assert_eq!(decision.proposal.tool_schema.as_str(), plain(r#"{"type":"object"}"#));
    let key = DigestKey::new("k1", &[7; 32]).unwrap();
    assert_eq!(decision.proposal.args_digest, key.value(&json!({"path": "CANARY-a", "note": "CANARY-b"})));
    assert_eq!(
        records(Mood::Certain(0.1), "pay").await.first().map(|line| self::decision(std::slice::from_ref(line)).proposal.tool_schema.to_string()),
        Some(plain("null"))
    );
}

#[tokio::test(start_paused = true)]
async fn the_name_of_a_tool_that_nobody_declared_is_a_keyed_digest() {
    let lines = records_of(Mood::Certain(0.1), "CANARY-tool", ()).await;
    let decision = decision(&lines);
    assert_eq!(decision.proposal.tool, DigestKey::new("k1", &[7; 32]).unwrap().hidden("CANARY-tool"));
    assert!(lines.iter().all(|line| !String::from_utf8_lossy(line).contains("CANARY")));
    assert!(!lines.iter().any(|line| String::from_utf8_lossy(line).contains(&plain("CANARY-tool"))), "nor a digest that can be tried out");
}

#[tokio::test(start_paused = true)]
async fn the_outage_policy_of_the_consequence_is_recorded_whether_it_applied_or_not() {
    for mood in [Mood::Certain(0.97), Mood::Silent] {
        for (tool, outage) in [("read", "fail_open"), ("edit", "queue"), ("pay", "fail_closed")] {
            let lines = records(mood, tool).await;
            let decision = decision(&lines);
            assert_eq!((decision.outage.policy.as_str(), decision.outage.triggered), (outage, mood == Mood::Silent), "{mood:?} {tool}");
        }
    }
}

#[cfg(feature = "cli")]
#[tokio::test(start_paused = true)]
async fn the_command_replays_what_was_recorded_under_the_policy_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let (input, file) = (folder.path().join("records.jsonl"), folder.path().join("thresholds.json"));
    std::fs::write(&input, chained(&records(Mood::Certain(0.97), "pay").await)).unwrap();
    std::fs::write(&file, serde_json::to_string_pretty(&policy().thresholds()).unwrap()).unwrap();
    let run: cli_support::Run = cli_support::program().arg("replay").arg(&input).arg("--thresholds").arg(&file).output().unwrap().into();
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{}", run.out);
    assert!(run.out.contains("1 decisions judged again, 0 would have changed"), "{}", run.out);
}
