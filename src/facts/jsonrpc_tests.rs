use super::*;
use crate::facts::{BodyRule, Fact};
use proptest::prelude::*;
use serde_json::json;

fn judge_with(tool: &ToolDescriptor, response: &Value) -> Judgement {
    FactExtractor::<_, String>::judge(&JsonRpcFacts::new(), tool, Ok(response))
}

fn judge(response: &Value) -> Judgement {
    judge_with(&ToolDescriptor::new("t"), response)
}

fn failure(response: &Value) -> Facts {
    match judge(response) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

fn error(code: i64) -> Facts {
    failure(&json!({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m"}}))
}

#[test]
fn a_result_is_a_success() {
    for result in [json!({"content": [{"type": "text", "text": "isError: true"}], "isError": false}), json!(null), json!(0), json!("ok: false")] {
        assert_eq!(judge(&json!({"jsonrpc": "2.0", "id": 1, "result": result})), Judgement::Success);
    }
    assert_eq!(judge(&json!({"result": 1, "error": null})), Judgement::Success);
}

#[test]
fn codes_say_how_far_the_call_got() {
    for code in [-32700, -32600, -32601, -32602] {
        assert_eq!((error(code).phase, error(code).reach), (Phase::PreExecution, Reach::Refused), "{code}");
    }
    for code in [-32603, -32000, -32001, -32099, -32768] {
        assert_eq!(error(code).reach, Reach::MayHaveReached, "{code}");
    }
    for code in [1, -1, 404, -31999, -32769, i64::MIN, i64::MAX] {
        assert_eq!(error(code).reach, Reach::Answered, "{code}");
    }
}

#[test]
fn message_and_data_are_the_text() {
    let facts = failure(&json!({"error": {"code": -32000, "message": "failed", "data": {"errno": "EACCES"}}}));
    assert_eq!(facts.text.as_ref().expect("text").expose(), "failed\n{\"errno\":\"EACCES\"}");
    assert_eq!(facts.source(Fact::Text), Some(Provenance::new(Adapter::JsonRpc, "error.message")));
}

#[test]
fn a_code_that_is_no_integer_is_none() {
    let facts = failure(&json!({"error": {"code": "E_FAIL", "message": "m"}}));
    assert_eq!((facts.code, facts.reach), (None, Reach::MayHaveReached));
    assert_eq!(failure(&json!({"error": "plain"})).text.expect("text").expose(), "plain");
}

#[test]
fn a_tool_error_is_the_tools_answer() {
    let facts = failure(&json!({"result": {"isError": true, "content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}}));
    assert_eq!((facts.phase, facts.reach, facts.code), (Phase::Execution, Reach::Answered, None));
    assert_eq!(facts.text.expect("text").expose(), "a\nb");
    let structured = failure(&json!({"result": {"isError": true, "content": [], "structuredContent": {"why": "x"}}}));
    assert_eq!(structured.text.expect("text").expose(), "{\"why\":\"x\"}");
}

#[test]
fn a_flag_inside_a_successful_result_is_data_unless_declared() {
    let nested = json!({"result": {"isError": false, "structuredContent": {"isError": true}}});
    assert_eq!(judge(&nested), Judgement::Contradicted(BodyContradiction::NestedIsError));
    let negative = json!({"result": {"ok": false}});
    assert_eq!(judge(&negative), Judgement::Contradicted(BodyContradiction::NegativeFlag));
    let declared = ToolDescriptor::new("t").body_rule(BodyRule::new("/ok", false));
    let Judgement::Failure(facts) = judge_with(&declared, &negative) else { panic!("not a failure") };
    assert_eq!((facts.reach, facts.provenance), (Reach::Answered, Provenance::new(Adapter::JsonRpc, "body_rule")));
}

#[test]
fn an_error_beside_a_result_is_a_failure_with_a_contradiction() {
    let facts = failure(&json!({"result": {"a": 1}, "error": {"code": 7, "message": "m"}}));
    assert_eq!(facts.contradiction, Some(BodyContradiction::ResultAndError));
    assert_eq!(facts.source(Fact::Contradiction), Some(Provenance::new(Adapter::JsonRpc, "result")));
}

#[test]
fn what_is_no_response_proves_nothing() {
    for other in [json!({}), json!([]), json!("x"), json!({"jsonrpc": "2.0"}), json!([{"result": 1}])] {
        assert_eq!(failure(&other).reach, Reach::MayHaveReached);
    }
}

#[test]
fn a_transport_error_proves_nothing() {
    let Judgement::Failure(facts) = JsonRpcFacts::new().judge(&ToolDescriptor::new("t"), Err(&"stdio closed")) else { panic!("not a failure") };
    assert_eq!((facts.reach, facts.provenance.field), (Reach::MayHaveReached, "transport"));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from)
    ];
    let key =
        prop_oneof![Just("error"), Just("result"), Just("code"), Just("message"), Just("data"), Just("isError"), Just("content"), Just("text"), Just("ok")];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_response_is_judged_and_text_never_decides(response in any_json()) {
        let judgement = judge(&response);
        let has_error = response.get("error").is_some_and(|error| !error.is_null());
        let has_result = response.get("result").is_some();
        let is_error = response.pointer("/result/isError") == Some(&Value::Bool(true));
        let is_failure = matches!(judgement, Judgement::Failure(_));
        prop_assert_eq!(is_failure, has_error || !has_result || is_error);
    }
}
