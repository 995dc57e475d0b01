//! The commands over records, as a user runs them.

use crate::cli_support::{Run, program};
use serde_json::{Value, json};
use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;

fn run(arguments: &[&str]) -> Run {
    program().args(arguments).stdin(Stdio::null()).output().unwrap().into()
}

/// A folder with 500 records and the thresholds they were made by.
struct Sample {
    folder: TempDir,
    records: PathBuf,
    thresholds: PathBuf,
}

impl Sample {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (records, thresholds) = (folder.path().join("r.jsonl"), folder.path().join("t.json"));
        let made = program().args(["sample-records", "--count", "500", "--thresholds"]).arg(&thresholds).output().unwrap();
        assert!(made.status.success());
        fs::write(&records, made.stdout).unwrap();
        Self { folder, records, thresholds }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.records).unwrap()
    }

    /// The same thresholds with one change.
    fn other_thresholds(&self, change: impl FnOnce(&mut Value)) -> PathBuf {
        let mut file: Value = serde_json::from_str(&fs::read_to_string(&self.thresholds).unwrap()).unwrap();
        change(&mut file);
        self.write("other.json", file.to_string())
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn an_identity_replay_changes_nothing_and_writes_the_same_bytes() {
    let sample = Sample::new();
    let out = sample.path("out.jsonl");
    let run = run(&["replay", text(&sample.records), "--thresholds", text(&sample.thresholds), "--write", text(&out)]);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    assert!(run.out.contains("500 lines") && run.out.contains("The chain is whole.") && run.out.contains(" 0 would have changed"), "{}", run.out);
    assert_eq!(fs::read(&out).unwrap(), fs::read(&sample.records).unwrap());
}

#[test]
fn other_thresholds_are_answered_with_counts_intervals_and_labels() {
    let sample = Sample::new();
    let other = sample.other_thresholds(|file| {
        file["id"] = json!("stricter");
        file["values"]["fit.repeat"]["act_at"] = json!(0.3);
    });
    let out = sample.path("out.jsonl");
    let page = run(&["replay", text(&sample.records), "--thresholds", text(&other), "--write", text(&out)]);
    assert_eq!((page.code, &*page.err), (Some(0), ""));
    for part in [
        "Under stricter:",
        "95% interval",
        "abstain -> block",
        "Labels of decisions that would have changed",
        "fit.repeat",
        "stay as recorded: late",
        "Failures by code",
    ] {
        assert!(page.out.contains(part), "{part} in\n{}", page.out);
    }
    let json: Value = serde_json::from_str(&run(&["replay", text(&sample.records), "--thresholds", text(&other), "--json"]).out).unwrap();
    let sum: u64 = json["transitions"].as_array().unwrap().iter().map(|row| row["k"].as_u64().unwrap()).sum();
    assert_eq!(json["judged"].as_u64().unwrap(), sum);
    assert!(json["changed"].as_u64().unwrap() > 0 && !json["labels"].as_array().unwrap().is_empty());
    // What would have been is a chain of its own, under the other thresholds, and replays to itself.
    let again: Value = serde_json::from_str(&run(&["replay", text(&out), "--thresholds", text(&other), "--json"]).out).unwrap();
    assert_eq!((&again["changed"], &again["chain_faults"]), (&json!(0), &json!(0)));
}

const POLICY: &str = r#"
[agent.recovery]
classifier = "off"

[agent.proposal]
version = "strict"
mode = { read = "enforce", read_sensitive = "enforce", reversible_write = "enforce", irreversible = "enforce", unknown = "shadow" }
outage = { read = "fail_open", read_sensitive = "queue", reversible_write = "queue", irreversible = "fail_closed", unknown = "fail_closed" }
thresholds_version = "strict-1"
thresholds = { "fit.repeat" = { act_at = 0.9, clear_at = 0.1 } }
"#;

#[test]
fn another_policy_is_answered_like_other_thresholds() {
    let sample = Sample::new();
    let toml = sample.write("agent.toml", POLICY);
    let out = sample.path("out.jsonl");
    let alone = run(&["replay", text(&sample.records), "--policy", text(&toml), "--allow-mismatch", "--write", text(&out)]);
    assert_eq!((alone.code, &*alone.err), (Some(0), ""), "{}", alone.out);
    for part in ["Under policy strict and strict-1:", "95% interval", "block -> proceed", "stay as recorded: late (the answer came too late"] {
        assert!(alone.out.contains(part), "{part} in\n{}", alone.out);
    }
    // What would have been stands under the other policy, and replays to itself.
    let again: Value = serde_json::from_str(&run(&["replay", text(&out), "--policy", text(&toml), "--allow-mismatch", "--json"]).out).unwrap();
    assert_eq!((&again["changed"], &again["chain_faults"]), (&json!(0), &json!(0)));
    let written = fs::read_to_string(&out).unwrap();
    assert!(written.contains(r#""version":"strict""#) && written.contains(r#""thresholds":"strict-1""#));
    // With the thresholds the decisions were made by, the policy alone makes the difference.
    let both = run(&["replay", text(&sample.records), "--policy", text(&toml), "--thresholds", text(&sample.thresholds)]);
    assert_eq!((both.code, &*both.err), (Some(0), ""));
    assert!(both.out.contains("Under policy strict and sample-1:"), "{}", both.out);
    // The same as JSON, and without the tables around it.
    let table = json!({"version": "strict", "mode": {"irreversible": "shadow"}});
    for file in [json!({"agent": {"proposal": table}}), table.clone()] {
        let json = sample.write("agent.json", file.to_string());
        let run = run(&["replay", text(&sample.records), "--policy", text(&json)]);
        assert_eq!((run.code, &*run.err), (Some(0), ""));
        assert!(run.out.contains("Under policy strict:") && run.out.contains("stay as recorded: off (the policy asks nothing"), "{}", run.out);
    }
}

#[test]
fn a_policy_that_is_none_is_refused_by_its_key() {
    let sample = Sample::new();
    for (name, content, says) in [
        ("a.toml", "[agent.recovery]\n", "no table [agent.proposal]"),
        ("b.toml", "[agent.proposal]\nmode = \"CANARY\"\n", "`mode` must be"),
        ("c.toml", "[agent.proposal]\nsecret CANARY\n", "neither TOML nor JSON: line 2"),
        ("d.json", "{\"CANARY", "not JSON: line 1"),
        ("e.toml", "[agent.proposal.outage]\nirreversible = \"fail_open\"\n", "outage.irreversible"),
    ] {
        let run = run(&["replay", text(&sample.records), "--policy", text(&sample.write(name, content))]);
        assert_eq!(run.code, Some(2), "{name}");
        assert!(run.err.contains(says) && !run.err.contains("CANARY"), "{name}: {}", run.err);
    }
}

#[test]
fn other_words_are_refused_unless_allowed() {
    let sample = Sample::new();
    let other = sample.other_thresholds(|file| {
        file["id"] = json!("other");
        file["criteria"][1]["wording_digest"] = json!("sha256:0000000000000000");
    });
    let refused = run(&["replay", text(&sample.records), "--thresholds", text(&other)]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.out.contains("line 1: a criterion has another wording") && refused.err.contains("--allow-mismatch"), "{} {}", refused.out, refused.err);
    assert_eq!(run(&["replay", text(&sample.records), "--thresholds", text(&other), "--allow-mismatch"]).code, Some(0));
    let projection = sample.other_thresholds(|file| {
        file["id"] = json!("other");
        file["projection"]["version"] = json!("4");
    });
    assert_eq!(run(&["replay", text(&sample.records), "--thresholds", text(&projection)]).code, Some(2));
}

#[test]
fn bad_lines_are_numbered_and_fatal_or_passed_over() {
    let sample = Sample::new();
    let mut lines: Vec<String> = sample.text().lines().map(str::to_owned).collect();
    lines[41] = "{\"secret\": \"hunter2\"".to_owned();
    let spoilt = sample.write("spoilt.jsonl", lines.join("\n") + "\n");
    let fatal = run(&["replay", text(&spoilt)]);
    assert_eq!(fatal.code, Some(2));
    assert!(fatal.out.contains("line 42: not JSON") && fatal.err.contains("--on-bad-line skip"), "{} {}", fatal.out, fatal.err);
    let skipped = run(&["replay", text(&spoilt), "--on-bad-line", "skip"]);
    assert!(skipped.out.contains("500 lines") && skipped.out.contains("1 lines are no records"), "{}", skipped.out);
    assert_eq!(skipped.code, Some(2), "the chain is broken behind it");
    assert!(!format!("{}{}{}{}", fatal.out, fatal.err, skipped.out, skipped.err).contains("hunter2"));
}

#[test]
fn a_cut_an_edit_and_a_torn_end_show() {
    let sample = Sample::new();
    let whole = sample.text();
    let cut: String = whole.lines().enumerate().filter(|(n, _)| *n != 7).map(|(_, line)| format!("{line}\n")).collect();
    let edited = whole.replacen("\"decision\":\"permit\"", "\"decision\":\"denied\"", 1).replacen("\"decision\":\"denied\"", "\"decision\":\"deny\"", 1);
    for (name, changed, line) in [("cut.jsonl", cut, 8), ("edited.jsonl", edited, 3)] {
        let run = run(&["replay", text(&sample.write(name, changed))]);
        assert_eq!(run.code, Some(2));
        assert!(run.out.contains(&format!("line {line}: the chain is broken")), "{}", run.out);
    }
    let torn = run(&["replay", text(&sample.write("torn.jsonl", &whole[..whole.len() - 10]))]);
    assert_eq!(torn.code, Some(0), "a line that was cut off by a crash is no fault of the chain");
    assert!(torn.out.contains("499 lines") && torn.out.contains("1 files end in a line that was cut off"), "{}", torn.out);
}

#[test]
fn records_come_from_standard_input_files_and_folders() {
    let sample = Sample::new();
    let mut child = program().args(["replay", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(sample.text().as_bytes()).unwrap();
    assert!(Run::from(child.wait_with_output().unwrap()).out.contains("500 lines"));
    let chain = sample.path("chain");
    fs::create_dir(&chain).unwrap();
    let whole = sample.text();
    let lines: Vec<&str> = whole.lines().collect();
    for (n, part) in lines.chunks(200).enumerate() {
        fs::write(chain.join(format!("records-{:08}.jsonl", n + 9)), part.join("\n") + "\n").unwrap();
    }
    let folder = run(&["replay", text(&chain)]);
    assert!(folder.code == Some(0) && folder.out.contains("500 lines"), "{} {}", folder.out, folder.err);
}

#[test]
fn wrong_calls_say_what_to_do() {
    let sample = Sample::new();
    let records = text(&sample.records);
    let empty = sample.path("empty");
    fs::create_dir(&empty).unwrap();
    let broken = sample.write("broken.json", "{}");
    for (arguments, code, says) in [
        (vec!["replay"], 2, "FILES"),
        (vec!["replay", "/no/such/file"], 2, "cannot be read: no such file or directory"),
        (vec!["replay", text(&empty)], 2, "records-NUMBER.jsonl"),
        (vec!["replay", records, "--thresholds", text(&broken)], 2, "not a thresholds file"),
        (vec!["replay", records, "--write", "x"], 2, "--thresholds"),
        (vec!["replay", records, "--thresholds", text(&sample.thresholds), "--write", records], 2, "one of the inputs"),
        (vec!["inspect", records, "no_such_id"], 2, "nothing is recorded"),
        (vec!["inspect", "-", "x"], 2, "give a file"),
        (vec!["inspect", text(&broken)], 2, "no record of a call"),
        (vec!["export", records], 2, "--projection"),
    ] {
        let run = run(&arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
    assert_eq!(sample.text().lines().count(), 500, "the input is untouched");
}

#[test]
fn inspect_shows_the_four_layers_of_one_call() {
    let page = run(&["inspect", "tests/fixtures/records/valid.jsonl", "call_01"]);
    assert_eq!((page.code, &*page.err), (Some(0), ""));
    let order = [
        "PROPOSAL",
        "fit.repeat@1",
        "futile_repeat",
        "########",
        "verdict block",
        "mode shadow",
        "AUTHORIZATION",
        "permit",
        "EXECUTION",
        "tool_error",
        "OUTCOME",
        "not_achieved",
        "RECOVERY",
        "TIMELINE",
        "recovered",
    ];
    let mut at = 0;
    for part in order {
        let found = page.out[at..].find(part).unwrap_or_else(|| panic!("{part} after byte {at} of\n{}", page.out));
        at += found;
    }
    assert!(page.out.starts_with("call call_01, tool fs.delete_tree, agent agent/2.1.0"), "{}", page.out);
    assert!(page.out.contains("\nsession hmac-sha256:") && page.out.contains("\narguments hmac-sha256:"), "{}", page.out);
    let by_record = run(&["inspect", "tests/fixtures/records/valid.jsonl", "x"]);
    assert_eq!(by_record.out, page.out, "a record's id leads to its call");
    let gap = run(&["inspect", "tests/fixtures/records/valid.jsonl", "g"]);
    assert!(gap.out.contains("12 records missing") && !gap.out.contains("fit.repeat"), "{}", gap.out);
}

#[test]
fn inspect_lists_the_calls_of_a_file() {
    let list = run(&["inspect", "tests/fixtures/records/valid.jsonl"]);
    assert_eq!((list.code, &*list.err), (Some(0), ""));
    let mut lines = list.out.lines();
    assert!(lines.next().is_some_and(|head| head.contains("CALL") && head.contains("TOOL")), "{}", list.out);
    assert!(
        lines.next().is_some_and(|line| line.contains("call_01") && line.contains("fs.delete_tree") && line.contains("2026-11-30T10:00:00")),
        "{}",
        list.out
    );
    let sample = Sample::new();
    let longer = sample.write("longer.jsonl", run(&["sample-records", "--count", "2000"]).out);
    let many = run(&["inspect", text(&longer)]);
    assert!(many.out.lines().count() <= 53 && many.out.contains("earlier calls are not shown"), "{}", many.out);
    let last = many.out.lines().rfind(|line| line.contains("call_")).and_then(|line| line.split_whitespace().nth(1)).unwrap().to_owned();
    assert_eq!(run(&["inspect", text(&longer), &last]).code, Some(0), "what is listed is found");
}

#[test]
fn export_leaves_out_what_identifies() {
    let sample = Sample::new();
    let run = run(&["export", "--projection", "analytics", text(&sample.records)]);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    assert_eq!(run.out.lines().count(), 500);
    for line in run.out.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["schema"], "tool-decision-analytics/1");
    }
    for part in ["hmac-", "call_", "dec_", "exe_", "\"session\"", "\"prev\"", "\"annotator\"", "evidence_refs", ":00:"] {
        assert!(!run.out.contains(part), "{part}");
    }
}

#[test]
fn no_progress_where_nobody_looks() {
    let sample = Sample::new();
    assert_eq!(run(&["replay", text(&sample.records)]).err, "");
}

#[test]
fn every_command_explains_itself() {
    for (command, parts) in [
        ("replay", ["thresholds", "Examples:", "Exit codes:"]),
        ("inspect", ["four layers", "Examples:", "Exit codes:"]),
        ("export", ["analytics", "Example:", "Exit codes:"]),
    ] {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, Some(0));
        for part in parts {
            assert!(help.out.contains(part), "{command}: {part}");
        }
    }
}
