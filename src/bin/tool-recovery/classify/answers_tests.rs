use super::*;
use serde_json::json;

fn is_answer(command: &str, printed: &str) -> bool {
    answers(&json!({ "command": command }), printed).contains(&1)
}

#[test]
fn no_match_and_a_difference_are_answers() {
    for (command, printed) in [
        ("grep -rn todo src", ""),
        ("cd /tmp && grep x f", ""),
        ("grep -c x f", "0\n"),
        ("diff a b", "1c1\n< error: old\n---\n> new\n"),
        ("test -f missing", ""),
        ("[ -d missing ]", ""),
        ("git grep x", ""),
        ("/usr/bin/rg x", "\n"),
        ("cmp a b", "a b differ: byte 1, line 1\n"),
    ] {
        assert!(is_answer(command, printed), "{command}");
    }
    assert_eq!(answers(&json!({"argv": ["grep", "x", "f"]}), ""), [1]);
}

#[test]
fn failures_of_other_programs_and_complaints_are_none() {
    for (command, printed) in [
        ("cat missing", ""),
        ("grep x f", "grep: f: No such file or directory\n"),
        ("grep x f", "bash: grep: command not found\n"),
        ("grep x f | python p.py", "Traceback (most recent call last):\nValueError: 1\n"),
        ("git diff", "fatal: bad revision\n"),
        ("git push", ""),
        ("echo grep", ""),
    ] {
        assert!(!is_answer(command, printed), "{command}");
    }
    assert_eq!(answers(&json!({}), ""), [0_i32; 0]);
}
