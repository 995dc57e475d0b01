use super::*;

const VALID: &str = include_str!("../../tests/fixtures/records/valid.jsonl");

/// Everything in the examples that identifies something.
const IDENTIFYING: [&str; 12] = ["hmac-", "dec_01", "call_01", "00f067aa0ba902b7", "ev/41", "oc/1", "\"r\"", "\"a\"", "\"l\"", ":01.001Z", "prev", "\"seq\""];

#[test]
fn no_identifier_is_left_and_the_rest_is() {
    let rows: Vec<Value> = VALID.lines().map(|line| analytics(&Record::parse(line.as_bytes()).unwrap())).collect();
    for row in &rows {
        let text = row.to_string();
        for part in IDENTIFYING {
            assert!(!text.contains(part), "{part} in {text}");
        }
    }
    let decision = &rows[0];
    assert_eq!(decision["answers"]["fit.repeat"]["probabilities"]["futile_repeat"], 0.8);
    assert_eq!((&decision["hour"], &decision["verdict"], &decision["proposal"]["tool"]), (&json!("2026-11-30T10"), &json!("block"), &json!("fs.delete_tree")));
    assert!(decision["criteria"][0]["wording"].is_string(), "the digest of our own wording identifies nobody");
}

#[test]
fn a_hidden_tool_has_no_name() {
    let line = VALID.lines().find(|line| line.contains("\"kind\":\"execution\"")).unwrap().replace("fs.delete_tree", "hmac-sha256:k3:cdcdcdcdcdcdcdcdcdcd");
    assert_eq!(analytics(&Record::parse(line.as_bytes()).unwrap())["tool"], "undeclared");
}
