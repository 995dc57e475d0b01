//! `tool-recovery mcp-proxy` against messages that two readers read in two ways, and against answers that hide what was done.

use crate::support::{Client, advice, config, text};
use serde_json::{Value, json};

const WRITES: &str = "[agent.recovery]\nsettle_grace_ms = 0\n[mcp]\nread_only = [\"echo\", \"contradicted*\", \"ask_big\"]\nwrite = [\"write_*\"]\n";

fn held(client: &mut Client, id: i64, arguments: &Value) -> bool {
    advice(&client.call(id, "write_hang", arguments))["rejection"] == "held"
}

fn code(client: &mut Client, id: &str, line: &str) -> Value {
    client.write(&format!("{line}\n"));
    let answer: Value = serde_json::from_str(&client.line(id)).unwrap();
    answer["error"]["code"].clone()
}

/// Nothing but the handshake has reached the server.
fn nothing_ran(client: &mut Client) {
    let seen = client.seen();
    assert_eq!(seen["seen"], json!(["initialize", "notifications/initialized", "tools/call"]), "{seen}");
}

#[test]
fn what_is_no_object_does_not_pass() {
    let mut client = Client::guarded(&[]);
    let call = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo"}}"#;
    for batch in [format!("[[{call}]]"), format!("[[[{call}]]]"), r#"[[9,"tools/call",{"name":"echo"}]]"#.to_owned(), "[1]".into(), "[\"x\"]".into()] {
        assert_eq!(code(&mut client, "null", &batch), -32600, "{batch}");
    }
    for params in [r#"["echo",{}]"#, r#""echo""#, "null"] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{params}}}"#);
        assert_eq!(code(&mut client, "9", &line), -32602, "{line}");
    }
    nothing_ran(&mut client);
}

#[test]
fn a_member_that_differs_by_case_alone_does_not_pass() {
    let mut client = Client::guarded(&[]);
    for (id, line) in [
        ("2", r#"{"jsonrpc":"2.0","id":2,"Method":"tools/call","params":{"name":"echo"}}"#),
        ("2", r#"{"jsonrpc":"2.0","id":2,"method":"ping","METHOD":"tools/call","params":{"name":"echo"}}"#),
        ("2", r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","param\u017f":{"name":"echo"},"params":{"name":"fail"}}"#),
        ("2", r#"{"jsonrpc":"2.0","id":2,"ID":3,"method":"ping"}"#),
        ("null", r#"[{"jsonrpc":"2.0","ID":2,"method":"tools/call","params":{"name":"echo"}}]"#),
    ] {
        assert_eq!(code(&mut client, id, line), -32600, "{line}");
    }
    for member in [r#""Name":"fail""#, r#""argument\u017f":{}"#, r#""_META":{}"#] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{"name":"echo",{member}}}}}"#);
        assert_eq!(code(&mut client, "3", &line), -32602, "{line}");
    }
    for params in [r#"{"requestId":1,"requestId":1}"#, r#"{"requestid":1}"#, r#"{"requestId":1.0}"#, "[1]"] {
        client.write(&format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{params}}}\n"));
    }
    nothing_ran(&mut client);
}

#[test]
fn an_id_that_is_under_way_is_not_used_twice() {
    let mut client = Client::guarded(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 5, "method": "late", "params": {}}));
    let line = r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo"}}"#;
    assert_eq!(code(&mut client, "5", line), -32600);
    assert!(client.line("5").contains("late"));
    client.send(&json!({"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "slow", "arguments": {"ms": 300}}}));
    assert_eq!(code(&mut client, "6", r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#), -32600);
    assert!(client.line("6").contains("done"));
    for id in ["1.0", "1e0", "1.5", "[1]", "true"] {
        for method in ["tools/call", "ping"] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"name":"fail"}}}}"#);
            assert_eq!(code(&mut client, "null", &line), -32600, "{line}");
        }
    }
    assert!(text(&client.call(5, "echo", &json!({}))).contains("echo"), "what was answered is free again");
    assert_eq!(client.seen()["runs"], json!({"slow": 1, "echo": 1, "seen": 1}));
}

#[test]
fn an_id_whose_cancelled_call_may_still_be_answered_is_not_used_again() {
    let mut client = Client::guarded(&["--config", &config("cancelled_id", WRITES)]);
    let calls = |tool: &str, ms: u64| json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": tool, "arguments": {"ms": ms}}});
    client.send(&calls("slow", 400));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}));
    client.call(6, "echo", &json!({}));
    assert_eq!(code(&mut client, "5", &calls("write_late", 1).to_string()), -32600, "the late answer of the first would be taken for its own");
    let late: Value = serde_json::from_str(&client.line("5")).unwrap();
    assert_eq!(text(&late), "done", "what the server says all the same passes");
    assert_eq!(text(&client.call(5, "write_late", &json!({"ms": 1}))), "late", "and then the id is free");
}

#[test]
fn a_write_whose_answer_is_too_long_is_held() {
    let file = config("too_long", WRITES);
    let mut client = Client::guarded(&["--config", &file, "--max-message-mib", "1"]);
    let first = client.call(1, "write_big", &json!({"bytes": 2 << 20}));
    assert_eq!((&advice(&first)["effect"], &advice(&first)["action"]), (&json!("uncertain_write"), &json!("reconcile")), "{first}");
    assert_eq!(advice(&client.call(2, "write_big", &json!({"bytes": 2 << 20})))["rejection"], "held");
    assert_eq!(client.seen()["runs"]["write_big"], 1);
}

#[test]
fn a_write_whose_answer_cannot_be_read_is_held_at_once() {
    let file = config("unreadable", WRITES);
    let mut client = Client::guarded(&["--config", &file]);
    for (id, tool) in [(1, "write_twice"), (3, "write_nan")] {
        let first = client.call(id, tool, &json!({}));
        assert_eq!((&advice(&first)["effect"], &advice(&first)["action"]), (&json!("uncertain_write"), &json!("reconcile")), "{first}");
        assert_eq!(advice(&client.call(id + 1, tool, &json!({})))["rejection"], "held");
        assert_eq!(client.seen()["runs"][tool], 1);
    }
}

/// Servers that read numbers as doubles give 2^53 + 1 back as 2^53.
#[test]
fn an_id_that_a_server_rounds_answers_no_other_call() {
    let mut client = Client::guarded(&[]);
    let (even, odd) = (1_i64 << 53, (1_i64 << 53) + 1);
    let call = |id: i64, tool: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {"ms": 300}}});
    client.send(&call(even, "slow"));
    assert_eq!(code(&mut client, &odd.to_string(), &call(odd, "echo").to_string()), -32600, "its answer would be that of the other");
    assert!(client.line(&even.to_string()).contains("done"));
    client.send(&call(7, "write_rounds"));
    assert!(client.line("7.0").contains("done"), "7.0 is 7");
    assert!(text(&client.call(7, "echo", &json!({}))).contains("echo"), "the call has been answered");
}

#[test]
fn an_answer_with_a_member_twice_ends_its_call_at_once() {
    let mut client = Client::guarded(&["--config", &config("doubled", WRITES)]);
    let line = json!({"line": r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[]},"result":{"content":[],"isError":true}}"#});
    let read = client.call(1, "raw", &line);
    assert!(read["result"]["isError"] == true && text(&read).contains("has a member twice"), "{read}");
    let write = client.call(2, "write_raw", &line);
    assert_eq!((&advice(&write)["effect"], &advice(&write)["action"]), (&json!("uncertain_write"), &json!("reconcile")), "{write}");
    assert_eq!(advice(&client.call(3, "write_raw", &line))["rejection"], "held");
    let batch = json!({"line": r#"[{"jsonrpc":"2.0","id":ID,"error":{},"error":{}},{"jsonrpc":"2.0","method":"notifications/message"}]"#});
    assert!(text(&client.call(4, "raw", &batch)).contains("has a member twice"));
    // Whose answer this is two readers see in two ways: it may be that of another call.
    client.send(&json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "slow", "arguments": {"ms": 500}}}));
    client
        .send(&json!({"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "raw", "arguments": {"line": r#"{"id":5,"id":6,"result":{}}"#}}}));
    assert!(client.line("5").contains("done"), "the answer of its own");
    assert_eq!(client.kept(), [String::from(r#"[{"jsonrpc":"2.0","method":"notifications/message"}]"#)]);
}

#[test]
fn numbers_beyond_64_bits_pass_with_their_digits_and_tell_calls_apart() {
    let mut client = Client::guarded(&[]);
    for id in 1..=4 {
        client.write(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"fail\",\"arguments\":{{\"path\":9999999999999999999{id}}}}}}}\n"
        ));
        let answer = client.line(&id.to_string());
        assert!(answer.contains(&format!("9999999999999999999{id}")), "{answer}");
        let identical = advice(&serde_json::from_str(&answer).unwrap())["identical_failures"].clone();
        assert!(identical == Value::Null || identical == 1, "{answer}");
    }
    for id in ["9007199254740993", "18446744073709551617", "-9223372036854775809"] {
        for params in ["{\"name\":\"echo\"}", "7"] {
            client.write(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}\n"));
            let answer = client.next().unwrap();
            assert!(answer.contains(&format!("\"id\": {id}}}")) || answer.contains(&format!("\"id\":{id},")), "{answer}");
        }
    }
}

#[test]
fn a_request_of_the_server_that_is_too_long_answers_no_call() {
    let mut client = Client::guarded(&["--max-message-mib", "1"]);
    assert_eq!(text(&client.call(1, "ask_big", &json!({"bytes": 2 << 20}))), "the real answer");
}

#[test]
fn a_hold_ends_by_no_number_that_is_inexact_and_by_no_contradicted_read() {
    for (name, read, id, other, released) in [
        ("inexact", "echo", "100000000000000000001", "100000000000000000002", false),
        ("inexact", "echo", "100000000000000000001", "100000000000000000001", true),
        ("inexact", "echo", "100000000000000000000", "100000000000000000000", false),
        ("inexact", "echo", r#"{"a":[1.5]}"#, r#"{"a":[1.5]}"#, false),
        ("inexact", "echo", "18446744073709551615", "18446744073709551614", false),
        ("inexact", "echo", "18446744073709551615", "18446744073709551615", true),
        ("contradicted", "contradicted", "1", "1", false),
        ("contradicted_text", "contradicted_text", "1", "1", false),
    ] {
        let verify = format!("[mcp.tools.write_hang]\ntimeout_ms = 50\neffect_key = \"/id\"\nverify = {{ tool = \"{read}\", same = [\"/id\"] }}\n");
        let file = config(name, &format!("{WRITES}{verify}"));
        let mut client = Client::guarded(&["--config", &file]);
        let call = |client: &mut Client, number: i64, tool: &str, id: &str| -> Value {
            client.write(&format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{number},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{{\"id\":{id}}}}}}}\n"
            ));
            serde_json::from_str(&client.line(&number.to_string())).unwrap()
        };
        call(&mut client, 1, "write_hang", id);
        call(&mut client, 2, read, other);
        assert_eq!(advice(&call(&mut client, 3, "write_hang", id))["rejection"] != "held", released, "{id} {other}");
    }
}

#[test]
fn a_hold_ends_by_no_read_that_was_sent_before_its_write() {
    let verify = "[agent.recovery]\nsettle_grace_ms = 0\n[mcp]\nread_only = [\"slow\"]\nwrite = [\"write_*\"]\n[mcp.tools.write_hang]\ntimeout_ms = 50\neffect_key = \"/id\"\nverify = { tool = \"slow\", same = [\"/id\"] }\n";
    let file = config("earlier", verify);
    let mut client = Client::guarded(&["--config", &file]);
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "slow", "arguments": {"ms": 1500, "id": 7}}}));
    assert_eq!(advice(&client.call(2, "write_hang", &json!({"id": 7})))["action"], "reconcile");
    assert!(client.line("1").contains("done"), "it saw the world before the write");
    assert!(held(&mut client, 3, &json!({"id": 7})));
    client.call(4, "slow", &json!({"ms": 0, "id": 7}));
    assert!(!held(&mut client, 5, &json!({"id": 7})), "a later one ends it");
}

#[test]
fn a_kind_of_result_that_nobody_knows_hides_no_failure() {
    let mut client = Client::guarded(&[]);
    let verdicts: Vec<Value> = (1..=3).map(|id| advice(&client.call(id, "table", &json!({})))["verdict"].clone()).collect();
    assert_eq!(verdicts, [Value::Null, json!("nudge"), json!("halt")]);
}

#[test]
fn names_that_a_model_invents_take_no_room() {
    let file = config("invented", &format!("{WRITES}timeout_ms = 50\n"));
    let mut client = Client::guarded(&["--config", &file]);
    let all = 10_100;
    let mut answered = 0;
    for id in 0..all {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": format!("x{id}"), "arguments": {}}}));
        while id - answered > 100 {
            client.line(&answered.to_string());
            answered += 1;
        }
    }
    (answered..all).for_each(|id| drop(client.line(&id.to_string())));
    assert!(!held(&mut client, all, &json!({"n": 1})));
    assert!(held(&mut client, all + 1, &json!({"n": 2})), "a declaration counts however many names were called before");
}
