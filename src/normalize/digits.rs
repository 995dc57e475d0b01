//! Numbers whose digits reading would lose.
//!
//! RFC 8259 §6 promises no more than double precision, and a rounded number names something else: most likely it is an id, or an amount.

use super::fault::Position;
use std::borrow::Cow;

/// As many significant digits as every double can be told by. A number of no more is meant as the double that is nearest to it.
const OF_A_DOUBLE: usize = 17;

/// More significant digits than the exact value of any double has.
const OF_NO_DOUBLE: usize = 800;

/// Where the first number of `text` begins that cannot be passed on as it stands: an integer that neither `i64` nor `u64` can hold, or one that loses digits.
/// `text` is valid JSON.
#[cold]
pub(super) fn rounded(text: &str) -> Option<Position> {
    let is_wide = |token: &str| token.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()) && !fits(token);
    Numbers { text, at: 0 }.find(|(_, token)| is_wide(token) || loses_digits(token)).map(|(at, _)| position(text, at))
}

/// The same JSON with the numbers that would lose digits as strings of their text.
#[cold]
pub(super) fn quoted(text: &str) -> Cow<'_, str> {
    let mut written = String::new();
    let mut copied = 0;
    for (at, token) in (Numbers { text, at: 0 }).filter(|(_, token)| loses_digits(token)) {
        written.push_str(text.get(copied..at).unwrap_or_default());
        written.extend(["\"", token, "\""]);
        copied = at + token.len();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    written.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(written)
}

fn fits(token: &str) -> bool {
    token.parse::<i64>().is_ok() || token.parse::<u64>().is_ok()
}

/// Whether the double that is read is not the number that was written: of more digits than a double can be told by only the way in which a program prints that double
/// loses nothing.
fn loses_digits(token: &str) -> bool {
    // Most numbers are short and have no exponent: they are not even parsed.
    let digits = token.bytes().take_while(|byte| !matches!(byte, b'e' | b'E')).filter(u8::is_ascii_digit).count();
    if (digits <= OF_A_DOUBLE && !token.contains(['e', 'E'])) || fits(token) {
        return false;
    }
    let Ok(float) = token.parse::<f64>() else { return true };
    let written = decimal(token);
    match written.0.len() {
        length if float == 0.0 => length > 0,
        ..=OF_A_DOUBLE => false,
        OF_NO_DOUBLE.. => true,
        length => decimal(&format!("{float:.*e}", length - 1)) != written,
    }
}

/// The digits of a number without zeros at either end, and the power of ten of the last one.
fn decimal(token: &str) -> (String, i64) {
    let (mantissa, power) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{}{fraction}", whole.trim_start_matches('-'));
    let digits = all.trim_end_matches('0');
    let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
    let power = power.parse::<i64>().unwrap_or(i64::MAX);
    (digits.trim_start_matches('0').to_owned(), power.saturating_sub(length(fraction)).saturating_add(length(&all) - length(digits)))
}

/// The numbers of a JSON text, with the byte at which each begins.
struct Numbers<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Numbers<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.text.get(self.at..)?;
            let found = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit())?;
            let (at, token) = (self.at + found, rest.get(found..)?);
            let is_string = token.starts_with('"');
            let length = if is_string { string_length(token) } else { number_length(token) };
            self.at = at + length;
            if !is_string {
                return Some((at, token.get(..length)?));
            }
        }
    }
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
#[path = "digits_tests.rs"]
mod tests;
