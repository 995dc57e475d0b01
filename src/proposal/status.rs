//! What came of an evaluation, apart from what it says.

use crate::systemone::EvaluationErrorKind;
use serde::{Deserialize, Serialize};

/// What came of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EvaluationStatus {
    /// Every question was answered.
    Ok,
    /// Some questions were answered with no information.
    Partial,
    /// The deadline passed.
    Timeout,
    /// The service asked for a pause.
    RateLimited,
    /// The service failed, or the host had no context to ask about.
    Error,
    /// The answers are not in the contract.
    Malformed,
    /// The breaker is open after earlier failures.
    CircuitOpen,
    /// What may not be cut is larger than a request may be.
    Oversized,
    /// Nothing was asked.
    NotCalled,
    /// The answers came after the deadline: recorded, never applied.
    Late,
    /// The run moved on while the answers were awaited: recorded, never applied.
    Stale,
}

impl EvaluationStatus {
    /// Every status.
    pub const ALL: [Self; 11] = [
        Self::Ok,
        Self::Partial,
        Self::Timeout,
        Self::RateLimited,
        Self::Error,
        Self::Malformed,
        Self::CircuitOpen,
        Self::Oversized,
        Self::NotCalled,
        Self::Late,
        Self::Stale,
    ];

    /// The name used in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Timeout => "timeout",
            Self::RateLimited => "rate_limited",
            Self::Error => "error",
            Self::Malformed => "malformed",
            Self::CircuitOpen => "circuit_open",
            Self::Oversized => "oversized",
            Self::NotCalled => "not_called",
            Self::Late => "late",
            Self::Stale => "stale",
        }
    }

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
