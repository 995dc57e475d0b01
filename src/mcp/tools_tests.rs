use super::*;
use crate::{
    admission::{Lookup, ToolCatalog},
    facts::EffectDeclaration,
};
use serde_json::json;

fn listed(tools: Value) -> McpTools {
    McpTools::new(serde_json::from_value(tools).unwrap())
}

#[test]
fn hints_are_told_and_never_declare() {
    let tools = listed(json!([
        {"name": "read", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
        {"name": "drop", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}},
        {"name": "plain", "inputSchema": {"type": "object"}},
    ]));
    assert_eq!(["read", "drop", "plain", "none"].map(|name| tools.claims_read_only(name)), [Some(true), Some(false), None, None]);
    let nothing = Declarations::default();
    assert!(tools.catalog(&nothing).unwrap().tools().all(|tool| tool.effect.is_none()));
    let declared = Declarations::from_value(&json!({"write": ["read"]})).unwrap();
    assert_eq!(tools.undeclared(&declared).collect::<Vec<_>>(), ["drop", "plain"]);
    let catalog = tools.catalog(&declared).unwrap();
    let Lookup::Known(read) = catalog.lookup("read") else { panic!() };
    assert_eq!(read.effect, Some(EffectDeclaration::Write), "the host outranks a hint");
}

#[test]
fn what_cannot_be_used_is_left_out_and_told() {
    let object = json!({"type": "object"});
    let tools = listed(json!([
        {"name": "a", "inputSchema": object}, {"name": "a", "inputSchema": object}, {"name": "b\u{1b}[2J", "inputSchema": object}, {"name": "", "inputSchema": object},
        {"name": "c", "inputSchema": {"type": "no such type"}},
    ]));
    assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["a", "c"]);
    let schema = if cfg!(feature = "schema") { vec![Skipped::Schema] } else { vec![] };
    assert_eq!(tools.skipped(), [vec![Skipped::Duplicate, Skipped::Name, Skipped::Name], schema].concat());
    let many = (0..=McpTools::MAX_TOOLS).map(|n| json!({"name": format!("t{n}"), "inputSchema": {"type": "object"}})).collect();
    let many = listed(many);
    assert_eq!((many.len(), many.skipped()), (McpTools::MAX_TOOLS, &[Skipped::TooMany][..]));
}

#[cfg(feature = "schema")]
#[test]
fn a_schema_is_checked_at_admission() {
    let tools = listed(json!([{"name": "add", "inputSchema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "number"}}}}]));
    let catalog = tools.catalog(&Declarations::default()).unwrap();
    let Lookup::Known(add) = catalog.lookup("add") else { panic!() };
    assert!(add.check(&json!({"a": 1})).is_ok() && add.check(&json!({})).is_err());
}
