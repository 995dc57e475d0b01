//! `tool-recovery mcp-proxy` at its ends: a server that dies or never starts, a signal, and what is left behind.
#![allow(clippy::disallowed_methods)]

use crate::support::{Client, PATIENCE, advice, config, proxy, server, text};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn a_server_that_dies_makes_its_calls_unavailable_at_once_and_is_told_once() {
    let mut client = Client::guarded(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hang", "arguments": {}}}));
    let started = Instant::now();
    client.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "die", "arguments": {}}}));
    for id in ["1", "2"] {
        let answer: Value = serde_json::from_str(&client.line(id)).unwrap();
        assert_eq!((&answer["result"]["isError"], &advice(&answer)["class"]), (&json!(true), &json!("unavailable")), "{answer}");
        assert!(text(&answer).contains("unavailable"));
    }
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    assert_eq!(client.next(), None);
    let (status, errors) = client.end();
    assert_eq!(status.code(), Some(3));
    assert_eq!(errors.matches("the server ended with exit code 7").count(), 1, "{errors}");
}

#[test]
fn a_server_that_closes_its_output_first_is_told_by_its_own_exit_code() {
    let mut client = Client::guarded(&[]);
    assert_eq!(advice(&client.call(1, "close", &json!({})))["class"], "unavailable");
    let (status, errors) = client.end();
    assert!(status.code() == Some(3) && errors.contains("the server ended with exit code 5"), "{errors}");
}

#[test]
fn requests_that_are_no_calls_are_answered_when_the_server_dies() {
    let mut client = Client::guarded(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 5, "method": "exit", "params": {"code": 9}}));
    let answer: Value = serde_json::from_str(&client.line("5")).unwrap();
    assert_eq!(answer["error"]["code"], -32000);
    let (status, errors) = client.end();
    assert!(status.code() == Some(3) && errors.contains("exit code 9"), "{errors}");
}

fn is_running(pid: i64) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

fn wait_until_gone(pid: i64) {
    let until = Instant::now() + PATIENCE;
    while is_running(pid) {
        assert!(Instant::now() < until, "process {pid} was left behind");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_of_the_server_is_left_behind() {
    for stubborn in [false, true] {
        let mut client = Client::guarded(&["--grace-ms", "100"]);
        let answer = client.call(1, "environment", &json!({"child": true}));
        let told: Value = serde_json::from_str(text(&answer)).unwrap();
        assert_eq!(told["group"], true, "a group of its own");
        let pid = told["child"].as_i64().unwrap();
        assert!(is_running(pid));
        if stubborn {
            client.request(2, "stubborn", &json!({}));
        }
        let (status, _) = client.end();
        assert!(status.success(), "{status}");
        wait_until_gone(pid);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_is_handed_on_and_becomes_the_exit_code() {
    let mut client = Client::guarded(&[]);
    let answer = client.call(1, "environment", &json!({"child": true}));
    let pid = serde_json::from_str::<Value>(text(&answer)).unwrap()["child"].as_i64().unwrap();
    let proxy = client.child.id();
    let sent = std::process::Command::new("kill").args(["-TERM", &proxy.to_string()]).status().unwrap();
    assert!(sent.success());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = client.child.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(128 + 15));
    wait_until_gone(pid);
}

#[test]
fn what_cannot_be_started_or_read_is_said() {
    let (status, errors) = Client::start(&proxy(&[], &["no-such-server-anywhere".to_owned()])).end();
    assert_eq!(status.code(), Some(3));
    assert!(errors.starts_with("error: the server `no-such-server-anywhere` cannot be started: no such program. Is it installed, and in the PATH"), "{errors}");
    let file = config("wrong", "[mcp]\nread_onyl = []\n");
    let (status, errors) = Client::start(&proxy(&["--config", &file], &server())).end();
    assert_eq!(status.code(), Some(2));
    assert!(
        errors.starts_with(&format!("error: {file}: `mcp.read_onyl` is not a known key: did you mean `read_only`?\nknown keys of [mcp]: advice, ")),
        "{errors}"
    );
    let [program, .., script] = &server()[..] else { panic!() };
    for command in ["mcp-proxy", "mcp-init"] {
        let (status, errors) = Client::start(&[env!("CARGO_BIN_EXE_tool-recovery").into(), command.into(), program.clone(), script.clone()]).end();
        assert_eq!((status.code(), errors), (Some(2), format!("error: the server's command stands behind `--`: tool-recovery {command} -- {program} ...\n")));
    }
    let file = config("decides", "[agent.recovery]\nclassifier = \"jev\"\n");
    let (status, errors) = Client::start(&proxy(&["--config", &file], &server())).end();
    assert!(status.success() && errors.contains("the proxy asks no decision model"), "{errors}");
}
