//! Why a request brought no reply, without the words of the error, which may hold the URL.

use std::error::Error;

/// At which stage a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransportFault {
    /// The client could not be made: no usable certificate store, or a request that cannot be written.
    Setup,
    /// No connection: the name, a refusal, TLS, a proxy. Nothing was sent.
    Connect,
    /// The server redirected.
    Redirect,
    /// The connection was lost, or the reply was not HTTP.
    Lost,
}

impl TransportFault {
    /// The word used in records and telemetry.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Setup => "client_setup",
            Self::Connect => "not_connected",
            Self::Redirect => "redirect",
            Self::Lost => "connection_lost",
        }
    }
}

/// Reads the stage of an error.
pub(crate) fn fault(error: &reqwest::Error) -> TransportFault {
    if error.is_connect() {
        TransportFault::Connect
    } else if error.is_builder() {
        TransportFault::Setup
    } else if error.is_redirect() {
        TransportFault::Redirect
    } else {
        TransportFault::Lost
    }
}

/// Whether the cause of an error is a certificate that was not accepted. A second attempt meets the same one.
pub(crate) fn is_certificate(error: &reqwest::Error) -> bool {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        if error.downcast_ref::<rustls::Error>().is_some_and(|error| matches!(error, rustls::Error::InvalidCertificate(_))) {
            return true;
        }
        // `io::Error` hides the error it was made from behind its own source.
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        next = inner.map(|error| error as &(dyn Error + 'static)).or_else(|| error.source());
    }
    false
}
