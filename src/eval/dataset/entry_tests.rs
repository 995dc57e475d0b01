use super::*;
use crate::eval::dataset::{Relation, sealed};
use serde_json::json;

fn recovery() -> Value {
    json!({"id": "a", "family": "git", "template": "t", "session": "s", "call": {"tool": "bash", "arguments": {"command": "x"}}, "effect": "read_only", "phase": "execution",
        "result": {"transport": "process", "exit_code": 1, "is_error": true, "text": "x: not found"},
        "label": {"class": "unavailable", "retry_unchanged": false, "corrected_succeeds": null, "correction": "none", "alternate": null}, "basis": "measured"})
}

fn proposal() -> Value {
    json!({"id": "p", "family": "git", "template": "t", "stage": "proposal", "request": "delete the branch", "observations": [{"seq": 1, "text": "ok"}],
        "permitted_tools": ["bash"], "proposed_call": {"seq": 2, "tool": "bash", "arguments": {"command": "git branch -D x"}},
        "label": {"fit.scope": true, "risk.blast": 1}, "basis": "constructed", "role": "stress_destructive"})
}

fn parse(value: &Value) -> Result<Entry, Fault> {
    Entry::parse(value.to_string().as_bytes())
}

#[test]
fn rows_of_every_stage_are_read() {
    let row = parse(&recovery()).expect("a row");
    assert_eq!((row.stage(), row.role, row.basis, row.gold(Question::Class)), (Stage::Recovery, Role::Natural, Basis::Measured, Some(6)));
    assert_eq!(row.gold(Question::FitScope), None);
    let row = parse(&proposal()).expect("a row");
    assert_eq!((row.stage(), row.role, row.gold(Question::RiskBlast)), (Stage::Proposal, Role::StressDestructive, Some(1)));
    let row = parse(&json!({"id": "r", "family": "f", "template": "t", "stage": "result", "claim": "it is done", "evidence": [{"seq": 1}],
        "label": {"claim_supported_by_result": false}, "basis": "constructed"}));
    assert_eq!(row.map(|row| (row.stage(), row.gold(Question::ClaimSupported))), Ok((Stage::Result, Some(0))));
}

#[test]
fn faults_name_the_member_and_repeat_nothing() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change); 13] = [
        ("family", |row| row["family"] = json!(null)),
        ("template", |row| row["template"] = json!("CANARY\n")),
        ("basis", |row| row["basis"] = json!("CANARY")),
        ("role", |row| row["role"] = json!("CANARY")),
        ("stage", |row| row["stage"] = json!("CANARY")),
        ("label", |row| row["label"] = json!({"class": "CANARY"})),
        ("label", |row| row["label"] = json!("CANARY")),
        ("label", |row| row["label"] = json!({"retry_unchanged": "CANARY"})),
        ("lineage", |row| row["lineage"] = json!({"by": "CANARY"})),
        ("labels", |row| row["labels"] = json!(["CANARY"])),
        ("digest", |row| row["digest"] = json!("sha256:CANARY")),
        ("call", |row| row["call"] = json!("CANARY")),
        ("incident", |row| row["incident"] = json!(3)),
    ];
    for (name, change) in cases {
        let mut row = recovery();
        change(&mut row);
        let fault = parse(&row).err().map(|fault| fault.to_string()).unwrap_or_default();
        assert!(fault.starts_with(&format!("`{name}` must be ")) && !fault.contains("CANARY"), "{name}: {fault}");
    }
}

#[test]
fn what_was_seen_later_is_no_evidence() {
    let mut row = proposal();
    row["observations"] = json!([{"seq": 1}, {"seq": 2, "text": "the branch is gone"}]);
    assert_eq!(parse(&row).map(|_| ()), Err(fault("observations", "events before the proposed call, by seq")));
}

#[test]
fn a_changed_row_does_not_fit_its_digest() {
    let whole = sealed(recovery().as_object().cloned().expect("an object"));
    assert!(parse(&whole.clone().into()).is_ok_and(|row| row.digest.is_some_and(|digest| digest.len() == 71)));
    let mut changed = whole.clone();
    changed.insert("family".to_owned(), json!("svn"));
    assert!(parse(&changed.into()).is_err());
    // The order of members is no content.
    let line: Vec<String> = whole.iter().rev().map(|(name, value)| format!("{}:{value}", Value::String(name.clone()))).collect();
    assert!(Entry::parse(format!("{{ {} }}", line.join(" , ")).as_bytes()).is_ok());
}

#[test]
fn a_difference_between_annotators_is_settled_by_somebody() {
    let with = |first: &str, second: &str, resolution: Value, by: &str| {
        let mut row = recovery();
        row["labels"] = json!({"first": {"by": "a", "label": {"class": first}}, "second": {"by": by, "label": {"class": second}}, "resolution": resolution});
        parse(&row).map(|row| row.labels.is_some()).map_err(|fault| fault.to_string())
    };
    assert_eq!(with("unavailable", "unavailable", json!(null), "b"), Ok(true));
    assert_eq!(with("unavailable", "permission", json!({"by": "c", "reason": "text"}), "b"), Ok(true));
    assert!(with("unavailable", "permission", json!(null), "b").is_err_and(|fault| fault.contains("labels.resolution")));
    assert!(with("permission", "permission", json!({"by": "c"}), "b").is_err_and(|fault| fault.contains("`label`")));
    assert!(with("unavailable", "unavailable", json!(null), "a").is_err_and(|fault| fault.contains("labels.second.by")));
}

#[test]
fn lineage_tells_what_was_done_with_the_call_before() {
    let mut row = recovery();
    row["lineage"] = json!({"made_by": "recorder", "version": "1", "fault": "missing_binary", "parent": {"id": "z", "relation": "identical_reissue"}});
    let lineage = parse(&row).expect("a row").lineage.expect("a lineage");
    assert_eq!(lineage.parent.map(|parent| parent.relation), Some(Relation::IdenticalReissue));
}
