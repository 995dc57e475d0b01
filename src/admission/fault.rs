//! Where arguments do not fit a schema.

use crate::advice::printable;
use std::fmt;

/// One place where the arguments do not fit the tool's schema, in words that a model can act on.
///
/// It never holds a value of the arguments. Names of properties stand in it, bounded and printable; `Debug` prints nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct SchemaFault {
    pointer: Box<str>,
    expected: Box<str>,
}

impl SchemaFault {
    /// The most faults that one check reports.
    pub const MAX: usize = 3;
    /// The longest pointer in bytes.
    pub const MAX_POINTER: usize = 120;
    /// The longest expectation in bytes.
    pub const MAX_EXPECTED: usize = 240;

    /// A fault at `pointer`, where `expected` would fit. Both are bounded; a pointer that is too long or not printable is shortened to the nearest place above it,
    /// so that it stays true.
    #[must_use]
    pub fn new(pointer: &str, expected: &str) -> Self {
        Self { pointer: shorten(pointer).into(), expected: printable(expected, Self::MAX_EXPECTED).into() }
    }

    /// The JSON Pointer (RFC 6901) of the argument that does not fit, or of the property that is missing. Empty for the arguments as a whole.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What would fit there.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Debug for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaFault").finish_non_exhaustive()
    }
}

fn shorten(pointer: &str) -> &str {
    let above = |pointer: &'_ str| pointer.rfind('/').unwrap_or(0);
    let mut kept = pointer;
    if pointer.len() > SchemaFault::MAX_POINTER {
        let head = bounded(pointer, SchemaFault::MAX_POINTER);
        kept = head.get(..above(head)).unwrap_or_default();
    }
    while printable(kept, usize::MAX) != kept {
        kept = kept.get(..above(kept)).unwrap_or_default();
    }
    kept
}

/// A name from outside, quoted: at most 64 bytes, printable, and unable to end its own quotation.
pub(super) fn quoted(name: &str) -> String {
    quoted_within(name, 64)
}

/// A tool's name from the catalog, quoted: whole for every name that a model's API accepts.
pub(super) fn quoted_name(name: &str) -> String {
    quoted_within(name, 132)
}

fn quoted_within(name: &str, limit: usize) -> String {
    format!("`{}`", printable(&bounded(name, limit + 4).replace('`', "'"), limit))
}

/// The first `limit` bytes of `text`, cut at a character boundary: the bound on work with text of any length.
pub(crate) fn bounded(text: &str, limit: usize) -> &str {
    if text.len() <= limit {
        return text;
    }
    let end = (0..=limit).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod tests;
