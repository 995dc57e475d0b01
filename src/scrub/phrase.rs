//! Secrets of several words: `passphrase: correct horse battery staple`, and the 12 to 24 words that a wallet is made of.

use super::{
    bytes::{at, before, ends_with_ignore_case, is_quote, is_word, run_end, starts_with_ignore_case},
    item::{each_word, quoted},
    paint::{Kind, Paint},
    vocabulary::{Word, word},
};

/// The longest phrase, in bytes: 24 words of 8 letters with what is between them.
const REACH: usize = 384;
/// The fewest words of a seed, which need no separator and may all be usual ones.
const SEED: usize = 12;

pub(super) fn cover(paint: &mut Paint<'_>) {
    each_word(paint, name);
}

/// A word that may be the last one of the name of a phrase. Returns where to go on.
fn name(paint: &mut Paint<'_>, start: usize, end: usize) -> usize {
    let said = paint.text().get(start..end).unwrap_or_default();
    let phrase = ["phrase", "mnemonic"].iter().any(|ending| ends_with_ignore_case(said, ending));
    if phrase
        || said.eq_ignore_ascii_case("seed")
        || (said.eq_ignore_ascii_case("words") && starts_with_ignore_case(paint.bytes(), start.saturating_sub(5), "seed "))
    {
        return behind(paint, end, phrase).unwrap_or(end);
    }
    end
}

/// What stands behind a name that ends at `end`. Returns where to go on, if it was a phrase.
fn behind(paint: &mut Paint<'_>, end: usize, phrase: bool) -> Option<usize> {
    let text = paint.bytes();
    let bound = text.len().min(end + 24);
    let head = text.get(..bound).unwrap_or(text);
    let close = run_end(head, end, |b| is_quote(b) || matches!(b, b'\\' | b'*' | b']'));
    let mut next = run_end(head, close, |b| b == b' ');
    let mut sign = false;
    for link in ["is ", "was ", "are "] {
        if next > close && starts_with_ignore_case(text, next, link) {
            (next, sign) = (next + link.len(), true);
        }
    }
    let mark = run_end(head, next, |b| matches!(b, b':' | b'=' | b'>' | b'-' | b'['));
    let tight = mark == next + 1 && at(text, next) == b'=' && at(text, mark) != b' ';
    sign |= mark > next;
    next = run_end(head, mark, |b| matches!(b, b' ' | b'\t' | b'\n' | b'['));
    let (from, to) = match quoted(text, next) {
        Some(inner) => (inner.start, inner.end),
        // `NAME=x` ends at the space.
        None if tight => return None,
        None => (next, line(text, next)),
    };
    let words = || {
        paint
            .text()
            .get(from..to)
            .unwrap_or_default()
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '"' | '\''))
            .filter(|part| part.contains(char::is_alphabetic))
    };
    let seeds = words().take_while(|part| (3..=12).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_lowercase())).count();
    let others = words().filter(|part| word(part) == Word::Other).count();
    if (seeds >= SEED && to > from) || (phrase && sign && others * 2 > words().count()) {
        let tail = paint.text().get(from..to).unwrap_or_default().trim_end_matches([' ', '\t', '\r', ',', '}', ']', ')']);
        let stop = from + tail.len();
        paint.cover(from, stop, Kind::Secret);
        return Some(stop);
    }
    None
}

/// The end of the line, which an escaped feed or a quote ends as well.
fn line(text: &[u8], start: usize) -> usize {
    let bound = text.len().min(start + REACH);
    let mut end = start;
    while end < bound {
        let b = at(text, end);
        let escaped = b == b'\\' && (matches!(at(text, end + 1), b'n' | b'r' | b'\\') || is_quote(at(text, end + 1)));
        if b == b'\n' || b == b'<' || escaped || (is_quote(b) && !is_word(at(text, end + 1))) {
            return end;
        }
        end += 1;
    }
    // A bound must not fall into a word.
    while end < text.len() && is_word(at(text, end)) && is_word(before(text, end)) {
        end += 1;
    }
    end
}
