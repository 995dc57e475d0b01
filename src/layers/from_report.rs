//! The codes of a failure as the stack settled it.

use super::{Codes, FailureCode};
use crate::{
    RejectionKind, Report,
    classify::{Class, Subkind},
    facts::{Code, Effect, FailureKind, Phase, Reach, io},
    ledger::Reason,
};
use std::io::ErrorKind;

impl Report {
    /// Every code of the failure taxonomy that applies to this failure.
    #[must_use]
    pub fn codes(&self) -> Codes {
        let repeat = matches!(self.standing.reason, Reason::ExactRepeat | Reason::SpentExcuses | Reason::KeyTotal);
        self.of_kind()
            .with_if(self.facts.contradiction.is_some(), FailureCode::C4)
            .with_if(self.effect == Effect::Applied, FailureCode::T2)
            .with_if(self.effect == Effect::UncertainWrite, FailureCode::T3)
            .with_if(repeat, FailureCode::P4)
    }

    fn of_kind(&self) -> Codes {
        let code = match self.facts.kind {
            FailureKind::Rejected(kind) => match of_rejection(kind, self.standing.identical) {
                Some(code) => code,
                None => return Codes::NONE,
            },
            FailureKind::Timeout(_) => FailureCode::E2,
            FailureKind::NotDispatched => FailureCode::E1,
            FailureKind::Terminal => FailureCode::T1,
            FailureKind::Cancelled => return Codes::NONE,
            FailureKind::Tool => self.of_class(),
        };
        Codes::NONE.with(code)
    }

    fn of_class(&self) -> FailureCode {
        if let Some(code) = self.facts.code.as_ref().and_then(of_status) {
            return code;
        }
        let local = io::local_kind(&self.facts);
        if let Some(code) = local.and_then(of_io) {
            return code;
        }
        let answered = local.is_some() || matches!(self.facts.reach, Reach::Answered | Reach::Refused);
        match (self.classification.class, self.classification.subkind) {
            (Class::Transient, _) if answered => FailureCode::E4,
            (Class::Transient, _) => FailureCode::E1,
            (Class::RateLimited, _) => FailureCode::E3,
            (Class::Authentication | Class::Permission, _) => FailureCode::A1,
            (Class::WrongArguments, _) => FailureCode::P2,
            (Class::WrongTool | Class::Unsupported, _) => FailureCode::P1,
            (Class::Unavailable, Some(Subkind::Module)) => FailureCode::T1,
            (Class::Unavailable, _) => FailureCode::E1,
            (Class::Unknown, _) if local.is_none() && self.facts.phase == Phase::PreExecution => FailureCode::E1,
            (Class::Unknown, _) => FailureCode::C3,
        }
    }
}

/// `identical` counts the failures of the identical call: only they show that a refused call was a repeat.
const fn of_rejection(kind: RejectionKind, identical: u32) -> Option<FailureCode> {
    Some(match kind {
        RejectionKind::UnknownTool => FailureCode::C1,
        RejectionKind::TooLarge
        | RejectionKind::TooDeep
        | RejectionKind::DuplicateKey
        | RejectionKind::Truncated
        | RejectionKind::Malformed
        | RejectionKind::Schema => FailureCode::C2,
        RejectionKind::Denied | RejectionKind::ApprovalAbsent | RejectionKind::ApprovalPending | RejectionKind::ApprovalDenied => FailureCode::A1,
        RejectionKind::ApprovalExpired => FailureCode::A2,
        RejectionKind::Held | RejectionKind::HoldsFull => FailureCode::T3,
        RejectionKind::Halted | RejectionKind::Repeat if identical > 0 => FailureCode::P4,
        // A call that was never made before is no repeat, and the failures that closed its operation have their own codes, as has the limit behind a pause.
        RejectionKind::Halted | RejectionKind::Repeat | RejectionKind::Paced => return None,
        // The decision on the proposal says which it is.
        RejectionKind::ProposalReview | RejectionKind::ProposalBlocked => return None,
        RejectionKind::Deadline => FailureCode::E5,
    })
}

/// What a status says by its own protocol.
const fn of_status(code: &Code) -> Option<FailureCode> {
    match code {
        Code::Http(404 | 410) | Code::Grpc(5) => Some(FailureCode::S2),
        Code::Http(409 | 423) | Code::Grpc(6 | 10) => Some(FailureCode::S1),
        Code::Http(412 | 428) | Code::Grpc(9) => Some(FailureCode::S3),
        Code::Http(500..=599) => Some(FailureCode::E4),
        Code::JsonRpc(-32601) => Some(FailureCode::C1),
        Code::JsonRpc(-32602) => Some(FailureCode::C2),
        _ => None,
    }
}

/// What the operating system says of a state that it found.
const fn of_io(kind: ErrorKind) -> Option<FailureCode> {
    match kind {
        ErrorKind::NotFound => Some(FailureCode::S2),
        ErrorKind::AlreadyExists => Some(FailureCode::S1),
        ErrorKind::DirectoryNotEmpty => Some(FailureCode::S3),
        _ => None,
    }
}

#[cfg(test)]
#[path = "from_report_tests.rs"]
mod tests;
