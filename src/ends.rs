//! Texts as words.

/// The first and the last eight bytes of a text, which overlap where it is shorter than sixteen. Up to there they are the text, together with its length.
#[inline]
pub(crate) fn ends(text: &[u8]) -> (u64, u64) {
    if let (Some(head), Some(tail)) = (text.first_chunk(), text.last_chunk()) {
        return (u64::from_le_bytes(*head), u64::from_le_bytes(*tail));
    }
    if let (Some(head), Some(tail)) = (text.first_chunk(), text.last_chunk()) {
        return (u32::from_le_bytes(*head).into(), u32::from_le_bytes(*tail).into());
    }
    (text.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)), 0)
}

#[cfg(test)]
#[path = "ends_tests.rs"]
mod tests;
