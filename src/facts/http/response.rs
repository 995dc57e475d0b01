//! What a status says: success, or how far the call got.

use super::RetryAfter;
use crate::facts::{Adapter, Code, Facts, Phase, Provenance, Reach, UntrustedText, status};

/// Whether a final status is a success: 2xx, 101 (the protocol was switched), 303 (done; the result is elsewhere) and 304 (nothing new).
///
/// Any other redirect that arrives here was not followed, so that the call did not get what it asked for.
#[must_use]
pub const fn is_success(status: u16) -> bool {
    matches!(status, 200..=299 | 101 | 303 | 304)
}

/// How far a call got that ended with a status other than a success.
///
/// - 4xx: the server refused it (RFC 9110 section 15.5), but not 408, which servers and gateways also send when their own work took too long, and 499, with which
///   proxies note a client that left.
/// - 501 and 505: the server cannot do it at all. Any other 5xx comes from a server or a gateway that may have begun: a gateway answers 502, 503 and 504 when it
///   lost a backend in the middle.
/// - 307 and 308: the server asks for the same request elsewhere, so that it did nothing. Of other redirects the effect is open: 302 is the usual answer to a form that
///   was accepted.
/// - 1xx is never a final answer, and nothing above 599 is defined.
const fn reach(status: u16) -> Reach {
    match status {
        408 | 499 => Reach::MayHaveReached,
        307 | 308 | 400..=498 | 501 | 505 => Reach::Refused,
        300..=399 => Reach::Answered,
        _ => Reach::MayHaveReached,
    }
}

/// The facts of a status other than a success, such as one from a record; `text` is the body.
#[must_use]
pub fn status_facts(status: u16, retry_after: Option<RetryAfter>, text: Option<UntrustedText>) -> Facts {
    let reach = reach(status);
    let phase = if matches!(reach, Reach::MayHaveReached) { Phase::Unknown } else { Phase::Execution };
    let facts = Facts::new(Provenance::new(Adapter::Http, "status"))
        .reached(phase, reach)
        .code(Code::Http(status))
        .settled_by(status::http(status, retry_after.is_some()))
        .text_from(text, "body");
    match retry_after {
        Some(RetryAfter { wait, header }) => facts.retry_after_from(wait, header),
        None => facts,
    }
}
