//! Keys and certificates in PEM and its kin, whole or cut.

use super::{
    bytes::{at, is_space, is_word, run_end, run_start, starts_with_ignore_case},
    paint::{Kind, Paint},
    token,
};

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.text();
    let last_end = text.rfind("---END ").or_else(|| text.rfind("--- END "));
    let mut index = 0;
    while let Some(found) = next_marker(text, index) {
        index = found + 5;
        let rest = text.get(found..).unwrap_or_default();
        let start = run_start(text.as_bytes(), found, 8, |b| b == b'-');
        if rest.trim_start_matches(['-', ' ']).starts_with("END ") {
            // Its beginning is not here: the lines above are the key.
            let from = body_start(text, start);
            paint.cover(from, marker_end(text, found), Kind::Secret);
            continue;
        }
        let end = match last_end.filter(|end| *end > found).and_then(|_| rest.get(3..).and_then(|rest| rest.find("END "))) {
            Some(end) => marker_end(text, found + 3 + end),
            None => body_end(paint, marker_end(text, found)),
        };
        paint.cover(start, end, Kind::Secret);
        index = end.max(index);
    }
}

/// The next beginning or end of such a block, or what is left of one.
fn next_marker(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let known = ["---BEGIN ", "--- BEGIN ", "---END ", "--- END ", "PRIVATE KEY---", "PRIVATE KEY BLOCK---"];
    known.iter().filter_map(|marker| rest.find(marker)).min().map(|i| from + i)
}

/// The end of the dashes behind a marker.
fn marker_end(text: &str, marker: usize) -> usize {
    let bytes = text.as_bytes();
    let label = run_end(bytes, marker, |b| b == b'-');
    let label = run_end(bytes, label, |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
    run_end(bytes, label, |b| b == b'-')
}

const fn is_body(b: u8) -> bool {
    is_word(b) || matches!(b, b'+' | b'/' | b'=')
}

/// White space, and line feeds that are still escaped.
fn gap_end(bytes: &[u8], from: usize) -> usize {
    let mut end = from;
    loop {
        let next = run_end(bytes, end, |b| is_space(b) || b == b'\\');
        let escaped = next > end && at(bytes, next - 1) == b'\\' && matches!(at(bytes, next), b'n' | b'r' | b't');
        end = if escaped { next + 1 } else { next };
        if !escaped {
            return end;
        }
    }
}

/// Where a block without an end stops looking like one.
fn body_end(paint: &Paint<'_>, from: usize) -> usize {
    let bytes = paint.bytes();
    let mut end = from;
    loop {
        let start = gap_end(bytes, end);
        let header = ["Proc-Type:", "DEK-Info:", "Version:", "Comment:"].iter().any(|name| starts_with_ignore_case(bytes, start, name));
        if header {
            end = run_end(bytes, start, |b| b != b'\n' && b != b'\\');
            continue;
        }
        let stop = run_end(bytes, start, is_body);
        let word = paint.text().get(start..stop).unwrap_or_default();
        let alone = at(bytes, stop) == 0 || at(bytes, stop) == b'\n' || at(bytes, stop) == b'\\';
        if stop == start || !(word.len() >= 24 || token::is_odd(word) || (alone && word.len() < 5)) {
            return end;
        }
        end = stop;
    }
}

/// Where the lines above an end without a beginning start to look like a block.
fn body_start(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut start = from;
    loop {
        let mut end = run_start(bytes, start, 8, |b| is_space(b) || b == b'\\');
        // An escaped line feed: the letter belongs to the backslash before it.
        if matches!(at(bytes, end.wrapping_sub(1)), b'n' | b'r') && at(bytes, end.wrapping_sub(2)) == b'\\' {
            end -= 2;
        }
        let begin = run_start(bytes, end, 4096, is_body);
        let word = text.get(begin..end).unwrap_or_default();
        if begin == end || !(word.len() >= 24 || token::is_odd(word)) {
            return start;
        }
        start = begin;
    }
}
