//! What a failure was like, without what differs from one time to the next.
//!
//! Digests only decide whether an excused repeat failed *in the same way again*. They never decide whether two calls are identical: that is the argument
//! fingerprint's matter. So a digest may forget an identifier or a time, but short numbers, words and quoted values stay.

use super::{FailureDigest, Ledger};
use crate::{
    classify::{Classification, Source},
    facts::Code,
};
use std::fmt::Write;

/// How much of a line is normalised. What follows is compared as it stands.
const MAX_LINE: usize = 4 * 1024;

/// Stands for a removed part.
const GAP: &str = "#";

/// The digest of a failure: its class as far as facts settle it, its status or exit code, and its decisive line.
///
/// A class that was merely predicted stays out: a prediction that changes its mind must not make an old failure look new. `volatile` removes identifiers, addresses,
/// times, durations and temporary paths from the line.
pub fn failure_digest<L: Ledger + ?Sized>(ledger: &L, classification: &Classification, code: Option<&Code>, line: &str, volatile: bool) -> FailureDigest {
    let mut text = String::with_capacity(line.len().min(MAX_LINE) + 64);
    if classification.source == Source::Trusted {
        let subkind = classification.subkind.map_or("", |subkind| subkind.as_str());
        let _ = write!(text, "{}/{subkind}", classification.class);
    }
    text.push('\u{1f}');
    if let Some(code) = code {
        let _ = write!(text, "{code}");
    }
    text.push('\u{1f}');
    let (head, tail) = line.split_at(boundary(line, MAX_LINE));
    if volatile {
        without_volatile(head, &mut text);
    } else {
        text.push_str(head);
    }
    if !tail.is_empty() {
        let _ = write!(text, "\u{1f}{:016x}", ledger.digest(tail));
    }
    FailureDigest(ledger.digest(&text))
}

/// The largest character boundary of `line` that is at most `limit`.
fn boundary(line: &str, limit: usize) -> usize {
    (0..=limit.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0)
}

/// Appends `line` to `out` with its volatile parts replaced and its white space collapsed.
fn without_volatile(line: &str, out: &mut String) {
    if is_plain(line) {
        out.push(' ');
        out.push_str(line);
    } else {
        replace_words(line, out);
    }
}

/// Whether there is nothing to replace and nothing to collapse, as in most lines.
fn is_plain(line: &str) -> bool {
    let mut before = b' ';
    let plain = line.bytes().all(|b| {
        let after_space = std::mem::replace(&mut before, b) == b' ';
        if b == b' ' { !after_space } else { b.is_ascii_graphic() && !may_vary(b) }
    });
    plain && before != b' '
}

/// Whatever is volatile holds a digit or is a path.
const fn may_vary(b: u8) -> bool {
    b.is_ascii_digit() || matches!(b, b'/' | b'\\')
}

fn replace_words(line: &str, out: &mut String) {
    let mut words = line.split_whitespace().peekable();
    while let Some(word) = words.next() {
        out.push(' ');
        let unit_follows = is_decimal(word) && words.peek().is_some_and(|next| is_time_unit(next.trim_end_matches(is_edge)));
        if unit_follows {
            out.push_str(GAP);
        } else {
            push_word(word, out);
        }
    }
}

fn push_word(word: &str, out: &mut String) {
    if !word.bytes().any(may_vary) {
        out.push_str(word);
        return;
    }
    let start = word.len() - word.trim_start_matches(is_edge).len();
    let (open, rest) = word.split_at(start);
    let core = rest.trim_end_matches(is_edge);
    let close = rest.strip_prefix(core).unwrap_or_default();
    out.push_str(open);
    if is_temporary_path(core) || is_instant(core) || is_duration(core) || is_uuid(core) {
        out.push_str(GAP);
    } else {
        push_parts(core, out);
    }
    out.push_str(close);
}

/// Goes through the parts between punctuation, and replaces those that look like identifiers.
fn push_parts(core: &str, out: &mut String) {
    let mut part = 0;
    for (at, c) in core.char_indices().chain([(core.len(), ' ')]) {
        if c.is_alphanumeric() && at < core.len() {
            continue;
        }
        let text = core.get(part..at).unwrap_or_default();
        out.push_str(if is_identifier(text) { GAP } else { text });
        if at < core.len() {
            out.push(c);
        }
        part = at + c.len_utf8();
    }
}

fn is_edge(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ',' | ';' | '.' | ':' | '!' | '?')
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.') && text.bytes().any(|b| b.is_ascii_digit())
}

fn is_time_unit(text: &str) -> bool {
    matches!(text, "ns" | "us" | "µs" | "ms" | "s" | "sec" | "secs" | "second" | "seconds" | "milliseconds" | "min" | "mins" | "minutes" | "hours")
}

/// `12ms`, `0.53s`, `1h`.
fn is_duration(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < text.len() && (is_time_unit(unit) || matches!(unit, "m" | "h"))
}

/// A date (RFC 3339 `full-date`), a time of day, or both.
fn is_instant(text: &str) -> bool {
    let shape =
        |pattern: &str| text.len() >= pattern.len() && text.bytes().zip(pattern.bytes()).all(|(b, p)| if p == b'0' { b.is_ascii_digit() } else { b == p });
    let rest_is_time = |from: usize| text.bytes().skip(from).all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.' | b',' | b'+' | b'-' | b'T' | b'Z' | b'z'));
    (shape("0000-00-00") && rest_is_time(10)) || (shape("0000/00/00") && rest_is_time(10)) || (shape("00:00:00") && rest_is_time(8))
}

/// RFC 9562 section 4: 8-4-4-4-12 hexadecimal digits.
fn is_uuid(text: &str) -> bool {
    text.len() == 36 && text.bytes().enumerate().all(|(at, b)| if matches!(at, 8 | 13 | 18 | 23) { b == b'-' } else { b.is_ascii_hexdigit() })
}

fn is_temporary_path(text: &str) -> bool {
    ["/tmp/", "/var/tmp/", "/var/folders/", "/private/var/folders/", "/private/tmp/"].iter().any(|root| text.starts_with(root))
        || text.contains("\\AppData\\Local\\Temp\\")
}

/// Long numbers, addresses, and strings of hexadecimal digits or of mixed letters and digits.
fn is_identifier(text: &str) -> bool {
    if !text.is_ascii() {
        return false;
    }
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.len() - digits;
    let hex = text.strip_prefix("0x").unwrap_or(text);
    let all_hex = !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit());
    (letters == 0 && digits >= 6)
        || (hex.len() < text.len() && all_hex && hex.len() >= 4)
        || (all_hex && digits > 0 && letters > 0 && text.len() >= 8)
        || (digits >= 3 && letters > 0 && text.len() >= 16)
}

#[cfg(test)]
#[path = "digest_tests.rs"]
mod tests;
