use super::*;

#[test]
fn the_decisive_line_is_found_in_bodies_traces_and_logs() {
    let line = decisive_line;
    assert_eq!(line("{\"error\":{\"message\":\"no such order\",\"code\":404}}"), "no such order");
    assert_eq!(line("Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    f()\nKeyError: 'b'\n"), "KeyError: 'b'");
    assert_eq!(line("To ./remote.git\nerror: failed to push\nhint: fetch first\n"), "error: failed to push");
    assert_eq!(line(""), "");
    let long = format!("error: first\n{}error: \u{1b}[1mlast\u{1b}[0m one\n", "INFO fine\n".repeat(10_000));
    assert_eq!(line(&long), "error: \u{1b}[1mlast\u{1b}[0m one");
}
