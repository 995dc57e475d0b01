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
    ] {
        assert_eq!(parse_object(text, 4).map_err(|fault| fault.kind()), Err(kind), "{text}");
    }
}
