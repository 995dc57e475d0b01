//! What `tool-recovery classify` takes for rows, from where, and what it says of the rest.

use crate::cli_support::{
    Run,
    classify::{Answers as _, classify, classify_with, command, field, file, fixture, in_session, lines, row},
};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
};

#[test]
fn a_bad_line_is_named_and_the_rest_goes_on() {
    let good = |id: &str| row(id, "read_only", "cat x", "cat: x: No such file or directory").to_string();
    let mut input = format!("\u{feff}{}\r\n\nCANARY\n[\"CANARY\"]\n", good("a")).into_bytes();
    input.extend_from_slice(b"{\"id\":\"CANARY\xff\"}\n");
    input.extend_from_slice(format!("{{\"id\":\"CANARY\",\"call\":{{}}}}\n{{\"x\":\"{}\"}}\n", "CANARY".repeat(200_000)).as_bytes());
    input.extend_from_slice(json!({"id": "p", "stage": "proposal", "proposed_call": {}}).to_string().as_bytes());
    input.extend_from_slice(format!("\n{}", good("b")).as_bytes());
    let run = classify_with(&input, &[]);
    assert_eq!(run.code, Some(2));
    assert_eq!(field(&run.answers(), "id"), ["a", "b"]);
    let expected = [
        "line 3: not JSON (column 1)",
        "line 4: not a row: one JSON object without repeated members is expected (column 1)",
        "line 5: not UTF-8 text",
        "line 6: `call.tool` must be a string",
        "line 7: longer than 1048576 bytes",
        "line 8: `stage` must be recovery or absent: rows of other stages hold no failure to classify",
        "error: 6 of 9 lines have no answer; every other line has one",
    ];
    assert_eq!(run.err.lines().map(|line| if line.starts_with("line 4") { expected[1] } else { line }).collect::<Vec<_>>(), expected);
    assert!(!run.err.contains("CANARY"));
}

#[test]
fn of_many_bad_lines_the_first_are_told_and_the_rest_is_counted() {
    let good = row("good", "unknown", "cat a", "cat: a: No such file or directory\n");
    let run = classify_with(format!("{}{good}\n", "no row\n".repeat(1000)).as_bytes(), &[]);
    assert_eq!((run.code, run.answers().len()), (Some(2), 1));
    let told: Vec<&str> = run.err.lines().collect();
    assert_eq!(told.len(), 22, "{}", run.err);
    assert!(told[19].starts_with("line 20: "), "{}", told[19]);
    assert_eq!(told[20..], ["980 further lines have no answer either", "error: 1000 of 1001 lines have no answer; every other line has one"]);
}

#[test]
fn files_and_streams_that_cannot_be_used_are_errors_of_their_own() {
    let rows = file("same.jsonl");
    fs::write(&rows, lines(&fixture())).expect("a file");
    let rows = rows.to_str().expect("a path");
    let directory = env!("CARGO_TARGET_TMPDIR");
    for (arguments, code, expected) in [
        (&["--input", "no/such/file"][..], 2, "error: no/such/file cannot be read: no such file or directory\n".to_owned()),
        (&["--input", directory], 2, format!("error: {directory} cannot be read: is a directory\n")),
        (&["--input", rows, "--output", directory], 2, format!("error: {directory} cannot be written: is a directory\n")),
        (&["--input", rows, "--output", rows], 2, "error: the input and the output are the same file\n".to_owned()),
        (&["--input", rows, "--config", "no/such/file"], 2, "error: no/such/file cannot be read: no such file or directory\n".to_owned()),
    ] {
        let run = classify_with(b"", arguments);
        assert_eq!((run.code, run.err, run.out.as_str()), (Some(code), expected, ""), "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(rows).expect("the rows"), lines(&fixture()), "the input is untouched");
    for arguments in [&["--mode", "compare"][..], &["--hold", "0"], &["--bogus"]] {
        assert_eq!(classify_with(b"", arguments).code, Some(2), "{arguments:?}");
    }
}

#[test]
fn files_and_dashes_say_the_same() {
    let (input, output) = (file("in.jsonl"), file("out.jsonl"));
    fs::write(&input, lines(&fixture())).expect("a file");
    let run: Run = command().arg("--input").arg(&input).arg("--output").arg(&output).output().expect("the program ends").into();
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    let written = fs::read_to_string(&output).expect("the answers");
    let streamed = classify_with(lines(&fixture()).as_bytes(), &["--input", "-", "--output", "-"]);
    let ids = |text: &str| text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&written), ids(&streamed.out));
}

#[test]
fn what_waits_is_bounded_and_a_late_row_is_an_error() {
    let long = "x".repeat(8000);
    let big = |session: &str, step: i64| in_session(row(&format!("{session}{step}"), "read_only", &long, "cat: x: No such file or directory"), session, step);
    // The first session spans the input, so that everything waits behind it: more than fits.
    let mut rows = vec![big("first", 2)];
    rows.extend((0..160).map(|n| big(&format!("s{}", n / 10), n)));
    rows.push(row("lone", "read_only", "cat x", "cat: x: No such file or directory"));
    rows.push(big("first", 1));
    let run = classify_with(lines(&rows).as_bytes(), &["--hold", "1"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.err,
        "line 163: its session was taken for complete because too much waited: let the rows of a session stand together, or raise --hold\n\
         error: 1 of 163 lines have no answer; every other line has one\n"
    );
    let answers = run.answers();
    let ids: Vec<&str> = rows.iter().take(162).map(|row| row["id"].as_str().expect("an id")).collect();
    assert_eq!(field(&answers, "id"), ids);
    assert!(answers[1..161].chunks(10).all(|session| session[0]["verdict"] == "continue" && session[9]["verdict"] == "halt"), "other sessions ran as one");
    assert_eq!(classify_with(lines(&rows).as_bytes(), &[]).all().len(), 163, "by default it all fits");
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = command().spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let line = row("a", "read_only", "cat x", "cat: x: No such file or directory").to_string();
    let writer = std::thread::spawn(move || while writeln!(stdin, "{line}").is_ok() {});
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("an answer");
    assert!(first.starts_with("{\"id\":\"a\""));
    let run: Run = child.wait_with_output().expect("the program ends").into();
    writer.join().expect("the writer was told");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn what_is_missing_is_no_success() {
    let row = |id: &str, result: Value| json!({"id": id, "call": {"tool": "x"}, "result": result});
    let run = classify(&[
        row("a", json!({"transport": "http", "text": "connection refused"})),
        row("b", json!({"transport": "process", "text": "x"})),
        row("c", json!({"transport": "process", "exitcode": 1})),
        row("d", json!({"transport": "http", "http_status": 429, "headers": {"Retry-After": "3"}})),
    ]);
    let answers = run.answers();
    assert_eq!((run.code, answers.len()), (Some(2), 2), "{}", run.err);
    assert_eq!((&answers[0]["failed"], &answers[1]["class"]), (&json!(true), &json!("rate_limited")));
    assert!(
        run.err.contains("`result.exit_code`, `result.signal` or `result.is_error` is missing") && run.err.contains("did you mean `result.exit_code`?"),
        "{}",
        run.err
    );
}
