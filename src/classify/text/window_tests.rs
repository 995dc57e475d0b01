use super::*;

#[test]
fn colours_are_taken_out_and_offsets_map_back() {
    let text = "\u{1b}[1m\u{1b}[31merror\u{1b}[0m: permission \u{1b}[1mdenied\u{1b}[0m";
    let window = Window::new(text);
    assert_eq!(window.text, "error: permission denied");
    let at = window.text.find("denied").expect("there");
    let (start, end) = window.original(at, at + "denied".len());
    assert_eq!(&text[start as usize..end as usize], "denied");
}

#[test]
fn a_long_text_keeps_head_middle_and_tail() {
    let text = format!("HEAD {} MIDDLE {} TAIL", "é".repeat(50_000), "x".repeat(100_000));
    let window = Window::new(&text);
    assert!(window.text.len() <= WINDOW + 8);
    assert!(window.text.starts_with("HEAD") && window.text.ends_with("TAIL\n"));
    let at = window.text.find("TAIL").expect("there");
    let (start, end) = window.original(at, at + 4);
    assert_eq!(&text[start as usize..end as usize], "TAIL");
}

#[test]
fn a_plain_text_is_borrowed() {
    assert!(matches!(Window::new("permission denied").text, Cow::Borrowed(_)));
}

#[test]
fn a_broken_sequence_costs_no_text() {
    assert_eq!(Window::new("\u{1b}").text, "");
    assert_eq!(Window::new("\u{1b}é").text, "é");
    assert_eq!(Window::new("a\u{1b}]0;title\u{7}b").text, "ab");
}
