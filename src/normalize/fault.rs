//! Why arguments cannot be made an object without guessing.

use crate::{Rejection, RejectionKind};
use std::{borrow::Cow, fmt};

/// A place in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The byte within the line, from 1. It may stand one or two bytes behind the cause.
    pub column: usize,
}

/// Arguments that the normalize stage refuses. Nothing of their content is kept, so that `Debug` and `Display` cannot show any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalizeFault {
    fault: Fault,
    position: Option<Position>,
    encoded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    TooLarge {
        bytes: usize,
        limit: usize,
    },
    TooDeep {
        limit: usize,
    },
    DuplicateKey,
    /// A number of more digits than a value can carry.
    Rounded,
    /// The text ends inside a value.
    CutOff,
    /// There is no text where a tool may take arguments.
    Empty,
    /// A Markdown fence is opened and not closed.
    OpenFence,
    /// Not JSON: which rule is broken.
    Syntax(Cow<'static, str>),
    /// JSON, but not an object: what it is.
    NotAnObject(&'static str),
    /// An object inside more JSON strings than are decoded.
    EncodedTooOften,
}

impl NormalizeFault {
    /// The kinds of rejection that this stage gives.
    pub const KINDS: [RejectionKind; 5] =
        [RejectionKind::TooLarge, RejectionKind::TooDeep, RejectionKind::DuplicateKey, RejectionKind::Truncated, RejectionKind::Malformed];

    pub(super) const fn new(fault: Fault) -> Self {
        Self { fault, position: None, encoded: false }
    }

    pub(super) const fn at(fault: Fault, position: Position) -> Self {
        Self { fault, position: Some(position), encoded: false }
    }

    /// The same fault, of text that lies inside a JSON string.
    #[must_use]
    pub(super) const fn encoded(mut self) -> Self {
        self.encoded = true;
        self
    }

    /// The same fault, of text that `prefix` precedes.
    #[must_use]
    pub(super) fn after(mut self, prefix: &str) -> Self {
        if let (Some(position), false) = (&mut self.position, self.encoded) {
            let last = prefix.rsplit('\n').next().map_or(0, str::len);
            position.column += if position.line == 1 { last } else { 0 };
            position.line += prefix.bytes().filter(|byte| *byte == b'\n').count();
        }
        self
    }

    /// The kind of the rejection.
    #[must_use]
    pub const fn kind(&self) -> RejectionKind {
        match self.fault {
            Fault::TooLarge { .. } => RejectionKind::TooLarge,
            Fault::TooDeep { .. } => RejectionKind::TooDeep,
            Fault::DuplicateKey => RejectionKind::DuplicateKey,
            Fault::CutOff | Fault::Empty | Fault::OpenFence => RejectionKind::Truncated,
            Fault::Syntax(_) | Fault::Rounded | Fault::NotAnObject(_) | Fault::EncodedTooOften => RejectionKind::Malformed,
        }
    }

    /// Where reading stopped: in the text of the arguments, or, where they are JSON inside a JSON string, in the text inside.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// The rejection for the model: what is wrong, where, and what to send instead. It quotes nothing of the arguments.
    #[must_use]
    pub fn rejection(&self) -> Rejection {
        Rejection::new(self.kind(), &self.to_string())
    }

    fn place(&self) -> String {
        let inside = if self.encoded { " of the JSON inside the string" } else { "" };
        self.position.map_or_else(String::new, |at| format!(" at line {}, column {}{inside}", at.line, at.column))
    }
}

impl fmt::Display for NormalizeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        match &self.fault {
            Fault::TooLarge { bytes, limit } => write!(
                f,
                "The arguments are {bytes} bytes long and at most {limit} are accepted. Send less in one call: split the work, or refer to the content instead of including it."
            ),
            Fault::TooDeep { limit } => {
                write!(f, "The arguments are nested deeper than {limit} levels{place}. Send them with fewer arrays and objects inside each other.")
            }
            Fault::DuplicateKey => {
                write!(f, "An object in the arguments has the same key twice{place}, so it is not certain which value is meant. Send each key once.")
            }
            Fault::Rounded => write!(
                f,
                "A number in the arguments has more digits than can be passed on without rounding{place}, and nothing was run. Send it as a string if the tool takes one, or a fraction with at most 17 digits."
            ),
            Fault::CutOff => write!(
                f,
                "The arguments end before their JSON is complete{place}: they were cut off, and nothing was run. Send the whole object again; if it is long, split the work into smaller calls."
            ),
            Fault::Empty => write!(
                f,
                "The arguments are empty text, which counts as cut off here, and nothing was run. Send the whole arguments as one JSON object, or {{}} if none are meant."
            ),
            Fault::OpenFence => write!(
                f,
                "The Markdown fence around the arguments is not closed: they were cut off, and nothing was run. Send the whole JSON object again, without a fence."
            ),
            Fault::Syntax(rule) => write!(
                f,
                "The arguments are not valid JSON{place}: {rule}. Send one JSON object and nothing before or after it: names and strings in double quotes, no comments, no trailing commas."
            ),
            Fault::NotAnObject(found) => {
                write!(f, "The arguments are {found}, but must be one JSON object of named arguments, such as {{\"name\": \"value\"}}.")
            }
            Fault::EncodedTooOften => {
                f.write_str("The arguments are JSON encoded as a string again and again. Send the JSON object itself, not a string that contains it.")
            }
        }
    }
}

impl std::error::Error for NormalizeFault {}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod tests;
