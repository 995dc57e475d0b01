//! `tool-recovery mcp-proxy --url`: a real HTTP server on loopback behind it.

use crate::{
    support,
    support::{Client, Http, advice, text},
};
use serde_json::{Value, json};
use std::process::Command;

/// Clients of the proxy in front of the HTTP server.
trait Clients {
    fn command(&self, options: &[&str]) -> Vec<String>;
    fn client(&self, options: &[&str]) -> Client;
}

impl Clients for Http {
    fn command(&self, options: &[&str]) -> Vec<String> {
        let mut command = vec![env!("CARGO_BIN_EXE_tool-recovery").to_owned(), "mcp-proxy".into(), "--url".into(), self.url.clone()];
        command.extend(options.iter().map(|option| (*option).to_owned()));
        command
    }

    fn client(&self, options: &[&str]) -> Client {
        let mut client = Client::start(&self.command(options));
        client.initialize();
        client
    }
}

#[test]
fn requests_notifications_and_the_servers_own_accord_pass() {
    let server = Http::start("pass");
    let mut client = server.client(&[]);
    let own: Value = serde_json::from_str(&client.next().unwrap()).unwrap();
    assert_eq!((own["method"].as_str(), own["params"]["data"].as_str()), (Some("notifications/message"), Some("own accord")));
    assert_eq!(client.request(1, "tools/list", &json!({}))["result"]["tools"][0]["name"], "echo");
    assert!(text(&client.call(2, "echo", &json!({"a": 1}))).contains("\"a\": 1"));
    assert_eq!(client.request(3, "no/such", &json!({}))["error"]["code"], -32601, "an error under status 400 is the answer");
    client.send(&json!([{"jsonrpc": "2.0", "id": 4, "method": "ping"}, {"jsonrpc": "2.0", "id": 5, "method": "ping"}]));
    let batch: Value = serde_json::from_str(&client.next().unwrap()).unwrap();
    assert_eq!(batch.as_array().map(Vec::len), Some(2));
    let (status, errors) = client.end();
    assert!(status.success(), "{errors}");
    assert_eq!(std::fs::read_to_string(&server.left).unwrap(), "session-1", "the session was given back");
}

#[test]
fn headers_carry_the_session_the_version_and_the_credential() {
    let server = Http::start("headers");
    let mut command = vec!["env".to_owned(), "TOKEN=Bearer secret-canary".to_owned()];
    command.extend(server.command(&["--header-env", "Authorization=TOKEN"]));
    let mut client = Client::start(&command);
    client.initialize();
    let answer = client.call(1, "headers", &json!({}));
    let headers: Value = serde_json::from_str(text(&answer)).unwrap();
    for (name, value) in [
        ("authorization", "Bearer secret-canary"),
        ("mcp-session-id", "session-1"),
        ("mcp-protocol-version", "2025-06-18"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "headers"),
        ("accept", "application/json, text/event-stream"),
    ] {
        assert_eq!(headers[name], value, "{name}");
    }
    let (_, errors) = client.end();
    assert!(!errors.contains("canary"));
}

#[test]
fn a_stream_brings_progress_and_the_result_and_a_loop_is_nudged_and_halted() {
    let server = Http::start("loop");
    let mut client = server.client(&[]);
    let verdicts: Vec<Value> = (1..=4).map(|id| advice(&client.call(id, "fail", &json!({})))["verdict"].clone()).collect();
    assert_eq!(verdicts, [Value::Null, json!("nudge"), json!("halt"), json!("continue")]);
    let seen = client.call(9, "seen", &json!({}));
    let seen: Vec<Value> = serde_json::from_str(text(&seen)).unwrap();
    assert_eq!(seen.iter().filter(|method| *method == "tools/call").count(), 4, "three failures and this one");
}

#[test]
fn a_broken_stream_is_taken_up_again_and_a_lost_one_is_told() {
    let server = Http::start("broken");
    let mut client = server.client(&[]);
    assert_eq!(text(&client.call(7, "broken", &json!({}))), "taken up again");
    assert_eq!(text(&client.call(17, "cut", &json!({}))), "taken up again", "also in the middle of an event");
    let lost = client.call(8, "lost", &json!({}));
    assert_eq!((advice(&lost)["class"].as_str(), advice(&lost)["effect"].as_str()), (Some("unavailable"), Some("unknown")));
}

#[test]
fn an_answer_with_a_member_twice_is_told_at_once() {
    let server = Http::start("doubled");
    let mut client = server.client(&[]);
    for (id, tool) in [(1, "doubled"), (2, "doubled_stream")] {
        let answer = client.call(id, tool, &json!({}));
        assert!(answer["result"]["isError"] == true && text(&answer).contains("has a member twice"), "{tool}: {answer}");
    }
}

#[test]
fn a_status_in_place_of_an_answer_is_read() {
    let server = Http::start("status");
    let mut client = server.client(&[]);
    let denied = client.call(1, "denied", &json!({}));
    assert_eq!((advice(&denied)["class"].as_str(), advice(&denied)["action"].as_str()), (Some("authentication"), Some("authenticate")));
    assert!(text(&denied).contains("HTTP status 401") && !text(&denied).contains("who are you"));
}

/// 408 and 499 are also sent when the server's own work took too long, or when a gateway's client left: a write may have been made.
#[test]
fn a_status_that_does_not_refuse_a_write_holds_it() {
    let server = Http::start("status_write");
    let file = support::config("status_write", "[mcp]\nwrite = [\"status_*\"]\n");
    for (id, status, held) in
        [(1, 408, true), (2, 499, true), (3, 400, false), (4, 425, false), (5, 504, true), (6, 302, true), (7, 307, false), (8, 501, false)]
    {
        let mut client = server.client(&["--config", &file]);
        let effect = if held { "uncertain_write" } else { "not_applied" };
        assert_eq!(advice(&client.call(id, &format!("status_{status}"), &json!({})))["effect"], effect, "{status}");
        let again = client.call(id + 100, &format!("status_{status}"), &json!({}));
        assert_eq!(advice(&again)["rejection"] == "held", held, "{status}: {again}");
    }
}

#[test]
fn a_server_that_is_gone_is_unavailable_at_once() {
    let mut server = Http::start("gone");
    let mut client = server.client(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hang", "arguments": {}}}));
    client.call(2, "echo", &json!({}));
    server.child.kill().unwrap();
    let hung: Value = serde_json::from_str(&client.line("1")).unwrap();
    assert_eq!(advice(&hung)["class"], "unavailable");
    let mut unreachable = client.call(3, "echo", &json!({}));
    if advice(&unreachable)["effect"] == "unknown" {
        // It went out on the connection that was kept open, whose end nobody had noticed yet.
        unreachable = client.call(5, "echo", &json!({"again": true}));
    }
    assert_eq!((advice(&unreachable)["class"].as_str(), advice(&unreachable)["effect"].as_str()), (Some("unavailable"), Some("not_applied")));
    assert_eq!(client.request(4, "ping", &json!({}))["error"]["code"], -32000);
    assert!(client.end().0.success());
}

#[test]
fn plain_text_goes_to_this_machine_alone() {
    for (url, expected) in [
        ("http://example.com/mcp", "error: --url must be https, except for this machine"),
        ("ftp://127.0.0.1/", "error: --url must begin with https:// or http://"),
    ] {
        let run = Command::new(env!("CARGO_BIN_EXE_tool-recovery")).args(["mcp-proxy", "--url", url]).output().unwrap();
        assert_eq!(run.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&run.stderr).starts_with(expected), "{}", String::from_utf8_lossy(&run.stderr));
    }
    let run = Command::new(env!("CARGO_BIN_EXE_tool-recovery"))
        .args(["mcp-proxy", "--url", "http://127.0.0.1:1/", "--header-env", "A=NOT_SET_ANYWHERE"])
        .output()
        .unwrap();
    assert!(run.status.code() == Some(2) && String::from_utf8_lossy(&run.stderr).contains("the environment variable is not set"));
}

#[test]
fn a_starting_file_is_written_over_http_too() {
    let server = Http::start("init");
    let run = Command::new(env!("CARGO_BIN_EXE_tool-recovery")).args(["mcp-init", "--url", &server.url]).output().unwrap();
    assert!(run.status.success() && String::from_utf8_lossy(&run.stdout).contains("#     \"echo\",\n"), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn every_request_of_a_batch_is_answered_also_where_the_server_does_not() {
    let mut server = Http::start("batch");
    let mut client = server.client(&[]);
    client.next().unwrap();
    let request = |id: u32, method: &str| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": {}});
    let told = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}});

    client.send(&json!([request(1, "ping"), told, request(2, "batch/passed_over")]));
    let batch: Value = serde_json::from_str(&client.next().unwrap()).unwrap();
    assert_eq!(batch.as_array().map(Vec::len), Some(1), "{batch}");
    let left_out: Value = serde_json::from_str(&client.line("2")).unwrap();
    assert_eq!(left_out["error"]["code"], -32000, "{left_out}");

    client.send(&json!([request(3, "batch/refused"), request(4, "ping")]));
    for id in ["3", "4"] {
        let refused: Value = serde_json::from_str(&client.line(id)).unwrap();
        assert!(refused["error"]["code"] == -32000 && refused["error"]["message"].as_str().unwrap().contains("500"), "{refused}");
    }

    server.child.kill().unwrap();
    server.child.wait().unwrap();
    client.send(&json!([request(5, "ping"), told, request(6, "tools/list"), {"jsonrpc": "2.0", "id": "s-1", "result": {}}]));
    for id in ["5", "6"] {
        let lost: Value = serde_json::from_str(&client.line(id)).unwrap();
        assert_eq!(lost["error"]["code"], -32000, "{lost}");
    }
}
