use super::*;
use proptest::prelude::*;
use serde_json::json;

fn of(line: &str) -> Option<String> {
    program_and_subcommand(&json!({ "command": line })).map(Cow::into_owned)
}

fn assert_all(cases: &[(&str, &str)]) {
    for (line, expected) in cases {
        assert_eq!(of(line).as_deref(), Some(*expected), "{line}");
    }
}

#[test]
fn programs_with_subcommands_are_told_apart() {
    assert_all(&[
        ("git commit -m x", "git commit"),
        ("git  push", "git push"),
        ("git -C /repo -c a.b=c status", "git status"),
        ("cargo +nightly test --all", "cargo test"),
        ("kubectl -n prod get pods", "kubectl get"),
        ("git", "git"),
        ("git --version", "git"),
        ("git ./x", "git"),
        ("/usr/bin/git push origin", "git push"),
        ("npm run build", "npm run"),
        ("python3 -m pip install x", "pip install"),
    ]);
}

#[test]
fn other_programs_stand_for_themselves() {
    assert_all(&[
        ("grep todo src", "grep"),
        ("ls", "ls"),
        ("./scripts/run.sh fast", "run.sh"),
        ("rm data", "rm"),
        ("cat 'a b'", "cat"),
        ("bash build.sh", "bash"),
    ]);
}

#[test]
fn wrappers_and_assignments_are_looked_through() {
    assert_all(&[
        ("FOO=1 BAR='a b' make test", "make test"),
        ("sudo -u postgres psql -c 'select 1'", "psql"),
        ("env -u HOME A=b git fetch", "git fetch"),
        ("time -p cargo build", "cargo build"),
        ("nice -n 10 timeout -s KILL 5 ffmpeg -i x", "ffmpeg"),
        ("timeout 30s npx tsc --noEmit", "tsc"),
        ("sh -c 'git push'", "git push"),
        ("bash -lc \"cd /x && cargo test\"", "cargo test"),
        ("bash -euo pipefail -c 'make check | tee log'", "make check"),
        ("sudo", "sudo"),
        ("env", "env"),
    ]);
}

#[test]
fn the_first_real_command_counts() {
    assert_all(&[
        ("cd /repo && git pull", "git pull"),
        ("set -e; export A=1; terraform apply", "terraform apply"),
        ("cat log | grep error | head", "cat"),
        ("cd /tmp", "cd"),
        ("if [ -f x ]; then git push; fi", "git push"),
        ("(cd a; make install)", "make install"),
        ("for f in *; do gzip $f; done", "gzip"),
        ("# note\n\ngo vet ./...", "go vet"),
        ("! grep -q x y", "grep"),
    ]);
}

#[test]
fn argument_shapes() {
    let of = |arguments: Value| program_and_subcommand(&arguments).map(Cow::into_owned);
    assert_eq!(of(json!({"cmd": ["git", "push"]})).as_deref(), Some("git push"));
    assert_eq!(of(json!({"cmd": ["bash", "-lc", "docker ps | wc"]})).as_deref(), Some("docker ps"));
    assert_eq!(of(json!({"program": "/bin/git", "args": ["-C", "x", "log"]})).as_deref(), Some("git log"));
    assert_eq!(of(json!({"command": "git", "args": ["tag"]})).as_deref(), Some("git tag"));
    assert_eq!(of(json!({"argv": ["env", "A=1", "ls"]})).as_deref(), Some("ls"));
    assert_eq!(of(json!({"cmd": ["git stash pop"]})).as_deref(), Some("git stash"));
    assert_eq!(of(json!("git log")).as_deref(), Some("git log"));
    assert_eq!(of(json!(["git", "log"])).as_deref(), Some("git log"));
    for none in [json!({}), json!(null), json!({"command": 1}), json!({"command": ""}), json!({"command": [1]}), json!({"path": "x"})] {
        assert_eq!(of(none), None);
    }
}

#[test]
fn what_would_need_evaluation_is_none() {
    for line in ["$EDITOR file", "`which git` push", "$(which git) push", "\"$X\" a", "'a b' c", ";;;", "\"\""] {
        assert_eq!(of(line), None, "{line}");
    }
}

#[test]
fn nesting_is_bounded() {
    assert_eq!(of(&format!("{} ls", "sudo ".repeat(50))), None);
}

#[test]
fn it_borrows_where_it_can() {
    for line in ["git commit -m x", "ls -l", "cd x && /usr/bin/git push", "sudo make test"] {
        let arguments = json!({ "command": line });
        assert!(matches!(program_and_subcommand(&arguments), Some(Cow::Borrowed(_))), "{line}");
    }
}

proptest! {
    #[test]
    fn any_line_gives_a_bounded_name(line in "[a-z/ =;&|'\"$\\\\(){}<>#\n-]{0,120}|\\PC{0,200}") {
        if let Some(found) = of(&line) {
            prop_assert!(!found.is_empty() && found.len() <= MAX_NAME + 33);
            prop_assert!(!found.contains(['\n', '$', '`']));
        }
    }

    #[test]
    fn the_rest_of_the_arguments_does_not_matter(tail in "[a-z0-9 ./-]{0,60}") {
        let found = of(&format!("git commit {tail}"));
        prop_assert_eq!(found.as_deref(), Some("git commit"));
    }
}
