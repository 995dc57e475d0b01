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
