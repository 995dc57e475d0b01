//! Integers that reading would round.

use super::fault::Position;

/// Where the first integer of `text` begins that neither `i64` nor `u64` can hold. `text` is valid JSON.
///
/// RFC 8259 §6 promises no more than double precision, and rounding such a number, most likely an id, would name something else.
#[cold]
pub(super) fn beyond_64_bits(text: &str) -> Option<Position> {
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        let (_, found) = rest.split_at(at);
        let length = if found.starts_with('"') { string_length(found) } else { number_length(found) };
        let (token, behind) = found.split_at(length);
        let whole = token.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        if whole && token.parse::<i64>().is_err() && token.parse::<u64>().is_err() {
            return Some(position(text, text.len() - found.len()));
        }
        rest = behind;
    }
    None
}

fn number_length(text: &str) -> usize {
    text.bytes().position(|byte| !matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')).unwrap_or(text.len())
}

/// The length of the string that `text` begins with, quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.map_or(text.len(), |end| end + 2)
}

fn position(text: &str, at: usize) -> Position {
    let before = text.get(..at).unwrap_or_default();
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    Position { line, column: at - before.rfind('\n').map_or(0, |end| end + 1) + 1 }
}

#[cfg(test)]
#[path = "integer_tests.rs"]
mod tests;
