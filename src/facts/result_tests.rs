use super::*;
use crate::facts::{BodyContradiction, BodyRule, Fact};
use proptest::prelude::*;
use serde_json::json;
use std::fmt;

/// Panics when somebody reads it.
struct Unreadable;

impl Display for Unreadable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("a success was read")
    }
}

fn tool() -> ToolDescriptor {
    ToolDescriptor::new("t")
}

fn failure(judgement: Judgement) -> Facts {
    match judgement {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

#[test]
fn a_success_is_not_looked_at() {
    let outcome: Result<&Unreadable, &Unreadable> = Ok(&Unreadable);
    assert_eq!(ResultFacts::new().judge(&tool(), outcome), Judgement::Success);
}

#[test]
fn an_error_leaves_open_how_far_the_call_got() {
    let facts = failure(FactExtractor::<(), _>::judge(&ResultFacts::new(), &tool(), Err(&"disk full")));
    assert_eq!((facts.phase, facts.reach, facts.retry_after), (Phase::Unknown, Reach::MayHaveReached, None));
    assert_eq!(facts.source(Fact::Text), Some(Provenance::new(Adapter::Result, "display")));
    assert_eq!(facts.text.expect("text").expose(), "disk full");
}

#[test]
fn a_host_may_declare_errors_to_be_answers() {
    let facts = failure(FactExtractor::<(), _>::judge(&ResultFacts::new().errors_are_answers(), &tool(), Err(&"no")));
    assert_eq!((facts.phase, facts.reach), (Phase::Execution, Reach::Answered));
}

#[test]
fn an_error_without_words_has_no_text() {
    assert_eq!(ResultFacts::new().facts(&" \n").text, None);
    assert_eq!(ResultFacts::new().facts(&" \n").source(Fact::Text), None);
}

#[test]
fn a_declared_body_rule_makes_a_failure() {
    let facts = ResultFacts::new().with_body(|body: &Value| Some(body));
    let declared = tool().body_rule(BodyRule { class: Some(crate::classify::Class::Permission), ..BodyRule::new("/ok", false) });
    let found = failure(FactExtractor::<_, String>::judge(&facts, &declared, Ok(&json!({"ok": false, "error": "not_in_channel"}))));
    assert_eq!(found.reach, Reach::Answered);
    assert_eq!(found.settled.map(|settled| settled.class), Some(crate::classify::Class::Permission));
    assert!(found.text.expect("text").expose().contains("not_in_channel"));
    assert_eq!(FactExtractor::<_, String>::judge(&facts, &declared, Ok(&json!({"ok": true}))), Judgement::Success);
}

#[test]
fn without_a_rule_a_negative_flag_is_data_and_recorded() {
    let facts = ResultFacts::new().with_body(|body: &Value| Some(body));
    let judge = |body: Value| FactExtractor::<_, String>::judge(&facts, &tool(), Ok(&body));
    let negative = Judgement::Contradicted(BodyContradiction::NegativeFlag);
    let nested = Judgement::Contradicted(BodyContradiction::NestedIsError);
    assert_eq!(judge(json!({"ok": false})), negative);
    assert_eq!(judge(json!({"success": false, "ok": true})), negative);
    assert_eq!(judge(json!({"result": {"ok": false}})), negative);
    assert_eq!(judge(json!({"isError": true})), nested);
    assert_eq!(judge(json!({"structuredContent": {"isError": true}})), nested);
    for clean in
        [json!({"ok": true}), json!({"ok": "false"}), json!({"items": [{"ok": false}]}), json!({"a": {"b": {"isError": true}}}), json!([false]), json!(null)]
    {
        assert_eq!(judge(clean), Judgement::Success);
    }
}

#[test]
fn a_huge_error_is_bounded() {
    let facts = ResultFacts::new().facts(&"x".repeat(3_000_000));
    assert!(facts.text.expect("text").expose().len() <= crate::facts::UntrustedText::WINDOW + 16);
}

proptest! {
    #[test]
    fn any_text_is_judged_and_never_printed(text in "\\PC{4,200}") {
        let facts = ResultFacts::new().facts(&format!("canary {text}"));
        let printed = format!("{facts:?}");
        prop_assert!(!printed.contains("canary"));
        prop_assert_eq!(facts.reach, Reach::MayHaveReached);
    }
}
