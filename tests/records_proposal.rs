//! The record of a look at a proposal: complete, without text, and judged again to the same.
#![cfg(feature = "record")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod proposal_support;
mod support;

use proposal_support::{Host, Model, Mood, enforcing};
use serde_json::{Value, json};
use std::time::Duration;
use support::{End, Script, ScriptFacts, call};
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::{Catalog, Consequence, ToolDescriptor},
    proposal::{ExposedFields, ProposalCheck},
    record::{Body, Code, Decision, DigestKey, MemorySink, ProposalRecorder, Record, Records, RotatingKey, Thresholds, derive},
    systemone::EvaluationErrorKind,
};
use tower::Layer;

const THRESHOLDS: &str = r#"{"schema": "thresholds/1", "id": "test-1", "values": {"fit.args": {"act_at": 0.8, "reject_at": 0.2}, "fit.target": {"act_at": 0.8, "reject_at": 0.2}, "risk.injected": {"act_at": 0.8, "reject_at": 0.2}}}"#;

/// The records of one call of `tool`, as their lines.
async fn records(mood: Mood, tool: &str) -> Vec<Vec<u8>> {
    let sink = MemorySink::new(100);
    let key = RotatingKey::new(DigestKey::new("k1", &[7; 32]).unwrap());
    let policy = enforcing(&["fit.args", "fit.target", "risk.injected"]);
    let recorder = ProposalRecorder::new(sink.clone(), key.clone(), &policy, Code::new("test").unwrap(), Code::new("model").unwrap());
    let check = ProposalCheck::builder(Model::new(mood), Host::default())
        .projection(ExposedFields::new("1").expose("edit", "/path").expose("pay", "/path"))
        .observer(recorder)
        .policy(policy)
        .build()
        .unwrap();
    let catalog = Catalog::builder()
        .tool(ToolDescriptor::new("read").read_only().capability("Reads."))
        .tool(ToolDescriptor::new("edit").write().consequence(Consequence::ReversibleWrite).capability("Edits."))
        .tool(ToolDescriptor::new("pay").write().consequence(Consequence::Irreversible).capability("Pays."))
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
