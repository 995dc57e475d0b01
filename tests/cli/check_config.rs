//! `tool-recovery check-config` from outside: the real program with real files, streams and variables.

use crate::cli_support::{Run, program};
use std::{fs, io::Write as _, path::PathBuf, process::Stdio};

fn check_with(text: &str, variables: &[(&str, &str)]) -> Run {
    let mut child = program()
        .args(["check-config", "-"])
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("the program ends").into()
}

fn check(text: &str) -> Run {
    check_with(text, &[])
}

fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("check_config_{name}.toml"));
    fs::write(&path, text).expect("a file");
    path
}

/// The line of `key`, its spaces folded.
fn row(run: &Run, key: &str) -> String {
    let line = run.out.lines().find(|line| line.trim_start_matches("# ").starts_with(&format!("{key} "))).unwrap_or_else(|| panic!("no {key} in\n{}", run.out));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_right_file_is_printed_with_the_origin_of_every_value() {
    let path = file("right", b"[agent.recovery]\nsettle_grace_ms = 10\ndecisions_per_run = 3\n");
    let run: Run = program().arg("check-config").arg(path).env("TOOL_RECOVERY_SETTLE_GRACE_MS", "20").output().unwrap().into();
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(row(&run, "settle_grace_ms"), "settle_grace_ms = 20 # environment: TOOL_RECOVERY_SETTLE_GRACE_MS");
    assert_eq!(row(&run, "decisions_per_run"), "decisions_per_run = 3 # file");
    assert_eq!(row(&run, "classifier"), "classifier = \"keywords\" # default");
    assert_eq!(row(&run, "jev_route"), "# jev_route is not set # default");
    assert_eq!(row(&run, "thresholds.class"), "thresholds.class = 1.0 # default");
}

#[test]
fn the_output_is_a_configuration_of_the_same_meaning() {
    let first = check(
        "[agent.recovery]\nclassifier = \"off\"\nthresholds.class = 0.75\njev_base_url = \"https://host.test/\"\n[agent.recovery.pacing]\nmax_wait_ms = 5\n",
    );
    let second = check(&first.out);
    let values = |run: &Run| run.out.lines().map(|line| line.rsplit_once("  # ").map_or(line, |(value, _)| value).trim().to_owned()).collect::<Vec<_>>();
    assert_eq!((first.code, second.code), (Some(0), Some(0)), "{}", second.err);
    assert_eq!(values(&first), values(&second));
    assert_eq!(row(&second, "pacing.max_wait_ms"), "pacing.max_wait_ms = 5 # file");
}

#[test]
fn an_empty_file_shows_the_defaults_and_says_that_it_sets_nothing() {
    let run = check("");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.err, "note: standard input sets nothing in the table [agent.recovery]\n");
    assert!(run.out.lines().skip(1).all(|line| line.ends_with("# default")), "{}", run.out);
}

#[test]
fn tables_of_others_are_not_looked_at() {
    for text in ["[server]\nport = 80", "[agent]\nname = \"x\"", "[agent.discovery]\nx = 1", "[disaster.recovery]\nx = 1"] {
        let run = check(text);
        assert_eq!((run.code, run.err.as_str()), (Some(0), "note: standard input sets nothing in the table [agent.recovery]\n"), "{text}");
    }
}

#[test]
fn errors_name_the_place_the_key_and_what_would_do() {
    for (text, variables, expected) in [
        ("agent.recovery.settle_grace_ms = 60001", &[][..], "error: standard input: `settle_grace_ms` is 60001, but must be from 0 to 60000\n"),
        (
            "",
            &[("TOOL_RECOVERY_SETTLE_GRACE_MS", "60001")],
            "error: environment variable TOOL_RECOVERY_SETTLE_GRACE_MS: `settle_grace_ms` is 60001, but must be from 0 to 60000\n",
        ),
        ("", &[("TOOL_RECOVERY_SETTLE_GRACE_MS", "long")], "error: environment: `TOOL_RECOVERY_SETTLE_GRACE_MS` must be a whole number from 0 to 60000\n"),
        ("agent.recovery.clasifier = \"off\"", &[], "error: standard input: `clasifier` is not a known key: did you mean `classifier`?\n"),
        ("agent.recovery.pacing.bogus = 1", &[], "error: standard input: `pacing.bogus` is not a known key\nknown keys: pacing.max_wait_ms\n"),
        ("", &[("TOOL_RECOVERY_PACING__BOGUS", "1")], "error: environment: `TOOL_RECOVERY_PACING__BOGUS` is not a known key\nknown keys: pacing.max_wait_ms\n"),
        ("agent.recovery.settle_grace_ms = -1", &[], "error: standard input: `settle_grace_ms` must be a whole number from 0 to 60000\n"),
        ("agent.recovery.settle_grace_ms = \"2s\"", &[], "error: standard input: `settle_grace_ms` must be a whole number from 0 to 60000\n"),
        ("agent.recovery.settle_grace_ms = 2000.5", &[], "error: standard input: `settle_grace_ms` must be a whole number from 0 to 60000\n"),
        ("[agents.recovery]\nclassifier = \"off\"", &[], "error: standard input: `agents.recovery` is not a known key: did you mean `agent.recovery`?\n"),
        ("[recovery]", &[], "error: standard input: `recovery` is not a known key: did you mean `agent.recovery`?\n"),
        ("classifier = \"off\"", &[], "error: standard input: `classifier` is not a known key: did you mean `agent.recovery.classifier`?\n"),
        (
            "[pacing]\nmax_wait_ms = 1",
            &[],
            "error: standard input: `pacing.max_wait_ms` is not a known key: did you mean `agent.recovery.pacing.max_wait_ms`?\n",
        ),
        ("a = [", &[], "error: standard input: not TOML at line 1, column 6: a list is not closed\n"),
        ("secret = 1\nsecret = 2", &[], "error: standard input: not TOML at line 2, column 1: a key or a table is given twice\n"),
        ("a = CANARY", &[], "error: standard input: not TOML at line 1, column 5: a text must stand in quotes\n"),
    ] {
        let run = check_with(text, variables);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(2), "", expected));
    }
    for (text, expected) in [
        ("[agent.recovery]\nclassifier: \"off\"", "not TOML at line 2, column "),
        ("[agent.recovery]\nsettle_grace_ms = = 1", "not TOML at line 2, column 19: there is an `=` too many\n"),
        ("path = \"C:\\q\"", "a backslash in a text is written twice, or the text stands in single quotes\n"),
        ("[[agent.recovery\n", "not TOML at line 1, column 17: the name of a table is not closed\n"),
        ("# \u{e4}\u{e4}\n\u{e4} = \"\u{e4}\" 1", "not TOML at line 2, column 9: what came before has ended, and this needs a line of its own\n"),
        ("{\"agent\": {}}", "it looks like JSON; in TOML a table is a line `[agent.recovery]`, and each line below it `key = value`\n"),
    ] {
        let run = check(text);
        assert!(run.code == Some(2) && run.err.contains(expected) && !run.err.contains("`file`"), "{text}: {}", run.err);
    }
    let run = check("agent.recovery.bogus = 1");
    assert!(run.err.contains("classifier, ") && run.err.contains("settle_grace_ms"), "{}", run.err);
}

#[test]
fn a_mode_that_this_build_lacks_is_an_error_with_the_way_out() {
    for (mode, present) in [("compare", cfg!(feature = "compare")), ("jev", cfg!(feature = "jev"))] {
        let run = check(&format!("agent.recovery.classifier = \"{mode}\""));
        if present {
            assert_eq!(run.code, Some(0), "{}", run.err);
        } else {
            assert_eq!(run.code, Some(2));
            assert!(run.err.contains(&format!("Cargo feature `{mode}`")) && run.err.contains(&format!("--features cli,{mode}")), "{}", run.err);
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let missing: Run = program().args(["check-config", "no/such/file.toml"]).output().unwrap().into();
    assert_eq!((missing.code, missing.err.as_str()), (Some(2), "error: no/such/file.toml cannot be read: no such file or directory\n"));
    for (name, bytes, expected) in [
        ("utf16", &b"\xff\xfea\0"[..], "not UTF-8 text, as TOML has to be: it looks like UTF-16; save it as UTF-8\n"),
        ("latin", b"a = 1\nb = \"\xe4\"\n", "not UTF-8 text, as TOML has to be, at line 2, column 6: save it as UTF-8\n"),
    ] {
        let run: Run = program().arg("check-config").arg(file(name, bytes)).output().unwrap().into();
        assert!(run.code == Some(2) && run.err.ends_with(expected), "{}", run.err);
    }
    let long: Run = program().arg("check-config").arg(file("long", &vec![b'\n'; 1024 * 1024 + 1])).output().unwrap().into();
    assert!(long.code == Some(2) && long.err.contains("longer than 1048576 bytes"), "{}", long.err);
}

#[test]
fn secrets_are_never_printed() {
    let texts = [
        "[server]\npassword = \"canary-7b\"\nbroken",
        "agent.recovery.jev_api_key = \"canary-7b\"",
        "agent.recovery.classifier = \"canary-7b\"",
        "agent.recovery.jev_base_url = \"https://u:canary-7b@host.test\"",
        "agent.recovery.jev_base_url = \"https://host.test/canary-7b\"",
        "agent.recovery.jev_base_url = \"http://localhost/canary-7b\"",
    ];
    for text in texts {
        let run = check(text);
        assert!(!run.out.contains("canary") && !run.err.contains("canary"), "{}{}", run.out, run.err);
    }
    assert!(check(texts[1]).err.contains("looks like a credential"));
    assert_eq!(row(&check(texts[4]), "jev_base_url"), "# jev_base_url = \"https://host.test\" and a path, which is not shown # file");
}

#[test]
fn help_teaches_with_examples_and_exit_codes() {
    let run: Run = program().args(["check-config", "--help"]).output().unwrap().into();
    assert_eq!(run.code, Some(0));
    for needed in ["Reads the table [agent.recovery]", "Examples:", "TOOL_RECOVERY_LEDGER__REPEAT_TTL_MS=60000", "Exit codes:", "standard input"] {
        assert!(run.out.contains(needed), "no {needed} in\n{}", run.out);
    }
    let run: Run = program().output().unwrap().into();
    assert!(run.code == Some(2) && run.err.contains("check-config"), "{}", run.err);
}

#[test]
fn our_other_tables_are_checked_where_they_are() {
    for (text, says) in [
        ("[mcp]\ntimeout = 1\n", "`mcp.timeout` is not a known key"),
        ("[mpc]\nread_only = []\n", "did you mean it?"),
        ("[agent.proposal]\nnonsense = 1\n", "`agent.proposal.nonsense` is not a known key"),
    ] {
        let run = check(text);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{text}");
        assert!(run.err.contains(says) && run.err.starts_with("error: standard input: "), "{}", run.err);
    }
    assert_eq!(check("[mcp]\ntimeout_ms = 100\n[other]\nx = 1\n").code, Some(0));
}
