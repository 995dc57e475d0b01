//! Why no evaluator could be made.

use crate::config::{BaseUrl, JevRoute};
use std::fmt;

/// Why no [`Jev`](super::Jev) could be made. It holds no credential and no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JevError {
    kind: JevErrorKind,
}

/// What was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JevErrorKind {
    /// A route or an address was chosen, and no credential belongs to it. Another credential is never used in its place.
    NoCredential {
        /// The route.
        route: JevRoute,
        /// The origin.
        origin: Box<str>,
    },
    /// A service without an address of its own was chosen without one.
    NoBaseUrl,
    /// The path of a preset is none.
    InvalidPath,
    /// The model's name is empty, longer than 128 bytes, or not plain ASCII.
    InvalidModel,
    /// An environment variable of this name cannot be used.
    InvalidVariable(&'static str),
    /// No client could be made: there is no usable certificate store, or a header's name is none.
    Client,
}

impl JevError {
    pub(super) const fn new(kind: JevErrorKind) -> Self {
        Self { kind }
    }

    pub(super) fn no_credential(route: JevRoute, base: &BaseUrl) -> Self {
        Self::new(JevErrorKind::NoCredential { route, origin: base.origin().into() })
    }

    /// What was wrong.
    #[must_use]
    pub const fn kind(&self) -> &JevErrorKind {
        &self.kind
    }
}

impl fmt::Display for JevError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            JevErrorKind::NoCredential { route, origin } => {
                let route = if *route == JevRoute::Vendor { "vendor" } else { "custom" };
                write!(f, "no credential belongs to the route `{route}` at {origin}")
            }
            JevErrorKind::NoBaseUrl => f.write_str("the service has no address of its own: give its base URL"),
            JevErrorKind::InvalidPath => f.write_str("the path of the preset has to begin with `/` and stay below its base"),
            JevErrorKind::InvalidModel => f.write_str("the model has to be named in 1 to 128 plain ASCII characters"),
            JevErrorKind::InvalidVariable(name) => write!(f, "the environment variable {name} cannot be used"),
            JevErrorKind::Client => f.write_str("no HTTPS client could be made"),
        }
    }
}

impl std::error::Error for JevError {}
