//! Digests under a key that rotates: equal values can be found again, and nobody without the key can try values out.

use super::{Code, Digest, NotOfForm, hex, text::is_key_id};
use crate::{canonical::canonical, scrub};
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

    /// The id of a call as records hold it: as it is where it has the form that APIs generate, which says nothing (`call_`, `call-`, `toolu_`, `tooluse_`, `fc_` or
    /// `chatcmpl-tool-` and letters and digits, a hyphenated UUID, or a number of up to six digits), and else its digest: whoever chose it may have put anything there.
    #[must_use]
    pub fn call_id(&self, id: &str) -> Code<'static> {
        if is_generated(id) { self.code(id) } else { self.hidden(id) }
    }

    /// The name of a model by its own word: as it is where it is the one that was asked, or is a code and neither an address nor of the form of a secret, and else its digest.
    pub(super) fn reported_model(&self, model: &str, asked: &str) -> Code<'static> {
        let harmless = || !model.contains("//") && scrub::is_harmless(undated(model));
        if model == asked || harmless() { self.code(model) } else { self.hidden(model) }
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

/// The name of a model without the date of its release (`-2026-11-01`, `-20261101`), which looks like a number of somebody.
fn undated(model: &str) -> &str {
    let is_date = |end: &str| {
        end.starts_with("-20") && end.bytes().filter(u8::is_ascii_digit).count() == 8 && end.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    let split = |length: usize| model.split_at_checked(model.len().checked_sub(length)?).filter(|(_, end)| is_date(end));
    split(11).or_else(|| split(9)).map_or(model, |(name, _)| name)
}

/// Whether an API made the id up.
fn is_generated(id: &str) -> bool {
    const PREFIXES: [&str; 6] = ["call_", "call-", "toolu_", "tooluse_", "fc_", "chatcmpl-tool-"];
    let opaque = |rest: &str| (1..=64).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let number = id.len() <= 6 && id.bytes().all(|byte| byte.is_ascii_digit());
    number || PREFIXES.iter().any(|prefix| id.strip_prefix(prefix).is_some_and(opaque)) || (id.len() == 36 && uuid::Uuid::try_parse(id).is_ok())
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
