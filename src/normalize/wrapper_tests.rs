use super::*;
use serde_json::json;

fn tool(schema: Value) -> ToolDescriptor {
    ToolDescriptor::new("t").wrapper("arguments").schema(schema)
}

fn plain() -> ToolDescriptor {
    tool(json!({"type": "object", "properties": {"path": {"type": "string"}}}))
}

#[test]
fn the_declared_wrapper_is_found() {
    let wrapped = json!({"arguments": {"path": "a"}});
    assert_eq!(around(&wrapped, Some(&plain())), Some("arguments"));
    assert_eq!(around(&wrapped, Some(&ToolDescriptor::new("t").wrapper("arguments"))), Some("arguments"), "the contract alone says so");
    assert_eq!(around(&json!({"arguments": {}}), Some(&plain())), Some("arguments"));
}

#[test]
fn without_the_contract_nothing_is_a_wrapper() {
    let wrapped = json!({"arguments": {"path": "a"}});
    assert_eq!(around(&wrapped, None), None);
    assert_eq!(around(&wrapped, Some(&ToolDescriptor::new("t"))), None);
    assert_eq!(around(&wrapped, Some(&ToolDescriptor::new("t").wrapper("input"))), None);
}

#[test]
fn company_another_kind_or_a_second_wrapper_leave_it_alone() {
    for arguments in [
        json!({"arguments": {"path": "a"}, "path": "b"}),
        json!({"arguments": "{\"path\": \"a\"}"}),
        json!({"arguments": [{"path": "a"}]}),
        json!({"arguments": null}),
        json!({"Arguments": {"path": "a"}}),
        json!({"arguments": {"arguments": {"path": "a"}}}),
        json!({}),
    ] {
        assert_eq!(around(&arguments, Some(&plain())), None, "{arguments}");
    }
}

#[test]
fn a_property_of_that_name_in_the_schema_leaves_it_alone() {
    let wrapped = json!({"arguments": {"path": "a"}});
    for schema in [
        json!({"type": "object", "properties": {"arguments": {"type": "object"}}}),
        json!({"type": "object", "$ref": "#/$defs/call", "$defs": {"call": {"properties": {"arguments": true}}}}),
        json!({"type": "object", "allOf": [{"properties": {"arguments": true}}]}),
        json!({"type": "object", "patternProperties": {"^arg": true}}),
    ] {
        assert_eq!(around(&wrapped, Some(&tool(schema.clone()))), None, "{schema}");
    }
}
