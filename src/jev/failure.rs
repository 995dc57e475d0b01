//! What a failed request says, in words of ours alone.
//!
//! The text of an error is never kept: a refusal of the request (422) echoes the whole of it, and gateways echo what they please.

use crate::systemone::{EvaluationError, EvaluationErrorKind as Kind};
use serde_json::Value;

/// Which rule of the contract a reply broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyFault {
    BodyTooLarge,
    Encoded,
    ContentType,
    InvalidJson,
    DuplicateKey,
    WrongJsonType,
    ErrorInSuccess,
    MissingModel,
    TypeMismatch,
    ModelMismatch,
    CutShort,
}

impl ReplyFault {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::BodyTooLarge => "body_too_large",
            Self::Encoded => "body_encoded",
            Self::ContentType => "content_type",
            Self::InvalidJson => "invalid_json",
            Self::DuplicateKey => "duplicate_key",
            Self::WrongJsonType => "wrong_json_type",
            Self::ErrorInSuccess => "error_in_success",
            Self::MissingModel => "missing_model",
            Self::TypeMismatch => "type_mismatch",
            Self::ModelMismatch => "model_mismatch",
            Self::CutShort => "body_cut_short",
        }
    }

    const fn kind(self) -> Kind {
        match self {
            Self::ErrorInSuccess => Kind::Other,
            Self::ModelMismatch => Kind::WrongModel,
            _ => Kind::Malformed,
        }
    }

    pub(super) fn error(self, status: u16) -> EvaluationError {
        EvaluationError { status: Some(status), code: Some(self.as_str()), ..EvaluationError::new(self.kind()) }
    }
}

/// The words for a kind of error that services are known to use. Any other word is not kept.
const KNOWN: [&str; 11] = [
    "authentication_error",
    "api_usage_error",
    "max_tokens_exceeded",
    "tokens_exceeded",
    "rate_limit_error",
    "overloaded",
    "timeout",
    "server_error",
    "invalid_request_error",
    "insufficient_quota",
    "unknown",
];

/// The error for a status that is no success, with what its body says in a known word.
pub(super) fn error(status: u16, body: &[u8]) -> EvaluationError {
    let code = code(body);
    EvaluationError { status: Some(status), code, ..EvaluationError::new(kind(status, code)) }
}

fn kind(status: u16, code: Option<&str>) -> Kind {
    match status {
        300..=399 => Kind::Redirected,
        400 if matches!(code, Some("max_tokens_exceeded" | "tokens_exceeded")) => Kind::TooLarge,
        400 | 422 => Kind::BadRequest,
        401 | 403 => Kind::Unauthorized,
        402 => Kind::Funds,
        404 => Kind::NotFound,
        408 | 500..=599 => Kind::Unavailable,
        413 => Kind::TooLarge,
        429 => Kind::RateLimited,
        _ => Kind::Other,
    }
}

/// The word for the kind of error in a body of any of the shapes `{"detail": text | object | array}` and `{"error": text | object}`.
fn code(body: &[u8]) -> Option<&'static str> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let part = body.get("detail").or_else(|| body.get("error"))?;
    let message = part.as_str().or_else(|| part.get("message")?.as_str()).unwrap_or_default();
    if message.starts_with("Unknown model") {
        return Some("unknown_model");
    }
    match part {
        Value::Object(part) => {
            let named = part.get("error_type").or_else(|| part.get("type")).and_then(Value::as_str)?;
            KNOWN.into_iter().find(|known| *known == named)
        }
        // A list of what is wrong with the request, each with a copy of it.
        Value::Array(_) => Some("validation"),
        _ => None,
    }
}

#[cfg(test)]
#[path = "failure_tests.rs"]
mod tests;
