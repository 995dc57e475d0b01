use super::*;
use serde_json::json;

#[test]
fn what_concerns_no_offered_tool_is_named_with_its_like() {
    let declared = Declarations::from_value(&json!({
        "read_only": ["read_*", "lst_directory", "x*"],
        "write": ["write_file", "craete_order"],
        "tools": {
            "create_order": { "effect": "write", "verify": "get_ordr" },
            "writefile": { "effect": "write", "verify": "nowhere" },
        },
    }))
    .unwrap();
    let found = declared.unmatched(&["read_file", "list_directory", "write_file", "create_order", "get_order"]);
    let told: Vec<(&str, &str, Option<&str>)> = found.iter().map(|one| (&*one.key, &*one.name, one.near.first().map(|name| &**name))).collect();
    assert_eq!(
        told,
        [
            ("read_only", "lst_directory", Some("list_directory")),
            ("read_only", "x*", None),
            ("write", "craete_order", Some("create_order")),
            ("tools.create_order.verify", "get_ordr", Some("get_order")),
            ("tools", "writefile", Some("write_file")),
        ]
    );
    assert!(Declarations::default().unmatched(&["a"]).is_empty());
}

#[test]
fn likeness_is_looked_for_a_bounded_number_of_times() {
    let patterns: Vec<String> = (0..1_000).map(|i| format!("raed_file_{i}")).collect();
    let declared = Declarations::from_value(&json!({ "read_only": patterns })).unwrap();
    let found = declared.unmatched(&["read_file_1", "read_file_2", "read_file_3", "read_file_4"]);
    assert_eq!(found.len(), 1_000);
    assert_eq!(found.iter().filter(|one| !one.near.is_empty()).count(), Unmatched::MAX_LOOKED_AT);
    assert!(found.iter().all(|one| one.near.len() <= Unmatched::MAX_NEAR));
}
