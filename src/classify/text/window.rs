//! The part of a text that is looked at: bounded, and without terminal control sequences.

use memchr::memchr;
use std::borrow::Cow;

/// The most bytes that one verdict looks at.
pub(crate) const WINDOW: usize = 16 * 1024;

const ESC: u8 = 0x1b;

/// The text as the rules see it, and how its offsets map to the original.
#[derive(Debug)]
pub(crate) struct Window<'a> {
    /// What is scanned.
    pub(crate) text: Cow<'a, str>,
    /// Where each kept piece begins: (offset in `text`, offset in the original). Empty when `text` is the original.
    pieces: Vec<(u32, u32)>,
}

impl<'a> Window<'a> {
    /// Looks at `text`: at all of it up to [`WINDOW`] bytes, and otherwise at its head, a part of its middle and its tail.
    pub(crate) fn new(text: &'a str) -> Self {
        let short = text.len() <= WINDOW;
        if short && memchr(ESC, text.as_bytes()).is_none() {
            return Self { text: Cow::Borrowed(text), pieces: Vec::new() };
        }
        let mut window = Self { text: Cow::Owned(String::with_capacity(text.len().min(WINDOW) + 8)), pieces: Vec::new() };
        if short {
            window.keep(text, 0, text.len());
            return window;
        }
        let (head, middle) = (WINDOW / 2, WINDOW / 8);
        let tail = WINDOW - head - middle;
        for (start, len) in [(0, head), (text.len() / 2, middle), (text.len() - tail, tail)] {
            window.keep(text, start, start + len);
            window.push(start + len, "\n");
        }
        window
    }

    /// Maps a span of the scanned text to one of the original.
    pub(crate) fn original(&self, start: usize, end: usize) -> (u32, u32) {
        let first = self.map(start);
        (first, if end > start { self.map(end - 1) + 1 } else { first })
    }

    fn map(&self, at: usize) -> u32 {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let piece = self.pieces.partition_point(|(clean, _)| *clean <= at).checked_sub(1).and_then(|i| self.pieces.get(i));
        piece.map_or(at, |(clean, original)| original + (at - clean))
    }

    fn keep(&mut self, text: &str, start: usize, end: usize) {
        let start = (start..text.len()).find(|i| text.is_char_boundary(*i)).unwrap_or(text.len());
        let end = (start..=end).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(start);
        let mut rest = text.get(start..end).unwrap_or_default();
        let mut at = start;
        while let Some(esc) = memchr(ESC, rest.as_bytes()) {
            self.push(at, rest.get(..esc).unwrap_or_default());
            let skip = esc + sequence_len(rest.as_bytes().get(esc..).unwrap_or_default());
            at += skip;
            rest = rest.get(skip..).unwrap_or_default();
        }
        self.push(at, rest);
    }

    fn push(&mut self, original: usize, piece: &str) {
        if piece.is_empty() {
            return;
        }
        let text = self.text.to_mut();
        let at = |n| u32::try_from(n).unwrap_or(u32::MAX);
        self.pieces.push((at(text.len()), at(original)));
        text.push_str(piece);
    }
}

/// The length of the control sequence that begins with the ESC at the start of `bytes` (ECMA-48: CSI, OSC, and the two-byte ones).
fn sequence_len(bytes: &[u8]) -> usize {
    match bytes.get(1) {
        Some(b'[') => {
            let parameters = bytes.iter().skip(2).take(32).take_while(|b| (0x20..=0x3f).contains(*b)).count();
            let closed = bytes.get(2 + parameters).is_some_and(|b| (0x40..=0x7e).contains(b));
            2 + parameters + usize::from(closed)
        }
        Some(b']') => bytes.iter().skip(2).take(512).position(|b| *b == 0x07 || *b == ESC).map_or(2, |end| end + 3),
        Some(b) if b.is_ascii() => 2,
        _ => 1,
    }
}

#[cfg(test)]
#[path = "window_tests.rs"]
mod tests;
