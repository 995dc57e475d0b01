//! `tool-recovery mcp-proxy --records`: what a session leaves, read by the commands over records.

use crate::support::{Client, advice, config, proxy, server, text};
use serde_json::{Value, json};
use std::{fs, path::Path, process::Command};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_tool-recovery")).args(arguments).output().unwrap();
    (run.status.code(), String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap())
}

fn records(folder: &Path) -> Vec<Value> {
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    let text: String = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of<'r>(records: &'r [Value], kind: &str) -> Vec<&'r Value> {
    records.iter().filter(|record| record["kind"] == kind).collect()
}

#[test]
fn a_session_is_recorded_and_its_chain_goes_on_in_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("new/records");
    let options = ["--records", name.to_str().unwrap()];
    let mut client = Client::guarded(&options);
    client.call(1, "flaky", &json!({"path": "canary-argument"}));
    client.request(2, "tools/list", &json!({}));
    assert_eq!(text(&client.call(3, "flaky", &json!({"path": "canary-argument"}))), "done");
    client.call(4, "canary_name", &json!({}));
    let (status, errors) = client.end();
    assert!(status.success(), "{errors}");
    let first = records(&name);
    let counts = ["authorization", "execution", "recovery", "recovered"].map(|kind| of(&first, kind).len());
    assert_eq!(counts, [3, 3, 2, 1], "the failure was made good, although the list has come meanwhile");
    let written = fs::read_to_string(name.join("records-00000001.jsonl")).unwrap();
    assert!(!written.contains("canary") && !written.contains("no such row"), "{written}");

    let mut client = Client::guarded(&options);
    client.call(1, "echo", &json!({}));
    client.end();
    let both = records(&name);
    assert_eq!(both.iter().map(|record| record["seq"].as_u64().unwrap()).collect::<Vec<_>>(), (1..=both.len() as u64).collect::<Vec<_>>());
    let (code, page, errors) = run(&["replay", name.to_str().unwrap()]);
    assert!(code == Some(0) && page.contains("The chain is whole."), "{page}{errors}");
    let recovered = of(&both, "recovery")[0];
    let (code, page, errors) = run(&["inspect", name.to_str().unwrap(), recovered["call_id"].as_str().unwrap()]);
    assert!(code == Some(0) && page.contains("attempt 1: tool_error"), "{page}{errors}");
}

#[test]
fn the_digests_of_sessions_connect_only_under_a_secret_that_was_given() {
    let digests = |secret: Option<&str>| -> Vec<Value> {
        let folder = tempfile::tempdir().unwrap();
        let mut command = vec!["env".to_owned(), format!("KEY={}", secret.unwrap_or_default())];
        let given = if secret.is_some() { &["--records-key-env", "KEY"][..] } else { &[] };
        command.extend(proxy(&[&["--records", folder.path().to_str().unwrap()], given].concat(), &server()));
        for _ in 0..2 {
            let mut client = Client::start(&command);
            client.initialize();
            client.call(1, "echo", &json!({"a": 1}));
            client.end();
        }
        of(&records(folder.path()), "authorization").iter().map(|record| record["bound_args_digest"].clone()).collect()
    };
    let (own, given) = (digests(None), digests(Some("a secret of 24 bytes or so")));
    assert!(own[0] != own[1] && given[0] == given[1] && own.len() == 2, "{own:?} {given:?}");
    let folder = tempfile::tempdir().unwrap();
    let (code, _, errors) = run(&["mcp-proxy", "--records", folder.path().to_str().unwrap(), "--records-key-env", "NOT_SET_ANYWHERE", "--", "true"]);
    assert!(code == Some(2) && errors.contains("--records-key-env NOT_SET_ANYWHERE: the environment variable is not set"), "{errors}");
}

#[test]
fn a_second_proxy_on_the_same_chain_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    // The file names the folder from where it is itself.
    let file = folder.path().join("proxy.toml");
    fs::write(&file, "[mcp]\nrecords = \"chain\"\nrecords_max_files = 3\n").unwrap();
    let options = ["--config", file.to_str().unwrap()];
    let mut client = Client::guarded(&options);
    client.call(1, "echo", &json!({}));
    let (status, errors) = Client::start(&proxy(&options, &server())).end();
    assert_eq!(status.code(), Some(2));
    assert_eq!(
        errors,
        format!("error: --records {}: another proxy writes its records there: give each proxy a folder of its own\n", folder.path().join("chain").display())
    );
    assert!(client.end().0.success());
    let wrong = config("records", "[mcp]\nrecords = 7\n");
    let (status, errors) = Client::start(&proxy(&["--config", &wrong], &server())).end();
    assert!(status.code() == Some(2) && errors.contains("`mcp.records`"), "{errors}");
}

#[test]
fn a_full_disk_is_told_once_and_calls_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<String> = proxy(&["--records", folder.path().to_str().unwrap()], &server()).iter().map(|word| format!("'{word}'")).collect();
    // A file that may not grow is as good as a disk that is full.
    let limited = format!("trap '' XFSZ; ulimit -f 4; exec {}", words.join(" "));
    let mut client = Client::start(&["sh".into(), "-c".into(), limited]);
    client.initialize();
    for id in 1..=50 {
        let answer = client.call(id, "echo", &json!({"n": id}));
        assert!(text(&answer).contains("echo") && advice(&answer).is_null());
    }
    let (status, errors) = client.end();
    assert!(status.success());
    assert_eq!(errors.matches("records cannot be written to").count(), 1, "{errors}");
    assert!(errors.contains("is the disk full?"), "{errors}");
}
