//! Rows for `tool-recovery classify`, and its answers.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use super::{Run, program};
use serde_json::{Value, json};
use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What `classify` answered.
pub trait Answers {
    fn answers(&self) -> Vec<Value>;

    /// The answers to rows that all have one.
    fn all(&self) -> Vec<Value>;
}

impl Answers for Run {
    fn answers(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
    }

    fn all(&self) -> Vec<Value> {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.answers()
    }
}

pub fn command() -> Command {
    let mut classify = program();
    classify.arg("classify").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    classify
}

pub fn classify_with(input: &[u8], arguments: &[&str]) -> Run {
    let mut child = command().args(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that refuses its command line does not read.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input was offered");
    output.into()
}

pub fn classify(rows: &[Value]) -> Run {
    classify_with(lines(rows).as_bytes(), &[])
}

pub fn lines(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

pub fn fixture() -> Vec<Value> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rows.jsonl")).expect("the fixture");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// A failed process call.
pub fn row(id: &str, effect: &str, command: &str, text: &str) -> Value {
    json!({
        "id": id, "effect": effect, "phase": "execution",
        "call": {"tool": "bash", "arguments": {"command": command}},
        "result": {"transport": "process", "exit_code": 1, "is_error": true, "text": text},
    })
}

pub fn in_session(mut row: Value, session: &str, step: i64) -> Value {
    row["session"] = json!(session);
    row["step"] = json!(step);
    row
}

pub fn field<'a>(answers: &'a [Value], name: &str) -> Vec<&'a str> {
    answers.iter().map(|answer| answer[name].as_str().unwrap_or("null")).collect()
}

pub fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("classify_{name}"))
}
