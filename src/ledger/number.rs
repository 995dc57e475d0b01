//! Numbers by their value, exactly.

use super::seed::{HashSeed, Lanes};
use serde_json::Number;
use std::fmt::Write;

const POSITIVE: u64 = 16;
const NEGATIVE: u64 = 17;
const DIGITS: u64 = 18;
const EXPONENT: u64 = 19;
const RAW: u64 = 20;
const FLOAT: u64 = 21;

/// Writes a number so that equal values write equally, however they are spelt, and different ones differently.
///
/// An integer of 64 bits goes in as such. The rest goes in as the `f64` which the tool gets or, where `serde_json` keeps the text of numbers
/// (`arbitrary_precision`), as the decimal digits and the exponent of that text.
#[inline]
pub(super) fn write(seed: &HashSeed, lanes: Lanes, number: &Number) -> Lanes {
    if let Some(n) = number.as_u64() {
        return seed.number(lanes, POSITIVE, n);
    }
    if let Some(n) = number.as_i64() {
        return seed.number(lanes, if n < 0 { NEGATIVE } else { POSITIVE }, n.unsigned_abs());
    }
    match number.as_f64() {
        Some(float) if !seed.numbers_are_text => write_float(seed, lanes, float),
        _ => write_text(seed, lanes, number),
    }
}

/// The value that the tool gets, where `serde_json` keeps nothing else of a number.
///
/// Every whole `f64` below 2^64 is one integer exactly, whatever the text was that it came from.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "exact integers only")]
fn write_float(seed: &HashSeed, lanes: Lanes, float: f64) -> Lanes {
    let size = float.abs();
    if size < BEYOND_U64 && size.fract() == 0.0 {
        let integer = size as u64;
        seed.number(lanes, if float < 0.0 { NEGATIVE } else { POSITIVE }, integer)
    } else {
        seed.number(lanes, FLOAT, float.to_bits())
    }
}

/// 2^64.
const BEYOND_U64: f64 = 18_446_744_073_709_551_616.0;

#[cold]
fn write_text(seed: &HashSeed, lanes: Lanes, number: &Number) -> Lanes {
    let mut text = Buffer::default();
    match write!(text, "{number}") {
        Ok(()) => decimal(seed, lanes, text.bytes()),
        Err(_) => raw(seed, lanes, number),
    }
}

/// A text of at most 64 bytes on the stack.
struct Buffer {
    bytes: [u8; 64],
    len: usize,
}

impl Default for Buffer {
    fn default() -> Self {
        Self { bytes: [0; 64], len: 0 }
    }
}

impl Buffer {
    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }
}

impl Write for Buffer {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        let end = self.len + s.len();
        self.bytes.get_mut(self.len..end).ok_or(std::fmt::Error)?.copy_from_slice(s.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// A number with more digits than fit: its text as it stands, in blocks.
#[cold]
fn raw(seed: &HashSeed, lanes: Lanes, number: &Number) -> Lanes {
    struct Blocks<'s>(&'s HashSeed, Lanes);
    impl Write for Blocks<'_> {
        fn write_str(&mut self, s: &str) -> std::fmt::Result {
            self.1 = self.0.text(self.1, RAW, s.as_bytes());
            Ok(())
        }
    }
    let mut blocks = Blocks(seed, lanes);
    let _ = write!(blocks, "{number}");
    blocks.1
}

/// Normalises `[-]digits[.digits][e[+-]digits]` to digits without zeros at either end and a power of ten.
fn decimal(seed: &HashSeed, lanes: Lanes, text: &[u8]) -> Lanes {
    let (negative, text) = match text.strip_prefix(b"-") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut digits = [0u8; 64];
    let (mut len, mut exponent, mut fraction) = (0usize, 0i64, false);
    let mut rest = text.iter();
    while let Some(byte) = rest.next() {
        match byte {
            b'.' => fraction = true,
            b'e' | b'E' => {
                exponent = exponent.saturating_add(parse_exponent(rest.as_slice()));
                break;
            }
            digit => {
                exponent -= i64::from(fraction);
                if (len > 0 || *digit != b'0')
                    && let Some(place) = digits.get_mut(len)
                {
                    *place = *digit;
                    len += 1;
                }
            }
        }
    }
    while len > 0 && digits.get(len - 1) == Some(&b'0') {
        len -= 1;
        exponent = exponent.saturating_add(1);
    }
    write_decimal(seed, lanes, negative, (digits.get(..len).unwrap_or_default(), exponent))
}

fn parse_exponent(text: &[u8]) -> i64 {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] => (1, digits),
        digits => (1, digits),
    };
    digits.iter().fold(0i64, |n, digit| n.saturating_mul(10).saturating_add(i64::from(digit.wrapping_sub(b'0')))).saturating_mul(sign)
}

fn write_decimal(seed: &HashSeed, lanes: Lanes, negative: bool, (digits, exponent): (&[u8], i64)) -> Lanes {
    if digits.is_empty() {
        return seed.number(lanes, POSITIVE, 0);
    }
    if let Some(n) = integer(digits, exponent) {
        return seed.number(lanes, if negative { NEGATIVE } else { POSITIVE }, n);
    }
    let lanes = seed.text(lanes, DIGITS + 8 * u64::from(negative), digits);
    seed.number(lanes, EXPONENT, exponent.cast_unsigned())
}

/// The value as an integer, where it is one below 2^64.
fn integer(digits: &[u8], exponent: i64) -> Option<u64> {
    let zeros = u32::try_from(exponent).ok()?;
    let n = digits.iter().try_fold(0u64, |n, digit| n.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0'))))?;
    n.checked_mul(10u64.checked_pow(zeros)?)
}
