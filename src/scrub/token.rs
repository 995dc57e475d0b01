//! Runs of characters that are no words: keys, digests, identifiers, encoded text.
//!
//! What stays is what looks like words, short numbers and the usual mixtures of both (`utf8`, `E0308`, `30s`). Everything else is taken out, because nobody can tell
//! a random identifier from a random key.

use super::{
    bytes::{at, before, is_word, run_end, run_start},
    letters,
    paint::{Kind, Paint},
    vendors,
};

/// A digit run that is longer does not stay in a mixture.
const DIGITS: usize = 5;
/// The most digits that a name with several numbers keeps.
const ALL_DIGITS: usize = 12;
/// An encoded line is at least so long; the line after it is the rest of it.
const ENCODED_LINE: usize = 40;
/// A name of mixed characters is at most so long before a third of it has to be words.
const WORDLESS: usize = 16;
/// What may stand before digits in the middle of a name.
const STEMS: &[&str] = &[
    "utf", "http", "base", "sha", "md", "ipv", "oauth", "int", "uint", "float", "x", "k", "s", "ec", "log", "h", "v", "web", "mp", "i", "u", "f", "e", "p",
    "l", "r", "c", "b", "d", "g", "t", "n",
];

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        let b = at(text, index);
        if b == b'\\' {
            // The letter belongs to the escape. It may also open a folder's name: then one letter of it is not looked at.
            index += if matches!(at(text, index + 1), b'n' | b'r' | b't' | b'b' | b'f' | b'v' | b'0') { 2 } else { 1 };
        } else if is_compound(b) {
            let end = compound_end(text, index);
            compound(paint, index, end);
            index = end;
        } else {
            index += 1;
        }
    }
}

/// What stands behind `=` is another one: only at the end it fills up encoded text.
fn compound_end(text: &[u8], start: usize) -> usize {
    let mut end = start;
    while is_compound(at(text, end)) && !(end > start && at(text, end) == b'=' && is_word(at(text, end + 1))) {
        end += 1;
    }
    end
}

/// Whether a run without connectors looks like no word.
pub(super) fn is_odd(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|atom| judge(atom.as_bytes()) == Atom::Odd)
}

const fn is_compound(b: u8) -> bool {
    is_word(b) || is_tie(b) || matches!(b, b'/' | b'.')
}

/// What holds the parts of one key together.
const fn is_tie(b: u8) -> bool {
    matches!(b, b'_' | b'-' | b'+' | b'=' | b'~' | b'%')
}

/// What a run of letters and digits is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Atom {
    Word,
    Short,
    Odd,
}

/// Looks at each part of `start..end`, and takes out what is odd with everything that is tied to it.
fn compound(paint: &mut Paint<'_>, start: usize, end: usize) {
    let text = paint.bytes();
    let within = Compound::new(text, start, end);
    let mut index = start;
    while index < end {
        let stop = run_end(text, index, |b| b.is_ascii_alphanumeric()).min(end);
        if stop == index {
            index += 1;
            continue;
        }
        let atom = text.get(index..stop).unwrap_or_default();
        let key = vendors::begins_key(text.get(index..end).unwrap_or_default());
        // Many small oddities in a row are one identifier: `1f2e-3d4c-5b6a`.
        let piece = within.ragged || (within.digits > ALL_DIGITS && atom.iter().any(u8::is_ascii_digit));
        index = if key || piece || judge(atom) == Atom::Odd { whole(paint, (index, stop), &within, key) } else { stop };
    }
}

/// Whether many of the parts are mixtures: of letters and digits, or of cases.
fn is_ragged(compound: &[u8]) -> bool {
    let parts = || compound.split(|b| !b.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let mixed = parts().filter(|part| is_mixed(part)).count();
    let kinds: [fn(&u8) -> bool; 3] = [u8::is_ascii_digit, u8::is_ascii_lowercase, u8::is_ascii_uppercase];
    let various = kinds.iter().filter(|kind| compound.iter().any(kind)).count() > 1;
    let words: usize = parts().filter(|part| is_word_part(part)).map(<[u8]>::len).sum();
    let wordless = compound.len() >= WORDLESS && various && words * 3 < parts().map(<[u8]>::len).sum();
    compound.len() >= 8 && (wordless || mixed >= 3 || (mixed >= 2 && mixed * 2 >= parts().count()))
}

/// Whether a part is made of words.
fn is_word_part(part: &[u8]) -> bool {
    !is_mixed(part) && std::str::from_utf8(part).is_ok_and(letters::are_word)
}

/// Letters with digits, or capitals where no word begins.
fn is_mixed(part: &[u8]) -> bool {
    let digits = part.iter().filter(|b| b.is_ascii_digit()).count();
    let upper = part.iter().skip(1).filter(|b| b.is_ascii_uppercase()).count();
    let lower = part.iter().filter(|b| b.is_ascii_lowercase()).count();
    (digits > 0 && digits < part.len()) || (upper > 0 && lower > 0 && part.len() < 3 * letters::camel_parts(part))
}

/// Takes out the odd part `start..stop` and what belongs to it. Returns its end.
fn whole(paint: &mut Paint<'_>, (start, stop): (usize, usize), within: &Compound, key: bool) -> usize {
    let text = paint.bytes();
    let (mut from, mut to) = (start, stop);
    // A key begins with its beginning; what stands before `=` is the name of the rest.
    while from > within.start && !key && before(text, from) != b'=' {
        let part = run_start(text, from - 1, usize::MAX, is_word).max(within.start);
        let tied = is_word(before(text, from)) || is_tie(before(text, from));
        if !tied && !within.owns(text.get(part..from - 1).unwrap_or_default()) {
            break;
        }
        from = part;
    }
    while to < within.end && !(at(text, to) == b'=' && is_word(at(text, to + 1))) {
        let part = run_end(text, to + 1, is_word).min(within.end);
        let tied = is_word(at(text, to)) || is_tie(at(text, to)) || (key && part > to + 1);
        if !tied && !within.owns(text.get(to + 1..part).unwrap_or_default()) {
            break;
        }
        to = part;
    }
    let digits = text.get(from..to).is_some_and(|run| run.iter().all(|b| !b.is_ascii_alphabetic() && *b < 0x80));
    paint.cover(
        from,
        to,
        if key {
            Kind::Secret
        } else if digits {
            Kind::Number
        } else {
            Kind::Id
        },
    );
    if to - from >= ENCODED_LINE {
        rest_of_line(paint, to);
    }
    to
}

/// A run of parts and what holds them together.
struct Compound {
    start: usize,
    end: usize,
    ragged: bool,
    digits: usize,
}

impl Compound {
    fn new(text: &[u8], start: usize, end: usize) -> Self {
        let run = text.get(start..end).unwrap_or_default();
        Self { start, end, ragged: is_ragged(run), digits: run.iter().filter(|b| b.is_ascii_digit()).count() }
    }

    /// Whether a part behind `/` or `.` is more of the odd one beside it: encoded text has both, and so have paths and names, whose parts are words.
    fn owns(&self, part: &[u8]) -> bool {
        let word = part.iter().skip(1).all(u8::is_ascii_lowercase) && part.iter().all(u8::is_ascii_alphabetic);
        let shortest = if self.ragged { 6 } else { 3 };
        !(word && part.len() >= shortest && judge(part) == Atom::Word) && (self.ragged || part.iter().all(|b| b.is_ascii_alphanumeric()) && !part.is_empty())
    }
}

/// Encoded text that is wrapped goes on for a line that may be too short to tell.
fn rest_of_line(paint: &mut Paint<'_>, end: usize) {
    let text = paint.bytes();
    let body = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'-' | b'_');
    let slashes = run_end(text, end, |b| b == b'\\');
    let next = match at(text, slashes) {
        b'\n' => slashes + 1,
        b'n' if slashes > end => slashes + 1,
        _ => return,
    };
    let stop = run_end(text, next, body);
    let line = text.get(next..stop).unwrap_or_default();
    // A sentence may follow, too.
    let word = line.iter().skip(1).all(u8::is_ascii_lowercase) && matches!(at(text, stop), b' ' | b'.' | b':' | b'(' | b',');
    if !word {
        paint.cover(next, stop, Kind::Id);
    }
}

fn judge(atom: &[u8]) -> Atom {
    let digits = atom.iter().filter(|b| b.is_ascii_digit()).count();
    let text = std::str::from_utf8(atom).unwrap_or_default();
    if digits == 0 {
        return if letters::are_odd(text) { Atom::Odd } else { Atom::Word };
    }
    if digits == atom.len() || atom.len() < 6 || is_usual_mixture(text) { Atom::Short } else { Atom::Odd }
}

/// One number in or beside a word: `python3`, `E0308`, `30ms`, `Utf8Error`, `0x80070005`.
fn is_usual_mixture(atom: &str) -> bool {
    if let Some(code) = atom.strip_prefix("0x") {
        return code.len() <= 8 && code.bytes().all(|b| b.is_ascii_hexdigit());
    }
    if atom == "utf8mb4" {
        return true;
    }
    // A width and a height.
    if let Some((width, height)) = atom.split_once('x').filter(|(width, _)| !width.is_empty() && width.bytes().all(|b| b.is_ascii_digit())) {
        return width.len() <= 4 && height.len() <= 4 && atom.bytes().all(|b| b.is_ascii_digit() || b == b'x');
    }
    let first = atom.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let (stem, rest) = atom.split_at(first);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let tail = rest.get(digits..).unwrap_or_default();
    if digits > DIGITS || !tail.bytes().all(|b| b.is_ascii_alphabetic()) || letters::are_odd(stem) || letters::are_odd(tail) {
        return false;
    }
    let known = stem.is_empty() || STEMS.iter().any(|known| stem.eq_ignore_ascii_case(known)) || (stem.len() >= 4 && stem.is_ascii());
    match (stem.len(), tail.len()) {
        (_, 0) => true,
        (0, len) => len <= 3 && digits <= 4,
        (_, 1..=3) => known && digits <= 3,
        _ => known && digits <= 3 && tail.starts_with(|c: char| c.is_ascii_uppercase() || stem.len() <= 5),
    }
}

#[cfg(test)]
#[path = "token_tests.rs"]
mod tests;
