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
const FALSE: u64 = 2;
const TRUE: u64 = 3;
const STRING: u64 = 4;
const ARRAY: u64 = 5;
const OBJECT: u64 = 6;
const MEMBER: u64 = 7;
const SKIPPED: u64 = 8;
const SUM: u64 = 9;
const DEEP: u64 = 10;

/// The 128-bit fingerprint of `value` without what stands at the JSON Pointers (RFC 6901) in `superficial`.
pub(crate) fn fingerprint(seed: &HashSeed, value: &Value, superficial: &[Arc<str>], volatile_fields: bool) -> u128 {
    let reach = superficial.iter().map(|pointer| pointer.bytes().filter(|b| *b == b'/').count()).max().unwrap_or(0);
    let walk = Walk { seed, superficial, reach, volatile_fields };
    let mut lanes = seed.lanes(Domain::Arguments);
    if superficial.iter().any(|pointer| pointer.is_empty()) {
        lanes.number(SKIPPED, 0);
    } else {
        walk.value(&mut lanes, value, None, 0);
    }
    lanes.finish()
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

impl Walk<'_> {
    fn value(&self, lanes: &mut Lanes<'_>, value: &Value, path: Option<&Path<'_>>, depth: usize) {
        match value {
            Value::Array(items) if depth < MAX_RECURSION => self.array(lanes, items, path, depth),
            Value::Object(members) if depth < MAX_RECURSION => self.object(lanes, members, path, depth),
            Value::Array(_) | Value::Object(_) => deep(lanes, value, self.seed),
            scalar => write_scalar(lanes, scalar, self.seed),
        }
    }

    fn array(&self, lanes: &mut Lanes<'_>, items: &[Value], path: Option<&Path<'_>>, depth: usize) {
        lanes.number(ARRAY, items.len() as u64);
        for (index, item) in items.iter().enumerate() {
            let here = Path { parent: path, segment: Segment::Index(index) };
            if self.is_superficial(&here, depth + 1) {
                lanes.number(SKIPPED, 0);
            } else {
                self.value(lanes, item, Some(&here), depth + 1);
            }
        }
    }

    fn object(&self, lanes: &mut Lanes<'_>, members: &Map<String, Value>, path: Option<&Path<'_>>, depth: usize) {
        let (mut sum_a, mut sum_b, mut counted) = (0u64, 0u64, 0u64);
        for (key, member) in members {
            let here = Path { parent: path, segment: Segment::Key(key) };
            if self.is_superficial(&here, depth + 1) || (self.volatile_fields && is_volatile(key, member)) {
                continue;
            }
            let mut one = self.seed.lanes(Domain::Arguments);
            one.text(MEMBER, key.as_bytes());
            self.value(&mut one, member, Some(&here), depth + 1);
            let [a, b] = one.halves();
            sum_a = sum_a.wrapping_add(a);
            sum_b = sum_b.wrapping_add(b);
            counted += 1;
        }
        lanes.number(OBJECT, counted);
        lanes.number(SUM, sum_a);
        lanes.number(SUM, sum_b);
    }

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

fn write_scalar(lanes: &mut Lanes<'_>, value: &Value, seed: &HashSeed) {
    match value {
        Value::Null => lanes.number(NULL, 0),
        Value::Bool(false) => lanes.number(FALSE, 0),
        Value::Bool(true) => lanes.number(TRUE, 0),
        Value::String(text) => lanes.text(STRING, text.as_bytes()),
        Value::Number(n) => number::write(lanes, n, seed),
        Value::Array(items) => lanes.number(ARRAY, items.len() as u64),
        Value::Object(members) => lanes.number(OBJECT, members.len() as u64),
    }
}

/// Walks what is nested too deep for recursion. Members are taken in the order of the map, so that maps which keep insertion order may count as different; they
/// never count as equal when they are not.
#[cold]
fn deep(lanes: &mut Lanes<'_>, value: &Value, seed: &HashSeed) {
    lanes.number(DEEP, 0);
    let mut stack: Vec<(Option<&str>, &Value)> = vec![(None, value)];
    while let Some((key, value)) = stack.pop() {
        if let Some(key) = key {
            lanes.text(MEMBER, key.as_bytes());
        }
        write_scalar(lanes, value, seed);
        match value {
            Value::Array(items) => stack.extend(items.iter().rev().map(|item| (None, item))),
            Value::Object(members) => stack.extend(members.iter().rev().map(|(key, member)| (Some(key.as_str()), member))),
            _ => {}
        }
    }
}

#[cfg(test)]
#[path = "fingerprint_tests.rs"]
mod tests;
