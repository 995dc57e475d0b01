//! The one address that a client goes to.

use crate::config::BaseUrl;
use reqwest::Url;
use std::{fmt, net::IpAddr};

/// A base URL and the path of one operation. `Debug` and `Display` show the origin alone, because a path may be private.
///
/// Where the base already ends with the beginning of the path, that part does not stand twice:
///
/// ```
/// use tool_recovery::net::Endpoint;
///
/// for base in ["https://example.com", "https://example.com/", "https://example.com/v1", "https://example.com/v1/systemone"] {
///     let endpoint = Endpoint::new(&base.parse()?, "/v1/systemone")?;
///     assert_eq!(endpoint.url().as_str(), "https://example.com/v1/systemone");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    url: Url,
    origin: Box<str>,
    loopback: bool,
}

/// A path that does not begin with `/`, has a query, a fragment or a step upwards, or makes no URL with its base. It does not hold the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidEndpoint;

impl fmt::Display for InvalidEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a path has to begin with `/` and stay below its base, without query and fragment")
    }
}

impl std::error::Error for InvalidEndpoint {}

impl Endpoint {
    /// The operation at `path` below `base`.
    ///
    /// # Errors
    ///
    /// [`InvalidEndpoint`].
    pub fn new(base: &BaseUrl, path: &str) -> Result<Self, InvalidEndpoint> {
        let plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'/' | b'-' | b'.' | b'_' | b'~' | b'%' | b'@' | b':' | b'+');
        let steps_up = path.split('/').any(|segment| matches!(segment, "." | "..") || segment.contains('%'));
        if !path.starts_with('/') || path.len() > BaseUrl::MAX_BYTES || !path.bytes().all(plain) || steps_up {
            return Err(InvalidEndpoint);
        }
        let joined = join(base.path(), path);
        let url = Url::parse(&format!("{}{joined}", base.origin())).map_err(|_| InvalidEndpoint)?;
        // Two parsers have read the address; the one that connects has the last word.
        let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        let loopback = host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        if url.scheme() != "https" && !(url.scheme() == "http" && loopback) {
            return Err(InvalidEndpoint);
        }
        let origin = url.origin().ascii_serialization().into();
        Ok(Self { url, origin, loopback })
    }

    /// The whole URL.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Scheme, host and port in their normal form: lower case, without the scheme's own port. A credential belongs to one of these.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether the host is a literal loopback address.
    #[must_use]
    pub const fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// Whether the connection is encrypted.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }
}

/// `base` and `path` in one, where the longest end of the base that is a beginning of the path stands once.
fn join(base: &str, path: &str) -> String {
    let mut kept: Vec<&str> = base.split('/').filter(|segment| !segment.is_empty()).collect();
    let added: Vec<&str> = path.split('/').skip(1).collect();
    let overlap = (1..=kept.len().min(added.len())).rev().find(|&length| added.get(..length) == kept.get(kept.len() - length..));
    kept.truncate(kept.len() - overlap.unwrap_or(0));
    kept.iter().chain(&added).fold(String::new(), |joined, segment| joined + "/" + segment)
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Endpoint").field(&self.origin).finish()
    }
}

#[cfg(test)]
#[path = "endpoint_tests.rs"]
mod tests;
