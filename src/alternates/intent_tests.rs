use super::Intent;
use crate::admission::ToolDescriptor;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

#[test]
fn it_is_what_the_tool_can_do_and_the_words_of_the_names() {
    let tool = ToolDescriptor::new("http_get").capability("  Fetch a\npage ");
    let intent = Intent::of("an alias", Some(&tool), Some(&json!({"targetUrl": "https://example.com/secret", "X-Max-Bytes": 5})));
    assert_eq!(intent.capability(), "Fetch a page");
    assert!(intent.words().starts_with("http get"), "{}", intent.words());
    for word in ["target", "url", "max", "bytes"] {
        assert!(intent.words().split(' ').any(|found| found == word), "{word}");
    }
    assert_eq!(intent.with_evidence("no such scheme").text().lines().count(), 3);
    assert!(Intent::of("", None, None).is_blank());
    assert!(Intent::default().text().is_empty());
}

#[test]
fn no_value_key_or_id_becomes_a_word() {
    let arguments = json!({
        "sk-proj-AbCd1234EfGh5678": 1,
        "alice42@example.com": 1,
        "550e8400-e29b-41d4-a716-446655440000": 1,
        "averyveryverylongrunofletterswithoutend": 1,
        "query": "hunter2 is the password",
    });
    let intent = Intent::of("AKIAIOSFODNN7EXAMPLE", None, Some(&arguments));
    for leaked in ["hunter", "password", "AbCd", "1234", "alice", "550e", "akia", "averyvery"] {
        assert!(!intent.text().to_lowercase().contains(&leaked.to_lowercase()), "{leaked}: {}", intent.text());
    }
    assert!(intent.words().contains("query"));
}

#[test]
fn debug_prints_lengths() {
    let tool = ToolDescriptor::new("t").capability("private capability");
    let printed = format!("{:?}", Intent::of("t", Some(&tool), None).with_evidence("private failure"));
    assert!(!printed.contains("private"), "{printed}");
}

proptest! {
    #[test]
    fn it_is_bounded_and_holds_no_control_characters(name in "\\PC{0,300}", capability in "(?s).{0,2000}", keys in proptest::collection::vec("(?s).{0,60}", 0..100)) {
        let tool = ToolDescriptor::new("t").capability(capability.as_str());
        let arguments: Map<String, Value> = keys.into_iter().map(|key| (key, json!(1))).collect();
        for intent in [
            Intent::of(&name, Some(&tool), Some(&Value::Object(arguments.clone()))).with_evidence(&capability),
            Intent::of(&name, None, Some(&Value::Object(arguments))),
        ] {
            prop_assert!(intent.text().len() <= 3 * Intent::MAX_TEXT + 2);
            prop_assert!(!intent.text().replace('\n', "").chars().any(char::is_control));
            prop_assert!(!intent.words().chars().any(char::is_numeric));
        }
    }
}
