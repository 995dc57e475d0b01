//! `tool-recovery classify --mode jev` over a real server on the loopback.

use crate::systemone_server::{Server, answer};
use serde_json::{Value, json};
use std::{io::Write, process::Stdio};
use tokio::process::Command;

const CONFIG: &str = "[agent.recovery.thresholds]\nversion = \"test\"\nclass = 0.7\nrecoverability = 0.7\ncorrection = 0.7\nalternate = 0.7\n";

fn row(id: &str, text: &str) -> Value {
    json!({ "id": id, "call": { "tool": "widget" }, "result": { "transport": "mcp", "is_error": true, "text": text } })
}

/// The answers to two rows, of which the text rules are certain of the first alone; or what was written to standard error.
async fn classify(options: &[&str]) -> Result<Vec<Value>, String> {
    let folder = tempfile::tempdir().unwrap();
    let (config, input) = (folder.path().join("agent.toml"), folder.path().join("rows.jsonl"));
    std::fs::write(&config, CONFIG).unwrap();
    let mut rows = std::fs::File::create(&input).unwrap();
    writeln!(rows, "{}\n{}", row("1", "error: permission denied (publickey)"), row("2", "the widget gave up, please try again later")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tool-recovery"));
    command.args(["classify", "--mode", "jev", "--config"]).arg(&config).arg("--input").arg(&input).args(options);
    command.env_clear().env("OTHER_KEY", "sk-other").env("TYPESAFE_API_KEY", "sk-vendor").stdin(Stdio::null());
    let run = command.output().await.unwrap();
    if !run.status.success() {
        return Err(String::from_utf8(run.stderr).unwrap());
    }
    Ok(String::from_utf8(run.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_text_leaves_open_is_decided_and_shown() {
    let server = Server::start(|request, _| answer(request, "rate_limited")).await;
    let answers = classify(&["--jev-base-url", &server.base(), "--jev-model", "mine"]).await.unwrap();
    assert_eq!((&answers[0]["source"], &answers[0].get("decision")), (&json!("keywords"), &None));
    assert_eq!((&answers[1]["class"], &answers[1]["source"]), (&json!("rate_limited"), &json!("jev")));
    let decision = &answers[1]["decision"];
    assert_eq!(
        (&decision["fallback"], &decision["attempts"], &decision["class"], &decision["model"]),
        (&Value::Null, &json!(1), &json!("rate_limited"), &json!("mine"))
    );
    let request = &server.received()[0];
    assert_eq!((request.header("authorization"), &request.body["model"]), (None, &json!("mine")), "the vendor's credential stays at home");
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_it_is_asked_about_everything() {
    let server = Server::start(|request, _| answer(request, "permission")).await;
    let answers = classify(&["--jev-base-url", &server.base(), "--jev-alone", "--jev-key-variable", "OTHER_KEY"]).await.unwrap();
    assert!(answers.iter().all(|answer| answer["decision"]["class"] == "permission"), "{answers:?}");
    assert!(server.received().iter().all(|request| request.header("authorization") == Some("Bearer sk-other")));
    assert_eq!(server.requests(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_leaves_the_text_rules() {
    let dead = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let answers = classify(&["--jev-base-url", &format!("http://{dead}")]).await.unwrap();
    assert_eq!((&answers[1]["source"], &answers[1]["decision"]["fallback"]), (&json!("keywords"), &json!("connection")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_command_line_says_what_is_wrong() {
    let missing = classify(&["--jev-base-url", "http://127.0.0.1:9", "--jev-key-variable", "NO_SUCH_KEY"]).await.unwrap_err();
    assert!(missing.contains("NO_SUCH_KEY"), "{missing}");
    let plain = classify(&["--jev-base-url", "http://gateway.example/secret-path"]).await.unwrap_err();
    assert!(plain.contains("https URL"), "{plain}");
    let unknown = classify(&["--jev-base-url", "http://127.0.0.1:9", "--jev-preset", "nobody"]).await.unwrap_err();
    assert!(unknown.contains("databricks, cloudflare and self_hosted"), "{unknown}");
}
