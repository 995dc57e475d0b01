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
    let advice = advise(&Basis { facts: &facts, effect, classification, advised: None, standing }, Some("tool"), 600);
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
fn a_denied_call_is_no_bad_proposal() {
    for kind in [RejectionKind::Denied, RejectionKind::ApprovalDenied, RejectionKind::ApprovalExpired, RejectionKind::ApprovalPending] {
        let found = report(facts().kind(FailureKind::Rejected(kind)), Class::Unknown, Effect::NotApplied, Reason::None).codes();
        assert!(!found.is_empty() && found.iter().all(|code| code.row().layer == crate::layers::Layer::Authorization), "{kind}");
    }
}
