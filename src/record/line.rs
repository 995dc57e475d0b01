//! A record and its line.

use super::{Body, Code, Digest, Kind, SCHEMA, SchemaId, Timestamp, kinds, object};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What every record begins with.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Head<'a> {
    /// The record's own id.
    pub id: Code<'a>,
    /// The call it is about; `-` where it is about none.
    pub call_id: Code<'a>,
    /// The keyed digest of the session.
    pub session: Option<Digest<'a>>,
    /// The span of the execution in a trace.
    pub span: Option<Code<'a>>,
    /// The version of the agent.
    pub agent_version: Option<Code<'a>>,
    /// When it was made.
    pub ts: Timestamp<'a>,
    /// The number of its line. The sink that writes it sets this.
    pub seq: u64,
    /// The digest of the line before; `None` on the first. The sink that writes it sets this.
    pub prev: Option<Digest<'a>>,
}

impl Head<'static> {
    /// A new head: a fresh id that sorts by time (UUIDv7), and the present time.
    #[must_use]
    pub fn new(call_id: Code<'static>) -> Self {
        Self { id: fresh_id(), call_id, session: None, span: None, agent_version: None, ts: Timestamp::now(), seq: 0, prev: None }
    }

    /// The head of a record that is about no call.
    #[must_use]
    pub fn of_no_call() -> Self {
        Self::new(Code::known("-"))
    }
}

/// An id that sorts by time.
pub(crate) fn fresh_id() -> Code<'static> {
    Code::new(uuid::Uuid::now_v7().to_string()).unwrap_or_else(|_| Code::known("-"))
}

/// One record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<'a> {
    /// What every record begins with.
    pub head: Head<'a>,
    /// What it says.
    pub body: Body<'a>,
}

/// The right answer to a criterion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, bound(deserialize = "'de: 'a"))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum LabelValue<'a> {
    /// Of a noul.
    Truth(bool),
    /// Of a score.
    Level(i64),
    /// Of a choice.
    Option(Code<'a>),
}

impl fmt::Display for LabelValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::Level(level) => write!(f, "{level}"),
            Self::Option(option) => write!(f, "{option}"),
        }
    }
}

/// Why a line is no record. It repeats nothing of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadLine {
    /// It is longer than [`Record::MAX_LINE`].
    TooLong,
    /// It is not UTF-8.
    NotText,
    /// It is not JSON, or was cut off.
    NotJson,
    /// It is no record of this schema.
    NotOurs,
    /// It is of a kind that nobody knows.
    UnknownKind,
    /// Its members do not fit its kind; the column where that shows, from 1.
    Malformed(usize),
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "longer than {} bytes", Record::MAX_LINE),
            Self::NotText => f.write_str("not UTF-8"),
            Self::NotJson => f.write_str("not JSON, or cut off"),
            Self::NotOurs => write!(f, "no record of {SCHEMA}"),
            Self::UnknownKind => f.write_str("a kind of record that is not known"),
            Self::Malformed(column) => write!(f, "not as a record of its kind has to be, at column {column}"),
        }
    }
}

impl std::error::Error for BadLine {}

impl<'a> Record<'a> {
    /// The longest line in bytes, without its end.
    pub const MAX_LINE: usize = 256 * 1024;

    /// Reads a line without its end. Texts are borrowed from it.
    ///
    /// # Errors
    ///
    /// [`BadLine`] where the line is no record, or has a member that records do not have.
    pub fn parse(line: &'a [u8]) -> Result<Self, BadLine> {
        if line.len() > Self::MAX_LINE {
            return Err(BadLine::TooLong);
        }
        let text = std::str::from_utf8(line).map_err(|_| BadLine::NotText)?;
        kinds::read(kind_of(text)?, text).map_err(|error| if error.is_data() { BadLine::Malformed(error.column()) } else { BadLine::NotJson })
    }

    /// The line, without its end.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(1024);
        self.write_line(&mut line);
        line
    }

    /// Appends the line, without its end.
    pub(super) fn write_line(&self, line: &mut Vec<u8>) {
        let Head { id, call_id, session, span, agent_version, ts, seq, prev } = &self.head;
        let whole = Line { schema: SCHEMA, kind: self.body.kind(), id, call_id, session, span, agent_version, ts, seq: *seq, prev, body: &self.body };
        // Neither a map with keys that are no text nor a failing writer is there.
        let _ = serde_json::to_writer(line, &whole);
    }
}

#[derive(Serialize)]
struct Line<'r> {
    schema: &'r str,
    kind: Kind,
    id: &'r Code<'r>,
    call_id: &'r Code<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: &'r Option<Digest<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: &'r Option<Code<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_version: &'r Option<Code<'r>>,
    ts: &'r Timestamp<'r>,
    seq: u64,
    prev: &'r Option<Digest<'r>>,
    #[serde(flatten)]
    body: &'r Body<'r>,
}

/// The kind of a line. Our own lines say it in a fixed place; in others it is looked for.
fn kind_of(line: &str) -> Result<Kind, BadLine> {
    let own = line.strip_prefix(OWN).and_then(|rest| rest.split_once('"')).and_then(|(name, _)| by_name(name));
    match own {
        Some(kind) => Ok(kind),
        None => look_for_kind(line),
    }
}

/// How lines of this crate begin.
const OWN: &str = "{\"schema\":\"tool-decision/1\",\"kind\":\"";

fn by_name(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
}

#[cold]
fn look_for_kind(line: &str) -> Result<Kind, BadLine> {
    #[derive(Deserialize)]
    struct Peek<'a> {
        #[serde(borrow)]
        schema: Option<SchemaId<'a>>,
        #[serde(borrow)]
        kind: Option<Code<'a>>,
    }
    let peek: Peek<'_> = object::from_text(line).map_err(|error| if error.is_data() { BadLine::NotOurs } else { BadLine::NotJson })?;
    match (peek.schema, peek.kind) {
        (Some(_), Some(kind)) => by_name(kind.as_str()).ok_or(BadLine::UnknownKind),
        _ => Err(BadLine::NotOurs),
    }
}

#[cfg(test)]
#[path = "line_tests.rs"]
mod tests;
