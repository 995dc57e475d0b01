//! Fingerprints of arguments: independent of the order of object members, without sorting and without allocation.
//!
//! Each member of an object is hashed on its own, and the sum of the hashes is fed on: a sum has no order. Everything else is a stream of tagged and
//! counted items, so that no two different values write the same stream. Equal numbers are equal however they are written (`1`, `1.0`, `1e0`); numbers that
//! a `Value` can tell apart stay apart, also beyond 64 bits.

use super::{
    number,
    seed::{Domain, HashSeed, Lanes},
};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Object members that [`VolatileConfig::fields`](super::VolatileConfig::fields) leaves out, where their value is a string, a number or null.
pub const VOLATILE_FIELDS: [&str; 16] = [
    "request_id",
    "requestId",
    "x-request-id",
    "req_id",
    "correlation_id",
    "correlationId",
    "x-correlation-id",
    "trace_id",
    "traceId",
    "traceparent",
    "span_id",
    "spanId",
    "timestamp",
    "request_time",
    "sent_at",
    "client_time",
];

/// Beyond this depth values are walked with a heap stack, so that no input can exhaust the thread's.
const MAX_RECURSION: usize = 128;

const NULL: u64 = 1;
const BOOLEAN: u64 = 2;
const STRING: u64 = 4;
const ARRAY: u64 = 5;
const OBJECT: u64 = 6;
const MEMBER: u64 = 7;
const SKIPPED: u64 = 8;
const DEEP: u64 = 10;

/// The 128-bit fingerprint of `value` without what stands at the JSON Pointers (RFC 6901) in `superficial`.
pub(crate) fn fingerprint(seed: &HashSeed, value: &Value, superficial: &[Arc<str>], volatile_fields: bool) -> u128 {
    let reach = superficial.iter().map(|pointer| pointer.bytes().filter(|b| *b == b'/').count()).max().unwrap_or(0);
    let walk = Walk { seed, superficial, reach, volatile_fields };
    let lanes = seed.lanes(Domain::Arguments);
    seed.finish(if superficial.iter().any(|pointer| pointer.is_empty()) {
        seed.number(lanes, SKIPPED, 0)
    } else if reach > 0 || volatile_fields {
        walk.value::<true>(lanes, value, None, 0)
    } else {
        walk.value::<false>(lanes, value, None, 0)
    })
}

struct Walk<'w> {
    seed: &'w HashSeed,
    superficial: &'w [Arc<str>],
    /// The length of the longest pointer, in segments.
    reach: usize,
    volatile_fields: bool,
}

/// The way from the root to a value, as a list on the stack.
#[derive(Clone, Copy)]
struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    segment: Segment<'p>,
}

#[derive(Clone, Copy)]
enum Segment<'p> {
    Key(&'p str),
    Index(usize),
}

/// Walks with `SKIPS` look at the way to each value; those without do not even keep it.
impl Walk<'_> {
    #[inline]
    fn value<const SKIPS: bool>(&self, lanes: Lanes, value: &Value, path: Option<&Path<'_>>, depth: usize) -> Lanes {
        match value {
            Value::Array(items) => self.array::<SKIPS>(lanes, items, path, depth),
            Value::Object(members) => self.object::<SKIPS>(lanes, members, path, depth),
            scalar => write_scalar(self.seed, lanes, scalar),
        }
    }

    fn array<const SKIPS: bool>(&self, lanes: Lanes, items: &[Value], path: Option<&Path<'_>>, depth: usize) -> Lanes {
        let mut lanes = self.seed.number(lanes, ARRAY, items.len() as u64);
        if depth >= MAX_RECURSION {
            return items.iter().fold(lanes, |lanes, item| deep(self.seed, lanes, item));
        }
        for (index, item) in items.iter().enumerate() {
            let here = Path { parent: path, segment: Segment::Index(index) };
            lanes = if SKIPS && self.is_superficial(&here, depth + 1) {
                self.seed.number(lanes, SKIPPED, 0)
            } else {
                self.value::<SKIPS>(lanes, item, SKIPS.then_some(&here), depth + 1)
            };
        }
        lanes
    }

    fn object<const SKIPS: bool>(&self, lanes: Lanes, members: &Map<String, Value>, path: Option<&Path<'_>>, depth: usize) -> Lanes {
        let empty = self.seed.lanes(Domain::Member);
        let (mut sum, mut counted) = (Lanes { a: 0, b: 0 }, 0);
        for (key, member) in members {
            let here = Path { parent: path, segment: Segment::Key(key) };
            if SKIPS && (self.is_superficial(&here, depth + 1) || (self.volatile_fields && is_volatile(key, member))) {
                continue;
            }
            let one = self.seed.text(empty, MEMBER, key.as_bytes());
            let one = if depth >= MAX_RECURSION { deep(self.seed, one, member) } else { self.value::<SKIPS>(one, member, SKIPS.then_some(&here), depth + 1) };
            let [a, b] = self.seed.halves(one);
            sum = Lanes { a: sum.a.wrapping_add(a), b: sum.b.wrapping_add(b) };
            counted += 1;
        }
        self.seed.members(lanes, OBJECT, counted, sum)
    }

    #[inline]
    fn is_superficial(&self, path: &Path<'_>, depth: usize) -> bool {
        depth <= self.reach && self.superficial.iter().any(|pointer| points_at(pointer, path))
    }
}

fn is_volatile(key: &str, value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_) | Value::Bool(_)) && VOLATILE_FIELDS.contains(&key)
}

/// Whether `pointer` leads exactly to `path`; compared from the leaf, because most differ there.
fn points_at(pointer: &str, path: &Path<'_>) -> bool {
    if !may_end_with(pointer, path.segment) {
        return false;
    }
    let Some(tokens) = pointer.strip_prefix('/') else { return false };
    let mut at = Some(path);
    for token in tokens.rsplit('/') {
        let Some(step) = at else { return false };
        let same = match step.segment {
            Segment::Key(key) => token_is(token, key),
            Segment::Index(index) => token.parse() == Ok(index),
        };
        if !same {
            return false;
        }
        at = step.parent;
    }
    at.is_none()
}

/// A quick look at the last byte, which tells most members from most pointers.
fn may_end_with(pointer: &str, segment: Segment<'_>) -> bool {
    let last = pointer.as_bytes().last();
    match segment {
        Segment::Index(_) => last.is_some_and(u8::is_ascii_digit),
        Segment::Key(key) => match key.as_bytes().last() {
            Some(b'~' | b'/') | None => true,
            byte => byte == last,
        },
    }
}

/// Compares a pointer's token with a key, reading `~1` as `/` and `~0` as `~` (RFC 6901 section 4).
fn token_is(token: &str, key: &str) -> bool {
    if !token.contains('~') {
        return token == key;
    }
    let mut written = token.chars();
    let mut meant = key.chars();
    loop {
        let next = match written.next() {
            Some('~') => match written.next() {
                Some('0') => Some('~'),
                Some('1') => Some('/'),
                _ => return false,
            },
            other => other,
        };
        if next != meant.next() {
            return false;
        }
        if next.is_none() {
            return true;
        }
    }
}

#[inline]
fn write_scalar(seed: &HashSeed, lanes: Lanes, value: &Value) -> Lanes {
    match value {
        Value::Null => seed.number(lanes, NULL, 0),
        Value::Bool(truth) => seed.number(lanes, BOOLEAN, u64::from(*truth)),
        Value::String(text) => seed.text(lanes, STRING, text.as_bytes()),
        Value::Number(n) => number::write(seed, lanes, n),
        Value::Array(items) => seed.number(lanes, ARRAY, items.len() as u64),
        Value::Object(members) => seed.number(lanes, OBJECT, members.len() as u64),
    }
}

/// Walks what is nested too deep for recursion. Members are taken in the order of the map, so that maps which keep insertion order may count as different; they
/// never count as equal when they are not.
#[cold]
fn deep(seed: &HashSeed, lanes: Lanes, value: &Value) -> Lanes {
    let mut lanes = seed.number(lanes, DEEP, 0);
    let mut stack: Vec<(Option<&str>, &Value)> = vec![(None, value)];
    while let Some((key, value)) = stack.pop() {
        if let Some(key) = key {
            lanes = seed.text(lanes, MEMBER, key.as_bytes());
        }
        lanes = write_scalar(seed, lanes, value);
        match value {
            Value::Array(items) => stack.extend(items.iter().rev().map(|item| (None, item))),
            Value::Object(members) => stack.extend(members.iter().rev().map(|(key, member)| (Some(key.as_str()), member))),
            _ => {}
        }
    }
    lanes
}

#[cfg(test)]
#[path = "fingerprint_tests.rs"]
mod tests;
