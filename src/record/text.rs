//! The texts that a record may hold: codes, digests and times. None of them has room for a sentence.

use std::fmt;

/// A text does not have the form that a record asks for. The text itself is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOfForm {
    pub(super) expected: &'static str,
}

impl NotOfForm {
    /// What would have been right.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for NotOfForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for NotOfForm {}

checked_text! {
    /// A name out of a closed or small vocabulary: 1 to 96 letters, digits and `_.:/-`. Everything in a record that is text is one of these, so that no sentence, address or
    /// argument can be stored.
    Code, is_code, "a code: 1 to 96 of A-Z a-z 0-9 _ . : / -", "^[A-Za-z0-9_.:/-]{1,96}$"
}

checked_text! {
    /// A digest with its algorithm and, where it is keyed, the id of the key: `sha256:` or `hmac-sha256:KEY:` and 16 to 64 digits of lower-case hexadecimal.
    Digest, is_digest, "a digest: sha256:HEX or hmac-sha256:KEY:HEX", "^(sha256|hmac-sha256:[A-Za-z0-9_-]+):[0-9a-f]{16,64}$"
}

checked_text! {
    /// The name of this form of record, `tool-decision/1`, or a minor version of it.
    SchemaId, is_schema_id, "the schema tool-decision/1", r"^tool-decision/1(\.[0-9]+)?$"
}

/// The name of this form of record.
pub const SCHEMA: &str = "tool-decision/1";

impl Code<'static> {
    /// A code out of this crate's own vocabulary.
    pub(crate) fn known(text: &'static str) -> Self {
        Self::new(text).unwrap_or(Self(std::borrow::Cow::Borrowed("unnamed")))
    }
}

impl<'a> Code<'a> {
    /// The most characters.
    pub const MAX: usize = 96;

    /// The part in front of a namespace's colon or the whole: what groups codes in a table.
    #[must_use]
    pub fn family(&self) -> &str {
        self.as_str().split([':', '.', '/']).next().unwrap_or_default()
    }

    /// A digest is a code, too: it stands where a name may not.
    #[must_use]
    pub fn of_digest(digest: Digest<'a>) -> Self {
        Self(digest.0)
    }
}

impl Digest<'_> {
    /// Stands where a digest could not be made, which does not happen.
    pub(super) const fn none() -> Digest<'static> {
        Digest(std::borrow::Cow::Borrowed("sha256:0000000000000000"))
    }
}

fn is_code(text: &str) -> bool {
    (1..=Code::MAX).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.' | b':' | b'/' | b'-'))
}

fn is_digest(text: &str) -> bool {
    let hex = match text.strip_prefix("sha256:") {
        Some(hex) => hex,
        None => match text.strip_prefix("hmac-sha256:").and_then(|rest| rest.split_once(':')) {
            Some((key, hex)) if is_key_id(key) => hex,
            _ => return false,
        },
    };
    (16..=64).contains(&hex.len()) && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a text can name a key: letters, digits, `_` and `-`.
pub(super) fn is_key_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

fn is_schema_id(text: &str) -> bool {
    match text.strip_prefix(SCHEMA) {
        Some("") => true,
        Some(minor) => minor.strip_prefix('.').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())),
        None => false,
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
