//! From facts, class and standing to one action and its owner.

use super::{Action, Owner};
use crate::{
    RejectionKind, Verdict,
    classify::{Class, Classification, Source, Subkind},
    decide::RecoveryAdvice,
    facts::{Effect, Facts, FailureKind, TimeoutOwner},
    ledger::{Reason, Standing},
};
use std::time::Duration;

/// What an advice is worked out from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basis<'a> {
    pub(crate) facts: &'a Facts,
    pub(crate) effect: Effect,
    /// A write of unknown effect whose words say that an answer was lost on the way.
    pub(crate) answer_lost: bool,
    pub(crate) classification: Classification,
    /// What is followed of a decision.
    pub(crate) advised: Option<&'a RecoveryAdvice>,
    pub(crate) standing: Standing,
}

/// The name of the action that is advised after the first failure of a class, of a read and without a wait.
#[cfg(feature = "eval")]
pub(crate) fn first_action(class: Class) -> &'static str {
    let facts = Facts::new(crate::facts::Provenance::new(crate::facts::Adapter::Result, "class"));
    let classification = Classification::new(class, Source::Keywords, "class");
    let standing = Standing::new(Verdict::Continue, Reason::None);
    Basis { facts: &facts, effect: Effect::ReadOnly, answer_lost: false, classification, advised: None, standing }.action().as_str()
}

impl Basis<'_> {
    /// Facts come first: a write with an unknown outcome is reconciled whatever its text says.
    pub(crate) fn action(&self) -> Action {
        if self.effect == Effect::UncertainWrite || self.standing.held {
            return Action::Reconcile;
        }
        match self.facts.kind {
            FailureKind::Rejected(kind) => self.for_rejection(kind),
            FailureKind::Terminal => Action::ReportBlocked,
            FailureKind::Cancelled | FailureKind::NotDispatched => Action::None,
            FailureKind::Tool | FailureKind::Timeout(_) if self.effect == Effect::Applied => Action::StopRepeating,
            // Another tool for the same change, or a pause, would make it twice just as well.
            FailureKind::Tool | FailureKind::Timeout(_) if self.answer_lost => Action::Reconcile,
            FailureKind::Tool | FailureKind::Timeout(_) => self.for_class(),
        }
    }

    fn for_rejection(&self, kind: RejectionKind) -> Action {
        match kind {
            RejectionKind::TooLarge
            | RejectionKind::TooDeep
            | RejectionKind::DuplicateKey
            | RejectionKind::Truncated
            | RejectionKind::Malformed
            | RejectionKind::Schema => match self.standing.verdict {
                Verdict::Halt => Action::StopRepeating,
                _ => Action::CorrectArguments(None),
            },
            RejectionKind::UnknownTool | RejectionKind::Repeat => Action::StopRepeating,
            RejectionKind::Denied | RejectionKind::ApprovalAbsent | RejectionKind::ApprovalPending | RejectionKind::ApprovalExpired => Action::AskPermission,
            RejectionKind::ApprovalDenied | RejectionKind::Deadline | RejectionKind::ProposalReview => Action::ReportBlocked,
            RejectionKind::ProposalBlocked => Action::StopRepeating,
            RejectionKind::Paced => self.facts.retry_after.map_or(Action::ReportBlocked, Action::RetryAfter),
            RejectionKind::Held | RejectionKind::HoldsFull => Action::Reconcile,
            RejectionKind::Halted => self.once_halted(),
        }
    }

    fn for_class(&self) -> Action {
        if let Some(tool) = self.advised.and_then(|advised| advised.alternate.as_ref()) {
            return Action::UseAlternate(tool.key.clone());
        }
        if self.standing.verdict == Verdict::Halt {
            return self.once_halted();
        }
        match (self.classification.class, self.classification.subkind) {
            (Class::Transient, _) | (Class::RateLimited, None | Some(Subkind::Throttle)) => self.wait(),
            (Class::RateLimited, _) => Action::ReportBlocked,
            // Other arguments were tried, one after the other: whatever the words say, what stands in the way is something else.
            (Class::WrongArguments, _) if self.standing.reason == Reason::VariedFailures => Action::StopRepeating,
            (Class::WrongArguments, _) => Action::CorrectArguments(self.advised.and_then(|advised| advised.pointer.clone())),
            (Class::Unknown, _) if self.standing.verdict == Verdict::Continue => self.standing.paced.map_or(Action::None, Action::RetryAfter),
            (Class::WrongTool | Class::Unsupported | Class::Unknown, _) => Action::StopRepeating,
            _ => self.prerequisite(),
        }
    }

    /// Waiting is advised only where the ledger leaves headroom for it.
    fn wait(&self) -> Action {
        match self.standing.paced.or(self.facts.retry_after) {
            _ if self.standing.reason == Reason::Blocked => Action::ReportBlocked,
            Some(wait) => Action::RetryAfter(wait),
            None if self.standing.verdict == Verdict::Nudge => Action::StopRepeating,
            None if !self.may_say_retry() => Action::None,
            None => Action::RetryAfter(Duration::ZERO),
        }
    }

    /// A decision model may say so only of a read, and only where it also says that nothing from outside is needed: what it says about repeating a write is a diagnosis.
    fn may_say_retry(&self) -> bool {
        let recoverable = self.advised.is_some_and(|advised| advised.recoverable == Some(true));
        self.classification.source != Source::Jev || (recoverable && self.effect == Effect::ReadOnly)
    }

    fn once_halted(&self) -> Action {
        match self.classification.class {
            Class::Transient | Class::RateLimited => Action::ReportBlocked,
            Class::WrongArguments | Class::WrongTool | Class::Unsupported | Class::Unknown => Action::StopRepeating,
            Class::Authentication | Class::Permission | Class::Unavailable => self.prerequisite(),
        }
    }

    fn prerequisite(&self) -> Action {
        match self.classification.class {
            Class::Authentication => Action::Authenticate,
            Class::Permission => Action::AskPermission,
            Class::Unavailable => Action::InstallOrStart,
            _ => Action::ReportBlocked,
        }
    }

    /// Who can remove the obstacle.
    pub(crate) fn owner(&self) -> Owner {
        match self.facts.kind {
            FailureKind::Rejected(kind) => match kind {
                RejectionKind::Denied
                | RejectionKind::ApprovalAbsent
                | RejectionKind::ApprovalPending
                | RejectionKind::ApprovalDenied
                | RejectionKind::ApprovalExpired => Owner::Policy,
                RejectionKind::Held | RejectionKind::HoldsFull | RejectionKind::Deadline => Owner::Application,
                RejectionKind::ProposalReview => Owner::User,
                RejectionKind::Paced => Owner::Provider,
                RejectionKind::UnknownTool | RejectionKind::Schema => Owner::ToolContract,
                _ => Owner::Agent,
            },
            FailureKind::NotDispatched | FailureKind::Timeout(TimeoutOwner::Tower | TimeoutOwner::Caller) => Owner::Application,
            FailureKind::Cancelled => Owner::User,
            FailureKind::Terminal => Owner::Tool,
            FailureKind::Timeout(TimeoutOwner::Layer | TimeoutOwner::Tool) => Owner::Provider,
            FailureKind::Tool if self.effect == Effect::UncertainWrite || self.answer_lost => Owner::Tool,
            FailureKind::Tool => match self.classification.class {
                Class::Transient | Class::RateLimited | Class::Unavailable => Owner::Provider,
                Class::Authentication => Owner::User,
                Class::Permission => Owner::Policy,
                Class::WrongArguments | Class::WrongTool => Owner::Agent,
                Class::Unsupported => Owner::ToolContract,
                Class::Unknown => Owner::Tool,
            },
        }
    }
}
