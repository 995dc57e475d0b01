use super::*;
use crate::{
    Verdict,
    advice::{Basis, advise},
    classify::{Classification, Source},
    facts::{Adapter, BodyContradiction, Facts, Provenance, TimeoutOwner},
    ledger::Standing,
    normalize::Repairs,
};

fn report(facts: Facts, class: Class, effect: Effect, reason: Reason) -> Report {
    let classification = Classification::new(class, Source::Trusted, "test");
    let standing = Standing::new(Verdict::Continue, reason);
    let advice = advise(&Basis { facts: &facts, effect, answer_lost: false, classification, advised: None, standing }, Some("tool"), 600);
    Report { facts, effect, classification, standing, advice, repairs: Repairs::NONE, decision: None }
}

fn facts() -> Facts {
    Facts::new(Provenance::new(Adapter::Http, "status"))
}

fn codes(facts: Facts, class: Class, effect: Effect, reason: Reason) -> String {
    report(facts, class, effect, reason).codes().iter().map(FailureCode::as_str).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_code_that_applies_is_there() {
    use Effect::{Applied, NotApplied, UncertainWrite};
    let answered = || facts().reached(Phase::Execution, Reach::Answered);
    let cases = [
        (facts().code(Code::Http(404)), Class::WrongArguments, NotApplied, Reason::None, "S2"),
        (facts().code(Code::Http(409)), Class::Unknown, NotApplied, Reason::ExactRepeat, "P4 S1"),
        (answered().code(Code::Http(503)), Class::Transient, NotApplied, Reason::None, "E4"),
        (answered().code(Code::Http(403)), Class::Permission, NotApplied, Reason::None, "A1"),
        (facts(), Class::Transient, UncertainWrite, Reason::None, "E1 T3"),
        (facts().kind(FailureKind::Timeout(TimeoutOwner::Layer)), Class::Transient, UncertainWrite, Reason::None, "E2 T3"),
        (answered(), Class::WrongArguments, Applied, Reason::SpentExcuses, "P2 P4 T2"),
        (answered().contradiction_from(BodyContradiction::NestedIsError, "body"), Class::Unknown, NotApplied, Reason::None, "C3 C4"),
        (facts().kind(FailureKind::Rejected(RejectionKind::ApprovalExpired)), Class::Unknown, NotApplied, Reason::None, "A2"),
        (facts().kind(FailureKind::Rejected(RejectionKind::Held)), Class::Unknown, NotApplied, Reason::Refusals, "T3"),
        (facts().kind(FailureKind::Cancelled), Class::Unknown, NotApplied, Reason::Cancelled, ""),
        (answered().code(Code::JsonRpc(-32602)), Class::WrongArguments, NotApplied, Reason::None, "C2"),
    ];
    for (facts, class, effect, reason, expected) in cases {
        let what = format!("{facts:?}");
        assert_eq!(codes(facts, class, effect, reason), expected, "{what}");
    }
}

#[test]
fn a_refused_call_is_a_repeat_only_where_it_was_made_before() {
    for kind in [RejectionKind::Halted, RejectionKind::Repeat, RejectionKind::Paced] {
        let refused = |identical| {
            let mut report = report(facts().kind(FailureKind::Rejected(kind)), Class::Unknown, Effect::NotApplied, Reason::Refusals);
            report.standing.identical = identical;
            report.codes()
        };
        assert_eq!(refused(0), Codes::NONE, "{kind}");
        let repeated = if kind == RejectionKind::Paced { Codes::NONE } else { Codes::NONE.with(FailureCode::P4) };
        assert_eq!(refused(2), repeated, "{kind}");
    }
}

#[test]
fn the_system_says_what_it_found() {
    use std::io::Error;
    let code = |error: Error| codes(crate::facts::io::IoFacts::new().facts(&error), Class::WrongArguments, Effect::NotApplied, Reason::None);
    assert_eq!(code(ErrorKind::NotFound.into()), "S2");
    #[cfg(unix)]
    assert_eq!(code(Error::from_raw_os_error(2)), "S2");
    assert_eq!(code(Error::new(ErrorKind::NotFound, "a library's")), "S2");
    assert_eq!(code(ErrorKind::AlreadyExists.into()), "S1");
    assert_eq!(code(ErrorKind::DirectoryNotEmpty.into()), "S3");
    assert_eq!(code(ErrorKind::IsADirectory.into()), "P2");
}

#[test]
fn a_denied_call_is_no_bad_proposal() {
    for kind in [RejectionKind::Denied, RejectionKind::ApprovalDenied, RejectionKind::ApprovalExpired, RejectionKind::ApprovalPending] {
        let found = report(facts().kind(FailureKind::Rejected(kind)), Class::Unknown, Effect::NotApplied, Reason::None).codes();
        assert!(!found.is_empty() && found.iter().all(|code| code.row().layer == crate::layers::Layer::Authorization), "{kind}");
    }
}
