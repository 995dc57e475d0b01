use super::*;
use crate::RejectionKind;

#[test]
fn an_object_is_read_and_nothing_is_repaired() {
    assert_eq!(parse_object(" {\"a\": [1]} ", 4).unwrap(), serde_json::json!({"a": [1]}));
    for (text, kind) in [
        ("{\"a\":1,\"a\":2}", RejectionKind::DuplicateKey),
        ("{\"a\":[[[[1]]]]}", RejectionKind::TooDeep),
        ("{\"a\":", RejectionKind::Truncated),
        ("[1]", RejectionKind::Malformed),
        ("\"{}\"", RejectionKind::Malformed),
        ("{} {}", RejectionKind::Malformed),
        ("{\"id\":99999999999999999999}", RejectionKind::Malformed),
    ] {
        assert_eq!(parse_object(text, 4).map_err(|fault| fault.kind()), Err(kind), "{text}");
    }
}

#[test]
fn to_compare_no_digit_is_lost() {
    let read = |text: &str| parse_object_to_compare(text, 4).unwrap();
    assert_eq!(read("{\"id\":[99999999999999999998,1e21,7,1.5]}"), serde_json::json!({"id": ["99999999999999999998", 1e21, 7, 1.5]}));
    assert_ne!(read("{\"id\":99999999999999999998}"), read("{\"id\":99999999999999999999}"));
    assert_eq!(parse_object_to_compare("[99999999999999999999]", 4).unwrap_err().kind(), RejectionKind::Malformed);
}
