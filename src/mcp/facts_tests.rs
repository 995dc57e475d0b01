use super::*;
use crate::facts::{BodyContradiction, BodyRule, Code};
use rmcp::model::{ErrorCode, InputRequiredResult};
use serde_json::{Value, json};
use std::time::Duration;

fn result(value: Value) -> CallToolResult {
    serde_json::from_value(value).unwrap()
}

#[allow(clippy::needless_pass_by_value, reason = "outcomes are written where they are judged")]
fn judge(tool: &ToolDescriptor, outcome: Result<CallToolResponse, ServiceError>) -> Judgement {
    McpFacts::new().judge(tool, outcome.as_ref())
}

fn facts(outcome: Result<CallToolResponse, ServiceError>) -> Facts {
    match judge(&ToolDescriptor::new("t"), outcome) {
        Judgement::Failure(facts) => *facts,
        other => panic!("a failure, not {other:?}"),
    }
}

fn error(code: i32, message: &'static str) -> ServiceError {
    ServiceError::McpError(ErrorData::new(ErrorCode(code), message, None))
}

#[test]
fn a_result_is_a_success_and_one_with_is_error_the_tools_own_answer() {
    let tool = ToolDescriptor::new("t");
    for fine in [json!({"content": []}), json!({"content": [{"type": "text", "text": "{\"isError\": true}"}]}), json!({"content": [], "isError": false})] {
        assert_eq!(judge(&tool, Ok(result(fine).into())), Judgement::Success);
    }
    let failed = facts(Ok(result(json!({"content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], "isError": true})).into()));
    assert_eq!((failed.phase, failed.reach, failed.provenance), (Phase::Execution, Reach::Answered, Provenance::new(Adapter::Mcp, "isError")));
    assert_eq!(failed.text.unwrap().expose(), "one\ntwo");
    let structured = facts(Ok(result(json!({"content": [], "structuredContent": {"why": "no"}, "isError": true})).into()));
    assert_eq!(structured.text.unwrap().expose(), "{\"why\":\"no\"}");
}

#[test]
fn a_call_that_is_not_over_is_neither() {
    let tool = ToolDescriptor::new("t");
    let input: InputRequiredResult = serde_json::from_value(json!({"resultType": "input_required", "inputRequests": {}})).unwrap();
    assert_eq!(judge(&tool, Ok(input.into())), Judgement::Incomplete);
}

#[test]
fn an_error_code_says_how_far_the_call_got_and_its_text_what_stood_in_the_way() {
    for (code, reach) in [
        (-32700, Reach::Refused),
        (-32601, Reach::Refused),
        (-32602, Reach::Refused),
        (-32603, Reach::MayHaveReached),
        (-32001, Reach::MayHaveReached),
        (7, Reach::Answered),
    ] {
        let facts = facts(Err(error(code, "why")));
        assert_eq!((facts.code, facts.reach), (Some(Code::JsonRpc(code.into())), reach), "{code}");
        assert_eq!(facts.text.unwrap().expose(), "why");
    }
    assert!(facts(Err(error(-32602, "Invalid arguments"))).settled.is_none(), "an unknown tool comes under the same code");
    let data = ServiceError::McpError(ErrorData::new(ErrorCode(-32603), "why", Some(json!({"cause": "disk"}))));
    assert_eq!(facts(Err(data)).text.unwrap().expose(), "why\n{\"cause\":\"disk\"}");
}

#[test]
fn a_name_that_the_server_does_not_know_is_settled_by_the_protocols_own_words_alone() {
    let with_error = |message: &str| result(json!({"content": [{"type": "text", "text": message}], "isError": true}));
    for known in ["Unknown tool: t", "Tool t not found", "Unknown tool: 't'", "MCP error -32602: Tool t not found"] {
        for code in [-32602, -32601] {
            assert_eq!(facts(Err(error(code, known))).settled.map(|settled| settled.class), Some(Class::WrongTool), "{code} {known}");
        }
        assert!(facts(Err(error(-32603, known))).settled.is_none(), "the code says otherwise");
    }
    let wrapped = facts(Ok(with_error("MCP error -32602: Tool t not found").into()));
    assert_eq!((wrapped.settled.unwrap().class, wrapped.reach), (Class::WrongTool, Reach::Answered), "nobody says that nothing ran");
    for open in [
        "Tool t not found",
        "Unknown tool: t",
        "MCP error -32602: Tool u not found",
        "MCP error -32603: Tool t not found",
        "MCP error -32602: Tool t not found in the shed",
    ] {
        assert!(facts(Ok(with_error(open).into())).settled.is_none(), "{open}");
    }
    for open in ["Unknown tool: u", "Unknown tool: t and more", "No. Unknown tool: t"] {
        assert!(facts(Err(error(-32602, open))).settled.is_none(), "{open}");
    }
}

#[test]
fn the_clients_own_errors_leave_open_what_was_done() {
    let timeout = facts(Err(ServiceError::Timeout { timeout: Duration::from_secs(1) }));
    assert_eq!((timeout.kind, timeout.reach), (FailureKind::Timeout(TimeoutOwner::Tool), Reach::MayHaveReached));
    let closed = facts(Err(ServiceError::TransportClosed));
    assert_eq!((closed.settled.unwrap().class, closed.reach), (Class::Unavailable, Reach::MayHaveReached));
    assert_eq!(facts(Err(ServiceError::Cancelled { reason: None })).kind, FailureKind::Cancelled);
    assert_eq!(facts(Err(ServiceError::UnexpectedResponse)).reach, Reach::MayHaveReached);
}

#[test]
fn a_flag_inside_is_data_and_recorded_unless_the_host_declares_a_rule() {
    let plain = ToolDescriptor::new("t");
    let structured = || result(json!({"content": [], "structuredContent": {"result": {"isError": true}}}));
    assert_eq!(judge(&plain, Ok(structured().into())), Judgement::Contradicted(BodyContradiction::NestedIsError));
    let ruled = ToolDescriptor::new("t").body_rule(BodyRule::new("/ok", false));
    for body in [json!({"content": [], "structuredContent": {"ok": false}}), json!({"content": [{"type": "text", "text": "{\"ok\": false}"}]})] {
        assert!(matches!(judge(&ruled, Ok(result(body).into())), Judgement::Failure(_)));
    }
    let text = result(json!({"content": [{"type": "text", "text": "{\"ok\": false}"}]}));
    assert_eq!(judge(&plain, Ok(text.into())), Judgement::Success);
}

#[test]
fn a_huge_failure_costs_no_more_than_the_window() {
    let huge = result(json!({"content": [{"type": "text", "text": "x".repeat(8 << 20)}, {"type": "text", "text": "end"}], "isError": true}));
    assert!(facts(Ok(huge.into())).text.unwrap().expose().len() <= UntrustedText::WINDOW + 16);
}
