use super::*;
use crate::facts::{Code, IoFacts, ResultFacts};
use std::{fmt, io};

fn judge<X: FactExtractor<(), BoxError>>(inner: X, error: impl Into<BoxError>) -> Facts {
    match TowerFacts::new(inner).judge(&ToolDescriptor::new("t"), Err(&error.into())) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

#[derive(Debug)]
struct SecondStep(Overloaded);

impl fmt::Display for SecondStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("second step failed")
    }
}

impl Error for SecondStep {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

#[test]
fn a_shed_call_was_not_dispatched() {
    let facts = judge(ResultFacts::new(), Overloaded::new());
    assert_eq!((facts.kind, facts.phase, facts.reach), (FailureKind::NotDispatched, Phase::PreExecution, Reach::NotReached));
}

#[test]
fn an_elapsed_call_may_have_had_its_effect() {
    let facts = judge(ResultFacts::new(), Elapsed::new());
    assert_eq!((facts.kind, facts.reach), (FailureKind::Timeout(TimeoutOwner::Tower), Reach::MayHaveReached));
}

#[test]
fn a_cause_inside_a_tools_own_error_proves_nothing() {
    let facts = judge(ResultFacts::new(), SecondStep(Overloaded::new()));
    assert_eq!((facts.kind, facts.reach), (FailureKind::Tool, Reach::MayHaveReached));
}

#[test]
fn any_other_error_is_left_to_the_inner_extractor() {
    assert_eq!(judge(IoFacts::new(), io::Error::from(io::ErrorKind::NotFound)).reach, Reach::NotReached);
    let text = judge(ResultFacts::new(), "boom");
    assert_eq!((text.provenance.adapter, text.text.expect("text").expose()), (Adapter::Result, "boom"));
    assert_eq!(judge(IoFacts::new(), io::Error::from(io::ErrorKind::UnexpectedEof)).code, Code::name("UnexpectedEof"));
}

#[test]
fn a_success_is_left_to_the_inner_extractor() {
    assert_eq!(TowerFacts::new(ResultFacts::new()).judge(&ToolDescriptor::new("t"), Ok(&())), Judgement::Success);
}
