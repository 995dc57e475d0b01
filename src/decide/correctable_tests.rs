use super::*;
use serde_json::json;

fn tool() -> ToolDescriptor {
    ToolDescriptor::new("search").schema(json!({"type": "object", "properties": {"limit": {}, "max results": {}, "a/b~c": {}, "q": {}, "path": {}}}))
}

fn pointer(text: &str) -> Option<Option<Box<str>>> {
    find(text, Some(&tool())).map(|found| found.pointer)
}

#[test]
fn one_declared_argument_that_is_named_as_a_whole_word_is_pointed_to() {
    assert_eq!(pointer("limit must be positive"), Some(Some("/limit".into())));
    assert_eq!(pointer("invalid value for 'a/b~c'"), Some(Some("/a~1b~0c".into())), "a JSON Pointer");
    assert_eq!(pointer("limits exceeded for file_path"), None, "words that only contain a name");
    assert_eq!(pointer("q is wrong"), None, "one letter is no name");
}

#[test]
fn an_error_that_names_two_points_to_none_of_them() {
    assert_eq!(pointer("path and limit exclude each other"), Some(None));
}

#[test]
fn an_offer_is_concrete_without_a_name() {
    assert_eq!(pointer("unknown flavour, did you mean vanilla?"), Some(None));
    assert_eq!(pointer("flavour MUST be one of: vanilla, lemon"), Some(None));
    assert!(find("unknown flavour, did you mean vanilla?", None).is_some());
    assert_eq!(pointer("unknown flavour"), None);
}

#[test]
fn names_of_letters_with_accents_are_told_apart() {
    assert_eq!(pointer("ülimit"), None);
    assert_eq!(pointer("é limit é"), Some(Some("/limit".into())));
}
