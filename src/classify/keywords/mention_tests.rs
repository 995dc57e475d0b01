use super::*;
use serde_json::json;

fn whole(text: &str, part: &str) -> bool {
    let at = text.find(part).expect("there");
    is_whole(text, at, at + part.len(), false)
}

#[test]
fn a_part_of_a_name_is_not_a_word() {
    assert!(whole("read timeout.", "timeout"));
    assert!(whole("(timeout)", "timeout"));
    for name in ["test_timeout_config", "src/timeout.rs", "timeout.rs", "rate-timeout", "timeouts", "a/timeout", "timeout-policy"] {
        assert!(!whole(name, "timeout"), "{name}");
    }
}

fn quoted(text: &str, part: &str) -> bool {
    let at = text.find(part).expect("there");
    is_quoted_name(text, 0, at, at + part.len(), text.len())
}

#[test]
fn a_quoted_name_is_a_mention_and_a_quoted_message_is_not() {
    assert!(quoted("see the page 'Permission denied and limits'", "Permission denied"));
    assert!(quoted("no file named \"timed out\" here", "timed out"));
    assert!(!quoted("ConnectionError('timed out')", "timed out"));
    assert!(!quoted("details = \"timed out\"", "timed out"));
    assert!(!quoted("it can't be: permission denied", "permission denied"));
    assert!(!quoted("open 'a.txt': permission denied", "permission denied"));
}

#[test]
fn echoes_are_found_in_nested_arguments() {
    let arguments = json!({"a": [{"q": "how to fix Permission Denied"}]});
    assert!(is_in_arguments(Some(&arguments), "permission denied"));
    assert!(!is_in_arguments(Some(&arguments), "timed out"));
    assert!(!is_in_arguments(None, "x"));
}

#[test]
fn a_complaint_names_the_value() {
    let arguments = json!({"command": "git checkout feature/logn"});
    assert!(names_an_argument(Some(&arguments), "what is feature/logn?"));
    assert!(!names_an_argument(Some(&arguments), "git: something happened"));
}

#[test]
fn an_exception_of_its_own_type_complains_of_what_it_was_given() {
    assert!(is_specific_exception("numpy.linalg.LinAlgError: Singular matrix"));
    for line in ["RuntimeError: it went wrong", "Exception: failed badly", "LinAlgError", "LinAlgError: failed", "see the Error: it is here"] {
        assert!(!is_specific_exception(line), "{line}");
    }
}

#[test]
fn a_statement_that_is_shown_says_nothing_but_a_raised_message_does() {
    let text = "Search:\nreturn errors.New(\"permission denied\")";
    let at = text.find("permission").expect("is there");
    assert!(is_quoted_name(text, 0, at, at + 17, text.len()));
    assert!(is_raised("Caused by: java.io.IOException: index is "));
    assert!(is_raised("app.StoreError: "));
    assert!(!is_raised("app.log: grep found "));
    assert!(is_own_name(Some(&serde_json::json!({"command": "timeout 5 ls"})), "timeout"));
    assert!(!is_own_name(Some(&serde_json::json!({"command": "timeouts 5"})), "timeout"));
}

#[test]
fn the_name_of_a_thread_is_no_complaint() {
    assert!(!quotes_a_name("Exception in thread \"main\" java.lang.RuntimeException"));
    assert!(quotes_a_name("Exception in thread \"main\" x.Y: no column \"age\" in t"));
}

#[test]
fn what_is_said_of_any_failure_is_not_specific() {
    for message in ["stack empty", "unpack requires a buffer of 12 bytes", "No path between 1 and 9."] {
        assert!(is_specific(message), "{message}");
    }
    for message in ["empty", "job failed", "An unexpected error occurred", "Fault occurred while processing.", "1 2 3"] {
        assert!(!is_specific(message), "{message}");
    }
    assert!(is_specific_complaint("error: operator +: nonconformant arguments"));
    assert!(!is_specific_complaint("the oracle is silent"));
}

#[test]
fn a_word_between_invalid_and_argument_says_which_one() {
    let of = |text: &str, word: &str, credential| {
        let start = text.find(word).expect("it is there");
        is_kind_of_argument(text, start, start + word.len(), credential)
    };
    assert!(of("wall: invalid timeout argument: 'abc'", "timeout", false));
    assert!(of("bad rate limit value", "rate limit", false));
    assert!(!of("invalid request: timeout of the argument service", "timeout", false));
    assert!(!of("invalid token type", "token", true), "a credential is no good whatever it is called");
    assert!(of("invalid token argument", "token", true));
}

#[test]
fn a_file_of_the_system_is_missed_by_the_program() {
    let arguments = serde_json::json!({"command": "cat /dev/kea"});
    let missing = |line: &str| system_file(Some(&arguments), line);
    assert_eq!(missing("gpioinfo: unable to open /dev/gpiochip0: No such file"), Some(Subkind::Service));
    assert_eq!(missing("cannot read '/usr/share/voices/de'"), Some(Subkind::Module));
    assert_eq!(missing("cat: /dev/kea: No such file or directory"), None, "the caller named it");
    assert_eq!(missing("cannot open /home/ann/run/a"), None);
    assert_eq!(missing("cat: cannot open /dev/cat"), Some(Subkind::Service), "a program is called so");
    assert_eq!(missing("mount: /proc/kea/ns: No such file or directory"), None, "the caller named a part of it");
}
