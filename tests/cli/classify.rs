//! `tool-recovery classify` from outside: the real program on recorded rows.

use crate::cli_support::{
    Run,
    classify::{Answers as _, classify, classify_with, command, field, file, fixture, in_session, lines, row},
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

#[test]
fn every_transport_has_its_adapter() {
    let answers = classify(&fixture()).all();
    let of = |id: &str| answers.iter().find(|answer| answer["id"] == id).unwrap_or_else(|| panic!("no answer for {id}"));
    for (id, class, subkind, source, action, retry) in [
        ("process-missing-file", "wrong_arguments", "null", "keywords", "correct_arguments", false),
        ("process-not-found", "unavailable", "module", "keywords", "install_or_start", false),
        ("process-no-match-flagged", "unknown", "null", "keywords", "none", false),
        ("process-grep-error", "wrong_arguments", "null", "keywords", "correct_arguments", false),
        ("process-timeout", "transient", "null", "trusted", "retry_after", true),
        ("process-uncertain", "transient", "null", "trusted", "reconcile", false),
        ("http-throttled", "rate_limited", "throttle", "trusted", "retry_after", true),
        ("http-throttled-until", "rate_limited", "throttle", "trusted", "retry_after", true),
        ("http-login", "authentication", "null", "trusted", "authenticate", false),
        ("http-refused", "unavailable", "service", "keywords", "install_or_start", false),
        ("python-module", "unavailable", "module", "trusted", "install_or_start", false),
        ("node-refused", "unavailable", "service", "trusted", "install_or_start", false),
        ("sql-table", "wrong_arguments", "null", "keywords", "correct_arguments", false),
        ("grpc-denied", "permission", "null", "trusted", "ask_permission", false),
        ("jsonrpc-method", "unsupported", "null", "trusted", "stop_repeating", false),
        ("mcp-arguments", "wrong_arguments", "null", "keywords", "correct_arguments", false),
    ] {
        let answer = of(id);
        let text = |name: &str| answer[name].as_str().unwrap_or("null").to_owned();
        let found = (text("class"), text("subkind"), text("source"), text("action"), answer["retry_advised"].as_bool());
        assert_eq!(found, (class.into(), subkind.into(), source.into(), action.into(), Some(retry)), "{id}");
        assert_eq!(answer["failed"], true, "{id}");
    }
    for id in ["process-success", "process-no-match", "process-difference", "http-success", "http-flag-in-body"] {
        let mut answer = of(id).clone();
        answer["latency_ns"] = json!(0);
        let expected = json!({
            "id": id, "failed": false, "class": null, "subkind": null, "source": "trusted", "action": "none", "verdict": "continue", "retry_advised": false, "latency_ns": 0,
        });
        assert_eq!(answer, expected);
    }
    assert!(answers.iter().all(|answer| answer["latency_ns"].as_u64().is_some_and(|latency| latency > 0)));
}

#[test]
fn members_stand_in_their_order() {
    let run = classify(&[row("a", "read_only", "cat x", "cat: x: No such file or directory")]);
    let names: Vec<&str> = run.out.split('"').skip(1).step_by(2).filter(|name| run.out.contains(&format!("\"{name}\":"))).collect();
    assert_eq!(names, ["id", "failed", "class", "subkind", "source", "action", "verdict", "retry_advised", "latency_ns"]);
}

#[test]
fn a_session_runs_in_the_order_of_its_steps_and_is_written_in_that_of_the_rows() {
    let rows = fixture();
    let answers = classify(&rows).all();
    let ids: Vec<&Value> = rows.iter().map(|row| &row["id"]).collect();
    assert_eq!(answers.iter().map(|answer| &answer["id"]).collect::<Vec<_>>(), ids);
    let verdict = |id: &str| answers.iter().find(|answer| answer["id"] == id).expect("an answer")["verdict"].as_str().expect("a verdict").to_owned();
    assert_eq!(["session-1", "session-2", "session-3", "session-none"].map(verdict), ["continue", "nudge", "halt", "continue"]);
}

#[test]
fn what_judges_the_answer_is_not_read() {
    let plain = fixture();
    let changed: Vec<Value> = plain
        .iter()
        .cloned()
        .map(|mut row| {
            row["label"] = json!({"class": "permission", "retry_unchanged": true, "alternate": "x"});
            row["labels"] = json!(3);
            row["doubt"] = json!(["transient"]);
            row["family"] = json!({"class": "rate_limited"});
            row["template"] = json!("HTTP 429");
            row["basis"] = json!(null);
            row
        })
        .collect();
    let without_latency = |rows: &[Value]| {
        let mut answers = classify(rows).all();
        answers.iter_mut().for_each(|answer| answer["latency_ns"] = json!(0));
        answers
    };
    assert_eq!(without_latency(&plain), without_latency(&changed));
}

#[test]
fn without_text_rules_only_facts_decide() {
    let run = classify_with(lines(&fixture()).as_bytes(), &["--mode", "off"]);
    let answers = run.all();
    assert!(answers.iter().all(|answer| answer["source"] == "trusted"));
    let class = |id: &str| answers.iter().find(|answer| answer["id"] == id).expect("an answer")["class"].clone();
    assert_eq!((class("process-missing-file"), class("http-login")), (json!("unknown"), json!("authentication")));
}

#[test]
fn a_configuration_sets_the_limits_and_the_mode_outranks_it() {
    let config = file("config.toml");
    fs::write(&config, "[agent.recovery]\nclassifier = \"off\"\n[agent.recovery.ledger.ladder]\nidentical = { nudge = 1, halt = 2 }\n").expect("a file");
    let config = config.to_str().expect("a path");
    let rows: Vec<Value> = (1..=2).map(|step| in_session(row("a", "read_only", "cat x", "cat: x: No such file or directory"), "s", step)).collect();
    let run = classify_with(lines(&rows).as_bytes(), &["--config", config]);
    assert_eq!((field(&run.all(), "verdict"), field(&run.answers(), "class")), (vec!["nudge", "halt"], vec!["unknown", "unknown"]));
    let run = classify_with(lines(&rows).as_bytes(), &["--config", config, "--mode", "keywords"]);
    assert_eq!(field(&run.all(), "class"), ["wrong_arguments", "wrong_arguments"]);

    fs::write(file("wrong.toml"), "agent.recovery.settle_grace_ms = 60001").expect("a file");
    let run = classify_with(b"", &["--config", file("wrong.toml").to_str().expect("a path")]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("`settle_grace_ms` is 60001, but must be from 0 to 60000"), "{}", run.err);
}

#[test]
fn runs_share_nothing() {
    let rows: Vec<Value> = (0..20).map(|n| row(&n.to_string(), "uncertain_write", "deploy", "connection reset by peer")).collect();
    let answers = classify(&rows).all();
    for answer in &answers {
        assert_eq!((&answer["verdict"], &answer["action"], &answer["retry_advised"]), (&json!("continue"), &json!("reconcile"), &json!(false)));
    }
    let one_session_each: Vec<Value> = rows.into_iter().enumerate().map(|(n, row)| in_session(row, &format!("s{n}"), 1)).collect();
    assert!(classify(&one_session_each).all().iter().all(|answer| answer["verdict"] == "continue"));
}

#[test]
fn a_call_that_the_stack_would_have_refused_is_classified_all_the_same() {
    let halted: Vec<Value> = (1..=6).map(|step| in_session(row("a", "read_only", "cat x", "cat: x: No such file or directory"), "s", step)).collect();
    let answers = classify(&halted).all();
    assert_eq!(field(&answers, "verdict"), ["continue", "nudge", "halt", "halt", "halt", "halt"]);
    assert!(field(&answers, "class").iter().all(|class| *class == "wrong_arguments"));

    // The write may have taken effect: whatever comes next of the operation, it has to be reconciled first.
    let held = [
        in_session(row("lost", "uncertain_write", "./deploy a", "connection reset by peer"), "s", 1),
        in_session(row("again", "not_applied", "./deploy b", "./deploy: b: No such file or directory"), "s", 2),
        in_session(row("other", "read_only", "cat x", "cat: x: No such file or directory"), "s", 3),
    ];
    let answers = classify(&held).all();
    assert_eq!(field(&answers, "verdict"), ["continue", "halt", "continue"]);
    assert_eq!(field(&answers, "action"), ["reconcile", "reconcile", "correct_arguments"]);
    assert_eq!(answers[1]["class"], "wrong_arguments");
    assert!(answers.iter().all(|answer| answer["retry_advised"] == false));
}

#[test]
fn successes_clear_and_excuse_by_their_effect() {
    let fails = |step| in_session(row("f", "read_only", "cat x", "cat: x: No such file or directory"), "s", step);
    let succeeds = |effect: &str, command: &str, step| {
        let mut row = in_session(row("k", effect, command, ""), "s", step);
        row["result"] = json!({"transport": "process", "exit_code": 0, "is_error": false});
        row
    };
    let between = [
        ("its own success", succeeds("read_only", "cat x", 2), "continue"),
        ("a write", succeeds("applied", "touch x", 2), "continue"),
        ("another read", succeeds("read_only", "ls", 2), "nudge"),
        ("a success that changed nothing", succeeds("not_applied", "make -q", 2), "nudge"),
    ];
    let rows: Vec<Value> = between.iter().flat_map(|(name, between, _)| [fails(1), between.clone(), fails(3)].map(|row| named(row, name))).collect();
    let answers = classify(&rows).all();
    for ((name, _, verdict), answers) in between.iter().zip(answers.chunks(3)) {
        assert_eq!(field(answers, "verdict"), ["continue", "continue", verdict], "{name}");
    }
}

fn named(mut row: Value, session: &str) -> Value {
    row["session"] = json!(session);
    row
}

#[test]
fn what_an_answer_prints_is_data() {
    let diff = |id: &str, flagged: bool| {
        let mut row = row(id, "read_only", "diff a.log b.log", "1c1\n< HTTP 429 Too Many Requests\n---\n> cat: x: Permission denied\n");
        row["result"]["is_error"] = json!(flagged);
        row
    };
    let answers = classify(&[diff("plain", false), diff("flagged", true)]).all();
    assert_eq!(field(&answers, "class"), ["null", "unknown"]);
    assert_eq!(field(&answers, "action"), ["none", "none"]);
}

#[test]
fn effects_of_rows_are_facts() {
    let lost = |effect: &str| row(effect, effect, "./deploy", "curl: (56) Recv failure: Connection reset by peer");
    let answers = classify(&["read_only", "not_applied", "uncertain_write", "applied", "unknown"].map(lost)).all();
    // Of the last one the program has answered: nothing is held.
    assert_eq!(field(&answers, "action"), ["retry_after", "retry_after", "reconcile", "stop_repeating", "retry_after"]);
    assert_eq!(field(&answers, "class"), ["transient"; 5]);
}

#[test]
fn a_tool_is_wrong_where_another_is_offered() {
    let read = |candidates: Value| {
        json!({
            "id": "a", "effect": "read_only",
            "call": {"tool": "read_file", "arguments": {"path": "src"}, "candidates": candidates},
            "result": {"transport": "mcp", "is_error": true, "text": "EISDIR: illegal operation on a directory, read"},
        })
    };
    let listed = json!([{"key": "list_directory", "description": "Lists"}, {"key": "list_directory"}, {"key": "read_file"}]);
    let answers = classify(&[read(listed), read(json!([])), read(json!(null))]).all();
    assert_eq!(answers[0]["class"], "wrong_tool");
    assert!(answers[1..].iter().all(|answer| answer["class"] != "wrong_tool"));
}

#[test]
fn the_example_in_the_help_works() {
    let run: Run = command().arg("--help").output().expect("the program ends").into();
    assert_eq!(run.code, Some(0));
    let example = run.out.split("echo '").nth(1).and_then(|rest| rest.split("' |\n").next()).expect("an example");
    let answer = classify_with(example.as_bytes(), &[]).all().remove(0);
    assert_eq!((&answer["class"], &answer["subkind"]), (&json!("rate_limited"), &json!("throttle")));
    for part in ["Exit codes:", "  0  ", "  2  ", "--hold", "--mode", "--config"] {
        assert!(run.out.contains(part), "{part}");
    }
}

#[test]
fn every_row_of_the_development_corpus_has_its_answer() {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let Ok(text) = fs::read_to_string(shared.join("corpus/dev.jsonl")) else {
        println!("skipped: no rows beside the repository");
        return;
    };
    let answers = classify_with(text.as_bytes(), &[]).all();
    let ids: Vec<Value> = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row")["id"].clone()).collect();
    assert_eq!(answers.iter().map(|answer| answer["id"].clone()).collect::<Vec<_>>(), ids);
    let uncertain =
        text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row")).zip(&answers).filter(|(row, _)| row["effect"] == "uncertain_write");
    for (row, answer) in uncertain {
        assert_eq!((&answer["action"], &answer["retry_advised"]), (&json!("reconcile"), &json!(false)), "{}", row["id"]);
    }
}

#[test]
fn a_bare_429_is_a_limit_by_its_status_alone() {
    let row = json!({"id": "a", "call": {"tool": "x"}, "result": {"transport": "http", "http_status": 429}});
    for mode in ["off", "keywords"] {
        let answer = classify_with(lines(std::slice::from_ref(&row)).as_bytes(), &["--mode", mode]).all().remove(0);
        assert_eq!((&answer["class"], &answer["source"]), (&json!("rate_limited"), &json!("trusted")), "{mode}");
    }
}
