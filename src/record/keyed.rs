//! Digests under a key that rotates: equal values can be found again, and nobody without the key can try values out.

use super::{Code, Digest, NotOfForm, hex, text::is_key_id};
use crate::canonical::canonical;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

/// A key for digests. Its id stands in every digest made with it; the key itself is in no record and no `Debug`.
#[derive(Clone)]
pub struct DigestKey {
    id: Code<'static>,
    mac: Hmac<Sha256>,
}

impl DigestKey {
    /// The longest id in bytes: with it and the digest a code is full.
    pub const MAX_ID: usize = 32;
    /// The shortest key in bytes.
    pub const MIN_SECRET: usize = 16;

    /// A key with its id. Give each new key another id; 32 random bytes make a good key.
    ///
    /// # Errors
    ///
    /// The id is not 1 to 32 letters, digits, `_` and `-`, or the key is shorter than 16 bytes.
    pub fn new(id: &str, secret: &[u8]) -> Result<Self, NotOfForm> {
        let wrong = NotOfForm { expected: "a key of at least 16 bytes with an id of 1 to 32 letters, digits, _ and -" };
        if !is_key_id(id) || id.len() > Self::MAX_ID || secret.len() < Self::MIN_SECRET {
            return Err(wrong);
        }
        let mac = Hmac::new_from_slice(secret).map_err(|_| wrong)?;
        Ok(Self { id: Code::new(id.to_owned())?, mac })
    }

    /// The id.
    #[must_use]
    pub const fn id(&self) -> &Code<'static> {
        &self.id
    }

    /// The digest of a value: HMAC-SHA-256 over its bytes in the form of RFC 8785, of which 128 bits are kept.
    #[must_use]
    pub fn value(&self, value: &Value) -> Digest<'static> {
        let mut mac = self.mac.clone();
        canonical(value, &mut |part| mac.update(part));
        self.finish(mac)
    }

    /// The digest of a text.
    #[must_use]
    pub fn text(&self, text: &str) -> Digest<'static> {
        self.value(&Value::from(text))
    }

    /// A name that is a code already, or else its digest.
    #[must_use]
    pub fn code(&self, name: &str) -> Code<'static> {
        Code::new(name.to_owned()).unwrap_or_else(|_| self.hidden(name))
    }

    /// The digest of a name in the place of the name: for names that somebody else chose.
    #[must_use]
    pub fn hidden(&self, name: &str) -> Code<'static> {
        Code::of_digest(self.text(name))
    }

    fn finish(&self, mac: Hmac<Sha256>) -> Digest<'static> {
        let bytes = mac.finalize().into_bytes();
        let text = format!("hmac-sha256:{}:{}", self.id, hex::text(bytes.get(..16).unwrap_or_default()));
        Digest::new(text).unwrap_or_else(|_| Digest::none())
    }
}

impl fmt::Debug for DigestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DigestKey").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The key that is in use now. Clones share it.
#[derive(Clone, Debug)]
pub struct RotatingKey(Arc<RwLock<Arc<DigestKey>>>);

impl RotatingKey {
    /// Begins with a key.
    #[must_use]
    pub fn new(key: DigestKey) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(key))))
    }

    /// From now on digests are made with another key. Digests of the same value under two keys differ, so that sessions do not connect across a rotation.
    pub fn rotate(&self, key: DigestKey) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(key);
    }

    /// The key in use.
    #[must_use]
    pub fn current(&self) -> Arc<DigestKey> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
#[path = "keyed_tests.rs"]
mod tests;
