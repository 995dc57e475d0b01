//! Bytes as lower-case hexadecimal.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The text of some bytes.
pub(super) fn text(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from(DIGITS.get(usize::from(n)).copied().unwrap_or(b'0'));
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Whether `text` is that of `bytes`.
pub(super) fn is_text_of(text: &str, bytes: &[u8]) -> bool {
    text.len() == bytes.len() * 2 && text.as_bytes().chunks_exact(2).zip(bytes).all(|(pair, byte)| pair == [high(*byte), low(*byte)])
}

fn high(byte: u8) -> u8 {
    DIGITS.get(usize::from(byte >> 4)).copied().unwrap_or(b'0')
}

fn low(byte: u8) -> u8 {
    DIGITS.get(usize::from(byte & 15)).copied().unwrap_or(b'0')
}
