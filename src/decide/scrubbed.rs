//! Text that may leave.

use std::fmt;

/// Text without secrets and personal data, bounded.
#[derive(Clone, PartialEq, Eq)]
pub struct Scrubbed(Box<str>);

impl Scrubbed {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Scrubbed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scrubbed({} bytes)", self.0.len())
    }
}

pub(crate) fn scrub(text: &str, limit: usize) -> Option<Scrubbed> {
    let end = (0..=limit.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let kept = text.get(..end).unwrap_or_default().trim();
    (!kept.is_empty()).then(|| Scrubbed(kept.into()))
}
