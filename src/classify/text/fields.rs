//! Structured bodies: where in a JSON, HTML or XML body the producer says what went wrong, and where it merely quotes.

use super::lines::{head, starts_with_ignore_case};
use super::names::{element_kind, key_kind};
use memchr::memchr2;

/// What a part of a body is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A place for an identifier or a number of the error: `code`, `type`, `status`, `reason`.
    Code,
    /// A place for the message: `message`, `detail`, `<title>`.
    Message,
    /// Any other value.
    Other,
    /// A place that quotes: the input, a schema, a link, a stack.
    Echo,
}

/// One value in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
}

/// The fields of a text, in order, and the parts of it that are a body.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    fields: Vec<Field>,
    bodies: Vec<(usize, usize)>,
    /// Whether the body is a page, whose prose is written for people and about anything.
    pub(crate) page: bool,
}

/// The most fields that are told apart; what comes later counts as ordinary text of the body.
const MAX_FIELDS: usize = 256;
const MAX_BODIES: usize = 8;
const MAX_DEPTH: usize = 32;
/// The most bytes of one element that are read.
const MAX_ELEMENT: usize = 2048;

impl Fields {
    pub(crate) fn new(text: &str) -> Self {
        let mut found = Self::default();
        let start = text.trim_start();
        if is_markup(start) {
            found.page = true;
            found.markup(text);
            return found;
        }
        let mut at = 0;
        while found.bodies.len() < MAX_BODIES
            && let Some((open, quote)) = object_start(text, at)
        {
            at = found.json(text, open, quote);
        }
        found
    }

    /// The kind of the field around `at`, where `at` is in a body.
    pub(crate) fn kind_at(&self, at: usize) -> Option<Kind> {
        let inside = self.page || self.bodies.iter().any(|(start, end)| (*start..*end).contains(&at));
        if !inside {
            return None;
        }
        let after = self.fields.partition_point(|field| field.start <= at);
        // Markup nests, so that the innermost of the last few is looked for.
        let field = self.fields.get(..after)?.iter().rev().take(8).find(|field| at < field.end);
        // What stands in an object outside its values is a key.
        let outside = if self.page || self.fields.len() == MAX_FIELDS { Kind::Other } else { Kind::Echo };
        Some(field.map_or(outside, |field| field.kind))
    }

    /// Whether a body reaches into `start..end`.
    pub(crate) fn touches(&self, start: usize, end: usize) -> bool {
        self.page || self.bodies.iter().any(|(from, until)| *from < end && start < *until)
    }

    /// The bounds of the field around `at`.
    pub(crate) fn field_at(&self, at: usize) -> Option<Field> {
        let after = self.fields.partition_point(|field| field.start <= at);
        self.fields.get(..after)?.iter().rev().take(8).find(|field| at < field.end).copied()
    }

    /// The first field for a message, or else for a code.
    pub(crate) fn decisive(&self) -> Option<Field> {
        let first = |kind| self.fields.iter().find(|field| field.kind == kind && field.end > field.start).copied();
        first(Kind::Message).or_else(|| first(Kind::Code))
    }

    fn add(&mut self, start: usize, end: usize, kind: Kind) {
        if self.fields.len() < MAX_FIELDS {
            self.fields.push(Field { start, end, kind });
        }
    }

    /// Walks one JSON value that opens at `open`, leniently: what is cut or not quite JSON is read as far as it goes. Returns where it ends.
    fn json(&mut self, text: &str, open: usize, quote: u8) -> usize {
        let bytes = text.as_bytes();
        let mut stack = [Kind::Other; MAX_DEPTH];
        let (mut depth, mut pending, mut at) = (0_usize, Kind::Other, open);
        let (first, mut of_level, mut level) = (self.fields.len(), false, None);
        while let Some(b) = bytes.get(at) {
            let inherited = stack.get(depth.wrapping_sub(1)).copied().unwrap_or(Kind::Other);
            match *b {
                b'{' | b'[' => {
                    if let Some(slot) = stack.get_mut(depth) {
                        *slot = pending;
                    }
                    depth += 1;
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                    pending = stack.get(depth - 1).copied().unwrap_or(Kind::Other);
                }
                b',' => pending = inherited,
                b if b == quote || b == b'"' => {
                    let end = string_end(bytes, at + 1, b);
                    let value = text.get(at + 1..end).unwrap_or_default();
                    if next_is_colon(bytes, end + 1) {
                        pending = key_kind(value, inherited);
                        of_level = depth == 1 && is_any(value, &["level", "lvl", "severity", "levelname"]);
                    } else {
                        level = if of_level { level_kind(value) } else { level };
                        self.add(at + 1, end, pending);
                    }
                    at = end;
                }
                b'0'..=b'9' => {
                    let end = at + bytes.iter().skip(at).take_while(|b| b.is_ascii_digit()).count();
                    self.add(at, end, if pending == Kind::Code { Kind::Code } else { Kind::Echo });
                    at = end - 1;
                }
                _ => {}
            }
            at += 1;
        }
        if let Some(kind) = level {
            self.fields.iter_mut().skip(first).filter(|field| field.kind != Kind::Echo).for_each(|field| field.kind = kind);
        }
        let end = (at + 1).min(bytes.len()).max(open + 1);
        self.bodies.push((open, end));
        end
    }

    /// Finds the elements of an HTML page or an XML body that hold a title, a message or a code.
    fn markup(&mut self, text: &str) {
        let mut at = 0;
        while self.fields.len() < MAX_FIELDS
            && let Some(open) = text.get(at..).and_then(|rest| rest.find('<')).map(|i| at + i)
        {
            let name = text.get(open + 1..).unwrap_or_default();
            let name = head(name, 24);
            let kind = element_kind(name);
            let Some(close) = text.get(open..).and_then(|rest| rest.find('>')).map(|i| open + i) else { break };
            at = close + 1;
            if let Some(kind) = kind {
                let end = text.get(at..).and_then(|rest| element_end(rest, kind)).map_or(text.len(), |i| at + i);
                self.add(at, end, kind);
                if kind == Kind::Echo {
                    at = end;
                }
            }
        }
    }
}

/// Whether a text opens as an HTML page or an XML body does.
fn is_markup(text: &str) -> bool {
    let opens = text.starts_with('<') && text.as_bytes().get(1).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'!' | b'?'));
    opens && text.contains("</")
}

/// Where an object or an array of objects opens, and its quotation mark: Python prints dictionaries with single ones.
fn object_start(text: &str, from: usize) -> Option<(usize, u8)> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(open) = memchr2(b'{', b'[', bytes.get(at..)?).map(|i| at + i) {
        let next = bytes.iter().skip(open + 1).find(|b| !b.is_ascii_whitespace());
        match (bytes.get(open), next) {
            (Some(b'{'), Some(quote @ (b'"' | b'\''))) => return Some((open, *quote)),
            (Some(b'['), Some(b'{' | b'"')) => return Some((open, b'"')),
            _ => at = open + 1,
        }
    }
    None
}

fn string_end(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from;
    while let Some(b) = bytes.get(at) {
        match *b {
            b'\\' => at += 2,
            // An apostrophe inside a word does not end a Python string.
            b if b == quote && !(quote == b'\'' && is_word(bytes.get(at.wrapping_sub(1))) && is_word(bytes.get(at + 1))) => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn is_any(value: &str, known: &[&str]) -> bool {
    known.iter().any(|one| one.eq_ignore_ascii_case(value))
}

/// What the values of a log record are by its level, where that is below the level of errors: one that says that all is well says nothing of the failure, and a warning is
/// one output among others.
fn level_kind(level: &str) -> Option<Kind> {
    match () {
        () if is_any(level, &["info", "debug", "trace", "notice"]) => Some(Kind::Echo),
        () if is_any(level, &["warn", "warning"]) => Some(Kind::Other),
        () => None,
    }
}

fn is_word(b: Option<&u8>) -> bool {
    b.is_some_and(u8::is_ascii_alphanumeric)
}

fn next_is_colon(bytes: &[u8], from: usize) -> bool {
    bytes.iter().skip(from).find(|b| !b.is_ascii_whitespace()) == Some(&b':')
}

/// Where the content of an element ends: at the next closing tag; for scripts and styles at theirs, because their text may hold anything.
fn element_end(rest: &str, kind: Kind) -> Option<usize> {
    let rest = head(rest, MAX_ELEMENT);
    if kind == Kind::Echo {
        let close = rest.match_indices("</").find(|(i, _)| {
            let name = rest.get(i + 2..).unwrap_or_default();
            ["script", "style", "resource", "requestid", "hostid", "a>"].iter().any(|tag| starts_with_ignore_case(name, tag))
        });
        return close.map(|(i, _)| i);
    }
    rest.find("</")
}

#[cfg(test)]
#[path = "fields_tests.rs"]
mod tests;
