//! Why there is no decision.

use crate::systemone::{AnswerFault, EvaluationErrorKind};
use std::fmt;

/// Why there is no decision: the closed list of reasons in records and telemetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Abstained {
    /// No decision was asked for: facts or certain text rules had settled the case, or nothing that a model says could change the advice.
    NotAsked,
    /// The mode is `jev`, and the stack was given nobody to ask.
    NoEvaluator,
    /// The run has asked for as many decisions as it may.
    RunLimit,
    /// As many decisions are awaited as may be, in this run or in all of them. It is not waited for a place.
    Busy,
    /// Scrubbing left too little to decide by.
    TooLittle,
    /// The evaluator says that the evidence does not decide.
    Evidence,
    /// Two classes are as good as equally probable.
    Tie,
    /// The answer says nothing: it is as good as uniform or even, or no model has read the question.
    NoInformation,
    /// The most probable class is below the threshold.
    BelowThreshold,
    /// The most probable class is so near the threshold that the next answer could be on its other side.
    DeadBand,
    /// The answers contradict each other.
    Contradiction,
    /// The answer contradicts the facts.
    ContradictsFacts,
    /// The answers do not fit the questions.
    Invalid(AnswerFault),
    /// The decision deadline passed.
    Deadline,
    /// The host cancelled the call while the decision was awaited.
    Cancelled,
    /// The evaluator panicked.
    Panicked,
    /// The evaluator failed.
    Failed(EvaluationErrorKind),
}

impl Abstained {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotAsked => "not_asked",
            Self::NoEvaluator => "no_evaluator",
            Self::RunLimit => "run_limit",
            Self::Busy => "busy",
            Self::TooLittle => "too_little",
            Self::Evidence => "evidence",
            Self::Tie => "tie",
            Self::NoInformation => "no_information",
            Self::BelowThreshold => "below_threshold",
            Self::DeadBand => "dead_band",
            Self::Contradiction => "contradiction",
            Self::ContradictsFacts => "contradicts_facts",
            Self::Invalid(_) => "invalid",
            Self::Deadline => "deadline",
            Self::Cancelled => "cancelled",
            Self::Panicked => "panicked",
            Self::Failed(EvaluationErrorKind::Other) => "failed",
            Self::Failed(kind) => kind.as_str(),
        }
    }
}

impl fmt::Display for Abstained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<AnswerFault> for Abstained {
    fn from(fault: AnswerFault) -> Self {
        Self::Invalid(fault)
    }
}

impl From<EvaluationErrorKind> for Abstained {
    fn from(kind: EvaluationErrorKind) -> Self {
        match kind {
            EvaluationErrorKind::Deadline => Self::Deadline,
            kind => Self::Failed(kind),
        }
    }
}
