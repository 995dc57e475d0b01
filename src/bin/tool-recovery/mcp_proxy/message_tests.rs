use super::*;
use serde_json::json;

#[test]
fn heads_are_read_and_doubled_members_are_not() {
    let Some(Message::One(head)) = Message::read(r#"{"params":{"x":1},"id":"a","method":"tools\/call","jsonrpc":"2.0","unknown":[]}"#) else { panic!() };
    assert!(head.is("tools/call") && head.answers().is_none());
    assert_eq!(head.params.unwrap().get(), r#"{"x":1}"#);
    assert!(Message::read(r#"{"method":"ping","method":"tools/call"}"#).is_none());
    for text in ["", "  ", "x", "1", "null", "{", "\u{feff}{}", "{}{}"] {
        assert!(Message::read(text).is_none(), "{text}");
    }
    assert!(matches!(Message::read(r#" [{"a":1},2]"#), Some(Message::Batch(items)) if items.len() == 2));
}

#[test]
fn an_id_is_the_same_however_it_is_written() {
    let id = |text: &str| Id::read(&RawValue::from_string(text.into()).unwrap()).unwrap();
    assert_eq!(id("7"), Id::Number(7));
    assert_eq!(id(r#""\u0061""#), Id::Text("a".into()));
    assert_ne!(id("7"), id(r#""7""#));
    assert_eq!(serde_json::to_string(&[id("7"), id(r#""a""#), id("1.5")]).unwrap(), r#"[7,"a",1.5]"#);
    assert!(Id::read(&RawValue::from_string(format!("\"{}\"", "x".repeat(2000))).unwrap()).is_none());
}

#[test]
fn a_response_is_told_from_a_request_of_the_other_side() {
    let answers = |text: &str| match Message::read(text) {
        Some(Message::One(head)) => head.answers(),
        _ => panic!(),
    };
    assert_eq!(answers(r#"{"id":1,"result":{}}"#), Some(Id::Number(1)));
    assert_eq!(answers(r#"{"id":1,"error":{}}"#), Some(Id::Number(1)));
    assert_eq!(answers(r#"{"id":1,"method":"ping"}"#), None);
    assert_eq!(answers(r#"{"id":null,"error":{}}"#), None);
    assert_eq!(answers(r#"{"id":1}"#), None);
}

#[test]
fn a_doubled_answer_is_that_of_its_id_where_every_reader_sees_one() {
    for text in [r#"{"id":7,"result":{},"result":{}}"#, r#"{"result":1,"id":7,"jsonrpc":"2.0","jsonrpc":"2.0"}"#, r#"{"error":{},"error":{},"id":7}"#] {
        assert!(Message::read(text).is_none(), "{text}");
        assert_eq!(doubtful_answer(text), Some(Id::Number(7)), "{text}");
    }
    for text in [
        r#"{"id":7,"id":8,"result":{}}"#,
        r#"{"id":7,"ID":8,"result":{},"result":{}}"#,
        r#"{"Id":7,"result":{},"result":{}}"#,
        r#"{"id":7,"method":"ping","method":"ping","result":{}}"#,
        r#"{"id":7,"x":1,"x":2}"#,
        r#"{"id":7,"result":{},"result":{}"#,
        r#"[{"id":7,"result":{},"result":{}}]"#,
    ] {
        assert_eq!(doubtful_answer(text), None, "{text}");
    }
}

#[test]
fn members_keep_their_order_and_their_text() {
    let text = r#"{"z":1.0,"a":{"n":1e400,"big":123456789012345678901234567890},"z2":"\u00e4"}"#;
    let mut members = Members::read(text).unwrap();
    assert_eq!(serde_json::to_string(&members).unwrap(), text);
    members.set("z", raw(&json!(2)).unwrap());
    members.set("new", raw(&json!([])).unwrap());
    assert_eq!(serde_json::to_string(&members).unwrap(), text.replacen("1.0", "2", 1).replace(r#""\u00e4"}"#, r#""\u00e4","new":[]}"#));
    assert!(Members::read("[]").is_none());
}

#[test]
fn a_line_has_one_line_break() {
    assert_eq!(line("{\r\n\"a\": 1\n}".into()), b"{  \"a\": 1 }\n");
}

/// JavaScript reads every number as a double: it answers 2^53 + 1 under the id 2^53.
#[test]
fn ids_that_a_server_may_give_back_as_one_are_one() {
    use std::hash::{BuildHasher as _, RandomState};
    let id = |text: &str| Id::read(&RawValue::from_string(text.into()).unwrap()).unwrap();
    let hash = RandomState::new();
    let same = |one: &str, other: &str| (id(one) == id(other)) && hash.hash_one(id(one)) == hash.hash_one(id(other));
    for (one, other) in
        [("9007199254740993", "9007199254740992"), ("18446744073709551615", "18446744073709551616"), ("1", "1.0"), ("100", "1e2"), ("0", "-0.0")]
    {
        assert!(same(one, other), "{one} {other}");
    }
    for (one, other) in [("9007199254740991", "9007199254740992"), ("1", "\"1\""), ("1", "-1"), ("true", "1"), ("[1]", "[1.0]")] {
        assert_ne!(id(one), id(other));
    }
    assert_eq!(serde_json::to_string(&id("9007199254740993")).unwrap(), "9007199254740993");
}
