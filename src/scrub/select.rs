//! Which part of a text is kept.

use crate::{
    classify::text::{fields::Fields, lines::Layout, message},
    facts::UntrustedText,
};
use std::borrow::Cow;

/// How much is dropped on either side of a place where the middle was left out, unless a line ends sooner: what names a secret may be gone.
const EDGE: usize = 1024;
/// How far a cut moves to the end of a word.
const REACH: usize = 512;

/// The text without the frayed edges of what was left out of it.
pub(super) fn without_cuts(text: &UntrustedText) -> Cow<'_, str> {
    let pieces = text.pieces();
    if pieces.len() < 2 {
        return Cow::Borrowed(text.expose());
    }
    let last = pieces.len() - 1;
    let kept = pieces.iter().enumerate().map(|(i, piece)| {
        let piece = if i > 0 { without_start(piece) } else { piece };
        if i < last { without_end(piece) } else { piece }
    });
    Cow::Owned(kept.collect::<Vec<_>>().join("\n"))
}

fn without_end(piece: &str) -> &str {
    let from = boundary(piece, piece.len().saturating_sub(EDGE));
    let end = piece.get(from..).and_then(|edge| edge.rfind('\n')).map_or(from, |i| from + i);
    piece.get(..end).unwrap_or_default()
}

fn without_start(piece: &str) -> &str {
    let until = boundary(piece, EDGE.min(piece.len()));
    let start = piece.get(..until).and_then(|edge| edge.find('\n')).unwrap_or(until);
    piece.get(start..).unwrap_or_default()
}

/// The last boundary of a character up to `index`.
fn boundary(text: &str, index: usize) -> usize {
    (0..=index.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

/// At most `max` bytes around what says what went wrong.
pub(super) fn decisive(text: &str, max: usize) -> String {
    let text = text.trim_end();
    let text = text.trim_start_matches('\n');
    if text.len() <= max {
        return text.to_owned();
    }
    let (start, end) = message(text, &Fields::new(text), &Layout::new(text));
    let end = end.min(text.len());
    let Some(left) = max.checked_sub(end.saturating_sub(start)) else {
        let end = word_end(text, start, start + max);
        return text.get(start..end).unwrap_or_default().trim_end().to_owned();
    };
    // What explains a failure mostly stands above it.
    let after = (left / 4).min(text.len() - end);
    let before = (left - after).min(start);
    let after = (left - before).min(text.len() - end);
    let from = if before == start { 0 } else { word_start(text, start - before, start) };
    let until = if end + after == text.len() { text.len() } else { word_end(text, end, end + after) };
    text.get(from..until).unwrap_or_default().trim_end().trim_start_matches('\n').to_owned()
}

/// The first line, or else word, that begins in `from..to`; `to` where none does. Placeholders have no spaces, so that none is cut.
fn word_start(text: &str, from: usize, to: usize) -> usize {
    let from = boundary(text, from);
    let part = text.get(from..to).unwrap_or_default();
    let reach = part.get(..boundary(part, REACH)).unwrap_or_default();
    let line = reach.find('\n').or_else(|| reach.find(' '));
    line.map_or_else(|| part.find(' ').map_or(to, |i| from + i + 1), |i| from + i + 1)
}

/// The last word that ends in `from..to`; `from` where none does.
fn word_end(text: &str, from: usize, to: usize) -> usize {
    let to = boundary(text, to);
    let part = text.get(from..to).unwrap_or_default();
    let reach = part.get(boundary(part, part.len().saturating_sub(REACH))..).unwrap_or_default();
    let end = reach.rfind('\n').or_else(|| reach.rfind([' ', ','])).or_else(|| reach.char_indices().rev().find(|(_, c)| !c.is_ascii()).map(|(i, _)| i));
    end.map_or(from, |i| to - reach.len() + i)
}

#[cfg(test)]
#[path = "select_tests.rs"]
mod tests;
