//! A secret that a service knows its caller by.

use secrecy::{ExposeSecret, SecretString};
use std::{
    fmt,
    hash::{BuildHasher, RandomState},
};

/// A secret. It is not printed, not compared, and wiped when it is dropped.
#[derive(Clone)]
pub struct Credential(SecretString);

impl Credential {
    /// The longest credential in bytes.
    pub const MAX_BYTES: usize = 8 * 1024;

    /// Takes a secret without the whitespace around it; `None` where nothing is left, or what is left cannot stand in a header.
    pub fn new(secret: impl Into<String>) -> Option<Self> {
        let secret = SecretString::from(secret.into());
        let trimmed = secret.expose_secret().trim();
        let fits = !trimmed.is_empty() && trimmed.len() <= Self::MAX_BYTES && trimmed.bytes().all(|c| c.is_ascii_graphic() || c == b' ');
        fits.then(|| Self(SecretString::from(trimmed.to_owned())))
    }

    /// The secret itself.
    pub(crate) fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credential(..)")
    }
}

/// Where a credential comes from. It is asked before every request, so that a credential that was renewed is used at once; it must not block.
pub trait CredentialSource: Send + Sync {
    /// The credential of this moment; `None` where there is none.
    fn credential(&self) -> Option<Credential>;
}

impl CredentialSource for Credential {
    fn credential(&self) -> Option<Credential> {
        Some(self.clone())
    }
}

impl<F: Fn() -> Option<Credential> + Send + Sync> CredentialSource for F {
    fn credential(&self) -> Option<Credential> {
        self()
    }
}

/// What tells one credential from another without holding either: keyed by a secret of this process, and meaningless outside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint([u64; 2]);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fingerprint(..)")
    }
}

/// Makes the fingerprints that can be compared with each other.
#[derive(Clone, Debug, Default)]
pub struct Fingerprints([RandomState; 2]);

impl Fingerprints {
    /// The fingerprint of a credential, or of having none.
    #[must_use]
    pub fn of(&self, credential: Option<&Credential>) -> Fingerprint {
        let secret = credential.map(Credential::expose);
        Fingerprint(self.0.each_ref().map(|key| key.hash_one(secret)))
    }
}

#[cfg(test)]
#[path = "credential_tests.rs"]
mod tests;
