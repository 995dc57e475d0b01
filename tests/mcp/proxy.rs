//! `tool-recovery mcp-proxy` from outside: a real server process behind it, and the same one without it.
#![allow(clippy::disallowed_methods)]

use crate::support::{Client, advice, config, proxy, server, text};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What a client may say that is no failing call: methods known and unknown, with members nobody knows.
fn conversation() -> Vec<String> {
    let methods = [
        ("ping", json!({})),
        ("tools/list", json!({})),
        ("tools/list", json!({"cursor": "2"})),
        ("resources/list", json!({})),
        ("resources/read", json!({"uri": "x://1"})),
        ("resources/subscribe", json!({"uri": "x://1"})),
        ("prompts/get", json!({"name": "p", "arguments": {"a": "b"}})),
        ("completion/complete", json!({"ref": {"type": "ref/prompt"}})),
        ("logging/setLevel", json!({"level": "debug"})),
        ("x-vendor/unknown", json!({"big": 123_456_789_012_345_678_u64, "n": 1.5e300, "ü": ["\u{1f600}"]})),
        ("no/such", json!({})),
        ("tools/call", json!({"name": "echo", "arguments": {"z": 1, "a": [1.0, null]}, "_meta": {"progressToken": 1, "other": true}, "unknown": 1})),
        ("tools/call", json!({"name": "echo"})),
        ("tools/call", json!({"name": "fail", "arguments": {"path": "a"}})),
        ("tools/call", json!({"name": "input", "arguments": {}})),
        ("tools/call", json!({"name": "progress", "arguments": {}, "_meta": {"progressToken": "t"}})),
        ("tools/call", json!({"name": "change", "arguments": {}})),
    ];
    methods.iter().enumerate().map(|(id, (method, params))| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()).collect()
}

fn transcript(command: &[String], messages: &[String]) -> (Vec<String>, Vec<String>) {
    let mut client = Client::start(command);
    let mut answers = vec![client.initialize()];
    for (id, message) in messages.iter().enumerate() {
        client.write(&format!("{message}\n"));
        answers.push(client.line(&id.to_string()));
    }
    client.close();
    let rest = std::iter::from_fn(|| client.next()).collect();
    (answers, rest)
}

#[test]
fn every_message_is_that_of_the_server_byte_for_byte() {
    let (direct, told) = transcript(&server(), &conversation());
    let (proxied, also_told) = transcript(&proxy(&[], &server()), &conversation());
    assert_eq!(direct, proxied);
    assert!(told.len() == 3 && told == also_told, "progress and changes pass: {also_told:?}");
}

#[test]
fn the_server_sees_the_clients_messages_and_no_others() {
    let seen = |command: &[String]| {
        let mut client = Client::start(command);
        client.initialize();
        client.call(1, "echo", &json!({}));
        client.seen()
    };
    assert_eq!(seen(&server()), seen(&proxy(&[], &server())));
}

#[test]
fn a_request_of_the_server_reaches_the_client_and_its_answer_the_tool() {
    let mut client = Client::guarded(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": {}}}));
    let asked: Value = serde_json::from_str(&client.next().unwrap()).unwrap();
    assert_eq!((asked["method"].as_str(), asked["params"]["x-unknown"].to_string()), (Some("sampling/createMessage"), "[1.0]".into()));
    client.send(&json!({"jsonrpc": "2.0", "id": "q1", "result": {"role": "assistant", "content": {"type": "text", "text": "hi"}}}));
    let answer: Value = serde_json::from_str(&client.line("1")).unwrap();
    assert!(text(&answer).contains("\"hi\""));
}

#[test]
fn a_loop_of_one_failing_call_is_nudged_at_two_and_halted_at_three() {
    let mut direct = Client::start(&server());
    direct.initialize();
    let original = direct.call(1, "fail", &json!({"path": "a"}));
    let mut client = Client::guarded(&[]);
    let mut verdicts = Vec::new();
    for id in 1..=3 {
        let answer = client.call(id, "fail", &json!({"path": "a"}));
        assert_eq!(answer["result"]["content"][0], original["result"]["content"][0]);
        assert_eq!((&answer["result"]["isError"], &answer["result"]["_meta"]["kept"]), (&json!(true), &json!(true)));
        verdicts.push(advice(&answer)["verdict"].as_str().map(str::to_owned));
        if id > 1 {
            let block = &answer["result"]["content"][1];
            assert_eq!((&block["annotations"]["audience"], &block["_meta"]["tool-recovery/advice"]), (&json!(["assistant"]), &json!("advice/1")));
            assert!(block["text"].as_str().unwrap().starts_with("[tool-recovery] This identical call of "));
        } else {
            assert_eq!(answer, original, "a first failure says enough by itself");
        }
    }
    assert_eq!(verdicts, [None, Some("nudge".into()), Some("halt".into())]);
    let refused = client.call(4, "fail", &json!({"path": "b"}));
    assert_eq!((&refused["result"]["isError"], &advice(&refused)["rejection"]), (&json!(true), &json!("halted")));
    assert!(text(&refused).contains("is closed"));
    assert_eq!(client.seen()["runs"]["fail"], 3, "what is refused does not reach the server");
    assert!(text(&client.call(5, "echo", &json!({}))).contains("echo"), "other tools go on");
}

#[test]
fn advice_is_data_or_nothing_where_it_is_asked_for_so() {
    for (mode, blocks, data) in [("off", 1, false), ("meta", 1, true), ("content", 2, true)] {
        let mut client = Client::guarded(&["--advice", mode]);
        client.call(1, "fail", &json!({}));
        let second = client.call(2, "fail", &json!({}));
        assert_eq!((second["result"]["content"].as_array().unwrap().len(), advice(&second).is_object()), (blocks, data), "{mode}");
        client.call(3, "fail", &json!({}));
        let refused = client.call(4, "fail", &json!({}));
        assert!(refused["result"]["isError"] == json!(true) && text(&refused).contains("is closed"), "a reason is always given");
    }
}

#[test]
fn a_protocol_error_stays_one_and_carries_advice_in_its_data() {
    let mut client = Client::guarded(&[]);
    let first = client.call(1, "refuse", &json!({}));
    assert_eq!(first["error"], json!({"code": -32602, "message": "Invalid arguments for tool refuse"}));
    let second = client.call(2, "refuse", &json!({}));
    assert_eq!((&second["error"]["code"], &second["error"]["message"]), (&first["error"]["code"], &first["error"]["message"]));
    assert_eq!(second["error"]["data"]["tool-recovery/advice"]["verdict"], "nudge");
}

#[test]
fn arguments_are_repaired_and_ambiguous_ones_refused() {
    let mut client = Client::guarded(&[]);
    let repaired = client.request(1, "tools/call", &json!({"name": "echo", "arguments": "{\"path\": \"a\"}", "_meta": {"k": 1}}));
    assert_eq!(serde_json::from_str::<Value>(text(&repaired)).unwrap(), json!({"name": "echo", "arguments": {"path": "a"}, "_meta": {"k": 1}}));
    client.write("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"a\":1,\"a\":2}}}\n");
    let refused: Value = serde_json::from_str(&client.line("2")).unwrap();
    assert_eq!(advice(&refused)["rejection"], "duplicate_key");
    let large = client.call(3, "echo", &json!({"content": "x".repeat(2 << 20)}));
    assert!(text(&large).len() > 2 << 20, "arguments are as long as the client likes");
}

#[test]
fn what_cannot_be_read_is_not_passed_to_a_server_that_may_read_more() {
    let mut client = Client::guarded(&[]);
    for (line, code) in [
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}", -32700),
        ("{'single': 1}", -32700),
        ("{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}", -32600),
    ] {
        client.write(&format!("{line}\n"));
        let answer: Value = serde_json::from_str(&client.line("null")).unwrap();
        assert_eq!(answer["error"]["code"], code, "{line}");
    }
    client.write("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"name\":\"fail\"}}\n");
    assert_eq!(serde_json::from_str::<Value>(&client.line("5")).unwrap()["error"]["code"], -32602);
    assert_eq!(client.seen()["runs"]["echo"], Value::Null);
}

#[test]
fn a_batch_passes_and_its_calls_are_admitted_one_by_one() {
    let mut client = Client::guarded(&[]);
    let call = |id: i64| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "fail", "arguments": {}}});
    client.send(&json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call(2), {"jsonrpc": "2.0", "id": 3, "method": "ping"}]));
    for id in ["1", "2", "3"] {
        client.line(id);
    }
    assert!(client.seen()["seen"].as_array().unwrap().contains(&json!("batch of 2")));
    client.send(&json!([call(4), call(5), call(6), call(7)]));
    let verdicts: Vec<Value> = (4..=7).map(|id| advice(&serde_json::from_str(&client.line(&id.to_string())).unwrap()).clone()).collect();
    assert!(verdicts.iter().any(|advice| advice["verdict"] == "halt"), "{verdicts:?}");
}

#[test]
fn a_hung_tool_respects_its_timeout_and_the_server_is_told() {
    let file = config("timeout", "[mcp]\nread_only = [\"hang\"]\n[mcp.tools.hang]\ntimeout_ms = 100\n");
    let mut client = Client::guarded(&["--config", &file]);
    let started = Instant::now();
    let answer = client.call(1, "hang", &json!({}));
    assert!(started.elapsed() < Duration::from_secs(5));
    assert!(answer["result"]["isError"] == json!(true) && text(&answer).contains("did not answer within its timeout"), "{answer}");
    assert_eq!(advice(&answer)["class"], "transient");
    assert!(client.seen()["seen"].as_array().unwrap().contains(&json!("notifications/cancelled 1")));
}

#[test]
fn a_client_that_cancels_is_not_answered_and_the_server_hears_it_once() {
    let mut client = Client::guarded(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hang", "arguments": {}}}));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1, "reason": "user"}}));
    let seen = client.seen();
    let told: Vec<&Value> =
        seen["seen"].as_array().unwrap().iter().filter(|method| method.as_str().is_some_and(|text| text.starts_with("notifications/cancelled"))).collect();
    assert_eq!(told, ["notifications/cancelled 1"]);
    client.close();
    assert_eq!(client.next(), None);
}

#[test]
fn an_undeclared_tool_that_timed_out_stays_usable_but_not_for_the_same_call() {
    let file = config("undeclared", "[mcp]\ntimeout_ms = 100\n");
    let mut client = Client::guarded(&["--config", &file]);
    assert_eq!(advice(&client.call(1, "write_hang", &json!({"n": 1})))["action"], "reconcile");
    assert_eq!(advice(&client.call(2, "write_hang", &json!({"n": 1})))["rejection"], "held");
    assert_eq!(advice(&client.call(3, "write_hang", &json!({"n": 2})))["rejection"], Value::Null, "another call runs");
    assert_eq!(client.seen()["runs"]["write_hang"], 2);
}

#[test]
fn an_undeclared_tool_whose_call_was_cancelled_stays_usable_and_a_write_is_held() {
    let file = config("cancelled", "[agent.recovery]\nsettle_grace_ms = 0\n[mcp]\nwrite = [\"write_*\"]\n");
    let mut client = Client::guarded(&["--config", &file]);
    for (id, tool, runs) in [(1, "hang", 2), (11, "write_hang", 1)] {
        let call = |id: i64| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {"n": 1}}});
        client.send(&call(id));
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
        client.seen();
        client.send(&call(id + 1));
        assert_eq!(client.seen()["runs"][tool], runs, "{tool}");
    }
    let held: Value = serde_json::from_str(&client.line("12")).unwrap();
    assert_eq!(advice(&held)["rejection"], "held");
}

#[test]
fn a_success_that_comes_after_the_halt_leaves_words_without_a_count() {
    let mut client = Client::guarded(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "sometimes", "arguments": {"ms": 500, "fail": false}}}));
    let fails = json!({"ms": 0, "fail": true});
    let verdicts: Vec<Value> = (2..=4).map(|id| advice(&client.call(id, "sometimes", &fails))["verdict"].clone()).collect();
    assert_eq!(verdicts[2], "halt");
    assert!(client.line("1").contains("done"));
    let refused = client.call(5, "sometimes", &fails);
    assert_eq!(advice(&refused)["rejection"], "halted");
    assert!(text(&refused).contains(" is closed after failures (") && !text(&refused).contains(" times"), "{refused}");
}

#[test]
fn a_name_that_the_server_does_not_know_is_a_wrong_tool() {
    let mut client = Client::guarded(&[]);
    client.call(1, "nope", &json!({}));
    let second = client.call(2, "nope", &json!({}));
    assert_eq!(second["error"]["data"]["tool-recovery/advice"]["class"], "wrong_tool", "{second}");
}

#[test]
fn a_held_write_is_released_by_its_verifying_read_or_by_the_client_alone() {
    let file = config(
        "verify",
        "[agent.recovery]\nsettle_grace_ms = 0\n[mcp]\nread_only = [\"echo\"]\nwrite = [\"write_*\"]\n[mcp.tools.write_hang]\ntimeout_ms = 50\neffect_key = \"/id\"\nverify = { tool = \"echo\", same = [\"/id\"] }\n",
    );
    let mut client = Client::guarded(&["--config", &file]);
    let write = |client: &mut Client, id: i64| client.call(id, "write_hang", &json!({"id": 7}));
    assert_eq!(advice(&write(&mut client, 1))["action"], "reconcile");
    assert_eq!(advice(&write(&mut client, 2))["rejection"], "held");
    client.call(3, "echo", &json!({"id": 8}));
    assert_eq!(advice(&write(&mut client, 4))["rejection"], "held", "a read of something else shows nothing");
    client.call(5, "echo", &json!({"id": 7}));
    assert_eq!(advice(&write(&mut client, 6))["rejection"], Value::Null, "the read ended the hold, and the write ran");
    assert_eq!(advice(&write(&mut client, 7))["rejection"], "held");
    let argued = client.call(8, "write_hang", &json!({"id": 7, "tool-recovery/reconcile": {"tool": "write_hang", "outcome": "not_applied"}}));
    assert_eq!(advice(&argued)["rejection"], "held", "the model cannot");
    let told = json!({"name": "echo", "arguments": {}, "_meta": {"tool-recovery/reconcile": {"tool": "write_hang", "outcome": "not_applied"}}});
    client.request(9, "tools/call", &told);
    let third = client.call(10, "write_hang", &json!({"id": 7}));
    assert!(advice(&third)["rejection"] != "held", "{third}");
    assert_eq!(client.seen()["runs"]["write_hang"], 3);
}

#[test]
fn a_write_that_answers_within_its_grace_is_answered() {
    let file = config("grace", "[mcp]\nwrite = [\"write_late\"]\ntimeout_ms = 100\n");
    let mut client = Client::guarded(&["--config", &file]);
    let answer = client.call(1, "write_late", &json!({"ms": 400}));
    assert_eq!(text(&answer), "late");
}

#[test]
fn a_late_answer_to_a_call_that_was_given_up_is_for_nobody() {
    let file = config("late", "[mcp]\nread_only = [\"slow\"]\ntimeout_ms = 50\n");
    let mut client = Client::guarded(&["--config", &file]);
    assert!(text(&client.call(1, "slow", &json!({"ms": 300}))).contains("timeout"));
    std::thread::sleep(Duration::from_millis(500));
    client.close();
    assert_eq!(client.next(), None, "one answer is enough");
}

#[test]
fn the_client_reopens_what_was_halted() {
    let mut client = Client::guarded(&[]);
    for id in 1..=3 {
        client.call(id, "fail", &json!({}));
    }
    assert_eq!(advice(&client.call(4, "fail", &json!({})))["rejection"], "halted");
    let told = json!({"name": "fail", "arguments": {}, "_meta": {"tool-recovery/reset": {"tool": "fail"}}});
    assert_eq!(advice(&client.request(5, "tools/call", &told)), &Value::Null);
    let told = json!({"name": "fail", "arguments": {}, "_meta": {"tool-recovery/run": "another"}});
    assert_eq!(advice(&client.request(6, "tools/call", &told)), &Value::Null, "another run on the same connection");
    let odd = json!({"name": "fail", "arguments": {}, "_meta": {"tool-recovery/reset": 1}});
    assert_eq!(client.request(7, "tools/call", &odd)["error"]["code"], -32602);
}

#[test]
fn arguments_are_checked_against_the_servers_schema_only_where_asked() {
    let file = config("validate", "[mcp]\nvalidate_arguments = true\n");
    for (options, rejected) in [(&[][..], Value::Null), (&["--config", &file][..], json!("schema"))] {
        let mut client = Client::guarded(options);
        client.request(1, "tools/list", &json!({}));
        assert_eq!(advice(&client.call(2, "echo", &json!({"path": 1})))["rejection"], rejected);
        client.call(3, "change", &json!({}));
        assert_eq!(advice(&client.call(4, "echo", &json!({"path": 1})))["rejection"], Value::Null, "the list has changed");
    }
}

#[test]
fn the_status_line_counts_what_is_undeclared_and_says_what_to_do() {
    let file = config("status", "[mcp]\nread_only = [\"e*\", \"seen\"]\n");
    let mut client = Client::guarded(&["--config", &file]);
    client.request(1, "tools/list", &json!({}));
    client.request(2, "tools/list", &json!({"cursor": "2"}));
    let (status, errors) = client.end();
    assert!(status.success(), "{status}");
    assert_eq!(errors.lines().filter(|line| line.contains("16 tools, 13 of them undeclared")).count(), 1, "{errors}");
    assert!(errors.contains("`tool-recovery mcp-init -- python3 ...`"), "{errors}");
}

#[test]
fn what_the_server_says_after_a_result_comes_after_it() {
    let mut client = Client::guarded(&[]);
    for id in 0..200 {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "then", "arguments": {}}}));
    }
    for id in 0..200 {
        let (result, told): (Value, Value) = (serde_json::from_str(&client.next().unwrap()).unwrap(), serde_json::from_str(&client.next().unwrap()).unwrap());
        assert_eq!((&result["id"], &told["params"]["after"]), (&json!(id), &json!(id)));
    }
}

#[test]
fn garbage_between_messages_is_passed_over_and_told_seldom() {
    let mut client = Client::guarded(&[]);
    for id in 1..=30 {
        assert_eq!(text(&client.call(id, "garbage", &json!({}))), "after the noise");
    }
    let (status, errors) = client.end();
    assert!(status.success());
    assert!(!errors.contains("Server ready"), "nothing of it is repeated");
    assert_eq!(errors.lines().filter(|line| line.contains("no message of JSON-RPC")).count(), 3, "for 1, 10 and 100: {errors}");
}

#[test]
fn a_result_of_ten_megabytes_passes() {
    let mut client = Client::guarded(&[]);
    assert_eq!(text(&client.call(1, "big", &json!({"bytes": 10_000_000}))).len(), 10_000_000);
    let mut small = Client::guarded(&["--max-message-mib", "1"]);
    small.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "big", "arguments": {"bytes": 3_000_000}}}));
    let long: Value = serde_json::from_str(&small.line("1")).unwrap();
    assert!(long["result"]["isError"] == json!(true) && text(&long).contains("longer than what is passed on"), "{long}");
    assert!(text(&small.call(2, "echo", &json!({}))).contains("echo"), "the rest goes on");
}

#[test]
fn a_thousand_calls_at_once_find_their_answers() {
    let mut client = Client::guarded(&[]);
    for id in 0..1_000 {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "echo", "arguments": {"n": id}}}));
    }
    let mut answered = std::collections::BTreeSet::new();
    for _ in 0..1_000 {
        let answer: Value = serde_json::from_str(&client.next().unwrap()).unwrap();
        let id = answer["id"].as_i64().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text(&answer)).unwrap()["arguments"]["n"], id);
        assert!(answered.insert(id));
    }
    assert_eq!(client.seen()["runs"]["echo"], 1_000);
}

#[test]
fn a_starting_file_repeats_the_servers_claims_as_comments() {
    let init = |options: &[&str]| {
        let mut command = vec![env!("CARGO_BIN_EXE_tool-recovery").to_owned(), "mcp-init".to_owned()];
        command.extend(options.iter().map(|option| (*option).to_owned()));
        command.push("--".to_owned());
        command.extend(server());
        std::process::Command::new(&command[0]).args(&command[1..]).output().unwrap()
    };
    let run = init(&[]);
    let page = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(page.contains("# read_only = [\n") && page.contains("#     \"echo\",\n") && page.contains("#     \"environment\",\n"), "both pages: {page}");
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mcp_init.toml");
    let _ = std::fs::remove_file(&path);
    assert_eq!(init(&["--output", path.to_str().unwrap()]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
    assert_eq!(init(&["--output", path.to_str().unwrap()]).status.code(), Some(2), "a file is not overwritten");
    let mut client = Client::guarded(&["--config", path.to_str().unwrap()]);
    client.request(1, "tools/list", &json!({}));
    client.request(2, "tools/list", &json!({"cursor": "2"}));
    assert!(client.end().1.contains("16 tools, 16 of them undeclared"), "a claim is no declaration");
}
