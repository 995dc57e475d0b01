//! Requests without a response: whether they cannot have reached the server, or may have.

use crate::facts::{
    Adapter, Facts, FailureKind, IoFacts, Phase, Provenance, Reach, TimeoutOwner, UntrustedText, io,
    quote::{chain_text, display_text, find_cause},
    status,
};
use std::{error::Error, io as std_io};

/// An error of an HTTP client, to be read as facts.
///
/// Implement it for an error type of your own. Say [`Reach::NotReached`] only where no byte of the request can have been processed.
#[diagnostic::on_unimplemented(
    message = "`HttpFacts` cannot read the error `{Self}`",
    note = "it reads `reqwest::Error`, `std::io::Error`, `Box<dyn Error + Send + Sync>` and `Infallible`; implement `tool_recovery::facts::http::HttpError` for others"
)]
pub trait HttpError {
    /// The facts of this error. They must not hold the URL, which may carry a secret.
    fn facts(&self) -> Facts;
}

/// Facts of `reqwest::Error`, without its URL.
///
/// A request that could not be built, or whose connection could not be made, in time or at all, was not sent. Any other error may have come after the server began:
/// a timeout, a lost connection, a body that broke off or could not be decoded, a redirect that went in circles. A client that follows redirects meets the same
/// errors on the way to the second server; see [`HttpFacts::following_redirects`](super::HttpFacts::following_redirects).
impl HttpError for reqwest::Error {
    fn facts(&self) -> Facts {
        if let Some(status) = self.status() {
            return super::status_facts(status.as_u16(), None, None);
        }
        let (field, sent) = stage(self);
        let (phase, reach) = if sent { (Phase::Unknown, Reach::MayHaveReached) } else { (Phase::PreExecution, Reach::NotReached) };
        let cause = find_cause::<std_io::Error>(self);
        let facts = Facts::new(Provenance::new(Adapter::Http, field))
            .reached(phase, reach)
            .code(cause.and_then(io::code))
            .settled_by(cause.and_then(|cause| status::io(cause.kind())))
            .text_from(text(self, field), "error");
        if self.is_timeout() { facts.kind(FailureKind::Timeout(TimeoutOwner::Tool)) } else { facts }
    }
}

/// At which stage of a request the error arose, and whether the request may have been sent by then.
fn stage(error: &reqwest::Error) -> (&'static str, bool) {
    if error.is_builder() {
        ("builder", false)
    } else if error.is_connect() {
        ("connect", false)
    } else if error.is_timeout() {
        ("timeout", true)
    } else if error.is_redirect() {
        ("redirect", true)
    } else if error.is_decode() {
        ("decode", true)
    } else if error.is_body() {
        ("body", true)
    } else if error.is_upgrade() {
        ("upgrade", true)
    } else {
        ("request", true)
    }
}

/// The causes of an error. The error itself and any other `reqwest::Error` are left out, because they print their URL; so is every word that looks like one.
fn text(error: &reqwest::Error, stage: &str) -> UntrustedText {
    let causes = chain_text(error.source(), |cause| cause.is::<reqwest::Error>());
    let words = causes.expose().split_whitespace().map(|word| if word.contains("://") { "[url]" } else { word });
    let mut text = format!("http {stage} error:");
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
    UntrustedText::new(&text)
}

impl HttpError for std_io::Error {
    fn facts(&self) -> Facts {
        let mut facts = IoFacts::new().of_many_steps().facts(self);
        facts.provenance = Provenance::new(Adapter::Http, "io");
        facts
    }
}

/// Reads a `reqwest::Error` or `std::io::Error` in the box; any other error is text.
impl HttpError for Box<dyn Error + Send + Sync> {
    fn facts(&self) -> Facts {
        let error: &(dyn Error + 'static) = &**self;
        if let Some(error) = error.downcast_ref::<reqwest::Error>() {
            return error.facts();
        }
        if let Some(error) = error.downcast_ref::<std_io::Error>() {
            return HttpError::facts(error);
        }
        Facts::new(Provenance::new(Adapter::Http, "err")).text_from(display_text(&error), "display")
    }
}

impl HttpError for std::convert::Infallible {
    fn facts(&self) -> Facts {
        match *self {}
    }
}
