//! What a failed call did to the world, from the host's declaration and how far the call got.

use serde::{Deserialize, Serialize};

/// When a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the tool began: refused at admission, or known not to have been dispatched.
    PreExecution,
    /// While the tool ran, or in its answer.
    Execution,
    /// The evidence does not say.
    Unknown,
}

/// What a host declares about a tool. Names and server annotations are hints and never become a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectDeclaration {
    /// The tool changes nothing.
    ReadOnly,
    /// The tool may change something.
    Write,
}

/// What a tool without a declaration counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndeclaredEffect {
    /// As a declared write: an uncertain outcome holds the operation.
    #[default]
    Write,
    /// Not known: an uncertain outcome holds only the identical call, and for a limited time; a call that the host cancelled holds nothing.
    Unknown,
    /// As a declared read.
    ReadOnly,
}

impl UndeclaredEffect {
    /// What a tool counts as: as declared, or else as the undeclared do.
    #[must_use]
    pub const fn unless_declared(self, declared: Option<EffectDeclaration>) -> Self {
        match declared {
            Some(EffectDeclaration::ReadOnly) => Self::ReadOnly,
            Some(EffectDeclaration::Write) => Self::Write,
            None => self,
        }
    }
}

/// How far a failed call got, by the evidence of its transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// It cannot have reached the tool: connection refused, program not found, no permit.
    NotReached,
    /// It may have reached the tool, and no answer of the tool says what happened: a lost connection, a timeout, a raised exception.
    MayHaveReached,
    /// The tool or its server answered and refused before doing anything: HTTP 4xx, JSON-RPC invalid params.
    Refused,
    /// The tool itself answered that it failed: a non-zero exit, `isError`.
    Answered,
}

/// The effect of a failed call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The tool changes nothing.
    ReadOnly,
    /// Nothing was changed.
    NotApplied,
    /// The change was made.
    Applied,
    /// A write whose outcome nobody knows: it must be reconciled before it is repeated.
    UncertainWrite,
    /// The evidence does not say, but the tool answered or is not declared to write.
    Unknown,
}

impl Effect {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::NotApplied => "not_applied",
            Self::Applied => "applied",
            Self::UncertainWrite => "uncertain_write",
            Self::Unknown => "unknown",
        }
    }

    /// Derives the effect of a failed call.
    ///
    /// A write that lost its answer is uncertain; one that was refused or never arrived was not applied; one whose tool answered with a failure may have been
    /// applied in part, which only the tool knows.
    #[must_use]
    pub const fn derive(declared: Option<EffectDeclaration>, undeclared: UndeclaredEffect, reach: Reach) -> Self {
        match (undeclared.unless_declared(declared), reach) {
            (UndeclaredEffect::ReadOnly, _) => Self::ReadOnly,
            (_, Reach::NotReached | Reach::Refused) => Self::NotApplied,
            (UndeclaredEffect::Write, Reach::MayHaveReached) => Self::UncertainWrite,
            (_, Reach::MayHaveReached | Reach::Answered) => Self::Unknown,
        }
    }
}
