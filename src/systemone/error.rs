//! Why there are no answers.

use std::{fmt, time::Duration};

/// What kind of failure kept the answers away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EvaluationErrorKind {
    /// There is no credential for the route.
    NoCredential,
    /// The service refused the credential (401, 403).
    Unauthorized,
    /// The account is out of funds (402).
    Funds,
    /// Nothing answers at this path (404): usually a doubled `/v1`.
    NotFound,
    /// The service refused the request itself (400, 422).
    BadRequest,
    /// The request was too large for the model.
    TooLarge,
    /// The service asks for a pause (429).
    RateLimited,
    /// The service is overloaded or down (5xx, 529).
    Unavailable,
    /// The connection failed: name, refusal, reset, TLS.
    Connection,
    /// The deadline passed.
    Deadline,
    /// The service redirected.
    Redirected,
    /// The reply is too large, of another content type, cut short, or not in the contract.
    Malformed,
    /// Another model answered than the pinned one.
    WrongModel,
    /// A breaker is open after an error that only the host can mend.
    BreakerOpen,
    /// Any other failure of the service.
    Other,
}

impl EvaluationErrorKind {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoCredential => "no_credential",
            Self::Unauthorized => "unauthorized",
            Self::Funds => "funds",
            Self::NotFound => "not_found",
            Self::BadRequest => "bad_request",
            Self::TooLarge => "too_large",
            Self::RateLimited => "rate_limited",
            Self::Unavailable => "unavailable",
            Self::Connection => "connection",
            Self::Deadline => "deadline",
            Self::Redirected => "redirected",
            Self::Malformed => "malformed",
            Self::WrongModel => "wrong_model",
            Self::BreakerOpen => "breaker_open",
            Self::Other => "other",
        }
    }
}

/// Why there are no answers. It never holds text of the service's reply, the state, or a credential.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvaluationError {
    /// What kind.
    pub kind: EvaluationErrorKind,
    /// The HTTP status, where one came.
    pub status: Option<u16>,
    /// A word that says more, out of a closed list of this crate: which rule a reply broke, at which stage the connection failed, or the service's own word for the kind of
    /// error where it is a known one.
    pub code: Option<&'static str>,
    /// How long the service asks to wait.
    pub retry_after: Option<Duration>,
    /// How many requests were sent.
    pub attempts: u32,
}

impl EvaluationError {
    /// An error of this kind, before anything was sent.
    #[must_use]
    pub const fn new(kind: EvaluationErrorKind) -> Self {
        Self { kind, status: None, code: None, retry_after: None, attempts: 0 }
    }
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no decision: {}", self.kind.as_str())?;
        if let Some(status) = self.status {
            write!(f, " (status {status})")?;
        }
        Ok(())
    }
}

impl std::error::Error for EvaluationError {}
