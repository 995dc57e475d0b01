//! Text that a tool, a server or a model wrote.

use std::fmt;

/// Text from outside, kept for classification only.
///
/// Its `Debug` and `Display` print its length and never its content, so that it cannot reach a log by accident. It is bounded when it is made: what is
/// longer than the window keeps its head, a part from the middle and its tail.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct UntrustedText {
    kept: Box<str>,
    original_len: usize,
    /// Where the second and the third piece of `kept` begin; zeros where it is one piece.
    cuts: [u32; 2],
}

impl UntrustedText {
    /// The default window in bytes.
    pub const WINDOW: usize = 16 * 1024;

    /// Keeps at most [`UntrustedText::WINDOW`] bytes of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::from_bytes_within(text.as_bytes(), Self::WINDOW)
    }

    /// Keeps at most [`UntrustedText::WINDOW`] bytes; bytes that are not UTF-8 become U+FFFD.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bytes_within(bytes, Self::WINDOW)
    }

    /// Keeps at most `window` bytes: half of them from the head, an eighth from the middle, the rest from the tail, because an error stands at an end of what a
    /// program prints. The cost is that of the window, whatever the length of `bytes`.
    #[must_use]
    pub fn from_bytes_within(bytes: &[u8], window: usize) -> Self {
        let original_len = bytes.len();
        if original_len <= window {
            return Self { kept: String::from_utf8_lossy(bytes).into(), original_len, cuts: [0; 2] };
        }
        let (head, middle) = (window / 2, window / 8);
        let tail = window - head - middle;
        let at = original_len / 2;
        let mut kept = String::with_capacity(window + 16);
        let mut piece = |start: usize, len: usize| {
            let part = bytes.get(start..start + len).unwrap_or_default();
            kept.push_str(&String::from_utf8_lossy(part));
            kept.push('\n');
            u32::try_from(kept.len()).unwrap_or(u32::MAX)
        };
        let cuts = [piece(0, head), piece(at, middle)];
        piece(original_len - tail, tail);
        Self { kept: kept.into(), original_len, cuts }
    }

    /// The kept text. It must never be printed, obeyed, or sent anywhere unscrubbed.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.kept
    }

    /// The parts of the original that were kept: one, or its head, a part of its middle and its tail. What stood between them is unknown.
    pub(crate) fn pieces(&self) -> Vec<&str> {
        let [second, third] = self.cuts.map(|cut| cut as usize);
        if third == 0 {
            return vec![&self.kept];
        }
        [(0, second), (second, third), (third, self.kept.len())].map(|(start, end)| self.kept.get(start..end).unwrap_or_default()).into()
    }

    /// The length of the original in bytes.
    #[must_use]
    pub fn original_len(&self) -> usize {
        self.original_len
    }

    /// Whether there is nothing but white space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.kept.trim().is_empty()
    }
}

impl fmt::Debug for UntrustedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UntrustedText({} bytes)", self.original_len)
    }
}

impl fmt::Display for UntrustedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} bytes of untrusted text]", self.original_len)
    }
}
