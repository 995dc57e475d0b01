//! What is wrong with a line that is no row, and how members are read.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt;

/// Why a line is no row. It repeats nothing of the line but the plain name of a member that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A member that is not known where it stands.
    Unknown {
        /// The object that has it.
        object: &'static str,
        /// Its name, where that is short and plain.
        name: Option<Box<str>>,
        /// The known member that is spelt most like it.
        similar: Option<&'static str>,
    },
    /// Nothing says whether the call failed.
    NoEnd {
        /// The members of which one would.
        needed: &'static str,
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
            Self::Unknown { object, name, similar } => {
                match name {
                    Some(name) => write!(f, "`{object}.{name}` is not a known member")?,
                    None => write!(f, "`{object}` has a member that is not known")?,
                }
                similar.map_or(Ok(()), |similar| write!(f, ": did you mean `{object}.{similar}`?"))
            }
            Self::NoEnd { needed } => write!(f, "nothing says whether the call failed: {needed} is missing"),
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

/// Checks that an object has no member but these. One that is misspelt would be taken for absent.
pub(crate) fn only(members: &Map<String, Value>, object: &'static str, known: &[&'static str]) -> Result<(), Fault> {
    let Some(name) = members.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let plain = name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    Err(Fault::Unknown { object, name: plain.then(|| name.as_str().into()), similar: if plain { similar(name, known) } else { None } })
}

fn similar(name: &str, known: &[&'static str]) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let likeness = |known: &'static str| {
        let part = name.len() > 3 && known.ends_with(&name);
        (if part { 1.0 } else { strsim::normalized_damerau_levenshtein(known, &name) }, known)
    };
    let (alike, known) = known.iter().map(|known| likeness(known)).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (alike >= 0.6).then_some(known)
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
