use super::*;
use crate::facts::BodyRule;
use std::time::Duration;

fn error(descriptor: ToolDescriptor) -> ConfigError {
    Tool::new(descriptor).expect_err("the declaration is wrong")
}

#[test]
fn a_wrong_field_is_named_with_its_tool() {
    let base = || ToolDescriptor::new("pay");
    let cases = [
        (base().effect_key("id"), "tools.pay.effect_key"),
        (base().effect_key(""), "tools.pay.effect_key"),
        (base().effect_key("/ok").effect_key("/a~2"), "tools.pay.effect_key"),
        (base().idempotency_key("/key~"), "tools.pay.idempotency_key"),
        (base().superficial(""), "tools.pay.superficial"),
        (base().body_rule(BodyRule::new("ok", false)), "tools.pay.body_rule.pointer"),
        (base().timeout(Duration::ZERO), "tools.pay.timeout"),
        (base().wrapper(""), "tools.pay.wrapper"),
    ];
    for (descriptor, key) in cases {
        assert_eq!(error(descriptor).key(), key);
    }
}

#[test]
fn right_fields_are_accepted() {
    let descriptor = ToolDescriptor::new("pay")
        .effect_key("/account/id")
        .effect_key("/a~0b~1c")
        .idempotency_key("/key")
        .superficial("/")
        .body_rule(BodyRule::new("", false))
        .timeout(Duration::from_nanos(1))
        .wrapper("arguments");
    let tool = Tool::new(descriptor).expect("all fields are right");
    assert_eq!(&*tool.name, "pay");
    assert_eq!(&*tool.descriptor().effect_key[1], "/a~0b~1c");
}

#[test]
fn names_are_bounded_and_printable() {
    for name in [String::new(), "a\nb".into(), "a\u{202e}b".into(), "a\u{200b}b".into(), "a\u{e0041}b".into(), "x".repeat(Tool::MAX_NAME + 1)] {
        let error = error(ToolDescriptor::new(name));
        assert!(error.key().len() < 100, "{}", error.key());
        assert!(!error.to_string().chars().any(char::is_control));
    }
    assert!(Tool::new(ToolDescriptor::new("ü".repeat(Tool::MAX_NAME / 2))).is_ok());
}

#[cfg(not(feature = "schema"))]
#[test]
fn a_schema_needs_its_feature() {
    let error = error(ToolDescriptor::new("pay").schema(serde_json::json!({"type": "object"})));
    assert_eq!(error.key(), "tools.pay.schema");
    assert_eq!(*error.kind(), ConfigErrorKind::MissingFeature { feature: "schema" });
}

#[cfg(feature = "schema")]
#[test]
fn a_schema_is_compiled_and_checked() {
    let tool = Tool::new(ToolDescriptor::new("pay").schema(serde_json::json!({"type": "object", "required": ["to"]}))).expect("the schema compiles");
    assert!(tool.check(&serde_json::json!({"to": "x"})).is_ok());
    assert_eq!(tool.check(&serde_json::json!({})).expect_err("`to` is required").len(), 1);
    assert_eq!(error(ToolDescriptor::new("pay").schema(serde_json::json!({"type": "objekt"}))).key(), "tools.pay.schema");
}

#[test]
fn a_tool_without_a_schema_takes_everything() {
    let tool = Tool::new(ToolDescriptor::new("pay")).expect("nothing is declared");
    assert!(tool.check(&serde_json::json!([1, null])).is_ok());
}
