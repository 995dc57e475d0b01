use super::*;
use crate::facts::{Phase, Reach};
use proptest::prelude::*;

fn judge(name: &str, message: &str) -> Facts {
    let raised = Raised { type_name: name.into(), message: message.into() };
    match FactExtractor::<(), _>::judge(&ExceptionFacts::new(), &ToolDescriptor::new("t"), Err(&raised)) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

#[test]
fn no_name_proves_that_nothing_happened() {
    for name in ["FileNotFoundError", "ConnectionRefusedError", "ValidationError", "PermissionError", "ModuleNotFoundError"] {
        let facts = judge(name, "");
        assert_eq!((facts.phase, facts.reach, facts.code), (Phase::Unknown, Reach::MayHaveReached, Code::name(name)));
    }
}

#[test]
fn a_name_from_outside_is_cleaned_and_bounded() {
    let facts = judge(&format!("Bad\u{1b}[31m Name{}", "x".repeat(500)), "m");
    let Some(Code::Name(name)) = facts.code else { panic!("no name") };
    assert!(name.starts_with("Bad31mName") && name.len() <= Code::MAX_NAME);
}

#[test]
fn the_debug_of_an_exception_shows_no_message() {
    let raised = Raised { type_name: "KeyError".into(), message: "secret-canary".into() };
    assert!(!format!("{raised:?}").contains("canary"));
}

proptest! {
    #[test]
    fn any_exception_is_judged(name in "\\PC{0,200}", message in "\\PC{0,200}") {
        let facts = judge(&name, &message);
        prop_assert_eq!(facts.reach, Reach::MayHaveReached);
        prop_assert_eq!(facts.text.is_some(), !message.trim().is_empty());
    }
}
