use super::*;
use serde_json::json;
use tool_recovery::facts::{BodyRule, Code};

fn tool() -> ToolDescriptor {
    ToolDescriptor::new("t")
}

fn judged(reply: &Value) -> Judgement {
    WireFacts.judge(&tool(), Ok(&Reply(reply.to_string())))
}

fn facts(reply: &Value) -> Facts {
    match judged(reply) {
        Judgement::Failure(facts) => *facts,
        other => panic!("a failure, not {other:?}"),
    }
}

#[test]
fn results_are_told_apart_by_their_own_members() {
    for fine in [
        json!({}),
        json!({"content": [{"type": "text", "text": "\"isError\": true"}]}),
        json!({"isError": false}),
        json!({"resultType": "complete", "content": []}),
    ] {
        assert_eq!(judged(&json!({"id": 1, "result": fine})), Judgement::Success, "{fine}");
    }
    for open in [json!({"resultType": "input_required", "inputRequests": {}}), json!({"resultType": "task", "taskId": "1"}), json!({"task": {"taskId": "1"}})] {
        assert_eq!(judged(&json!({"id": 1, "result": open})), Judgement::Incomplete, "{open}");
    }
    let failed = facts(&json!({"id": 1, "result": {"content": [{"text": "one"}, {"type": "image"}, {"text": "two"}], "isError": true}}));
    assert_eq!((failed.reach, failed.text.unwrap().expose()), (Reach::Answered, "one\ntwo"));
    let structured = facts(&json!({"id": 1, "result": {"structuredContent": {"e": 1}, "isError": true}}));
    assert_eq!(structured.text.unwrap().expose(), "{\"e\":1}");
}

#[test]
fn an_error_is_read_by_its_code_and_a_response_without_either_says_nothing() {
    let refused = facts(&json!({"id": 1, "error": {"code": -32602, "message": "bad", "data": {"at": "/x"}}}));
    assert_eq!((refused.code, refused.reach, refused.text.unwrap().expose()), (Some(Code::JsonRpc(-32602)), Reach::Refused, "bad\n{\"at\":\"/x\"}"));
    for odd in [json!({"id": 1, "result": 7}), json!({"id": 1, "error": []})] {
        assert_eq!(facts(&odd).reach, Reach::MayHaveReached, "{odd}");
    }
}

#[test]
fn flags_inside_are_data_unless_declared() {
    let nested = json!({"id": 1, "result": {"content": [], "structuredContent": {"result": {"isError": true}}}});
    assert_eq!(judged(&nested), Judgement::Contradicted(BodyContradiction::NestedIsError));
    let negative = json!({"id": 1, "result": {"content": [], "structuredContent": {"ok": false}}});
    assert_eq!(judged(&negative), Judgement::Contradicted(BodyContradiction::NegativeFlag));
    let ruled = tool().body_rule(BodyRule::new("/ok", false));
    assert!(matches!(WireFacts.judge(&ruled, Ok(&Reply(negative.to_string()))), Judgement::Failure(_)));
}

#[test]
fn a_rule_reads_a_single_text_where_there_is_no_structured_content() {
    let ruled = tool().body_rule(BodyRule::present("/errors"));
    let judged = |content: Value| WireFacts.judge(&ruled, Ok(&Reply(json!({"id": 1, "result": {"content": content}}).to_string())));
    let failed = json!({"type": "text", "text": "{\"errors\": [{\"message\": \"no such field\"}]}"});
    assert!(matches!(judged(json!([failed])), Judgement::Failure(_)));
    for fine in
        [json!([]), json!([failed, failed]), json!([{"type": "text", "text": "{\"errors\": []}"}]), json!([{"type": "text", "text": "errors"}]), json!("x")]
    {
        assert_eq!(judged(fine.clone()), Judgement::Success, "{fine}");
    }
}

/// Nobody knows what such an answer says: it is no success, which would leave the write without a hold.
#[test]
fn an_answer_that_the_rule_cannot_read_is_no_success() {
    let deep = |inner: &str| format!("{}{inner}{}", "{\"a\":[".repeat(100), "]}".repeat(100));
    let structured = |body: &str| format!("{{\"id\":1,\"result\":{{\"content\":[],\"structuredContent\":{body}}}}}");
    let text = |body: &str| json!({"id": 1, "result": {"content": [{"type": "text", "text": body}]}}).to_string();
    let failed = format!("{{\"errors\":[\"x\"],\"more\":{}}}", deep("1"));
    let long = format!("{{\"errors\":[\"x\"],\"more\":\"{}\"}}", "x".repeat(MAX_PARSED_BODY));
    let ruled = tool().write().body_rule(BodyRule::present("/errors"));
    for reply in [structured(&failed), structured(&deep("")), text(&failed), text(&long)] {
        let Judgement::Failure(facts) = WireFacts.judge(&ruled, Ok(&Reply(reply.clone()))) else { panic!("a success: {}", &reply[..80]) };
        assert_eq!(facts.reach, Reach::MayHaveReached);
        assert_eq!(WireFacts.judge(&tool(), Ok(&Reply(reply))), Judgement::Success);
    }
    // What is no JSON is nothing for the rule.
    for fine in [text(&"x".repeat(MAX_PARSED_BODY + 1)), text("{ no JSON"), text(&"[".repeat(300))] {
        assert_eq!(WireFacts.judge(&ruled, Ok(&Reply(fine))), Judgement::Success);
    }
}

#[test]
fn what_was_lost_says_how_far_the_call_got() {
    let reach = |lost: Lost| lost.facts().reach;
    assert_eq!(reach(Lost::NotSent), Reach::NotReached);
    assert_eq!(reach(Lost::Ended), Reach::MayHaveReached);
    for refused in [307, 400, 404, 425, 429, 501] {
        assert_eq!(reach(Lost::Status(refused)), Reach::Refused, "{refused}");
    }
    for open in [301, 302, 408, 499, 500, 502, 504, 600] {
        assert_eq!(reach(Lost::Status(open)), Reach::MayHaveReached, "{open}");
    }
}

#[test]
fn a_read_that_says_in_its_text_that_it_failed_has_shown_nothing() {
    let contradicted = |content: Value| is_contradicted(&Reply(json!({"id": 1, "result": {"content": content}}).to_string()));
    for failed in ["{\"ok\":false,\"error\":\"no backend\"}", " {\"isError\": true}", "{\"result\":{\"success\":false}}"] {
        assert!(contradicted(json!([{"type": "text", "text": failed}])), "{failed}");
    }
    for fine in [json!([{"type": "text", "text": "{\"ok\":true}"}]), json!([{"type": "text", "text": "\"ok\": false"}]), json!([])] {
        assert!(!contradicted(fine.clone()), "{fine}");
    }
}
