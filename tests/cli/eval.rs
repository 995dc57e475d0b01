//! `tool-recovery eval` from outside.

use crate::cli_support::{Run, program};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_eval").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// A call whose class the text rules find, or not: `curl` against a closed port is unavailable, an unheard-of word is not known.
fn row(id: usize, known: bool) -> Value {
    let text = if known { "curl: (7) Failed to connect to 127.0.0.1 port 9: Connection refused" } else { "zorp blorp" };
    json!({"id": format!("r{id:03}"), "family": format!("family-{}", id / 2), "template": format!("t{id}"), "effect": "read_only", "phase": "execution",
        "call": {"tool": "bash", "arguments": {"command": format!("run {id}")}}, "result": {"transport": "process", "exit_code": 7, "is_error": true, "text": text},
        "label": {"class": "unavailable", "retry_unchanged": false, "corrected_succeeds": null, "correction": "none", "alternate": null}, "basis": "constructed"})
}

/// Sixty rows, of which the text rules know forty.
fn rows() -> Vec<Value> {
    (0..60).map(|id| row(id, !id.is_multiple_of(3))).collect()
}

fn write(path: &Path, rows: &[Value]) {
    fs::write(path, rows.iter().map(|row| format!("{row}\n")).collect::<String>()).unwrap();
}

fn eval(directory: &Path, rows: &[Value], more: &[&str]) -> Run {
    write(&directory.join("rows.jsonl"), rows);
    let mut command = program();
    command.current_dir(directory).args(["eval", "--input", "rows.jsonl", "--json", "report.json", "--html", "report.html", "--draws", "200"]);
    command.args(more).output().unwrap().into()
}

fn report(directory: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join("report.json")).unwrap()).unwrap()
}

fn system<'a>(report: &'a Value, question: &str, role: &str, name: &str) -> &'a Value {
    let section = report["sections"].as_array().unwrap().iter().find(|section| section["question"] == question && section["role"] == role).expect("a section");
    section["systems"].as_array().unwrap().iter().find(|system| system["name"] == name).expect("a system")
}

#[test]
fn exit_codes_tell_the_verdict() {
    let directory = directory("codes");
    let code = |rows: &[Value], more: &[&str]| {
        let run = eval(&directory, rows, more);
        (run.code, run.err)
    };
    assert_eq!(code(&rows(), &["--gate", "keywords:class:accuracy>=0.5"]).0, Some(0));
    assert_eq!(code(&rows(), &["--gate", "keywords:class:accuracy>=0.66"]).0, Some(1), "the point is 0.667, and the bound is lower");
    assert_eq!(code(&rows(), &["--gate", "keywords:class:accuracy>=0.5", "--gate", "facts:class:accuracy>=0.5"]).0, Some(1));
    let (ungated, said) = code(&rows(), &[]);
    assert!(ungated == Some(3) && said.contains("UNGATED"), "{said}");
    assert_eq!(code(&rows()[..30], &["--gate", "keywords:class:accuracy>=0.5"]).0, Some(4), "too few rows");
    let (nobody, said) = code(&rows(), &["--gate", "nobody:class:accuracy>=0.5"]);
    assert!(nobody == Some(2) && said.contains("there are facts, keywords"), "{said}");
    let (nothing, said) = code(&rows(), &["--gate", "keywords:clas:accuracy>=0.5"]);
    assert!(nothing == Some(2) && said.contains("there are class, retry"), "{said}");
    let (unlabelled_question, said) = code(&rows(), &["--gate", "keywords:fit.tool:accuracy>=0.5"]);
    assert_eq!(unlabelled_question, Some(4), "a question that no row has a label for: {said}");
    let run = eval(&directory, &rows(), &["--gate", "keywords:class:macro_f1>=0.1"]);
    assert!(run.out.contains("gate keywords:class:macro_f1 >= 0.1: holds"), "{}", run.out);
    let mut unlabelled = rows();
    unlabelled.iter_mut().for_each(|row| row["label"] = json!({}));
    assert_eq!(code(&unlabelled, &[]).0, Some(4));
    assert_eq!(code(&rows(), &["--gate", "keywords:class:charm>=0.5"]).0, Some(2));
    let (wrong, said) = code(&[row(1, true), json!({"id": "CANARY"})], &[]);
    assert!(wrong == Some(2) && said.contains("line 2: ") && !said.contains("CANARY"), "{said}");
    assert_eq!(code(&[row(1, true), row(1, true)], &[]).0, Some(2), "an id twice");
}

#[test]
fn numbers_are_those_of_the_rows() {
    let directory = directory("numbers");
    eval(&directory, &rows(), &[]);
    let report = report(&directory);
    let keywords = system(&report, "class", "natural", "keywords");
    assert_eq!((&keywords["accuracy_all"]["k"], &keywords["accuracy_all"]["n"], &keywords["accuracy_all"]["groups"]), (&json!(40), &json!(60), &json!(60)));
    assert_eq!(keywords["classes"]["per_class"]["unavailable"]["tp"], 40);
    assert_eq!(keywords["classes"]["per_class"]["unavailable"]["precision"], 1.0);
    assert_eq!(keywords["missed"], 20);
    assert_eq!(keywords["misses"][0], json!({"id": "r000", "gold": "unavailable", "answer": "unknown"}));
    // Whoever says `unknown` is the least sure, so that two thirds are answered without an error.
    assert_eq!(keywords["risk_coverage"]["coverage_at_risk"]["0.0"][0].as_f64().map(|share| (share * 3.0).round()), Some(2.0));
    assert_eq!(system(&report, "retry", "natural", "keywords")["accuracy_all"]["k"], 60);
    assert_eq!(report["totals"][1]["latency_ms"]["n"], 60);
    assert_eq!(report["dataset"]["rows"], 60);
}

#[test]
fn the_same_rows_give_the_same_report() {
    let directory = directory("same");
    let mut twice = [(); 2].map(|()| {
        eval(&directory, &rows(), &[]);
        report(&directory)
    });
    for report in &mut twice {
        report["totals"] = json!(null);
    }
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn other_systems_come_from_files_and_stand_behind_each_other() {
    let directory = directory("files");
    // Right on the rows that the text rules do not know, wrong on every tenth, and without an answer to the last two.
    let answers: Vec<Value> = (0..58)
        .map(|id| match id % 10 {
            9 => json!({"id": format!("r{id:03}"), "p": {"transient": 0.9, "unavailable": 0.1}, "latency_ms": 20.0, "status": "ok", "model": "m-1"}),
            8 => json!({"id": format!("r{id:03}"), "abstain": true, "latency_ms": 20.0}),
            7 => json!({"id": format!("r{id:03}"), "error": "timeout", "latency_ms": 3000.0}),
            _ => json!({"id": format!("r{id:03}"), "p": {"transient": 0.2, "unavailable": 0.8}, "latency_ms": 20.0}),
        })
        .collect();
    write(&directory.join("answers.jsonl"), &answers);
    let run = eval(&directory, &rows(), &["--predictions", "model=answers.jsonl", "--layer", "guarded=facts+keywords+model"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    let report = report(&directory);
    let model = system(&report, "class", "natural", "model");
    assert_eq!((&model["classes"]["abstained"], &model["classes"]["errors"], &model["classes"]["n"]), (&json!(5), &json!(8), &json!(60)));
    assert_eq!(model["accuracy_all"]["k"], 60 - 5 - 8 - 5);
    // The probabilities are 0.8 where it is right 42 times of 42, and 0.9 where it is wrong.
    assert_eq!(model["calibration"]["n"], 47);
    let ece = (42.0 * 0.2 + 5.0 * 0.9) / 47.0;
    assert!((model["calibration"]["reliability"]["ece"].as_f64().unwrap() - ece).abs() < 1e-9);
    let guarded = system(&report, "class", "natural", "guarded");
    assert!(guarded["accuracy_all"]["k"].as_u64() > model["accuracy_all"]["k"].as_u64());
    let section = report["sections"].as_array().unwrap().iter().find(|section| section["question"] == "class").unwrap();
    assert_eq!(section["comparisons"].as_array().unwrap().len(), 6, "each of four against those before it");
    let totals = report["totals"].as_array().unwrap().iter().find(|totals| totals["name"] == "model").unwrap();
    assert_eq!((&totals["usage"]["statuses"]["timeout"], &totals["usage"]["models"]), (&json!(6), &json!(["m-1"])));
    assert_eq!(totals["latency_ms"]["max"], 3000.0);
    let page = fs::read_to_string(directory.join("report.html")).unwrap();
    assert!(page.contains("Reliability diagram") && page.contains("Latency histogram"));
    let run = eval(&directory, &rows(), &["--layer", "x=facts+nobody"]);
    assert!(run.code == Some(2) && run.err.contains("there is no system nobody"), "{}", run.err);
}

#[test]
fn roles_are_not_pooled() {
    let directory = directory("roles");
    let mut rows = rows();
    for row in rows.iter_mut().take(20) {
        row["role"] = json!("stress_destructive");
    }
    eval(&directory, &rows, &[]);
    let report = report(&directory);
    let n = |role: &str| system(&report, "class", role, "facts")["accuracy_all"]["n"].clone();
    assert_eq!((n("natural"), n("stress_destructive")), (json!(40), json!(20)));
    assert_eq!(report["dataset"]["roles"], json!({"natural": 40, "stress_destructive": 20}));
}

#[test]
fn the_page_is_one_file_that_obeys_nobody() {
    let directory = directory("page");
    let mut rows = rows();
    for row in &mut rows {
        row["family"] = json!("<script>alert(1)</script>");
        row["template"] = json!(format!("\"><img src=x onerror=y>{}", row["id"]));
    }
    rows[0]["id"] = json!("<b>CANARY</b>");
    rows[59]["family"] = json!("other");
    eval(&directory, &rows, &[]);
    let page = fs::read_to_string(directory.join("report.html")).unwrap();
    for part in ["<script", "<img", "<b>CANARY", "http:", "https:", "<link", "@import", "url(", "zorp"] {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains("&lt;b&gt;CANARY"), "a miss is named, escaped");
    assert!(page.contains("<svg") && page.contains("Confusion matrix") && page.contains("Risk at coverage"));
    assert!(page.contains(r#"name="viewport""#) && page.contains("default-src 'none'"));
}

#[test]
fn drift_is_told_against_an_earlier_report() {
    let directory = directory("drift");
    eval(&directory, &rows(), &[]);
    fs::rename(directory.join("report.json"), directory.join("before.json")).unwrap();
    eval(&directory, &(0..60).map(|id| row(id, id.is_multiple_of(2))).collect::<Vec<_>>(), &["--previous", "before.json"]);
    let report = report(&directory);
    let shift = report["drift"].as_array().unwrap().iter().find(|shift| shift["system"] == "keywords" && shift["question"] == "class").unwrap();
    // From 40 of 60 to 30 of 60.
    assert!((shift["tv"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-9, "{shift}");
}
