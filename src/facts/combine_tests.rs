use super::*;
use crate::facts::{BodyRule, Facts, Provenance, ResultFacts};
use serde_json::json;
use std::cell::Cell;

fn tool() -> ToolDescriptor {
    ToolDescriptor::new("t")
}

fn kind(judgement: &Judgement) -> Option<FailureKind> {
    match judgement {
        Judgement::Failure(facts) => Some(facts.kind),
        _ => None,
    }
}

#[test]
fn a_host_declares_a_fault_terminal() {
    let facts = TerminalFacts::new(ResultFacts::new(), |_, outcome: Result<&(), &String>| outcome.is_err_and(|error| error == "corrupt"));
    assert_eq!(kind(&facts.judge(&tool(), Err(&"corrupt".into()))), Some(FailureKind::Terminal));
    assert_eq!(kind(&facts.judge(&tool(), Err(&"busy".into()))), Some(FailureKind::Tool));
}

#[test]
fn a_success_is_not_asked_about() {
    let asked = Cell::new(0);
    let facts = TerminalFacts::new(ResultFacts::new(), |_, _: Result<&(), &String>| {
        asked.set(asked.get() + 1);
        true
    });
    assert_eq!(facts.judge(&tool(), Ok(&())), Judgement::Success);
    assert_eq!(asked.get(), 0);
}

#[test]
fn an_extractor_may_be_a_function_of_the_host() {
    let facts = facts_fn(|tool: &ToolDescriptor, outcome: Result<&u16, &()>| match outcome {
        Ok(_) if tool.report => Judgement::Incomplete,
        Ok(_) => Judgement::Success,
        Err(()) => Facts::new(Provenance::new(Adapter::Host, "down")).into(),
    });
    assert_eq!(facts.judge(&tool(), Ok(&1)), Judgement::Success);
    assert_eq!(facts.judge(&tool().report(), Ok(&1)), Judgement::Incomplete);
    assert_eq!(kind(&facts.judge(&tool(), Err(&()))), Some(FailureKind::Tool));
}

#[test]
fn a_body_is_looked_at_only_after_a_success() {
    let facts = WithBody::new(
        facts_fn(|_, outcome: Result<&Value, &()>| if outcome.is_ok() { Judgement::Incomplete } else { Judgement::Success }),
        Adapter::Host,
        |body: &Value| Some(body),
    );
    let declared = tool().body_rule(BodyRule::new("/ok", false));
    assert_eq!(facts.judge(&declared, Ok(&json!({"ok": false}))), Judgement::Incomplete);
    assert_eq!(facts.judge(&declared, Err(&())), Judgement::Success);
}

#[test]
fn the_debug_of_wrappers_shows_no_closure() {
    let facts = TerminalFacts::new(ResultFacts::new(), |_, _: Result<&(), &()>| false);
    assert!(format!("{facts:?}").starts_with("TerminalFacts"));
    assert_eq!(format!("{:?}", facts_fn(|_, _: Result<&(), &()>| Judgement::Success)), "FactsFn");
}
