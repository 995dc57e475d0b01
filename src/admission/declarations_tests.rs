use super::*;
use serde_json::json;

fn read(value: &Value) -> Declarations {
    Declarations::from_value(value).unwrap()
}

#[test]
fn a_table_outranks_the_lists_and_a_write_outranks_a_read() {
    let declared = read(&json!({
        "read_only": ["*"],
        "write": ["write_*", "delete_*"],
        "tools": { "write_note": { "effect": "read_only" }, "read_queue": { "effect": "write" } },
    }));
    assert_eq!(declared.effect("anything"), Some(EffectDeclaration::ReadOnly));
    assert_eq!(declared.effect("delete_all"), Some(EffectDeclaration::Write));
    assert_eq!(declared.effect("write_note"), Some(EffectDeclaration::ReadOnly));
    assert_eq!(declared.effect("read_queue"), Some(EffectDeclaration::Write));
    assert!(!read(&json!({})).declares("anything"));
}

#[test]
fn everything_of_a_table_reaches_the_descriptor() {
    let declared = read(&json!({ "tools": { "pay": {
        "effect": "write", "consequence": "irreversible", "effect_key": ["/invoice", "/account"], "idempotency_key": "/key", "superficial": "/trace",
        "pollable": true, "report": true, "service": "bank", "optional_service": true, "timeout_ms": 1500,
        "verify": { "tool": "get_invoice", "same": ["/invoice"] },
    }}}));
    let tool = declared.descriptor("pay");
    assert_eq!((tool.effect, tool.consequence), (Some(EffectDeclaration::Write), Consequence::Irreversible));
    assert_eq!(tool.effect_key, ["/invoice".into(), "/account".into()]);
    assert_eq!((tool.idempotency_key.as_deref(), tool.service.as_deref()), (Some("/key"), Some("bank")));
    assert_eq!(tool.superficial, ["/trace".into()]);
    assert!(tool.pollable && tool.report && tool.optional_service);
    assert_eq!(tool.timeout, Some(Duration::from_millis(1500)));
    let verify = declared.verify("pay").unwrap();
    assert!(verify.concerns(&json!({"invoice": 7, "account": 1}), &json!({"invoice": 7})));
    assert!(!verify.concerns(&json!({"invoice": 7}), &json!({"invoice": 8})));
    assert!(!verify.concerns(&json!({}), &json!({})), "what is missing on both sides is not the same");
    assert!(declared.verify("get_invoice").is_none());
}

#[test]
fn errors_name_the_key_and_what_would_do() {
    for (value, expected) in [
        (json!([]), "`declarations` must be a table"),
        (json!({"readonly": []}), "`readonly` is not a known key: did you mean `read_only`?"),
        (json!({"read_only": 1}), "`read_only` must be a list of texts"),
        (json!({"read_only": [""]}), "`read_only` must be a list of names, in which `*` stands for any characters and `?` for one"),
        (json!({"read_only": ["a*"], "write": ["a*"]}), "`read_only.a*`: the same pattern is declared to write"),
        (json!({"tools": {"x": {"effect": "reads"}}}), "`tools.x.effect` must be `read_only` or `write`"),
        (json!({"tools": {"x": {"timeout_ms": 0}}}), "`tools.x.timeout_ms` is 0, but must be from 1 to 86400000"),
        (
            json!({"tools": {"x": {"effect_key": "id"}}}),
            "`tools.x.effect_key` must be a JSON Pointer (RFC 6901) to something inside the arguments, such as `/id`",
        ),
        (json!({"tools": {"x": {"verify": "y"}}}), "`tools.x.verify`: only a declared write can be verified: add `effect = \"write\"`"),
        (
            json!({"tools": {"x": {"verify": {"same": []}}}}),
            "`tools.x.verify` must be the name of a tool, or a table with `tool` and with JSON Pointers in `same`",
        ),
        (json!({"tools": {"x": {"body_rule": {"pointr": "/ok"}}}}), "`tools.x.body_rule.pointr` is not a known key: did you mean `pointer`?"),
        (json!({"tools": {"x": {"secret": 1}}}), "`tools.x.secret` is not a known key"),
    ] {
        assert_eq!(Declarations::from_value(&value).unwrap_err().to_string(), expected);
    }
}

#[test]
fn the_keys_that_are_listed_are_those_that_are_read() {
    let known = |value: Value| !matches!(Declarations::from_value(&value).map_err(|error| error.kind().clone()), Err(ConfigErrorKind::UnknownKey { .. }));
    assert!(Declarations::KEYS.iter().all(|key| known(json!({ *key: 7 }))) && !known(json!({ "other": 7 })));
    assert!(Declarations::TOOL_KEYS.iter().all(|key| known(json!({ "tools": { "t": { *key: {} } } }))) && !known(json!({ "tools": { "t": { "other": 7 } } })));
}

#[test]
fn a_body_rule_is_declared_by_the_value_that_fails_or_by_presence() {
    let rule = |value: Value| Declarations::from_value(&json!({ "tools": { "t": { "body_rule": value } } })).map(|declared| declared.descriptor("t").body_rule);
    assert_eq!(rule(json!({"pointer": "/ok", "failed_when": false})).unwrap().as_deref(), Some(&BodyRule::new("/ok", false)));
    assert_eq!(rule(json!({"pointer": "/errors"})).unwrap().as_deref(), Some(&BodyRule::present("/errors")));
    assert!(rule(json!({"pointer": "errors"})).is_err(), "no JSON Pointer");
}
