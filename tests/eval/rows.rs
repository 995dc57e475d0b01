//! The JSON Schema of rows and the reader say the same.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tool_recovery::eval::dataset::Entry;

fn schema() -> Validator {
    let schema: Value = serde_json::from_str(include_str!("../../schema/row.schema.json")).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn read(row: &Value) -> Result<(), String> {
    Entry::parse(row.to_string().as_bytes()).map(|_| ()).map_err(|fault| fault.to_string())
}

fn rows(path: &Path) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

fn recovery() -> Value {
    json!({"id": "a", "family": "git", "template": "t", "session": "s", "call": {"tool": "bash", "arguments": {}}, "effect": "read_only", "phase": "execution",
        "result": {"transport": "process", "exit_code": 1, "is_error": true, "text": "x"}, "label": {"class": "unavailable", "retry_unchanged": false}, "basis": "measured"})
}

fn proposal() -> Value {
    json!({"id": "p", "family": "f", "template": "t", "stage": "proposal", "request": "r", "observations": [{"seq": 1}], "permitted_tools": ["x"],
        "proposed_call": {"seq": 2, "tool": "x", "arguments": {}}, "label": {"risk.blast": 3, "fit.tool": "unclear"}, "basis": "constructed"})
}

#[test]
fn both_take_and_refuse_the_same() {
    let schema = schema();
    for row in [recovery(), proposal()] {
        assert_eq!((schema.is_valid(&row), read(&row)), (true, Ok(())));
    }
    type Change = fn(&mut Value);
    let breaks: [(Value, Change); 22] = [
        (recovery(), |row| row["id"] = json!("")),
        (recovery(), |row| row["family"] = json!(null)),
        (recovery(), |row| row["template"] = json!("a\nb")),
        (recovery(), |row| row["basis"] = json!("guessed")),
        (recovery(), |row| row["stage"] = json!("later")),
        (recovery(), |row| row["role"] = json!("other")),
        (recovery(), |row| row["step"] = json!("1")),
        (recovery(), |row| row["call"] = json!({"arguments": {}})),
        (recovery(), |row| row["call"]["arguments"] = json!([])),
        (recovery(), |row| row["effect"] = json!("none")),
        (recovery(), |row| row["result"]["transport"] = json!("telnet")),
        (recovery(), |row| row["result"]["exit_code"] = json!(1.5)),
        (recovery(), |row| row["result"]["http_status"] = json!(70000)),
        (recovery(), |row| row["label"]["class"] = json!("odd")),
        (recovery(), |row| row["label"]["retry_unchanged"] = json!("no")),
        (recovery(), |row| row["label"]["correction"] = json!(3)),
        (recovery(), |row| row["lineage"] = json!({})),
        (recovery(), |row| row["labels"] = json!({"first": {"by": "a", "label": {}}})),
        (recovery(), |row| row["digest"] = json!("sha256:0")),
        (proposal(), |row| row["request"] = json!(null)),
        (proposal(), |row| row["observations"] = json!([{"text": "x"}])),
        (proposal(), |row| row["label"]["risk.blast"] = json!(4)),
    ];
    for (at, (mut row, change)) in breaks.into_iter().enumerate() {
        change(&mut row);
        assert!(!schema.is_valid(&row), "the schema takes change {at}");
        assert!(read(&row).is_err(), "the reader takes change {at}");
    }
}

#[test]
fn every_row_of_the_development_corpus_is_one() {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let Some(rows) = rows(&shared.join("corpus/dev.jsonl")) else {
        eprintln!("skipped: there is no development corpus");
        return;
    };
    let schema = schema();
    for row in &rows {
        assert!(schema.is_valid(row), "{}", row["id"]);
        assert_eq!(read(row), Ok(()), "{}", row["id"]);
    }
    assert!(rows.len() > 400);
}
