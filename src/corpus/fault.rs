//! What is wrong with a line that is no row, and how members are read.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt;

/// Why a line is no row. It repeats nothing of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The bytes are not UTF-8.
    NotUtf8,
    /// Not JSON; the column where that shows.
    NotJson(usize),
    /// Nested deeper than a reader of JSON should follow.
    TooDeep,
    /// JSON, but no object, or one with a member twice.
    NotARow(usize),
    /// A member that is missing or of another kind.
    Member {
        /// Which.
        name: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// The line is longer than a reader takes.
    TooLong,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
            Self::NotJson(column) => write!(f, "not JSON (column {column})"),
            Self::TooDeep => f.write_str("nested deeper than 127 levels"),
            Self::NotARow(column) => write!(f, "not a row: one JSON object without repeated members is expected (column {column})"),
            Self::Member { name, expected } => write!(f, "`{name}` must be {expected}"),
            Self::TooLong => write!(f, "longer than {} bytes", super::lines::MAX_LINE),
        }
    }
}

impl std::error::Error for Fault {}

/// The members of a line.
pub(crate) fn members<T: DeserializeOwned>(line: &[u8]) -> Result<T, Fault> {
    let text = std::str::from_utf8(line).map_err(|_| Fault::NotUtf8)?;
    let members = serde_json::from_str(text).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => Fault::NotARow(error.column()),
        // serde_json names the cause in words alone.
        _ if error.to_string().starts_with("recursion limit") => Fault::TooDeep,
        _ => Fault::NotJson(error.column()),
    })?;
    // serde would take an array for the members in their order.
    if text.trim_start().starts_with('{') { Ok(members) } else { Err(Fault::NotARow(1)) }
}

pub(crate) const fn fault(name: &'static str, expected: &'static str) -> Fault {
    Fault::Member { name, expected }
}

pub(crate) fn object(value: Value, name: &'static str) -> Result<Map<String, Value>, Fault> {
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(fault(name, "an object")),
    }
}

pub(crate) fn text_of(value: Value, name: &'static str) -> Result<String, Fault> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(fault(name, "a string")),
    }
}

/// A member of a kind that serde knows; `absent` where it is missing or null.
pub(crate) fn one_of<T: DeserializeOwned>(value: Value, absent: T, name: &'static str, expected: &'static str) -> Result<T, Fault> {
    if value.is_null() { Ok(absent) } else { serde_json::from_value(value).map_err(|_| fault(name, expected)) }
}
