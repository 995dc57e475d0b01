use super::*;
use proptest::prelude::*;

fn fits(pattern: &str, name: &str) -> bool {
    Glob::new(pattern).is_some_and(|glob| glob.matches(name))
}

#[test]
fn stars_and_question_marks_stand_for_characters() {
    for (pattern, name) in
        [("read_*", "read_file"), ("read_*", "read_"), ("*", ""), ("*_file", "read_text_file"), ("g?t", "get"), ("a*b*c", "aXbYbZc"), ("ü?", "üß")]
    {
        assert!(fits(pattern, name), "{pattern} {name}");
    }
    for (pattern, name) in [("read_*", "Read_file"), ("read_*", "xread_file"), ("*_file", "read_files"), ("g?t", "gt"), ("a*b*c", "aXbYbZ"), ("[ab]", "a")] {
        assert!(!fits(pattern, name), "{pattern} {name}");
    }
    assert_eq!((Glob::new(""), Glob::new(&"x".repeat(257))), (None, None));
}

#[test]
fn a_pattern_of_many_stars_is_compared_in_bounded_time() {
    assert!(!fits(&"*a".repeat(120), &"a".repeat(119)));
    assert!(!fits(&format!("{}b", "*a".repeat(100)), &"a".repeat(256)));
}

proptest! {
    #[test]
    fn a_name_fits_itself_and_the_star(name in "[a-z_.?]{1,40}") {
        let around = ["*", &name, "*"].concat();
        prop_assert!(fits(&name, &name) && fits("*", &name) && fits(&around, &name));
    }
}
