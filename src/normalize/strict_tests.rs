use super::*;
use crate::RejectionKind;
use serde::de::value::{Error as PlainError, MapDeserializer};
use serde_json::json;

const DEPTH: usize = 64;

fn kind(text: &str) -> Result<Value, RejectionKind> {
    parse(text, DEPTH).map(|parsed| parsed.value).map_err(|fault| fault.kind())
}

fn place(text: &str) -> Option<(usize, usize)> {
    parse(text, DEPTH).err()?.position().map(|at| (at.line, at.column))
}

#[test]
fn values_are_those_of_serde_json() {
    for text in [
        "{}",
        "[]",
        "null",
        " {\"a\": [true, false, null, -1, 0, 18446744073709551615, -9223372036854775808, 1.5, -0, 1e300, \"\\u00e9\\n\\\"\"]} ",
        "{\"n\": 123456789012345678901234567890, \"f\": 0.1000000000000000055511151231257827}",
        "{\"\": {\"\": [[[]]]}}",
    ] {
        assert_eq!(kind(text), Ok(serde_json::from_str(text).expect("JSON")), "{text}");
    }
}

#[test]
fn names_that_mean_something_to_serde_json_are_names() {
    // A feature that any other crate of a build switches on makes serde_json's own `Value` a number of these.
    for name in ["$serde_json::private::Number", "$serde_json::private::RawValue"] {
        let members = serde_json::Map::from_iter([(name.to_owned(), Value::from("5"))]);
        assert_eq!(kind(&format!("{{\"{name}\": \"5\"}}")), Ok(Value::Object(members)));
    }
}

#[test]
fn what_serde_json_refuses_is_refused() {
    for text in [
        "{'a': 1}",
        "{a: 1}",
        "{\"a\": 1,}",
        "[1 2]",
        "{\"a\": 01}",
        "{\"a\": 1e400}",
        "{\"a\": NaN}",
        "{\"a\": \"\u{1}\"}",
        "{\"a\": \"\\ud800x\"}",
        "// c\n{}",
    ] {
        assert_eq!(kind(text), Err(RejectionKind::Malformed), "{text}");
        assert!(serde_json::from_str::<Value>(text).is_err());
    }
}

#[test]
fn nothing_may_follow_the_value() {
    for text in ["{} {}", "{}}", "{\"a\": 1} and so on", "{},"] {
        assert_eq!(kind(text), Err(RejectionKind::Malformed), "{text}");
    }
}

#[test]
fn a_repeated_name_is_refused_however_it_is_written_and_wherever_it_stands() {
    for text in [
        r#"{"a": 1, "a": 1}"#,
        r#"{"a": 1, "b": 2, "a": 3}"#,
        r#"{"a": 1, "\u0061": 2}"#,
        r#"{"x": {"y": [0, {"a": 1, "a": 2}]}}"#,
        r#"{"": 1, "": 2}"#,
        r#"[{"a": {}, "a": {}}]"#,
    ] {
        assert_eq!(kind(text), Err(RejectionKind::DuplicateKey), "{text}");
    }
    assert_eq!(kind(r#"{"a": {"a": {"A": 1}}, "A": 2}"#), Ok(json!({"a": {"a": {"A": 1}}, "A": 2})));
}

#[test]
fn the_repeated_name_is_found_before_its_value_is_read() {
    let unread = format!("{{\"a\": 1, \"a\": {}", "[".repeat(1000));
    assert_eq!(kind(&unread), Err(RejectionKind::DuplicateKey));
}

#[test]
fn the_bound_on_depth_is_exact() {
    let arrays = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let objects = |n: usize| format!("{}{{}}{}", "{\"a\":".repeat(n - 1), "}".repeat(n - 1));
    for depth in [4, 64, 512] {
        for nested in [arrays as fn(usize) -> String, objects] {
            assert!(parse(&nested(depth), depth).is_ok(), "{depth}");
            let fault = parse(&nested(depth + 1), depth).expect_err("one level more");
            assert_eq!(fault.kind(), RejectionKind::TooDeep);
        }
    }
    assert_eq!(parse("1", 0).map(|parsed| parsed.value), Ok(json!(1)), "a scalar is no level");
}

#[test]
fn text_that_ends_inside_a_value_is_cut_off() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "\"",
        "{\"a",
        "{\"a\"",
        "{\"a\":",
        "{\"a\": 1",
        "{\"a\": 1,",
        "{\"a\": tru",
        "{\"a\": -",
        "{\"a\": 1.",
        "{\"a\": 1e",
        "{\"a\": \"\\",
        "{\"a\": \"\\u12",
        "{\"a\": \"\\ud83d",
    ] {
        assert_eq!(kind(text), Err(RejectionKind::Truncated), "{text}");
    }
}

#[test]
fn a_fault_has_a_place() {
    assert_eq!(place("{\n  \"a\": }"), Some((2, 8)));
    assert_eq!(place("{\"a\": 1, \"a\": 2}").map(|(line, column)| (line, (12..=13).contains(&column))), Some((1, true)));
    assert_eq!(place("{\"a\": [1, 2"), Some((1, 11)));
}

#[test]
fn the_broken_rule_is_named_and_nothing_is_quoted() {
    for (text, rule) in [("{\"canary\" 1}", "expected `:`"), ("{\"canary\": \"canary\" canary}", "expected `,` or `}`"), ("{\"canary\": 1,}", "trailing comma")]
    {
        let said = parse(text, DEPTH).expect_err("malformed").to_string();
        assert!(said.contains(rule) && !said.contains("canary"), "{said}");
    }
}

/// What serde_json's `arbitrary_precision` hands to a visitor, played by serde's own deserializer of plain pairs: its names are no newtypes either.
#[test]
fn a_number_that_arrives_as_a_map_is_a_number_at_any_depth() {
    let notes = Notes::default();
    let number = MapDeserializer::<_, PlainError>::new([("$serde_json::private::Number", "12.5")].into_iter());
    let seed = Strict { levels_left: 0, notes: &notes };
    assert_eq!(seed.visit_map(number), Ok(json!(12.5)));
}
