use super::*;
use crate::proposal::{OutagePolicy, ProposalMode};
use serde_json::json;

#[test]
fn a_table_is_read_over_the_defaults_and_checked() {
    let policy = ProposalPolicy::from_value(json!({"mode": {"read": "shadow"}, "outage": {"reversible_write": "queue"}})).unwrap();
    assert_eq!((policy.mode.read, policy.outage.reversible_write), (ProposalMode::Shadow, Some(OutagePolicy::Queue)));
    let table = json!({"thresholds": {"fit.args": {"act_at": 0.8, "reject_at": 0.2}}});
    assert!(ProposalPolicy::from_value(table).is_ok(), "the edges may have the name they have in a file of thresholds");
}

#[test]
fn an_error_names_the_key_and_repeats_no_value() {
    for (table, key) in [
        (json!({"mode": {"read": "CANARY"}}), "mode"),
        (json!({"mode": {"CANARY": "shadow"}}), "mode"),
        (json!({"timeout_ms": "CANARY"}), "timeout_ms"),
        (json!({"timeout": 5}), "timeout"),
        (json!({"two words": "CANARY"}), "(not a plain name)"),
        (json!({"outage": {"irreversible": "fail_open"}}), "outage.irreversible"),
        (json!([]), "agent.proposal"),
    ] {
        let error = ProposalPolicy::from_value(table).unwrap_err();
        assert_eq!(error.key(), key);
        assert!(!error.to_string().contains("CANARY"), "{error}");
    }
}
