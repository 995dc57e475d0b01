use super::*;
use crate::{RejectionKind, config::ConfigErrorKind};
use serde_json::json;

fn normalizer() -> Normalizer {
    Normalizer::default()
}

#[test]
fn a_parsed_object_is_left_alone_whatever_is_in_it() {
    let deep = (0..200).fold(json!(1), |inner, _| json!({"a": inner}));
    for value in [json!({}), json!({"a": "{\"b\": 1}"}), json!({"arguments": {"a": 1}}), deep] {
        let normalizer = normalizer();
        let shared = Arc::new(value);
        assert_eq!(normalizer.normalize(ArgumentsRef::Shared(&shared), None), Ok(Normalization::Unchanged));
        assert_eq!(normalizer.normalize(ArgumentsRef::Owned(&shared), Some(&ToolDescriptor::new("t"))), Ok(Normalization::Unchanged));
        assert_eq!(Arc::strong_count(&shared), 1);
        assert_eq!(normalizer.counters(), NormalizeCounters::default());
    }
}

#[test]
fn absent_and_null_become_the_shared_empty_object() {
    let normalizer = normalizer();
    let null = Arc::new(Value::Null);
    for arguments in [ArgumentsRef::Absent, ArgumentsRef::Shared(&null), ArgumentsRef::Owned(&null), ArgumentsRef::Text("null")] {
        let Ok(Normalization::Replaced { arguments, repairs }) = normalizer.normalize(arguments, None) else { panic!("a repair") };
        assert!(Arc::ptr_eq(&arguments, &normalizer.empty), "no allocation");
        assert_eq!(repairs, Repairs::NONE.with(Repair::AbsentToEmpty));
    }
    assert_eq!(normalizer.counters().repaired(Repair::AbsentToEmpty), 4);
}

#[test]
fn parsed_values_of_another_kind_are_malformed() {
    for value in [json!([{"a": 1}]), json!(1), json!(true), json!("words")] {
        let fault = normalizer().normalize(ArgumentsRef::Owned(&value), None).expect_err("no object");
        assert_eq!(fault.kind(), RejectionKind::Malformed, "{value}");
    }
}

#[test]
fn a_parsed_string_goes_through_the_rules_for_text() {
    let string = Value::from("{\"a\": 1}");
    let normalized = normalizer().normalize(ArgumentsRef::Owned(&string), None);
    let expected = Normalization::Replaced { arguments: Arc::new(json!({"a": 1})), repairs: Repairs::NONE.with(Repair::DoubleEncoding) };
    assert_eq!(normalized, Ok(expected));
    for (text, kind) in [("{\"a\": 1, \"a\": 1}", RejectionKind::DuplicateKey), ("{\"a\": ", RejectionKind::Truncated), ("", RejectionKind::Truncated)] {
        let fault = normalizer().normalize(ArgumentsRef::Owned(&Value::from(text)), None).expect_err("refused");
        assert_eq!(fault.kind(), kind);
    }
}

#[test]
fn a_wrapper_comes_off_text_and_parsed_arguments_alike() {
    let tool = ToolDescriptor::new("t").wrapper("arguments").schema(json!({"type": "object", "properties": {"a": {}}}));
    let wrapped = Arc::new(json!({"arguments": {"a": 1}}));
    let normalizer = normalizer();
    for (arguments, made) in [
        (ArgumentsRef::Shared(&wrapped), Repairs::NONE),
        (ArgumentsRef::Owned(&wrapped), Repairs::NONE),
        (ArgumentsRef::Text("{\"arguments\": {\"a\": 1}}"), Repairs::NONE.with(Repair::TextToObject)),
    ] {
        let expected = Normalization::Replaced { arguments: Arc::new(json!({"a": 1})), repairs: made.with(Repair::Wrapper) };
        assert_eq!(normalizer.normalize(arguments, Some(&tool)), Ok(expected));
    }
    assert_eq!(normalizer.counters().repaired(Repair::Wrapper), 3);
    assert_eq!(*wrapped, json!({"arguments": {"a": 1}}), "the original stays");
}

#[test]
fn repairs_and_faults_are_counted_once_a_call() {
    let normalizer = normalizer();
    normalizer.count(Repair::NameAlias);
    for text in ["{}", "\"\\\"{}\\\"\"", "{", "{\"a\": 1, \"a\": 1}", "[]"] {
        let _ = normalizer.normalize(ArgumentsRef::Text(text), None);
    }
    let counters = normalizer.counters();
    assert_eq!(counters.repaired(Repair::NameAlias), 1);
    assert_eq!(counters.repaired(Repair::TextToObject), 2);
    assert_eq!(counters.repaired(Repair::DoubleEncoding), 1, "two layers, one call");
    assert_eq!(counters.faults().map(|(_, count)| count).collect::<Vec<_>>(), [0, 0, 1, 1, 1]);
}

#[test]
fn limits_outside_their_range_do_not_build() {
    let error = Normalizer::new(NormalizeLimits::new().max_depth(1)).expect_err("out of range");
    assert!(matches!(error.kind(), ConfigErrorKind::OutOfRange { .. }));
    let limits = NormalizeLimits::new().max_depth(4).max_bytes(2048);
    assert_eq!(Normalizer::new(limits).expect("in range").limits(), &limits);
}

#[test]
fn nothing_printed_shows_an_argument() {
    let normalizer = normalizer();
    let texts =
        ["{\"canary\": \"canary\"}", "{\"canary\": \"canary", "{\"canary\": canary}", "[\"canary\"]", "{\"canary\": 1, \"canary\": 2}", "```canary", "canary"];
    for text in texts {
        let printed = match normalizer.normalize(ArgumentsRef::Text(text), None) {
            Ok(normalization) => format!("{normalization:?}"),
            Err(fault) => format!("{fault:?} {fault} {:?} {}", fault.rejection(), fault.rejection().message()),
        };
        assert!(!printed.contains("canary"), "{printed}");
    }
    assert!(!format!("{normalizer:?}").contains("canary"));
}
