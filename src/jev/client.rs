//! One request and its reply.

use super::{Authentication, Preset, ReplyFault, breaker::Breaker, failure, reply};
use crate::{
    clock,
    facts::http::RetryAfter,
    net::{BodyFault, Connection, Credential, Endpoint, TransportFault, fault, is_certificate, read_body},
    systemone::{Answers, EvaluationError, EvaluationErrorKind as Kind},
};
use reqwest::{
    Client as Http, Request, Response,
    header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT},
};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The longest body of a reply, in bytes.
const MAX_REPLY: usize = 256 * 1024;
/// How long the body of an error is waited for: its status says most of it.
const ERROR_BODY: Duration = Duration::from_millis(500);

/// A client of one endpoint with one credential.
pub(super) struct Client {
    http: Http,
    endpoint: Endpoint,
    headers: HeaderMap,
    pub(super) preset: Preset,
    pub(super) breaker: Breaker,
}

/// Why a request brought no answers, and whether another one may.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) error: EvaluationError,
    pub(super) retryable: bool,
}

impl Failed {
    const fn for_good(error: EvaluationError) -> Self {
        Self { error, retryable: false }
    }
}

impl Client {
    pub(super) fn new(
        preset: Preset,
        endpoint: Endpoint,
        connection: &Connection,
        credential: Option<&Credential>,
        cool_down: Duration,
    ) -> Result<Self, TransportFault> {
        let http = connection.client(&endpoint)?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        headers.insert(USER_AGENT, HeaderValue::from_static(concat!("tool-recovery/", env!("CARGO_PKG_VERSION"))));
        if let Some(credential) = credential {
            present(&http, &endpoint, &preset.authentication, credential, &mut headers)?;
        }
        Ok(Self { http, endpoint, headers, preset, breaker: Breaker::new(cool_down) })
    }

    /// Sends `body` once. `deadline` bounds how long the body of an error is waited for; the caller bounds the rest.
    ///
    /// # Cancel safety
    ///
    /// A drop closes the connection.
    pub(super) async fn attempt(&self, body: Vec<u8>, deadline: Instant) -> Result<Answers, Failed> {
        let response = self
            .http
            .execute(self.request(body)?)
            .await
            .map_err(|error| Failed { error: not_sent(fault(&error)), retryable: fault(&error) == TransportFault::Connect && !is_certificate(&error) })?;
        let status = response.status().as_u16();
        if !response.status().is_success() {
            return Err(refused(status, response, deadline).await);
        }
        self.answers(status, response).await.map_err(|fault| Failed::for_good(fault.error(status)))
    }

    fn request(&self, body: Vec<u8>) -> Result<Request, Failed> {
        let request = self.http.post(self.endpoint.url().clone()).headers(self.headers.clone()).body(body).build();
        request.map_err(|error| Failed::for_good(not_sent(fault(&error))))
    }

    async fn answers(&self, status: u16, response: Response) -> Result<Answers, ReplyFault> {
        if !may_be_json(response.headers()) {
            return Err(ReplyFault::ContentType);
        }
        let body = read_body(response, MAX_REPLY).await.map_err(|fault| match fault {
            BodyFault::TooLarge => ReplyFault::BodyTooLarge,
            BodyFault::Encoded => ReplyFault::Encoded,
            BodyFault::Transport(_) => ReplyFault::CutShort,
        })?;
        debug_assert!((200..300).contains(&status));
        let answers = reply::parse(&body, self.preset.envelope)?;
        if self.preset.model_check.accepts(&self.preset.model, &answers.model) { Ok(answers) } else { Err(ReplyFault::ModelMismatch) }
    }
}

/// Puts the credential where the service looks for it, marked so that no debug output shows it.
fn present(http: &Http, endpoint: &Endpoint, how: &Authentication, credential: &Credential, headers: &mut HeaderMap) -> Result<(), TransportFault> {
    let request = http.post(endpoint.url().clone());
    let request = match how {
        Authentication::None => return Ok(()),
        Authentication::Bearer => request.bearer_auth(credential.expose()),
        Authentication::Basic(user) => request.basic_auth(user, Some(credential.expose())),
        Authentication::Header(name) => {
            let name = HeaderName::try_from(&**name).map_err(|_| TransportFault::Setup)?;
            request.header(name, credential.expose())
        }
    };
    let request = request.build().map_err(|error| fault(&error))?;
    for (name, value) in request.headers() {
        let mut value = value.clone();
        value.set_sensitive(true);
        headers.insert(name.clone(), value);
    }
    Ok(())
}

fn not_sent(fault: TransportFault) -> EvaluationError {
    EvaluationError { code: Some(fault.as_str()), ..EvaluationError::new(Kind::Connection) }
}

/// Whether the content type is absent or one of JSON. The bytes decide; a page of a proxy need not be read for it.
fn may_be_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE) else { return true };
    let kind = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(kind.as_str(), "application/json" | "text/json") || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// The failure that a status other than success is.
async fn refused(status: u16, response: Response, deadline: Instant) -> Failed {
    let header = |name: &'static str| response.headers().get(name).and_then(|value| value.to_str().ok());
    let retry_after = RetryAfter::read(header, clock::wall).map(|asked| asked.wait);
    let patience = deadline.min(clock::now() + ERROR_BODY);
    let body = match may_be_json(response.headers()) {
        true => timeout_at(patience, read_body(response, MAX_REPLY)).await.ok().and_then(Result::ok).unwrap_or_default(),
        false => Vec::new(),
    };
    let error = EvaluationError { retry_after, ..failure::error(status, &body) };
    Failed { error, retryable: matches!(status, 429 | 503 | 529) }
}

#[cfg(test)]
#[path = "client_tests.rs"]
mod tests;
