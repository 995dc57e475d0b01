//! How a client connects.

use super::{Endpoint, failure::TransportFault, fault};
use crate::config::BaseUrl;
use reqwest::{Client, Proxy, redirect::Policy, retry};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, pem::PemObject},
};
use rustls_platform_verifier::Verifier;
use std::{fmt, sync::Arc, time::Duration};

/// Warm connections that are kept.
const MAX_IDLE: usize = 8;
/// How long a warm connection is kept. Most gateways close theirs after a minute or more.
const IDLE: Duration = Duration::from_secs(50);
/// Header lines of a reply.
const MAX_HEADERS: usize = 64;

/// How a client connects: through which proxy, and whom it trusts beside the system's certificate store.
#[derive(Clone, Default)]
#[must_use]
pub struct Connection {
    proxy: Option<BaseUrl>,
    roots: Vec<CertificateDer<'static>>,
}

/// A text in which no certificate could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidRoots;

impl fmt::Display for InvalidRoots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one or more certificates in PEM form")
    }
}

impl std::error::Error for InvalidRoots {}

impl Connection {
    /// Directly, trusting what the system trusts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Through a tunnel (`CONNECT`) of this HTTP proxy. It sees the host's name and the encrypted bytes, never the request; loopback addresses are reached directly.
    ///
    /// Proxies that the environment names (`HTTPS_PROXY` and its like) are not used on their own: whoever wants one passes it here.
    pub fn proxy(mut self, proxy: BaseUrl) -> Self {
        self.proxy = Some(proxy);
        self
    }

    /// Trusts these certificates as well: of a gateway or a server of one's own.
    ///
    /// # Errors
    ///
    /// [`InvalidRoots`] where the text holds no certificate or a broken one.
    pub fn trust_pem(mut self, pem: &[u8]) -> Result<Self, InvalidRoots> {
        let before = self.roots.len();
        for root in CertificateDer::pem_slice_iter(pem) {
            self.roots.push(root.map_err(|_| InvalidRoots)?);
        }
        if self.roots.len() == before { Err(InvalidRoots) } else { Ok(self) }
    }

    /// A client for `endpoint`. Its one pool of connections serves every clone.
    pub(crate) fn client(&self, endpoint: &Endpoint) -> Result<Client, TransportFault> {
        let builder = Client::builder()
            .tls_backend_preconfigured(self.tls(endpoint)?)
            .no_proxy()
            .redirect(Policy::none())
            .retry(retry::never())
            .referer(false)
            .http1_only()
            .http1_max_headers(MAX_HEADERS)
            .pool_max_idle_per_host(MAX_IDLE)
            .pool_idle_timeout(IDLE)
            .https_only(endpoint.is_encrypted());
        let builder = match &self.proxy {
            // Of encrypted requests alone: a plain one would be read by the proxy.
            Some(proxy) if endpoint.is_encrypted() && !endpoint.is_loopback() => builder.proxy(Proxy::https(proxy.as_str()).map_err(|error| fault(&error))?),
            _ => builder,
        };
        builder.build().map_err(|error| fault(&error))
    }

    fn tls(&self, endpoint: &Endpoint) -> Result<ClientConfig, TransportFault> {
        let provider = Arc::new(ring::default_provider());
        let versions = ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions().map_err(|_| TransportFault::Setup)?;
        // A plain connection checks no certificate, so the system's store need not be read for it.
        let config = if endpoint.is_encrypted() {
            versions.dangerous().with_custom_certificate_verifier(Arc::new(self.verifier(provider)?))
        } else {
            versions.with_root_certificates(RootCertStore::empty())
        };
        Ok(config.with_no_client_auth())
    }

    fn verifier(&self, provider: Arc<CryptoProvider>) -> Result<Verifier, TransportFault> {
        if self.roots.is_empty() {
            return Verifier::new(provider).map_err(|_| TransportFault::Setup);
        }
        #[cfg(not(target_os = "android"))]
        return Verifier::new_with_extra_roots(self.roots.iter().cloned(), provider).map_err(|_| TransportFault::Setup);
        #[cfg(target_os = "android")]
        return Err(TransportFault::Setup);
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("proxy", &self.proxy).field("roots", &self.roots.len()).finish()
    }
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
