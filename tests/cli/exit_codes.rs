//! One rule of exit codes for all commands, and the pages that tell it.

use crate::cli_support::{Run, program};

fn run(arguments: &[&str]) -> Run {
    program().args(arguments).stdin(std::process::Stdio::null()).output().expect("the program starts").into()
}

#[test]
fn what_cannot_be_read_is_2_and_told_plainly_by_every_command() {
    const MISSING: &str = "/no/such/file";
    let commands: [&[&str]; 13] = [
        &["check-config", MISSING],
        &["classify", "--input", MISSING],
        &["classify", "--config", MISSING],
        &["replay", MISSING],
        &["inspect", MISSING, "id"],
        &["export", "--projection", "analytics", MISSING],
        &["mcp-proxy", "--config", MISSING, "--", "true"],
        &["eval", "--input", MISSING],
        &["calibrate", "--input", MISSING, "--system", "keywords", "--out", "/no/such/output", "--max-risk", "0.1"],
        &["gate", "--eval", MISSING, "--simulation", MISSING],
        &["live", MISSING],
        &["split", "--input", MISSING, "--out", "/no/such/output"],
        &["simulate", "--parameters", MISSING],
    ];
    for arguments in commands {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.err);
        assert!(run.err.contains("/no/such/file cannot be read: no such file or directory"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_file_without_its_option_is_answered_with_the_option() {
    for (command, option) in [("classify", "input"), ("eval", "input"), ("calibrate", "input"), ("split", "input"), ("record", "recipes")] {
        let run = run(&[command, "rows.jsonl"]);
        assert_eq!(run.code, Some(2), "{command}");
        assert!(run.err.contains(&format!("tip: a file is given as an option: '--{option} rows.jsonl'")), "{command}: {}", run.err);
    }
    for arguments in [&["classify", "--input", "a.jsonl", "b.jsonl"][..], &["classify", "--inptu"], &["simulate", "rows.jsonl"]] {
        let run = run(arguments);
        assert!(run.code == Some(2) && !run.err.contains("is given as an option"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn what_is_there_already_is_told_plainly() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("there-already.toml");
    std::fs::write(&file, "").unwrap();
    let records = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-records.jsonl");
    std::fs::write(&records, "").unwrap();
    let run = run(&["replay", records.to_str().unwrap(), "--write", file.to_str().unwrap()]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(!run.err.contains("entity"), "{}", run.err);
}

/// Opening the output would empty the input, also where it has another name.
#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("same-file");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (file, link, other) = (at("file"), at("link"), at("other"));
    std::fs::write(&file, "{}\n").unwrap();
    std::fs::hard_link(&file, &link).unwrap();
    std::fs::write(&other, r#"{"schema":"tool-thresholds/1","id":"thr-2","criteria":[],"values":{}}"#).unwrap();
    for output in [&file, &link] {
        let commands: [&[&str]; 7] = [
            &["classify", "--input", &file, "--output", output],
            &["replay", &file, "--thresholds", &other, "--write", output],
            &["live", &file, "--json", output],
            &["eval", "--input", &file, "--json", output],
            &["eval", "--input", &other, "--predictions", &format!("x={file}"), "--html", output],
            &["calibrate", "--input", &file, "--system", "keywords", "--out", output, "--max-risk", "0.1"],
            &["record", "--recipes", &file, "--out", output],
        ];
        for arguments in commands {
            let run = run(arguments);
            assert!(run.code == Some(2) && (run.err.contains("one of the inputs") || run.err.contains("same file")), "{arguments:?}: {}", run.err);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), "{}\n", "{arguments:?}");
        }
    }
}

#[test]
fn the_help_and_the_page_have_every_code() {
    let (help, page) = (run(&["--help"]).out, include_str!("../../docs/cli.md"));
    for code in ["0", "1", "2", "3", "4", "128+n"] {
        assert!(help.lines().any(|line| line.starts_with(&format!("  {code}  "))), "{code}: {help}");
        assert!(page.contains(&format!("\n| {code} | ")), "{code}");
    }
    assert!(help.contains("UNGATED") && page.contains("UNGATED"));
}
