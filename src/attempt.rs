//! What a caller gets back: the untouched outcome, a verdict, and on failure a report.

use crate::{
    Rejection,
    advice::Advice,
    classify::Classification,
    decide::DecisionTrace,
    facts::{Effect, Facts},
    ledger::{HoldId, Standing},
    normalize::Repairs,
};
use serde::{Deserialize, Serialize};

/// The outcome of one call, exactly as the inner service gave it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome<T, E> {
    /// The tool succeeded.
    Completed(T),
    /// The tool answered that it failed.
    Failed(T),
    /// The transport or the tool raised an error.
    Errored(E),
    /// Neither: input is required, or a task runs on.
    Incomplete(T),
    /// The call did not run.
    Rejected(Rejection),
    /// The host cancelled the call.
    Cancelled,
    /// The layer's effective timeout passed before the tool answered.
    TimedOut,
}

impl<T, E> Outcome<T, E> {
    /// Whether the tool succeeded.
    #[must_use]
    pub const fn is_completed(&self) -> bool {
        matches!(self, Self::Completed(_))
    }

    /// Whether the inner service was called, whatever came of it. A call that the host cancelled may have been cancelled before.
    #[must_use]
    pub const fn was_executed(&self) -> bool {
        !matches!(self, Self::Rejected(_) | Self::Cancelled)
    }

    /// The response, whether it says success or failure.
    #[must_use]
    pub fn into_response(self) -> Option<T> {
        match self {
            Self::Completed(response) | Self::Failed(response) | Self::Incomplete(response) => Some(response),
            Self::Errored(_) | Self::Rejected(_) | Self::Cancelled | Self::TimedOut => None,
        }
    }
}

/// What the ladder says about the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Go on.
    #[default]
    Continue,
    /// Go on, but not like this.
    Nudge,
    /// This operation is closed until the host resets it. The run is not.
    Halt,
}

impl Verdict {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Nudge => "nudge",
            Self::Halt => "halt",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What is known of a failed call. Plain data: it cannot execute or authorize anything.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The trusted facts.
    pub facts: Facts,
    /// The effect, derived from the host's declaration and the facts.
    pub effect: Effect,
    /// What kind of obstacle it is, by whom.
    pub classification: Classification,
    /// What the ledger counted.
    pub standing: Standing,
    /// What to do next.
    pub advice: Advice,
    /// Which repairs of representation were made before the call.
    pub repairs: Repairs,
    /// What a decision model was asked and answered, or why it was not; `None` where there was nothing to ask.
    pub decision: Option<Box<DecisionTrace>>,
}

/// One call's outcome beside its verdict and, on failure, its report.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Attempt<T, E> {
    /// The outcome, untouched.
    pub outcome: Outcome<T, E>,
    /// The ladder's word.
    pub verdict: Verdict,
    /// `None` on success.
    pub report: Option<Box<Report>>,
}

impl<T, E> Attempt<T, E> {
    /// An attempt that succeeded.
    pub(crate) const fn completed(response: T) -> Self {
        Self { outcome: Outcome::Completed(response), verdict: Verdict::Continue, report: None }
    }

    /// An attempt that is not over.
    pub(crate) const fn incomplete(response: T) -> Self {
        Self { outcome: Outcome::Incomplete(response), verdict: Verdict::Continue, report: None }
    }

    /// What to add to the model's next request: the message of a rejection, or the advice on a failure. `None` where the tool's own answer or error says enough.
    #[must_use]
    pub fn for_model(&self) -> Option<&str> {
        let advice = self.advice().map(|advice| &*advice.for_model).filter(|text| !text.is_empty());
        match &self.outcome {
            Outcome::Rejected(rejection) => Some(rejection.message()),
            _ => advice,
        }
    }

    /// The hold that the call left, or that refused it: what a host settles once it knows what that one write did.
    #[must_use]
    pub fn hold(&self) -> Option<HoldId> {
        self.report.as_deref().and_then(|report| report.standing.hold)
    }

    /// The advice, where there is any.
    #[must_use]
    pub fn advice(&self) -> Option<&Advice> {
        self.report.as_deref().map(|report| &report.advice)
    }
}
