//! A call that did not run, and why.

use crate::ledger::HoldId;
use std::{fmt, time::Duration};

/// Which gate refused a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RejectionKind {
    /// The arguments exceed the bound of bytes.
    TooLarge,
    /// The arguments are nested deeper than the bound.
    TooDeep,
    /// An object has the same key twice: nobody can say which was meant.
    DuplicateKey,
    /// The arguments were cut off.
    Truncated,
    /// The arguments are not JSON, or JSON that is no object.
    Malformed,
    /// No tool of this name is offered.
    UnknownTool,
    /// The arguments do not fit the tool's schema.
    Schema,
    /// Policy refuses the call in this scope.
    Denied,
    /// The call needs an approval that nobody gave.
    ApprovalAbsent,
    /// The approval is still awaited.
    ApprovalPending,
    /// The approval was denied.
    ApprovalDenied,
    /// The approval expired before the call could run.
    ApprovalExpired,
    /// The producer asked to wait, and the wait is not over.
    Paced,
    /// An earlier write of this operation has an unknown outcome.
    Held,
    /// The bound on unreconciled writes is reached.
    HoldsFull,
    /// The operation made no progress and is closed until the host resets it.
    Halted,
    /// An identical call failed and nothing has changed since.
    Repeat,
    /// A person looks at the call first.
    ProposalReview,
    /// The proposal check gives the call back.
    ProposalBlocked,
    /// The run has no time left.
    Deadline,
}

impl RejectionKind {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TooLarge => "too_large",
            Self::TooDeep => "too_deep",
            Self::DuplicateKey => "duplicate_key",
            Self::Truncated => "truncated",
            Self::Malformed => "malformed",
            Self::UnknownTool => "unknown_tool",
            Self::Schema => "schema",
            Self::Denied => "denied",
            Self::ApprovalAbsent => "approval_absent",
            Self::ApprovalPending => "approval_pending",
            Self::ApprovalDenied => "approval_denied",
            Self::ApprovalExpired => "approval_expired",
            Self::Paced => "paced",
            Self::Held => "held",
            Self::HoldsFull => "holds_full",
            Self::Halted => "halted",
            Self::Repeat => "repeat",
            Self::ProposalReview => "proposal_review",
            Self::ProposalBlocked => "proposal_blocked",
            Self::Deadline => "deadline",
        }
    }

    /// Whether the call itself was at fault, or was decided against: such rejections climb the ladder. The others are refusals by a state the call ran into, which somebody or time ends:
    /// they are counted apart, and close nothing.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            Self::ApprovalAbsent
                | Self::ApprovalPending
                | Self::ApprovalExpired
                | Self::Paced
                | Self::Held
                | Self::HoldsFull
                | Self::Halted
                | Self::Repeat
                | Self::ProposalReview
                | Self::ProposalBlocked
                | Self::Deadline
        )
    }
}

impl fmt::Display for RejectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A call that was refused before it ran, with what to do about it.
///
/// The message is written for the model: bounded, free of control characters, and without any argument's value. `Debug` prints the kind alone.
#[derive(Clone, PartialEq)]
pub struct Rejection(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    kind: RejectionKind,
    message: Box<str>,
    pointer: Option<Box<str>>,
    suggestions: Vec<Box<str>>,
    retry_after: Option<Duration>,
    hold: Option<HoldId>,
}

impl Rejection {
    /// The longest message in bytes.
    pub const MAX_MESSAGE: usize = 600;
    /// The most suggestions.
    pub const MAX_SUGGESTIONS: usize = 3;

    pub(crate) fn new(kind: RejectionKind, message: &str) -> Self {
        let message = crate::advice::printable(message, Self::MAX_MESSAGE).into();
        Self(Box::new(Inner { kind, message, pointer: None, suggestions: Vec::new(), retry_after: None, hold: None }))
    }

    pub(crate) fn replace_message(&mut self, message: &str) {
        self.0.message = crate::advice::printable(message, Self::MAX_MESSAGE).into();
    }

    pub(crate) fn with_pointer(mut self, pointer: &str) -> Self {
        self.0.pointer = Some(crate::advice::printable(pointer, 200).into());
        self
    }

    pub(crate) fn with_suggestions(mut self, names: impl IntoIterator<Item = Box<str>>) -> Self {
        self.0.suggestions = names.into_iter().take(Self::MAX_SUGGESTIONS).collect();
        self
    }

    pub(crate) fn with_retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    pub(crate) fn with_hold(mut self, hold: HoldId) -> Self {
        self.0.hold = Some(hold);
        self
    }

    /// Which gate refused.
    #[must_use]
    pub fn kind(&self) -> RejectionKind {
        self.0.kind
    }

    /// What to do, in a sentence or two for the model. Where the rejection closed the operation, it says that.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The JSON Pointer (RFC 6901) of the argument that does not fit.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.0.pointer.as_deref()
    }

    /// Names of offered tools that look similar. They are suggestions: none was executed.
    #[must_use]
    pub fn suggestions(&self) -> &[Box<str>] {
        &self.0.suggestions
    }

    /// How long to wait, where waiting is the remedy.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The hold that refused, of those that stand against the call the oldest; the message does not name it.
    #[must_use]
    pub fn hold(&self) -> Option<HoldId> {
        self.0.hold
    }
}

impl fmt::Debug for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rejection").field("kind", &self.0.kind).finish_non_exhaustive()
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call rejected: {}", self.0.kind)
    }
}

impl std::error::Error for Rejection {}
