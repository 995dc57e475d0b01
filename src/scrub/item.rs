//! Items of a line: words and quoted texts, one behind the other.

use super::{
    assign::{is_kept, quoted_end},
    bytes::{at, before, is_escape_letter, is_quote, is_space, is_word, run_end, unquoted_end},
    paint::Paint,
};

/// The longest quoted text, in bytes.
const QUOTED: usize = 256;

/// A word or a quoted text.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where what follows begins: behind the quote.
    pub(super) over: usize,
}

impl Item {
    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Whether it says what is wrong, or is nothing of its own.
    pub(super) fn is_kept(&self, text: &str) -> bool {
        is_kept(text, self.start, self.end)
    }
}

/// Calls `with` for each word and its end; it returns where to go on. The letter of an escaped line feed is no part of the word behind it.
pub(super) fn each_word(paint: &mut Paint<'_>, with: impl Fn(&mut Paint<'_>, usize, usize) -> usize) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        if is_escape_letter(text, index) || !is_word(at(text, index)) {
            index += 1;
            continue;
        }
        let end = run_end(text, index, is_word);
        index = with(paint, index, end).max(end);
    }
}

/// The end of spaces and tabs, and how many they are.
pub(super) fn blanks(text: &[u8], start: usize) -> (usize, usize) {
    let end = run_end(text, start, |b| matches!(b, b' ' | b'\t'));
    (end, end - start)
}

/// The quoted text at `start`, whose quotes may be escaped.
pub(super) fn quoted(text: &[u8], start: usize) -> Option<Item> {
    let slashes = run_end(text, start, |b| b == b'\\') - start;
    let (quote, inner) = (at(text, start + slashes), start + slashes + 1);
    let window = text.get(..text.len().min(inner + QUOTED))?;
    let end = is_quote(quote).then(|| quoted_end(window, inner, quote, slashes)).filter(|end| *end < window.len())?;
    Some(Item { start: inner, end, over: end + slashes + 1 })
}

/// The item at `start`, where no blank is.
pub(super) fn item(text: &[u8], start: usize) -> Option<Item> {
    if let Some(found) = quoted(text, start) {
        return Some(found);
    }
    let run = unquoted_end(text, start);
    let feed = text.get(start..run)?.windows(2).position(|pair| matches!(pair, b"\\n" | b"\\r")).map_or(run, |feed| start + feed);
    let mut end = feed;
    while end > start && matches!(before(text, end), b'\\' | b',' | b';' | b')' | b']' | b'}' | b'"' | b'\'') {
        end -= 1;
    }
    (end > start).then_some(Item { start, end, over: end })
}

/// The item behind blanks at `start`.
pub(super) fn next_item(text: &[u8], start: usize) -> Option<Item> {
    let (next, blanks) = blanks(text, start);
    (blanks > 0).then(|| item(text, next)).flatten()
}

/// Whether nothing else stands in the sentence or line behind `over`.
pub(super) fn is_over(text: &[u8], over: usize) -> bool {
    let (next, _) = blanks(text, over);
    let b = at(text, next);
    b == 0 || (is_space(b) || is_quote(b)) || matches!(b, b'\\' | b',' | b';' | b')' | b']' | b'}' | b'<')
}
