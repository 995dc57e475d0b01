use super::*;

#[test]
fn a_short_text_is_kept_as_it_is() {
    assert_eq!(decisive("\n error: x\n", 64), " error: x");
}

#[test]
fn the_line_that_decides_is_kept() {
    let text = format!("{}fatal: the lock is held\n{}", "line of output\n".repeat(40), "hint: see the page\n".repeat(40));
    let kept = decisive(&text, 100);
    assert!(kept.len() <= 100 && kept.contains("fatal: the lock is held"), "{kept:?}");
}

#[test]
fn the_message_of_a_body_is_kept() {
    let text = format!("{{\"data\": [{}], \"error\": {{\"message\": \"quota is spent\"}}, \"more\": [{}]}}", "\"x y\", ".repeat(100), "1, ".repeat(300));
    assert!(decisive(&text, 200).contains("quota is spent"));
}

#[test]
fn one_long_word_is_not_cut() {
    assert_eq!(decisive(&"x".repeat(5000), 100), "");
}

/// What names a value may have been left out with the middle.
#[test]
fn the_edges_of_what_was_left_out_are_dropped() {
    let long = format!("head line\n{} password={}\nlast line", "a ".repeat(30_000), "b ".repeat(30_000));
    let text = UntrustedText::new(&long);
    assert_eq!(text.pieces().len(), 3);
    let kept = without_cuts(&text);
    assert!(kept.starts_with("head line") && kept.trim_end().ends_with("last line"));
    assert!(kept.len() <= UntrustedText::WINDOW - 4 * 1000, "{}", kept.len());
    assert!(matches!(without_cuts(&UntrustedText::new("short")), Cow::Borrowed("short")));
}
