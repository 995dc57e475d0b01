use super::*;

fn inside(text: &str) -> Option<&str> {
    take_off(text).ok().map(|fenced| fenced.inside)
}

#[test]
fn a_fence_around_the_whole_comes_off() {
    for text in ["```\n{}\n```", "```json\n{}\n```", "```JSON\r\n{}\r\n```", "```json {}```", "```json{}```", "```{}```", "``` json\n{}\n```"] {
        assert_eq!(inside(text), Some("{}"), "{text}");
    }
}

#[test]
fn the_opening_reaches_to_what_stands_inside() {
    assert_eq!(take_off("```json\n  {} \n```"), Ok(Fenced { opening: "```json\n  ", inside: "{}" }));
    assert_eq!(take_off("```\n```"), Ok(Fenced { opening: "```\n", inside: "" }));
}

#[test]
fn only_json_is_a_label() {
    assert_eq!(inside("```json5\n{}\n```"), Some("json5\n{}"));
    assert_eq!(inside("```python\n{}\n```"), Some("python\n{}"));
    assert_eq!(inside("```jsön\n{}\n```"), Some("jsön\n{}"));
}

#[test]
fn an_unclosed_fence_is_open_at_every_length() {
    let whole = "```json\n{\"a\": \"b\"}\n```";
    for end in 1..whole.len() {
        let cut = whole[..end].trim_end();
        assert_eq!(take_off(cut), Err(Fault::OpenFence), "{cut}");
    }
}

#[test]
fn text_after_the_fence_is_not_taken_for_a_cut() {
    assert!(matches!(take_off("```\n{}\n```\nDone."), Err(Fault::Syntax(_))));
    assert!(matches!(take_off("`{}`"), Err(Fault::Syntax(_))));
}
