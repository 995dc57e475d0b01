//! The address of a decision service, without anything secret in it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, net::IpAddr, str::FromStr};

/// An `https` URL, or an `http` URL of a literal loopback address (`127.0.0.0/8` or `[::1]`; not `localhost`, which is a name and may resolve to anything).
///
/// It has no user name, password, query or fragment, so that no credential hides in it. A path may still be private: `Debug` and `Display` show the origin alone,
/// [`as_str`](Self::as_str) the whole.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl {
    url: Box<str>,
    origin: usize,
}

/// A text that is no [`BaseUrl`]. It does not hold the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidBaseUrl;

const EXPECTED: &str =
    "an https URL, or an http URL of a literal loopback address such as http://127.0.0.1:8080, without user name, password, query and fragment";

impl fmt::Display for InvalidBaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }
}

impl std::error::Error for InvalidBaseUrl {}

impl BaseUrl {
    /// The longest URL in bytes.
    pub const MAX_BYTES: usize = 2048;

    /// The whole URL.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.url
    }

    /// Scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.url.get(..self.origin).unwrap_or_default()
    }

    /// What follows the origin.
    #[must_use]
    pub fn path(&self) -> &str {
        self.url.get(self.origin..).unwrap_or_default()
    }
}

impl FromStr for BaseUrl {
    type Err = InvalidBaseUrl;

    fn from_str(text: &str) -> Result<Self, InvalidBaseUrl> {
        // `@`, `\`, `?` and `#` are refused anywhere: parsers differ in what they make of them, and none belongs in a base URL.
        let plain = |c: u8| c.is_ascii_graphic() && !matches!(c, b'@' | b'\\' | b'?' | b'#' | b'"' | b'<' | b'>' | b'`' | b'{' | b'}');
        if text.len() > Self::MAX_BYTES || !text.bytes().all(plain) {
            return Err(InvalidBaseUrl);
        }
        let (scheme, rest) = text.split_once("://").ok_or(InvalidBaseUrl)?;
        let authority = rest.split('/').next().unwrap_or_default();
        let host = host(authority).ok_or(InvalidBaseUrl)?;
        let allowed = match scheme {
            "https" => is_host(host),
            "http" => is_loopback(host),
            _ => false,
        };
        if !allowed {
            return Err(InvalidBaseUrl);
        }
        Ok(Self { url: text.into(), origin: scheme.len() + "://".len() + authority.len() })
    }
}

/// The host of an authority without userinfo, with the brackets of an IPv6 address (RFC 3986 section 3.2). `None` where the port is no port.
fn host(authority: &str) -> Option<&str> {
    let end = match authority.find(']') {
        Some(bracket) => bracket + 1,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (host, port) = authority.split_at_checked(end)?;
    let port_is_right = match port.strip_prefix(':') {
        None => port.is_empty(),
        Some(digits) => digits.bytes().all(|c| c.is_ascii_digit()) && digits.parse::<u16>().is_ok_and(|port| port > 0),
    };
    port_is_right.then_some(host)
}

fn literal(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(inner) => inner.parse().ok().map(IpAddr::V6),
        None => host.parse().ok().map(IpAddr::V4),
    }
}

fn is_loopback(host: &str) -> bool {
    literal(host).is_some_and(|address| address.is_loopback())
}

fn is_host(host: &str) -> bool {
    let named = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.' | b'_');
    !host.is_empty() && (literal(host).is_some() || host.bytes().all(named))
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.origin())
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BaseUrl").field(&self.origin()).finish()
    }
}

impl Serialize for BaseUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.url)
    }
}

impl<'de> Deserialize<'de> for BaseUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The error names what is expected and never the text: a refused URL may hold a password.
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_: InvalidBaseUrl| de::Error::invalid_value(de::Unexpected::Other("another text"), &EXPECTED))
    }
}

#[cfg(test)]
#[path = "base_url_tests.rs"]
mod tests;
