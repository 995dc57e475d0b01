use super::*;
use serde_json::json;

fn call(text: &str) -> Call {
    let head: super::super::message::Head<'_> = serde_json::from_str(text).unwrap();
    let params = CallParams::read(head.params).unwrap();
    Call::new(Id::read(head.id.unwrap()).unwrap(), &params, "run".into(), text.to_owned(), 64)
}

fn sent(call: &Call) -> String {
    String::from_utf8(call.line()).unwrap()
}

#[test]
fn what_needs_no_repair_goes_on_as_it_came() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","x":1.0,"params":{"name":"a","arguments":{"n":1.50},"_meta":{"progressToken":"p"}}}"#;
    let parsed = call(text);
    assert!(matches!(parsed.arguments(), ArgumentsRef::Shared(value) if **value == json!({"n": 1.5})));
    assert_eq!(sent(&parsed), format!("{text}\n"));
    let bare = r#"{"id":1,"method":"tools/call","params":{"name":"a"}}"#;
    assert_eq!(sent(&call(bare).with_arguments(Arc::new(json!({})))), format!("{bare}\n"), "no arguments are empty ones");
}

#[test]
fn repaired_arguments_take_the_place_of_the_old_ones() {
    let text = r#"{"id":1,"method":"tools/call","params":{"name":"a","arguments":"{\"n\": 1}","task":{}},"x":1}"#;
    let wrapped = call(text);
    assert!(matches!(wrapped.arguments(), ArgumentsRef::Text(_)));
    let repaired = wrapped.with_arguments(Arc::new(json!({"n": 1})));
    assert_eq!(sent(&repaired), "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":{\"n\":1},\"task\":{}},\"x\":1}\n");
}

#[test]
fn doubled_members_are_left_to_the_strict_reader() {
    assert!(matches!(call(r#"{"id":1,"params":{"name":"a","arguments":{"n":1,"n":2}}}"#).arguments(), ArgumentsRef::Text(_)));
}
