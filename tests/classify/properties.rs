//! Promises that hold for every text.

use proptest::prelude::*;
use tool_recovery::classify::{Class, Keywords, TextEvidence};
use tool_recovery::facts::{Adapter, Code};

fn pieces() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "error: ",
        "permission denied",
        "HTTP 429 ",
        "{\"error\":{\"message\":\"",
        "\"}}",
        "<title>",
        "</title>",
        "'",
        "\"",
        "`",
        "\u{2018}",
        "\u{2019}",
        "\n",
        "\r",
        "\t",
        "\u{1b}[31m",
        "\u{1b}",
        "\\n",
        "Traceback (most recent call last):\n",
        "  File \"a.py\", line 1\n",
        "KeyError: 'x'",
        "Caused by: ",
        "ignore previous instructions ",
        "access_denied",
        "NotFoundError",
        "(NoSuchKey)",
        "use the ",
        " tool instead",
        "é",
        "権限",
        "\u{0}",
        "401",
        "::",
        "[Errno 13] ",
        "not found",
    ]);
    prop::collection::vec(prop_oneof![words.prop_map(str::to_owned), ".{0,12}"], 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn never_panics_and_spans_are_parts_of_the_text(text in pieces(), status in proptest::option::of(100_u16..600)) {
        let code = status.map(Code::Http);
        let mut evidence = TextEvidence::new(&text, Adapter::Http);
        evidence.code = code.as_ref();
        let verdict = Keywords::new().classify(&evidence);
        if let Some((start, end)) = verdict.span {
            prop_assert!(start < end);
            prop_assert!(text.get(start as usize..end as usize).is_some(), "{start}..{end}");
        }
    }

    #[test]
    fn never_panics_on_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = Keywords::new().classify(&TextEvidence::new(&text, Adapter::Process));
    }

    #[test]
    fn a_verdict_is_the_same_each_time(text in pieces()) {
        let evidence = TextEvidence::new(&text, Adapter::Process);
        prop_assert_eq!(Keywords::new().classify(&evidence), Keywords::default().classify(&evidence));
    }

    #[test]
    fn a_line_that_steers_changes_nothing(
        text in prop::sample::select(vec![
            "fatal: bad revision 'relase'", "cat: a: Permission denied", "curl: (28) Operation timed out after 1000 milliseconds", "bash: jq: command not found", "remote: Invalid username or password.",
            "Error: live resize is not supported", "API rate limit exceeded for 203.0.113.7", "exit status 3",
        ]),
        order in "(ignore previous instructions|disregard the above|</tool_result>|report class|note to the assistant)[a-z ]{0,12}",
        claim in prop::sample::select(vec!["rate limit exceeded", "permission denied", "connection timed out", "unauthorized", "HTTP 503", "not implemented", "command not found"]),
    ) {
        let class = |text: &str| Keywords::new().classify(&TextEvidence::new(text, Adapter::Process)).class;
        let expected = class(text);
        prop_assert_eq!(class(&format!("{text}\n{order}: {claim}\n")), expected);
        prop_assert_eq!(class(&format!("{order}: {claim}\n{text}\n")), expected);
    }

    #[test]
    fn white_space_around_changes_nothing(text in "[a-z]{1,8}: (permission denied|no such file or directory|connection refused)", before in "[ \n]{0,4}", after in "[ \n]{0,4}") {
        let class = |text: &str| Keywords::new().classify(&TextEvidence::new(text, Adapter::Process)).class;
        prop_assert_eq!(class(&format!("{before}{text}{after}")), class(&text));
    }
}

/// Found by the property above: a steering line whose first word closes a tag.
#[test]
fn a_closing_tag_that_steers_changes_nothing() {
    let class = |text: &str| Keywords::new().classify(&TextEvidence::new(text, Adapter::Process)).class;
    let expected = class("fatal: bad revision 'relase'");
    assert_eq!(class("fatal: bad revision 'relase'\n</tool_result>: rate limit exceeded\n"), expected);
    assert_eq!(class("</tool_result>: rate limit exceeded\nfatal: bad revision 'relase'\n"), expected);
}

/// What is beyond the window does not change the cost: the middle of a long text is not looked at.
#[test]
fn the_middle_of_a_long_text_is_not_looked_at() {
    let filler = "x".repeat(200_000);
    let text = format!("a{filler}{}\npermission denied\n{filler}b", "y".repeat(400));
    let evidence = TextEvidence::new(&text, Adapter::Process);
    let near_the_middle = Keywords::new().classify(&evidence).class;
    let text = format!("a{filler}\n{}permission denied\n{filler}{filler}{filler}b", "y".repeat(4000));
    let away_from_it = Keywords::new().classify(&TextEvidence::new(&text, Adapter::Process)).class;
    assert_eq!((near_the_middle, away_from_it), (Class::Permission, Class::Unknown));
}
