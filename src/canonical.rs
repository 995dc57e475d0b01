//! JSON in the one form of RFC 8785, so that equal values have equal digests.

use serde_json::{Map, Number, Value};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// The digest of a value without a key: for this crate's own words, policies and schemas, and for nothing that somebody could guess.
pub(crate) fn sha256_of(value: &Value) -> String {
    let mut hash = Sha256::new();
    canonical(value, &mut |part| hash.update(part));
    named(&hash.finalize())
}

/// The digest of a text of this crate's own, of its bytes as they are.
#[cfg(feature = "record")]
pub(crate) fn sha256_of_text(text: &str) -> String {
    named(&Sha256::digest(text.as_bytes()))
}

/// A hash as it stands in files.
pub(crate) fn named(hash: &[u8]) -> String {
    hash.iter().fold("sha256:".to_owned(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Gives the canonical bytes of a value to `out`, part by part. It does not recurse, however deep the value is.
///
/// Members are in the order of their UTF-16 code units and numbers as ECMAScript prints them. Integers of 64 bits keep all their digits, also beyond 2^53, where
/// RFC 8785 would round two different ones to the same text.
pub(crate) fn canonical(value: &Value, out: &mut impl FnMut(&[u8])) {
    let mut open = vec![Frame::One(value)];
    let mut text = String::new();
    while let Some(frame) = open.last_mut() {
        match frame {
            Frame::One(value) => {
                let value = *value;
                open.pop();
                begin(value, &mut open, &mut text, out);
            }
            Frame::Items { left, first } => match left.next() {
                Some(item) => {
                    separate(first, out);
                    open.push(Frame::One(item));
                }
                None => close(&mut open, b"]", out),
            },
            Frame::Members { left, first } => match left.next() {
                Some((key, member)) => {
                    separate(first, out);
                    string(key, &mut text, out);
                    out(b":");
                    open.push(Frame::One(member));
                }
                None => close(&mut open, b"}", out),
            },
        }
    }
}

/// What is still to be written.
enum Frame<'v> {
    One(&'v Value),
    Items { left: std::slice::Iter<'v, Value>, first: bool },
    Members { left: std::vec::IntoIter<(&'v String, &'v Value)>, first: bool },
}

fn begin<'v>(value: &'v Value, open: &mut Vec<Frame<'v>>, text: &mut String, out: &mut impl FnMut(&[u8])) {
    match value {
        Value::Null => out(b"null"),
        Value::Bool(true) => out(b"true"),
        Value::Bool(false) => out(b"false"),
        Value::Number(n) => number(n, text, out),
        Value::String(s) => string(s, text, out),
        Value::Array(items) => {
            out(b"[");
            open.push(Frame::Items { left: items.iter(), first: true });
        }
        Value::Object(members) => {
            out(b"{");
            open.push(Frame::Members { left: sorted(members), first: true });
        }
    }
}

fn separate(first: &mut bool, out: &mut impl FnMut(&[u8])) {
    if !std::mem::take(first) {
        out(b",");
    }
}

fn close(open: &mut Vec<Frame<'_>>, end: &[u8], out: &mut impl FnMut(&[u8])) {
    open.pop();
    out(end);
}

fn sorted(members: &Map<String, Value>) -> std::vec::IntoIter<(&String, &Value)> {
    let mut sorted: Vec<_> = members.iter().collect();
    sorted.sort_by(|(a, _), (b, _)| if a.is_ascii() && b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) });
    sorted.into_iter()
}

/// Writes a string. serde_json escapes exactly what RFC 8785 asks for: the quotation mark, the backslash and control characters, the latter in lower case.
fn string(s: &str, text: &mut String, out: &mut impl FnMut(&[u8])) {
    text.clear();
    text.push('"');
    for c in s.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            c if c < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
    out(text.as_bytes());
}

fn number(n: &Number, text: &mut String, out: &mut impl FnMut(&[u8])) {
    text.clear();
    let _ = match (n.as_u64(), n.as_i64(), n.as_f64()) {
        (Some(n), ..) => write!(text, "{n}"),
        (_, Some(n), _) => write!(text, "{n}"),
        (_, _, Some(float)) => {
            ecmascript(float, text);
            Ok(())
        }
        _ => write!(text, "{n}"),
    };
    out(text.as_bytes());
}

/// A number as `Number.prototype.toString` of ECMAScript writes it: the shortest digits that lead back to it, with an exponent where it is very large or very small.
fn ecmascript(float: f64, text: &mut String) {
    if float == 0.0 {
        text.push('0');
        return;
    }
    // serde_json's digits are the shortest ones, and of two that are as near the even one, as ECMAScript asks for. Rust's own are not always.
    let shortest = Number::from_f64(float.abs()).map_or_else(String::new, |n| n.to_string());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let point = count(whole) + exponent.parse::<i32>().unwrap_or_default() - count(&all) + count(significant);
    let digits = significant.trim_end_matches('0');
    let length = count(digits);
    if float < 0.0 {
        text.push('-');
    }
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or_default());
    let (head, tail) = digits.split_at(usize::try_from(point.clamp(0, length)).unwrap_or_default());
    let _ = match point {
        length_or_more if length_or_more >= length && point <= 21 => write!(text, "{digits}{}", zeros(point - length)),
        1..=21 => write!(text, "{head}.{tail}"),
        -5..=0 => write!(text, "0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            write!(text, "{first}{dot}{rest}e{:+}", point - 1)
        }
    };
}

fn count(digits: &str) -> i32 {
    i32::try_from(digits.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
#[path = "canonical_tests.rs"]
mod tests;
