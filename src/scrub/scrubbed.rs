//! The one text that may go to a decision service.

use std::fmt;

/// Text that a [`Scrubber`](super::Scrubber) has gone over: bounded, without secrets, and stable under a second look. `Debug` prints its length only.
///
/// There is no other way to make one:
///
/// ```compile_fail,E0451
/// let forged = tool_recovery::scrub::Scrubbed { text: "anything".into() };
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Scrubbed {
    text: Box<str>,
}

/// Where a text comes from, for whoever reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// What a tool wrote when it failed.
    Error,
    /// What a tool, or the server behind it, says of itself.
    Description,
    /// The shape of the arguments.
    Arguments,
}

impl Role {
    /// The name of the role, which its delimiters bear.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "tool_error",
            Self::Description => "tool_text",
            Self::Arguments => "tool_arguments",
        }
    }
}

impl Scrubbed {
    pub(super) fn new(text: String) -> Self {
        Self { text: text.into() }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text between delimiters that say whose it is: `<tool_error>…</tool_error>`.
    ///
    /// A scrubbed text never contains the beginning of such a delimiter, so that a tool cannot close its own and speak as somebody else.
    #[must_use]
    pub fn delimited(&self, role: Role) -> String {
        let name = role.as_str();
        format!("<{name}>\n{}\n</{name}>", self.text)
    }
}

impl fmt::Debug for Scrubbed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scrubbed({} bytes)", self.text.len())
    }
}
