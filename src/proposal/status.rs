//! What came of an evaluation, apart from what it says.

use crate::{macros::names, systemone::EvaluationErrorKind};

names! {
    /// What came of an evaluation.
    #[non_exhaustive]
    pub enum EvaluationStatus {
        /// Every question was answered.
        Ok = "ok",
        /// Some questions were answered with no information.
        Partial = "partial",
        /// The deadline passed.
        Timeout = "timeout",
        /// The service asked for a pause.
        RateLimited = "rate_limited",
        /// The service failed, or the host had no context to ask about.
        Error = "error",
        /// The answers are not in the contract.
        Malformed = "malformed",
        /// The breaker is open after earlier failures.
        CircuitOpen = "circuit_open",
        /// What may not be cut is larger than a request may be.
        Oversized = "oversized",
        /// Nothing was asked.
        NotCalled = "not_called",
        /// The answers came after the deadline: recorded, never applied.
        Late = "late",
        /// The run moved on while the answers were awaited: recorded, never applied.
        Stale = "stale",
    }
}

impl EvaluationStatus {
    /// Whether answers may be applied. Nothing asked is nothing to apply, but no outage either.
    #[must_use]
    pub const fn is_outage(self) -> bool {
        !matches!(self, Self::Ok | Self::Partial | Self::NotCalled)
    }

    /// Whether it counts towards the breaker: what the service does under load. What is malformed is for us to mend.
    #[must_use]
    pub const fn trips_the_breaker(self) -> bool {
        matches!(self, Self::Timeout | Self::RateLimited | Self::Error)
    }
}

impl From<EvaluationErrorKind> for EvaluationStatus {
    fn from(kind: EvaluationErrorKind) -> Self {
        match kind {
            EvaluationErrorKind::Deadline => Self::Timeout,
            EvaluationErrorKind::RateLimited => Self::RateLimited,
            EvaluationErrorKind::BreakerOpen => Self::CircuitOpen,
            EvaluationErrorKind::TooLarge => Self::Oversized,
            EvaluationErrorKind::Malformed | EvaluationErrorKind::WrongModel => Self::Malformed,
            _ => Self::Error,
        }
    }
}
