//! Encrypted connections, in builds that have them.

use super::facts::Lost;
use reqwest::{ClientBuilder, Url};
use std::path::Path;

/// Authorities that are trusted beside those of the system.
#[derive(Default)]
pub(crate) struct Roots(#[cfg(feature = "net")] Vec<rustls::pki_types::CertificateDer<'static>>);

/// The largest file of certificates.
#[cfg(feature = "net")]
const MAX_FILE: u64 = 4 << 20;

impl Roots {
    /// Reads certificates in PEM form. The error says what is wrong with the file.
    #[cfg(feature = "net")]
    pub(crate) fn read(file: Option<&Path>) -> Result<Self, String> {
        use crate::why::why;
        use rustls::pki_types::{CertificateDer, pem::PemObject as _};
        use std::{fs::File, io::Read as _};
        let Some(file) = file else { return Ok(Self::default()) };
        let mut pem = Vec::new();
        let read = File::open(file).and_then(|open| open.take(MAX_FILE).read_to_end(&mut pem));
        read.map_err(|error| format!("--ca {} cannot be read: {}", file.display(), why(error.kind())))?;
        let roots: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        match roots {
            Ok(roots) if !roots.is_empty() => Ok(Self(roots)),
            _ => Err(format!("--ca {}: no certificates in PEM form (-----BEGIN CERTIFICATE-----) can be read in it", file.display())),
        }
    }

    #[cfg(not(feature = "net"))]
    pub(crate) fn read(file: Option<&Path>) -> Result<Self, String> {
        if file.is_some() { Err("--ca needs the Cargo feature `net`: cargo install --path . --features cli,net".into()) } else { Ok(Self {}) }
    }
}

/// Trusts what the system trusts and `roots` besides, by rustls with ring.
#[cfg(feature = "net")]
pub(super) fn with_tls(builder: ClientBuilder, roots: Roots) -> Result<ClientBuilder, String> {
    use rustls_platform_verifier::Verifier;
    use std::sync::Arc;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let unreadable = "the system's certificates cannot be read";
    #[cfg(not(target_os = "android"))]
    let verifier = if roots.0.is_empty() { Verifier::new(provider.clone()) } else { Verifier::new_with_extra_roots(roots.0, provider.clone()) };
    #[cfg(target_os = "android")]
    let verifier = if roots.0.is_empty() { Verifier::new(provider.clone()) } else { return Err("--ca cannot be used on this system".into()) };
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|_| unreadable.to_owned())?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier.map_err(|_| unreadable.to_owned())?));
    Ok(builder.tls_backend_preconfigured(config.with_no_client_auth()))
}

#[cfg(not(feature = "net"))]
#[allow(clippy::unnecessary_wraps, clippy::needless_pass_by_value, reason = "the other build can fail, and uses them up")]
pub(super) fn with_tls(builder: ClientBuilder, _: Roots) -> Result<ClientBuilder, String> {
    Ok(builder)
}

/// Whether the host is this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Whether messages may be sent to `url`: in plain text only to this machine.
pub(super) fn accept(url: &Url) -> Result<(), String> {
    match url.scheme() {
        "http" if is_loopback(url) => Ok(()),
        "http" => Err("--url must be https, except for this machine (127.0.0.1, ::1, localhost)".into()),
        "https" if cfg!(feature = "net") => Ok(()),
        "https" => Err("--url with https needs the Cargo feature `net`: cargo install --path . --features cli,net".into()),
        _ => Err("--url must begin with https:// or http://".into()),
    }
}

/// What a failed request means for its call.
pub(super) fn lost(error: &reqwest::Error) -> Lost {
    match certificate(error) {
        Some(why) => Lost::Untrusted(why),
        None if error.is_connect() => Lost::Unreachable,
        None => Lost::Ended,
    }
}

/// What was wrong with the server's certificate, and what to do.
#[cfg(feature = "net")]
fn certificate(error: &reqwest::Error) -> Option<&'static str> {
    use rustls::CertificateError::{
        BadSignature, Expired, ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYet, NotValidYetContext, UnknownIssuer,
    };
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = next {
        if let Some(rustls::Error::InvalidCertificate(why)) = error.downcast_ref() {
            return Some(match why {
                NotValidForName | NotValidForNameContext { .. } => "it is for another host than that of --url",
                Expired | ExpiredContext { .. } => "it has expired: its owner has to renew it",
                NotValidYet | NotValidYetContext { .. } => "it is not valid yet: is the clock of this machine right?",
                UnknownIssuer => "it is from an authority that this machine does not trust: if that is one of your own, name its certificate by --ca FILE",
                BadSignature => {
                    "its authority has the name of one that is trusted, but did not sign it: has it got another key, and --ca FILE the old certificate?"
                }
                _ => "it is not one that can be accepted",
            });
        }
        // `io::Error` hides the error it was made from behind its own source.
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        next = inner.map(|error| error as &(dyn std::error::Error + 'static)).or_else(|| error.source());
    }
    None
}

#[cfg(not(feature = "net"))]
fn certificate(_: &reqwest::Error) -> Option<&'static str> {
    None
}
