//! `tool-recovery mcp-proxy --state`: what is held stands when the proxy comes back, however it went.

use crate::support::{Client, advice, config, proxy, server};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Command};
use tempfile::TempDir;

const DECLARED: &str = "[agent.recovery]\nsettle_grace_ms = 0\n[mcp]\nread_only = [\"echo\", \"seen\"]\nwrite = [\"write_*\"]\n[mcp.tools.write_hang]\neffect_key = \"/id\"\nverify = { tool = \"echo\", same = [\"/id\"] }\n";

/// A proxy that can be ended and started again.
struct Place {
    folder: TempDir,
    config: String,
}

impl Place {
    /// `timeout_ms` of all tools, where there is one.
    fn new(name: &str, timeout_ms: Option<u64>) -> Self {
        let timeout = timeout_ms.map_or_else(String::new, |ms| format!("timeout_ms = {ms}\n"));
        Self { folder: tempfile::tempdir().unwrap(), config: config(&format!("state_{name}"), &format!("{DECLARED}{timeout}")) }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("holds.json")
    }

    fn options(&self) -> [String; 4] {
        ["--config".into(), self.config.clone(), "--state".into(), self.file().display().to_string()]
    }

    fn client(&self) -> Client {
        Client::guarded(&self.options().each_ref().map(String::as_str))
    }
}

fn rejection(client: &mut Client, id: i64, target: i64) -> Value {
    advice(&client.call(id, "write_hang", &json!({"id": target, "note": "raw-note"})))["rejection"].clone()
}

/// Ends a proxy as a machine does that has no memory left.
fn kill(mut client: Client) {
    client.child.kill().unwrap();
    client.child.wait().unwrap();
}

#[test]
fn a_held_write_is_held_after_the_proxy_was_killed_and_its_read_still_ends_it() {
    let place = Place::new("killed", Some(100));
    let mut client = place.client();
    assert_eq!(rejection(&mut client, 1, 7), Value::Null);
    kill(client);
    assert!(!fs::read_to_string(place.file()).unwrap().contains("raw-note"), "no argument is in the file");
    let mut client = place.client();
    assert_eq!(rejection(&mut client, 1, 7), "held");
    client.call(2, "echo", &json!({"id": 8}));
    assert_eq!(rejection(&mut client, 3, 7), "held", "a read of something else shows nothing");
    client.call(4, "echo", &json!({"id": 7}));
    kill(client);
    let mut client = place.client();
    assert_eq!(rejection(&mut client, 1, 7), Value::Null, "the read before the end has ended the hold");
    let (_, errors) = client.end();
    assert!(!errors.contains("of earlier sessions"), "{errors}");
}

#[test]
fn a_write_that_was_under_way_when_the_proxy_was_killed_is_held() {
    for kills in [true, false] {
        let place = Place::new("under_way", None);
        let mut client = place.client();
        client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "write_hang", "arguments": {"id": 7}}}));
        assert_eq!(client.seen()["runs"]["write_hang"], 1);
        if kills {
            kill(client);
        } else {
            client.end();
        }
        let mut client = place.client();
        let held = client.call(1, "write_hang", &json!({"id": 7}));
        assert_eq!(advice(&held)["rejection"], "held", "killed: {kills}");
        client.call(2, "echo", &json!({"id": 7}));
        client.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "write_hang", "arguments": {"id": 7}}}));
        assert_eq!(client.seen()["runs"]["write_hang"], 1, "the read ended the hold, and the write ran");
    }
}

#[test]
fn a_write_that_was_answered_leaves_nothing_and_the_client_may_reconcile_what_stands() {
    let place = Place::new("answered", Some(200));
    let mut client = place.client();
    client.call(1, "write_late", &json!({"ms": 10}));
    kill(client);
    let mut client = place.client();
    assert_eq!(advice(&client.call(1, "write_late", &json!({"ms": 10})))["rejection"], Value::Null);
    rejection(&mut client, 2, 7);
    let told = json!({"name": "echo", "arguments": {}, "_meta": {"tool-recovery/reconcile": {"tool": "write_hang", "outcome": "applied"}}});
    client.request(3, "tools/call", &told);
    kill(client);
    assert_eq!(rejection(&mut place.client(), 1, 7), Value::Null);
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_and_stays_as_it_is() {
    let place = Place::new("broken", Some(100));
    rejection(&mut place.client(), 1, 7);
    let whole = fs::read_to_string(place.file()).unwrap();
    for broken in [String::new(), whole[..whole.len() / 2].to_owned(), whole.replacen("\"canary\":\"", "\"canary\":\"1", 1)] {
        fs::write(place.file(), &broken).unwrap();
        let (status, errors) = Client::start(&proxy(&place.options().each_ref().map(String::as_str), &server())).end();
        assert_eq!(status.code(), Some(2), "{errors}");
        assert!(errors.contains("holds.json: its holds cannot be restored") && errors.contains("The file stays as it is"), "{errors}");
        assert_eq!(fs::read_to_string(place.file()).unwrap(), broken);
    }
    fs::write(place.file(), whole).unwrap();
    let mut client = place.client();
    assert_eq!(rejection(&mut client, 1, 7), "held");
    let (status, errors) = Client::start(&proxy(&place.options().each_ref().map(String::as_str), &server())).end();
    assert!(status.code() == Some(2) && errors.contains("another proxy keeps its holds there"), "{errors}");
    assert!(client.end().1.contains("1 hold of earlier sessions stands"));
}

/// What `mcp-holds` says of the file: its exit code, output and errors.
fn holds(place: &Place, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tool-recovery")).arg("mcp-holds").arg(place.file()).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_operator_lists_and_settles_what_is_held_while_no_proxy_runs() {
    let place = Place::new("operator", Some(100));
    let (code, _, errors) = holds(&place, &[]);
    assert!(code == Some(2) && errors.contains("is no file"), "{errors}");
    let mut client = place.client();
    rejection(&mut client, 1, 7);
    rejection(&mut client, 2, 8);
    let (code, _, errors) = holds(&place, &[]);
    assert!(code == Some(2) && errors.contains("another proxy keeps its holds there"), "{errors}");
    kill(client);
    let (code, list, errors) = holds(&place, &[]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let rows: Vec<&str> = list.lines().skip(1).collect();
    assert!(rows.len() == 2 && rows.iter().all(|row| row.contains("write_hang") && row.contains("calls with the same effect key")), "{list}");
    let first = rows[0].split_whitespace().next().unwrap();
    for (arguments, says) in [
        (vec!["--settle", "99", "--settle", first, "--outcome", "applied"], "hold 99 does not stand"),
        (vec!["--settle", first], "--outcome"),
        (vec!["--outcome", "applied"], "--settle"),
    ] {
        let (code, _, errors) = holds(&place, &arguments);
        assert!(code == Some(2) && errors.contains(says), "{arguments:?}: {errors}");
        assert_eq!(holds(&place, &[]).1, list, "nothing is settled");
    }
    assert_eq!(holds(&place, &["--settle", first, "--outcome", "not-applied"]), (Some(0), "settled: 1; standing: 1\n".to_owned(), String::new()));
    let mut client = place.client();
    assert_eq!(rejection(&mut client, 1, 7), Value::Null, "it may run again");
    assert_eq!(rejection(&mut client, 2, 8), "held");
    let (_, errors) = client.end();
    assert!(errors.contains("mcp-holds"), "{errors}");
}
