//! The normalize stage from outside: what it repairs, what it never repairs, and that hostile text costs no more than its length.

use crate::support::{encoded, kind, lenient, text, value};
use serde_json::json;
use std::fmt::Write;
use tool_recovery::{
    ArgumentsRef, RejectionKind,
    admission::ToolDescriptor,
    normalize::{NormalizeFault, NormalizeLimits, Normalizer, Repair},
};

// What a model may send

#[test]
fn the_layers_that_models_add_come_off() {
    let object = "{\"path\": \"a.txt\", \"note\": \"```\"}";
    for sent in [
        object.to_owned(),
        format!("\u{feff}{object}"),
        format!("\n  {object}\n"),
        format!("```json\n{object}\n```"),
        format!("```\n{object}\n```\n"),
        encoded(object),
        encoded(&encoded(object)),
        encoded(&format!("```json\n{object}\n```")),
    ] {
        let read = value(text(&sent, None)).unwrap_or_else(|| panic!("{sent}"));
        assert_eq!(read, json!({"path": "a.txt", "note": "```"}), "{sent}");
    }
}

#[test]
fn a_clean_object_as_text_needs_one_repair() {
    let Ok(normalization) = text("{\"a\": 1}", Some(&lenient())) else { panic!("an object") };
    assert_eq!(normalization.repairs().iter().collect::<Vec<_>>(), [Repair::TextToObject]);
}

#[test]
fn meaning_is_never_touched() {
    let tool = ToolDescriptor::new("t").read_only().schema(json!({
        "type": "object",
        "properties": {"count": {"type": "integer", "default": 3}, "path": {"type": "string"}},
        "required": ["path"],
        "additionalProperties": false,
    }));
    for sent in ["{\"count\": \"7\", \"pathh\": \"a\", \"path\": null}", "{}", "{\"path\": \"rm -rf \\\"$DIR\\\"  \"}", "{\"arguments\": {\"path\": \"a\"}}"] {
        assert_eq!(value(text(sent, Some(&tool))), Some(serde_json::from_str(sent).expect("JSON")));
    }
}

#[test]
fn a_number_is_passed_on_with_all_its_digits_or_not_at_all() {
    for sent in
        ["{\"id\": 12345678901234567890123}", "{\"ids\": [1, -9223372036854775809]}", "{\"ether\": 1.123456789012345678}", "{\"cents\": 12345678901234567.89}"]
    {
        for sent in [sent.to_owned(), encoded(sent), format!("```json\n{sent}\n```")] {
            assert_eq!(kind(text(&sent, None)), Some(RejectionKind::Malformed), "{sent}");
        }
    }
    for sent in
        ["{\"id\": 18446744073709551615}", "{\"x\": 1e30}", "{\"id\": \"12345678901234567890123\"}", "{\"x\": [-0, -0.0, 1e2, 0.1, 3.1415926535897932]}"]
    {
        assert_eq!(value(text(sent, None)), serde_json::from_str(sent).ok(), "{sent}");
    }
}

#[test]
fn cut_off_text_is_refused_and_never_completed() {
    for sent in [
        "",
        " ",
        "{",
        "{\"path\": \"/srv/da",
        "{\"path\": \"/srv/data\", \"content\": ",
        "{\"files\": [{\"path\": \"a\"}",
        "```json\n{\"path\": \"a\"}\n",
        "\"{\\\"path\\\": \\\"a",
        "\"{\\\"path\\\": \\\"a\"",
    ] {
        let write = ToolDescriptor::new("write").write().schema(json!({"type": "object", "properties": {}}));
        for tool in [None, Some(&write)] {
            let fault = text(sent, tool).expect_err("cut off");
            assert_eq!(fault.kind(), RejectionKind::Truncated, "{sent}");
            assert!(fault.rejection().message().contains("cut off"), "{fault}");
        }
    }
}

#[test]
fn almost_json_is_refused_and_never_mended() {
    for sent in
        ["{'a': 1}", "{a: 1}", "{\"a\": 1,}", "{\"a\": 1} // done", "{\"a\": 1}{\"a\": 2}", "{\"a\": None}", "Sure: {\"a\": 1}", "a=1", "[{\"a\": 1}]", "7"]
    {
        assert_eq!(kind(text(sent, Some(&lenient()))), Some(RejectionKind::Malformed), "{sent}");
    }
}

#[test]
fn the_default_bounds_are_exact() {
    let sized = |bytes: usize| format!("{{\"a\":\"{}\"}}", "é".repeat((bytes - 8) / 2));
    assert!(text(&sized(262_144), None).is_ok());
    assert_eq!(kind(text(&sized(262_146), None)), Some(RejectionKind::TooLarge));
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert!(text(&nested(64), None).is_ok());
    assert_eq!(kind(text(&nested(65), None)), Some(RejectionKind::TooDeep));
}

// Hostile text: each ends in one pass. Where reading stops early, the place says so.

const LONGEST: usize = 16 * 1024 * 1024;

fn roomy() -> Normalizer {
    Normalizer::new(NormalizeLimits::new().max_bytes(LONGEST).max_depth(512)).expect("in range")
}

fn column(fault: &NormalizeFault) -> usize {
    fault.position().expect("a place").column
}

#[test]
fn a_million_equal_keys_end_at_the_second() {
    let hostile = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(1_000_000));
    assert_eq!(kind(text(&hostile, None)), Some(RejectionKind::TooLarge));
    let fault = roomy().normalize(ArgumentsRef::Text(&hostile), None).expect_err("ambiguous");
    assert_eq!(fault.kind(), RejectionKind::DuplicateKey);
    assert!(column(&fault) < 16, "{fault}");
}

#[test]
fn a_million_keys_of_which_the_last_repeats_the_first_are_refused() {
    let mut hostile = String::from("{");
    for n in 0..1_000_000 {
        let _ = write!(hostile, "\"{n}\":1,");
    }
    hostile.push_str("\"0\":1}");
    let fault = roomy().normalize(ArgumentsRef::Text(&hostile), None).expect_err("ambiguous");
    assert_eq!(fault.kind(), RejectionKind::DuplicateKey);
}

#[test]
fn deep_nesting_ends_at_the_bound() {
    for open in ["[", "{\"a\":", "[{\"\":", " [ "] {
        let hostile = open.repeat(LONGEST / open.len());
        let fault = roomy().normalize(ArgumentsRef::Text(&hostile), None).expect_err("too deep");
        assert_eq!(fault.kind(), RejectionKind::TooDeep, "{open}");
        assert!(column(&fault) <= 514 * open.len(), "{fault}");
    }
}

#[test]
fn long_runs_of_one_mark_are_refused() {
    let bytes = 262_144;
    for (mark, expected) in [
        ("\"", RejectionKind::Malformed),
        ("\\", RejectionKind::Malformed),
        ("\\\"", RejectionKind::Malformed),
        ("\"\\", RejectionKind::Truncated),
        ("{", RejectionKind::Malformed),
        ("}", RejectionKind::Malformed),
        ("`", RejectionKind::Malformed),
        ("```", RejectionKind::Malformed),
        ("\n```", RejectionKind::Malformed),
        ("```json\n", RejectionKind::Malformed),
        ("\u{feff}", RejectionKind::Malformed),
        (" ", RejectionKind::Truncated),
        ("\u{2003}", RejectionKind::Truncated),
    ] {
        let hostile = mark.repeat(bytes / mark.len());
        assert_eq!(kind(text(&hostile, None)), Some(expected), "{mark:?}");
    }
    let open_string = format!("{{\"a\":\"{}", "\\\"".repeat(130_000));
    assert_eq!(kind(text(&open_string, None)), Some(RejectionKind::Truncated));
    let open_levels = format!("{}\"{}", "{\"a\":".repeat(64), "b".repeat(260_000));
    assert_eq!(kind(text(&open_levels, None)), Some(RejectionKind::Truncated));
}

#[test]
fn a_long_string_of_quotes_is_an_argument_like_any_other() {
    let quotes = "\"\\".repeat(30_000);
    let object = json!({"a": quotes}).to_string();
    assert_eq!(value(text(&object, None)), Some(json!({"a": quotes})));
    assert_eq!(value(text(&encoded(&object), None)), Some(json!({"a": quotes})));
}
