//! `tool-recovery split` from outside.

use crate::cli_support::{Run, program};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_split").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn row(id: usize, family: &str) -> Value {
    json!({"id": format!("r{id:03}"), "family": family, "template": "t", "call": {"tool": "bash", "arguments": {"n": id}},
        "result": {"transport": "process", "exit_code": 1, "text": "x"}, "label": {"class": "unknown"}, "basis": "constructed"})
}

/// Thirty families of four rows.
fn rows() -> Vec<Value> {
    (0..120).map(|id| row(id, &format!("family-{}", id / 4))).collect()
}

fn write(path: &Path, rows: &[Value]) {
    fs::write(path, rows.iter().map(|row| format!("{row}\n")).collect::<String>()).unwrap();
}

fn split(directory: &Path, rows: &[Value], more: &[&str]) -> Run {
    write(&directory.join("rows.jsonl"), rows);
    program().arg("split").arg("--input").arg(directory.join("rows.jsonl")).arg("--out").arg(directory.join("out")).args(more).output().unwrap().into()
}

fn check(directory: &Path) -> Run {
    program().arg("split").arg("--check").arg(directory.join("out")).output().unwrap().into()
}

fn lock(directory: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join("out/split.lock.json")).unwrap()).unwrap()
}

/// The rows of every file that was written, by its name.
fn written(directory: &Path) -> BTreeMap<String, Vec<Value>> {
    let read = |name: &Value| {
        let name = name.as_str().unwrap().to_owned();
        let text = fs::read_to_string(directory.join("out").join(&name)).unwrap();
        (name, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    };
    lock(directory)["files"].as_array().unwrap().iter().map(|file| read(&file["name"])).collect()
}

#[test]
fn families_stay_together_and_every_row_stands_once() {
    let directory = directory("families");
    let run = split(&directory, &rows(), &[]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let files = written(&directory);
    assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), ["heldout.natural.jsonl", "train.natural.jsonl", "tune.natural.jsonl"]);
    assert_eq!(files.values().map(Vec::len).sum::<usize>(), 120);
    for family in 0..30 {
        let holders = files.values().filter(|rows| rows.iter().any(|row| row["family"] == format!("family-{family}"))).count();
        assert_eq!(holders, 1, "family {family}");
    }
    assert_eq!(check(&directory).code, Some(0));
}

#[test]
fn the_salt_is_the_seed() {
    let directory = directory("salt");
    let locked = |salt: &str| {
        assert_eq!(split(&directory, &rows(), &["--salt", salt]).code, Some(0));
        lock(&directory)
    };
    let (one, again, other) = (locked("a"), locked("a"), locked("b"));
    assert_eq!(one, again);
    assert_ne!(one["components"], other["components"]);
}

#[test]
fn sessions_incidents_and_repetitions_join_families() {
    let mut rows = rows();
    rows[0]["session"] = json!("s");
    rows[4]["session"] = json!("s");
    rows[4]["incident"] = json!("i");
    rows[8]["incident"] = json!("i");
    rows[12]["call"] = rows[8]["call"].clone();
    let directory = directory("joined");
    assert_eq!(split(&directory, &rows, &[]).code, Some(0));
    assert_eq!(lock(&directory)["components"]["r000"]["rows"], 16);
}

#[test]
fn roles_and_relations_are_kept_apart() {
    let mut rows = rows();
    for row in rows.iter_mut().skip(60) {
        row["role"] = json!("stress_destructive");
    }
    rows[1]["lineage"] = json!({"made_by": "t", "parent": {"id": "r000", "relation": "identical_reissue"}});
    rows[2]["lineage"] = json!({"made_by": "t", "parent": {"id": "r000", "relation": "rewritten"}});
    let directory = directory("roles");
    assert_eq!(split(&directory, &rows, &[]).code, Some(0));
    for (name, rows) in written(&directory) {
        let role = if name.contains("stress_destructive") { json!("stress_destructive") } else { Value::Null };
        assert!(rows.iter().all(|row| row["role"] == role), "{name}");
    }
    let lock = lock(&directory);
    let sums = |at: usize| lock["files"].as_array().unwrap().iter().map(|file| file["reissued"][at].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sums(0), sums(1), sums(2)), (1, 0, 1));
}

#[test]
fn a_group_that_is_too_big_is_said() {
    let with_share = |big: usize| {
        let mut rows = rows();
        for row in rows.iter_mut().take(big) {
            row["family"] = json!("big");
        }
        rows
    };
    let directory = directory("big");
    let run = split(&directory, &with_share(30), &[]);
    assert!(run.code == Some(0) && run.err.starts_with("warning: the group of r000 has 30 rows, 25%"), "{}", run.err);
    let run = split(&directory, &with_share(80), &[]);
    assert!(run.code == Some(4) && run.err.contains("67% of all"), "{}", run.err);
    assert_eq!(split(&directory, &[], &[]).code, Some(4));
}

#[test]
fn the_check_finds_changes_and_leaks() {
    let directory = directory("check");
    assert_eq!(split(&directory, &rows(), &[]).code, Some(0));
    let train = directory.join("out/train.natural.jsonl");
    let text = fs::read_to_string(&train).unwrap();
    fs::write(&train, text.replacen("\"exit_code\":1", "\"exit_code\":2", 1)).unwrap();
    let run = check(&directory);
    assert!(run.code == Some(1) && run.err.contains("train.natural.jsonl: it was changed"), "{}", run.err);
    // Somebody moves a row by hand, and makes the lock fit.
    let heldout = directory.join("out/heldout.natural.jsonl");
    let row = text.lines().next().unwrap();
    fs::write(&heldout, format!("{row}\n{}", fs::read_to_string(&heldout).unwrap())).unwrap();
    let run = check(&directory);
    assert!(run.code == Some(1) && run.err.contains("Id leak") && run.err.contains("Template leak"), "{}", run.err);
}

#[test]
fn wrong_rows_and_files_are_named() {
    let directory = directory("wrong");
    let mut rows = rows();
    rows[2]["id"] = json!("r000");
    let run = split(&directory, &rows, &[]);
    assert!(run.code == Some(2) && run.err.contains("row 3 has the id of an earlier row"), "{}", run.err);
    rows[2]["label"] = json!({"class": "CANARY"});
    let run = split(&directory, &rows, &[]);
    assert!(run.code == Some(2) && run.err.contains("line 3: `label` must be") && !run.err.contains("CANARY"), "{}", run.err);
    assert_eq!(check(&directory.join("none")).code, Some(2));
}
