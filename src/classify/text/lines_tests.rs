use super::*;
use proptest::{collection::vec, prelude::*};

fn role(text: &str, line: &str) -> Role {
    let at = text.find(line).expect("the line is there");
    let (start, end) = line_around(text, at);
    Layout::new(text).role(text, start, end)
}

#[test]
fn the_last_line_of_a_traceback_decides() {
    let text = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    raise PermissionError('x')\nKeyError: 'b'\n";
    assert_eq!(role(text, "KeyError"), Role::Decisive);
    assert_eq!(role(text, "    raise"), Role::Ignored);
}

#[test]
fn an_exception_that_was_replaced_is_an_aside() {
    let text = "Traceback (most recent call last):\n  File \"a.py\", line 1\n    f()\nTimeoutError: x\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", line 3\n    g()\nValueError: limit\n";
    assert_eq!(role(text, "TimeoutError"), Role::Aside);
    assert_eq!(role(text, "ValueError"), Role::Decisive);
}

#[test]
fn hints_and_frames_are_not_the_message() {
    let text = "error: failed to push\nhint: permission denied may mean a wrong key\n    at Object.open (node:fs:601:3)\ndone\n";
    assert_eq!(role(text, "error:"), Role::Error);
    assert_eq!(role(text, "hint:"), Role::Aside);
    assert_eq!(role(text, "    at Object"), Role::Ignored);
}

#[test]
fn the_only_line_decides() {
    assert_eq!(role("\nno such key\n", "no such key"), Role::Decisive);
}

#[test]
fn decisive_is_the_last_of_the_best() {
    let text = "Exception in thread \"main\" a.B: x\n\tat a.B.c(B.java:1)\nCaused by: java.net.ConnectException: refused\n\t... 3 more\n";
    let (start, end) = Layout::new(text).decisive(text);
    assert_eq!(&text[start..end], "Caused by: java.net.ConnectException: refused");
}

#[test]
fn chatter_of_a_log_is_ignored_and_its_warnings_are_asides() {
    let text = "10:00 INFO app: going down\n10:01 DEBUG app: bye\nlevel=info msg=x\n10:02 WARN app: slow\nend\n";
    assert_eq!(role(text, "10:00"), Role::Ignored);
    assert_eq!(role(text, "10:01"), Role::Ignored);
    assert_eq!(role(text, "level=info"), Role::Ignored);
    assert_eq!(role(text, "10:02"), Role::Aside);
}

/// Every line's role, and the last of the best of them.
fn decisive_by_roles(text: &str) -> (usize, usize) {
    let layout = Layout::new(text);
    let mut best = (Role::Aside, layout.last);
    let mut start = 0;
    for line in text.split(['\n', '\r']) {
        let end = start + line.len();
        let role = if start > layout.last.1 || line.trim().is_empty() { Role::Ignored } else { layout.role(text, start, end) };
        if role >= best.0 && role > Role::Aside {
            best = (role, (start, end));
        }
        start = end + 1;
    }
    best.1
}

proptest! {
    #[test]
    fn the_shortcuts_find_what_the_roles_of_all_lines_say(
        parts in vec(
            prop_oneof![
                Just("error: no"), Just("  caused by: x"), Just("Caused by: y"), Just("hint: z"), Just("| error: boxed"), Just("> cause: boxed"), Just("\u{2502} reason: b"),
                Just("Traceback (most recent call last):"), Just("  File \"a.py\", line 1"), Just("    f()"), Just("KeyError: 'b'"), Just("done"), Just(""), Just("   "),
                Just("    at f (a.js:1)"), Just(" 12 | error: quoted"), Just("10:00 INFO fine"), Just("During handling of it, another exception occurred:"), Just("\u{a0}panic: at the disco"),
            ],
            1..12,
        ),
        ends in vec(prop_oneof![Just("\n"), Just("\r\n"), Just("\r")], 12),
    ) {
        let text: String = parts.iter().zip(ends).flat_map(|(part, end)| [*part, end]).collect();
        prop_assert_eq!(Layout::new(&text).decisive(&text), decisive_by_roles(&text));
    }
}
