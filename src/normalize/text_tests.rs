use super::*;
use crate::RejectionKind;
use serde_json::json;

const BOM: &str = "\u{feff}";

fn limits() -> NormalizeLimits {
    NormalizeLimits::new()
}

fn raw(text: &str) -> Reading {
    TextRules { limits: &limits(), tool: None }.raw(text)
}

fn string(text: &str) -> Reading {
    TextRules { limits: &limits(), tool: None }.string(text)
}

fn encoded(text: &str, times: usize) -> String {
    (0..times).fold(text.to_owned(), |text, _| Value::from(text).to_string())
}

fn repairs(made: &[Repair]) -> Repairs {
    made.iter().fold(Repairs::NONE, |repairs, repair| repairs.with(*repair))
}

#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "reads better at the call")]
fn reads(reading: Reading, made: &[Repair]) {
    assert_eq!(reading, Ok((Some(json!({"a": "b"})), repairs(made))));
}

#[track_caller]
fn refuses(reading: Reading, kind: RejectionKind) {
    assert_eq!(reading.map_err(|fault| fault.kind()), Err(kind));
}

#[test]
fn each_layer_is_a_rule_of_its_own() {
    use Repair::*;
    let text = "{\"a\":\"b\"}";
    reads(raw(text), &[TextToObject]);
    reads(raw(&format!("{BOM}{text}")), &[ByteOrderMark, TextToObject]);
    reads(raw(&format!(" \r\n\t{text}\n\u{a0}")), &[Whitespace, TextToObject]);
    reads(raw(&format!("```json\n{text}\n```")), &[MarkdownFence, TextToObject]);
    reads(raw(&format!("{BOM}\n```\n{text}\n```\n")), &[ByteOrderMark, Whitespace, MarkdownFence, TextToObject]);
    reads(raw(&encoded(text, 1)), &[DoubleEncoding, TextToObject]);
    reads(raw(&encoded(text, 2)), &[DoubleEncoding, TextToObject]);
    reads(raw(&encoded(&format!("```\n{text}\n```"), 1)), &[DoubleEncoding, MarkdownFence, TextToObject]);
    reads(raw(&format!("```\n{}\n```", encoded(text, 1))), &[DoubleEncoding, MarkdownFence, TextToObject]);
    reads(string(text), &[DoubleEncoding]);
    reads(string(&encoded(text, 1)), &[DoubleEncoding]);
}

#[test]
fn layers_end() {
    let text = "{\"a\":\"b\"}";
    refuses(raw(&encoded(text, 3)), RejectionKind::Malformed);
    refuses(string(&encoded(text, 2)), RejectionKind::Malformed);
    refuses(raw(&format!("```\n```\n{text}\n```\n```")), RejectionKind::Malformed);
    refuses(raw(&format!("{BOM}{BOM}{text}")), RejectionKind::Malformed);
    refuses(raw(&format!("\n{BOM}{text}")), RejectionKind::Malformed);
}

#[test]
fn null_stands_for_no_arguments_only_when_it_is_bare() {
    assert_eq!(raw("null"), Ok((None, repairs(&[Repair::AbsentToEmpty]))));
    assert_eq!(raw(" null\n"), Ok((None, repairs(&[Repair::AbsentToEmpty, Repair::Whitespace]))));
    assert_eq!(string("null"), Ok((None, repairs(&[Repair::AbsentToEmpty]))));
    refuses(raw("\"null\""), RejectionKind::Malformed);
    refuses(raw("```\nnull\n```"), RejectionKind::Malformed);
    refuses(raw("nul"), RejectionKind::Truncated);
}

#[test]
fn json_of_another_kind_is_malformed_and_says_which() {
    for (text, found) in [("[{\"a\": 1}]", "an array"), ("17", "a number"), ("true", "a boolean"), ("\"[]\"", "an array"), ("```\nnull\n```", "null")] {
        let fault = raw(text).expect_err("no object");
        assert_eq!(fault.kind(), RejectionKind::Malformed);
        assert!(fault.to_string().contains(found), "{fault}");
    }
    for text in ["path=a.txt", "\"just words\"", "<a>b</a>", "a: b", "Here you are: {\"a\": 1}"] {
        refuses(raw(text), RejectionKind::Malformed);
    }
}

#[test]
fn faults_inside_a_layer_keep_their_kind() {
    for (inside, kind) in [
        ("{\"a\": 1, \"a\": 2}", RejectionKind::DuplicateKey),
        ("{\"a\": 1", RejectionKind::Truncated),
        ("", RejectionKind::Truncated),
        ("{a}", RejectionKind::Malformed),
    ] {
        refuses(raw(&encoded(inside, 1)), kind);
        refuses(raw(&encoded(inside, 2)), kind);
        refuses(raw(&format!("```json\n{inside}\n```")), kind);
    }
}

#[test]
fn a_place_counts_from_the_beginning_of_what_was_sent() {
    let place = |text: &str| raw(text).expect_err("malformed").position().map(|at| (at.line, at.column));
    assert_eq!(place("{\"a\": }"), Some((1, 7)));
    assert_eq!(place("  {\"a\": }"), Some((1, 9)));
    assert_eq!(place("\n\n```json\n  {\"a\": }\n```"), Some((4, 9)));
    assert_eq!(place(&encoded("\n{\"a\": }", 1)), Some((2, 7)), "in the inner text");
}

#[test]
fn the_bound_on_bytes_is_exact_and_checked_before_anything_is_read() {
    let limits = NormalizeLimits::new().max_bytes(1024);
    let rules = TextRules { limits: &limits, tool: None };
    let sized = |bytes: usize| format!("{{\"a\":\"{}\"}}", "b".repeat(bytes - 8));
    assert!(rules.raw(&sized(1024)).is_ok());
    refuses(rules.raw(&sized(1025)), RejectionKind::TooLarge);
    refuses(rules.string(&sized(1025)), RejectionKind::TooLarge);
    refuses(rules.raw(&" ".repeat(1025)), RejectionKind::TooLarge);
}

fn empty(tool: Option<&ToolDescriptor>, text: &str) -> Reading {
    TextRules { limits: &limits(), tool }.raw(text)
}

#[test]
fn empty_text_is_no_arguments_only_where_the_schema_takes_none() {
    let nothing = || ToolDescriptor::new("now").schema(json!({"type": "object", "properties": {}, "additionalProperties": false}));
    for tool in [nothing(), nothing().read_only(), ToolDescriptor::new("now").schema(json!({"type": "object"}))] {
        assert_eq!(empty(Some(&tool), ""), Ok((None, repairs(&[Repair::EmptyTextToEmpty]))));
        assert_eq!(empty(Some(&tool), " \n"), Ok((None, repairs(&[Repair::EmptyTextToEmpty, Repair::Whitespace]))));
        refuses(empty(Some(&tool), "\"\""), RejectionKind::Truncated);
        refuses(empty(Some(&tool), "```\n```"), RejectionKind::Truncated);
        refuses(empty(Some(&tool), "{"), RejectionKind::Truncated);
    }
    refuses(empty(Some(&nothing().write()), ""), RejectionKind::Truncated);
    refuses(empty(Some(&ToolDescriptor::new("t")), ""), RejectionKind::Truncated);
    refuses(empty(None, ""), RejectionKind::Truncated);
}

#[test]
fn a_schema_that_may_take_something_does_not_take_nothing() {
    for schema in [
        json!({"type": "object", "properties": {"a": {}}}),
        json!({"type": "object", "required": ["a"]}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "patternProperties": {"^x": {}}}),
        json!({"type": "object", "allOf": [{"properties": {"a": {}}}]}),
        json!({"type": "object", "$ref": "#/$defs/a"}),
        json!({}),
        json!(true),
    ] {
        let tool = ToolDescriptor::new("t").read_only().schema(schema.clone());
        assert_eq!(empty(Some(&tool), "").map_err(|fault| fault.kind()), Err(RejectionKind::Truncated), "{schema}");
    }
}
