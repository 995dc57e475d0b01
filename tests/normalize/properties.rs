//! The normalize stage, by what holds for every object and every text.

use crate::support::{encoded, kind, lenient, text, value};
use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value, json};
use std::{fmt::Write, sync::Arc};
use tool_recovery::{
    ArgumentsRef, RejectionKind,
    admission::ToolDescriptor,
    normalize::{Normalization, Normalizer, Repair, Repairs},
};

fn repairs_of_text() -> Repairs {
    Repairs::NONE.with(Repair::TextToObject)
}

fn any_char() -> impl Strategy<Value = char> {
    prop_oneof![
        3 => any::<char>(),
        2 => proptest::sample::select(vec!['"', '\\', '{', '}', '[', ']', ':', ',', '`', '\n', ' ', 'a', '0', '\u{feff}', '\u{0}']),
    ]
}

fn any_string() -> impl Strategy<Value = String> {
    vec(any_char(), 0..8).prop_map(String::from_iter)
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![4 => any_string(), 1 => Just("arguments".to_owned()), 1 => Just("$serde_json::private::Number".to_owned())]
}

fn any_scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any_string().prop_map(Value::from),
    ]
}

fn any_members(element: impl Strategy<Value = Value>, sizes: std::ops::Range<usize>) -> impl Strategy<Value = Value> {
    vec((any_name(), element), sizes).prop_map(|members| Value::Object(Map::from_iter(members)))
}

fn any_value() -> impl Strategy<Value = Value> {
    any_scalar().prop_recursive(4, 24, 4, |inner| prop_oneof![vec(inner.clone(), 0..4).prop_map(Value::from), any_members(inner, 0..4)])
}

fn any_object() -> impl Strategy<Value = Value> {
    any_members(any_value(), 0..4)
}

/// Every representation from which the stage has to find its way back, except plain text.
fn dressed(object: &str) -> [String; 6] {
    [
        format!("\u{feff}\t{object}"),
        format!("```json\n{object}\n```"),
        format!("``` {object}```"),
        encoded(object),
        encoded(&encoded(object)),
        encoded(&format!("```\n{}\n```", encoded(object))),
    ]
}

/// Text like JSON and often not JSON.
fn near_json() -> impl Strategy<Value = String> {
    let tokens = ["{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "\"", "1", "-", "0.5", "null", "tru", " ", "\n", "```", "json", "\\", "\u{feff}", "é"];
    vec(proptest::sample::select(tokens.to_vec()), 0..16).prop_map(|parts| parts.concat())
}

/// `value` as text in which the `nth` member, counted through the whole tree, is written again at the end of its object. The rest of `nth` comes back.
fn write_with_repeat(value: &Value, nth: &mut Option<usize>, again: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut repeated = None;
            out.push('{');
            for (place, (name, member)) in members.iter().enumerate() {
                if *nth == Some(0) {
                    repeated = Some(name);
                }
                *nth = nth.and_then(|left| left.checked_sub(1));
                out.push_str(if place > 0 { "," } else { "" });
                let _ = write!(out, "{}:", encoded(name));
                write_with_repeat(member, nth, again, out);
            }
            if let Some(name) = repeated {
                let _ = write!(out, ",{}:{again}", encoded(name));
            }
            out.push('}');
        }
        Value::Array(elements) => {
            out.push('[');
            for (place, element) in elements.iter().enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                write_with_repeat(element, nth, again, out);
            }
            out.push(']');
        }
        scalar => {
            let _ = write!(out, "{scalar}");
        }
    }
}

fn members(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.len() + object.values().map(members).sum::<usize>(),
        Value::Array(array) => array.iter().map(members).sum(),
        _ => 0,
    }
}

fn assert_settled(arguments: Arc<Value>, tool: Option<&ToolDescriptor>) {
    assert!(arguments.is_object());
    let again = Normalizer::default();
    assert_eq!(again.normalize(ArgumentsRef::Shared(&arguments), tool), Ok(Normalization::Unchanged));
    assert_eq!(again.normalize(ArgumentsRef::Owned(&arguments), tool), Ok(Normalization::Unchanged));
}

proptest! {
    #[test]
    fn a_valid_object_is_never_changed(object in any_object()) {
        let compact = object.to_string();
        let pretty = serde_json::to_string_pretty(&object).expect("JSON");
        for sent in [&compact, &pretty] {
            let expected = Normalization::Replaced { arguments: Arc::new(object.clone()), repairs: repairs_of_text() };
            prop_assert_eq!(text(sent, None), Ok(expected));
        }
        for sent in dressed(&compact) {
            prop_assert_eq!(value(text(&sent, None)), Some(object.clone()), "{}", sent);
        }
        assert_settled(Arc::new(object), None);
    }

    #[test]
    fn no_beginning_of_a_call_is_a_call(object in any_object(), lenient_tool in any::<bool>()) {
        let tool = lenient();
        let tool = lenient_tool.then_some(&tool);
        let compact = object.to_string();
        for sent in std::iter::once(compact.clone()).chain(dressed(&compact)) {
            // Text that holds nothing yet is no arguments where the tool takes none.
            let first = if lenient_tool { sent.len() - sent.trim_start_matches(['\u{feff}', '\t']).len() + 1 } else { 0 };
            for end in (first..sent.len()).filter(|end| sent.is_char_boundary(*end)) {
                prop_assert_eq!(kind(text(&sent[..end], tool)), Some(RejectionKind::Truncated), "{}", &sent[..end]);
                let parsed = Value::from(&sent[..end]);
                let normalized = Normalizer::default().normalize(ArgumentsRef::Owned(&parsed), tool);
                prop_assert_eq!(kind(normalized), Some(RejectionKind::Truncated), "{}", parsed);
            }
        }
    }

    #[test]
    fn a_repeated_key_anywhere_is_refused(object in any_object(), pick in any::<usize>(), again in any_value()) {
        let count = members(&object);
        prop_assume!(count > 0);
        let mut repeated = String::new();
        write_with_repeat(&object, &mut Some(pick % count), &again, &mut repeated);
        prop_assert!(serde_json::from_str::<Value>(&repeated).is_ok(), "lenient readers accept it: {}", repeated);
        prop_assert_eq!(kind(text(&repeated, None)), Some(RejectionKind::DuplicateKey), "{}", repeated);
        for sent in dressed(&repeated) {
            prop_assert_eq!(kind(text(&sent, Some(&lenient()))), Some(RejectionKind::DuplicateKey), "{}", sent);
        }
    }

    #[test]
    fn normalizing_twice_is_normalizing_once(object in any_object(), wraps in 0..3_usize, near in near_json()) {
        let tool = lenient();
        let wrapped = (0..wraps).fold(object, |inner, _| json!({"arguments": inner}));
        let shared = Arc::new(wrapped);
        let compact = shared.to_string();
        for arguments in [ArgumentsRef::Shared(&shared), ArgumentsRef::Text(&compact), ArgumentsRef::Text(&near), ArgumentsRef::Absent] {
            for tool in [None, Some(&tool)] {
                if let Ok(Normalization::Replaced { arguments, repairs }) = Normalizer::default().normalize(arguments, tool) {
                    prop_assert!(!repairs.is_empty());
                    assert_settled(arguments, tool);
                }
            }
        }
    }

    #[test]
    fn text_is_read_as_every_reader_of_json_reads_it_or_not_at_all(near in near_json()) {
        if let Ok(Normalization::Replaced { arguments, repairs }) = text(&near, None)
            && repairs == repairs_of_text()
        {
            prop_assert_eq!(serde_json::from_str::<Value>(&near).ok(), Some(Arc::unwrap_or_clone(arguments)));
        }
        if let Ok(Value::Object(object)) = serde_json::from_str(&near) {
            let read = text(&near, None);
            prop_assert!(kind(read.clone()) == Some(RejectionKind::DuplicateKey) || value(read) == Some(Value::Object(object)));
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_yields_anything_but_an_object(sent in any_string(), near in near_json()) {
        for sent in [sent, near] {
            if let Some(arguments) = value(text(&sent, Some(&lenient()))) {
                prop_assert!(arguments.is_object());
            }
        }
    }
}
