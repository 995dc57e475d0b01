//! `tool-recovery mcp-proxy`: what its client and whoever starts it may say, and what they hear of what they said wrongly.

use crate::{
    cli_support::{Run, program},
    support::{Client, advice, config},
};
use serde_json::{Value, json};
use std::process::Stdio;

/// The answer to a call of `echo` with this beside it.
fn tell(client: &mut Client, id: i64, meta: &Value) -> Value {
    client.request(id, "tools/call", &json!({"name": "echo", "arguments": {}, "_meta": meta}))
}

fn why(answer: &Value) -> &str {
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    answer["error"]["message"].as_str().unwrap()
}

fn with_two_lost_writes(name: &str) -> (Client, Value, Value) {
    let file = config(
        name,
        "[agent.recovery]\nsettle_grace_ms = 0\n[mcp]\nread_only = [\"echo\", \"seen\"]\nwrite = [\"write_*\"]\n[mcp.tools.write_hang]\ntimeout_ms = 50\neffect_key = \"/id\"\n",
    );
    let mut client = Client::guarded(&["--config", &file]);
    let [a, b] = [1, 2].map(|id| advice(&client.call(id, "write_hang", &json!({"id": id})))["hold"].clone());
    assert!(a.is_u64() && b.is_u64() && a != b, "{a} {b}");
    (client, a, b)
}

#[test]
fn each_of_two_lost_writes_is_settled_by_the_hold_that_its_own_answer_names() {
    let (mut client, a, b) = with_two_lost_writes("told_hold");
    let refused = client.call(3, "write_hang", &json!({"id": 2}));
    assert_eq!((&advice(&refused)["rejection"], &advice(&refused)["hold"]), (&json!("held"), &b));
    let done = tell(&mut client, 4, &json!({"tool-recovery/reconcile": {"hold": a, "tool": "write_hang", "outcome": "not_applied"}}));
    assert!(done["result"].is_object(), "{done}");
    assert_eq!(advice(&client.call(5, "write_hang", &json!({"id": 2})))["rejection"], "held", "what became of the first says nothing of the second");
    assert_eq!(advice(&client.call(6, "write_hang", &json!({"id": 1})))["rejection"], Value::Null);
    assert_eq!(client.seen()["runs"]["write_hang"], 3);
}

#[test]
fn a_word_of_the_client_that_cannot_be_done_is_refused_with_its_reason_and_nothing_is_done() {
    let (mut client, a, b) = with_two_lost_writes("told_wrong");
    client.request(3, "tools/list", &json!({}));
    client.request(4, "tools/list", &json!({"cursor": "2"}));
    let cases = [
        (json!({"tool-recovery/reconcile": {"tool": "write_hang", "outcome": "maybe"}}), "needs outcome: \"applied\" or \"not_applied\""),
        (json!({"tool-recovery/reconcile": {"tool": "write_hang", "outcome": "applied", "arguments": {"id": 1}}}), "known: hold, tool, outcome"),
        (json!({"tool-recovery/reconcile": {"hold": 99, "outcome": "applied"}}), "the hold 99, which does not stand"),
        (json!({"tool-recovery/reconcile": {"hold": a, "tool": "echo", "outcome": "applied"}}), "which is not one of \"echo\""),
        (json!({"tool-recovery/reconcile": {"tool": "write_hagn", "outcome": "applied"}}), "unknown here: \"write_hagn\""),
        (json!({"tool-recovery/rest": {"tool": "write_hang"}}), "\"tool-recovery/rest\"; known: tool-recovery/reconcile, tool-recovery/reset,"),
        (json!({"tool-recovery/reset": {"tool": "nope"}, "tool-recovery/reconcile": {"hold": a, "outcome": "applied"}}), "unknown here: \"nope\""),
    ];
    for (id, (meta, says)) in (10..).zip(&cases) {
        let answer = tell(&mut client, id, meta);
        assert!(why(&answer).contains(says), "{meta}: {answer}");
    }
    for (id, hold) in [(1, a), (2, b)] {
        assert_eq!(advice(&client.call(20 + id, "write_hang", &json!({"id": id})))["hold"], hold);
    }
    assert_eq!(client.seen()["runs"]["echo"], Value::Null, "what is refused does not reach the server");
    let both = tell(&mut client, 30, &json!({"tool-recovery/reconcile": {"tool": "write_hang", "outcome": "not_applied"}}));
    assert!(both["result"].is_object());
    assert_eq!(advice(&client.call(31, "write_hang", &json!({"id": 2})))["rejection"], Value::Null, "by the tool for all of it");
}

/// Some encoders write every slash in a text as `\/`.
#[test]
fn a_word_of_the_client_counts_however_its_name_is_escaped() {
    let (mut client, a, _) = with_two_lost_writes("told_escaped");
    let tell = |client: &mut Client, id: i64, meta: &str| -> Value {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{}},"_meta":{meta}}}}}"#);
        client.write(&format!("{line}\n"));
        serde_json::from_str(&client.line(&id.to_string())).unwrap()
    };
    for (id, name) in [(3, r"tool-recovery\/rest"), (4, r"\u0074ool-recovery/rest")] {
        assert!(why(&tell(&mut client, id, &format!(r#"{{"{name}":{{}}}}"#))).contains("unknown member"), "{name}");
    }
    assert!(tell(&mut client, 5, &format!(r#"{{"tool-recovery\/reconcile":{{"hold":{a},"outcome":"not_applied"}}}}"#))["result"].is_object());
    assert_eq!(advice(&client.call(6, "write_hang", &json!({"id": 1})))["rejection"], Value::Null);
}

#[test]
fn declarations_of_no_tool_are_told_once_with_what_is_similar() {
    let file =
        config("told_typos", "[mcp]\nread_only = [\"ehco\", \"e*\", \"z\\u001b*\"]\nwrite = [\"write_*\"]\n[mcp.tools.write_hnag]\neffect = \"write\"\n");
    let mut client = Client::guarded(&["--config", &file]);
    for id in [1, 3] {
        client.request(id, "tools/list", &json!({}));
        client.request(id + 1, "tools/list", &json!({"cursor": "2"}));
    }
    let (status, errors) = client.end();
    assert!(status.success(), "{status}");
    let told: Vec<&str> = errors.lines().filter(|line| line.contains("lists no such tool")).collect();
    assert_eq!(told.len(), 3, "{errors}");
    assert!(told[0].contains("\"mcp.read_only\" declares \"ehco\"") && told[0].contains("similar: \"echo\""), "{errors}");
    assert!(told[1].contains("\"z\\u{1b}*\"") && !errors.contains('\u{1b}'), "{errors}");
    assert!(told[2].contains("\"mcp.tools\" declares \"write_hnag\"") && told[2].contains("\"write_hang\""), "{errors}");
}

fn run(arguments: &[&str]) -> Run {
    program().args(arguments).stdin(Stdio::null()).output().unwrap().into()
}

#[test]
fn options_that_would_be_ignored_are_errors_that_name_what_they_need() {
    let cases: [(&[&str], &str); 8] = [
        (&["mcp-proxy", "--listen", "127.0.0.1:0", "--", "true"], "--listen needs --url"),
        (&["mcp-proxy", "--header-env", "X=UNSET", "--", "true"], "--header-env needs --url"),
        (&["mcp-proxy", "--ca", "ca.pem", "--", "true"], "--ca needs --url"),
        (&["mcp-proxy", "--run-header", "x-run", "--", "true"], "--run-header needs --url"),
        (&["mcp-proxy", "--run-header", "x-run", "--url", "http://127.0.0.1:1/mcp"], "--run-header needs --listen"),
        (&["mcp-proxy", "--records-max-files", "3", "--", "true"], "--records-max-files needs --records"),
        (&["mcp-proxy", "--records-key-env", "KEY", "--", "true"], "--records-key-env needs --records"),
        (&["mcp-init", "--header-env", "X=UNSET", "--", "true"], "--header-env needs --url"),
    ];
    for (arguments, says) in cases {
        let run = run(arguments);
        assert!(run.code == Some(2) && run.err.contains(says), "{arguments:?}: {:?} {}", run.code, run.err);
    }
}

#[test]
fn without_a_server_the_error_names_both_ways_to_one() {
    for command in ["mcp-proxy", "mcp-init"] {
        let run = run(&[command]);
        assert!(run.code == Some(2) && run.err.contains(&format!("tool-recovery {command} -- SERVER")) && run.err.contains("--url URL"), "{}", run.err);
    }
}
