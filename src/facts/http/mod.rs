//! HTTP: the status, the headers that ask for a wait, and the errors of a client.

mod response;
mod retry_after;
mod transport;

pub use response::{is_success, status_facts};
pub use retry_after::RetryAfter;
pub use transport::HttpError;

use super::{Adapter, FactExtractor, Facts, Judgement, Phase, Reach, UntrustedText, judge_json};

pub use super::MAX_PARSED_BODY;
use crate::{admission::ToolDescriptor, clock};
use http::{HeaderMap, Response, StatusCode};
use std::time::SystemTime;

/// Facts from HTTP responses and client errors.
///
/// It judges `http::Response<B>` with a body of bytes, [`reqwest::Response`] and, wrapped in [`HeadFacts`], a response with any body; of the latter two it reads the
/// status and the headers alone. The body of a success is parsed only for a tool that declares a [`BodyRule`](super::BodyRule), or after
/// [`inspecting_bodies`](Self::inspecting_bodies).
///
/// ```
/// use tool_recovery::{admission::ToolDescriptor, facts::{FactExtractor, HttpFacts, Judgement, Reach}};
/// use std::{convert::Infallible, time::Duration};
///
/// let response = http::Response::builder().status(429).header("retry-after", "7").body("slow down").unwrap();
/// let outcome: Result<_, &Infallible> = Ok(&response);
/// let Judgement::Failure(facts) = HttpFacts::new().judge(&ToolDescriptor::new("fetch"), outcome) else { unreachable!() };
/// assert_eq!((facts.reach, facts.retry_after), (Reach::Refused, Some(Duration::from_secs(7))));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HttpFacts {
    wall: fn() -> SystemTime,
    inspect: bool,
    redirects: bool,
}

impl Default for HttpFacts {
    fn default() -> Self {
        Self::new()
    }
}

impl HttpFacts {
    /// Reads statuses, headers and client errors.
    #[must_use]
    pub const fn new() -> Self {
        Self { wall: clock::wall, inspect: false, redirects: false }
    }

    /// Parses the JSON body of every success of up to [`MAX_PARSED_BODY`] bytes, to record flags such as `"ok": false` that contradict the status. This costs a parse
    /// of each body.
    #[must_use]
    pub const fn inspecting_bodies(mut self) -> Self {
        self.inspect = true;
        self
    }

    /// Declares that the client follows redirects and that the tool writes: an error on the way to a server may then come after another server has done the
    /// work and answered 303, so that no client error but a request that could not be built proves that nothing happened.
    #[must_use]
    pub const fn following_redirects(mut self) -> Self {
        self.redirects = true;
        self
    }

    /// Replaces the wall clock that a `Retry-After` date is compared with where the response has no `Date`.
    #[must_use]
    pub const fn with_wall_clock(mut self, wall: fn() -> SystemTime) -> Self {
        self.wall = wall;
        self
    }

    /// The wait that the headers ask for.
    #[must_use]
    pub fn retry_after(&self, headers: &HeaderMap) -> Option<RetryAfter> {
        RetryAfter::read(|name| headers.get(name)?.to_str().ok(), self.wall)
    }

    fn error(&self, error: &impl HttpError) -> Facts {
        let facts = error.facts();
        if self.redirects && facts.provenance.field == "connect" { facts.reached(Phase::Unknown, Reach::MayHaveReached) } else { facts }
    }

    fn failed(&self, status: StatusCode, headers: &HeaderMap, body: Option<&[u8]>) -> Judgement {
        status_facts(status.as_u16(), self.retry_after(headers), body.map(UntrustedText::from_bytes)).into()
    }

    fn head<E: HttpError>(&self, outcome: Result<(StatusCode, &HeaderMap), &E>) -> Judgement {
        match outcome {
            Ok((status, _)) if is_success(status.as_u16()) => Judgement::Success,
            Ok((status, headers)) => self.failed(status, headers, None),
            Err(error) => self.error(error).into(),
        }
    }

    #[inline]
    fn succeeded(&self, tool: &ToolDescriptor, body: &impl AsRef<[u8]>) -> Judgement {
        if tool.body_rule.is_none() && !self.inspect { Judgement::Success } else { Self::judge_bytes(tool, body.as_ref()) }
    }

    #[cold]
    fn judge_bytes(tool: &ToolDescriptor, body: &[u8]) -> Judgement {
        judge_json(tool, Adapter::Http, body, MAX_PARSED_BODY)
    }
}

impl<B: AsRef<[u8]>, E: HttpError> FactExtractor<Response<B>, E> for HttpFacts {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&Response<B>, &E>) -> Judgement {
        match outcome {
            Ok(response) if is_success(response.status().as_u16()) => self.succeeded(tool, response.body()),
            Ok(response) => self.failed(response.status(), response.headers(), Some(response.body().as_ref())),
            Err(error) => self.error(error).into(),
        }
    }
}

impl<E: HttpError> FactExtractor<reqwest::Response, E> for HttpFacts {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&reqwest::Response, &E>) -> Judgement {
        self.head(outcome.map(|response| (response.status(), response.headers())))
    }
}

/// [`HttpFacts`] for a response whose body cannot be looked at, such as a stream: it reads the status and the headers alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeadFacts(pub HttpFacts);

impl<B, E: HttpError> FactExtractor<Response<B>, E> for HeadFacts {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&Response<B>, &E>) -> Judgement {
        self.0.head(outcome.map(|response| (response.status(), response.headers())))
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
