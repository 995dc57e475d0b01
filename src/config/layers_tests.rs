use super::*;
use crate::config::tree;
use serde_json::json;

fn layers() -> Layers {
    Layers::new().expect("the defaults")
}

#[test]
fn every_key_of_every_section_is_an_entry_with_its_origin() {
    let merged = layers()
        .file(json!({ "advice": { "max_bytes": 300 } }))
        .and_then(|layers| layers.environment([("TOOL_RECOVERY_CLASSIFIER".to_owned(), "off".to_owned())]))
        .expect("two layers");
    let entries = merged.entries();
    assert_eq!(entries.len(), tree::leaves(serde_json::to_value(RecoveryConfig::default()).expect("JSON")).len());
    for entry in entries {
        let expected = match entry.key.as_str() {
            "advice.max_bytes" => Origin::File,
            "classifier" => Origin::Environment("TOOL_RECOVERY_CLASSIFIER".into()),
            _ => Origin::Default,
        };
        assert_eq!(entry.origin, expected, "{}", entry.key);
    }
}

#[test]
fn an_empty_table_sets_nothing_in_a_known_section_and_is_refused_elsewhere() {
    let merged = layers().file(json!({ "advice": { "max_bytes": 300 } })).and_then(|layers| layers.file(json!({ "advice": {}, "ledger": {} })));
    assert_eq!(merged.and_then(|layers| layers.config()).map(|config| config.advice.max_bytes), Ok(300));
    assert_eq!(layers().file(json!({ "advise": {} })).map(|_| ()), Err(ConfigError::new("advise", ConfigErrorKind::UnknownKey { similar: None })));
}

#[test]
fn a_misspelt_key_is_answered_with_the_key_that_was_meant() {
    let cases = [
        ("clasifier", Some("classifier")),
        ("decision_timeout", Some("decision_timeout_ms")),
        ("ledger.repeat_ttl", Some("ledger.repeat_ttl_ms")),
        ("max_wait_ms", Some("pacing.max_wait_ms")),
        ("bogus", None),
    ];
    for (key, similar) in cases {
        let path: Vec<String> = key.split('.').map(str::to_owned).collect();
        let mut file = json!({});
        tree::set(&mut file, &path, json!(1));
        let error = layers().file(file).expect_err(key);
        assert_eq!(*error.kind(), ConfigErrorKind::UnknownKey { similar: similar.map(Into::into) }, "{key}");
    }
    let error = layers().environment([("TOOL_RECOVERY_LEDGER__REPEAT_TTL".to_owned(), "1".to_owned())]).expect_err("misspelt");
    assert_eq!(error.to_string(), "`TOOL_RECOVERY_LEDGER__REPEAT_TTL` is not a known key: did you mean `TOOL_RECOVERY_LEDGER__REPEAT_TTL_MS`?");
}

#[test]
fn an_unknown_key_of_any_length_costs_no_comparison() {
    let long = "repeat_ttl_ms".repeat(10_000);
    let error = layers().file(json!({ long: 1 })).expect_err("unknown");
    assert_eq!(*error.kind(), ConfigErrorKind::UnknownKey { similar: None });
}

#[test]
fn a_scalar_and_a_table_in_each_others_place_are_refused() {
    let error = layers().file(json!({ "pacing": 3 })).expect_err("a scalar");
    assert_eq!(error.to_string(), "`pacing` must be a table");
    let error = layers().file(json!({ "settle_grace_ms": { "value": 3 } })).expect_err("a table");
    assert_eq!(error.key(), "settle_grace_ms.value");
    let error = layers().file(json!([1])).expect_err("a list");
    assert_eq!(error.to_string(), "`agent.recovery` must be a table");
}

#[test]
fn texts_are_read_by_the_kind_of_the_default() {
    for (default, text, expected) in [
        (Some(json!(true)), "false", Some(json!(false))),
        (Some(json!(true)), "no", None),
        (Some(json!(1)), "17", Some(json!(17))),
        (Some(json!(1)), "1x", None),
        (Some(json!(0.5)), "1", Some(json!(1))),
        (Some(json!("a")), "17", Some(json!("17"))),
        (Some(json!([])), "a, b", Some(json!(["a", "b"]))),
        (Some(json!([])), "[1, 2]", Some(json!([1, 2]))),
        (Some(json!([])), "[1", None),
        (Some(json!({})), r#"{"a":1}"#, Some(json!({ "a": 1 }))),
        (Some(json!({})), "a=1", None),
        (Some(json!({ "a": 1 })), r#"{"a":1}"#, None),
        (Some(json!(null)), "text", Some(json!("text"))),
    ] {
        let meanings = environment::meanings(default.as_ref(), text);
        assert_eq!(meanings.ok().and_then(|all| all.into_iter().next()), expected, "{default:?} {text}");
    }
    assert_eq!(environment::meanings(None, "17"), Ok(vec![json!("17"), json!(17)]));
}

#[test]
fn a_part_of_a_key_that_is_no_plain_name_is_not_repeated() {
    for part in ["canary word", &"c".repeat(65), "canary\u{1b}[2J"] {
        let error = layers().file(json!({ "ledger": { part: 1 } })).expect_err("unknown");
        assert_eq!(error.key(), "ledger.(not a plain name)");
    }
}
