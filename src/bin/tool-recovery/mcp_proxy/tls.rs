//! Encrypted connections, in builds that have them.

use reqwest::{ClientBuilder, Url};

/// Trusts what the system trusts, by rustls with ring.
#[cfg(feature = "net")]
pub(super) fn with_tls(builder: ClientBuilder) -> Result<ClientBuilder, String> {
    use rustls_platform_verifier::BuilderVerifierExt as _;
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|versions| versions.with_platform_verifier())
        .map_err(|_| "the system's certificates cannot be read".to_owned())?;
    Ok(builder.tls_backend_preconfigured(config.with_no_client_auth()))
}

#[cfg(not(feature = "net"))]
#[allow(clippy::unnecessary_wraps, reason = "the other build can fail")]
pub(super) fn with_tls(builder: ClientBuilder) -> Result<ClientBuilder, String> {
    Ok(builder)
}

/// Whether messages may be sent to `url`: in plain text only to this machine.
pub(super) fn accept(url: &Url) -> Result<(), String> {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    let loopback = host == "localhost" || address.is_ok_and(|address| address.is_loopback());
    match url.scheme() {
        "http" if loopback => Ok(()),
        "http" => Err("--url must be https, except for this machine (127.0.0.1, ::1, localhost)".into()),
        "https" if cfg!(feature = "net") => Ok(()),
        "https" => Err("--url with https needs the Cargo feature `net`: cargo install tool-recovery --features cli,net".into()),
        _ => Err("--url must begin with https:// or http://".into()),
    }
}
