//! The facts of what this crate itself did to a call: refused it, or ended it.

use crate::{
    Rejection, RejectionKind,
    classify::Class,
    execute::Interrupt,
    facts::{Adapter, Facts, FailureKind, Phase, Provenance, Reach, TimeoutOwner},
};

pub(super) fn of_rejection(rejection: &Rejection) -> Box<Facts> {
    let kind = rejection.kind();
    let facts = Facts::new(Provenance::new(Adapter::Core, "admission"))
        .kind(FailureKind::Rejected(kind))
        .reached(Phase::PreExecution, Reach::NotReached)
        .retry_after(rejection.retry_after());
    Box::new(match class_of_rejection(kind) {
        Some(class) => facts.settled(class, None, kind.as_str()),
        None => facts,
    })
}

/// Facts of a call that this layer ended.
pub(crate) fn interrupted(interrupt: Interrupt) -> Box<Facts> {
    let facts = Facts::new(Provenance::new(Adapter::Core, "interrupt")).reached(Phase::Execution, Reach::MayHaveReached);
    Box::new(match interrupt {
        Interrupt::Cancelled => facts.kind(FailureKind::Cancelled),
        Interrupt::TimedOut => facts.kind(FailureKind::Timeout(TimeoutOwner::Layer)).settled(Class::Transient, None, "timeout.layer"),
    })
}

/// Facts of a call that the host cancelled before it was dispatched.
pub(crate) fn interrupted_before() -> Box<Facts> {
    let facts = Facts::new(Provenance::new(Adapter::Core, "interrupt"));
    Box::new(facts.kind(FailureKind::Cancelled).reached(Phase::PreExecution, Reach::NotReached))
}

const fn class_of_rejection(kind: RejectionKind) -> Option<Class> {
    match kind {
        RejectionKind::TooLarge
        | RejectionKind::TooDeep
        | RejectionKind::DuplicateKey
        | RejectionKind::Truncated
        | RejectionKind::Malformed
        | RejectionKind::Schema => Some(Class::WrongArguments),
        RejectionKind::UnknownTool => Some(Class::WrongTool),
        _ => None,
    }
}
