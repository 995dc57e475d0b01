//! One spelling for what can be spelled in many ways, so that no detector has to know of disguises.

use super::{
    bytes::{at, starts_with_ignore_case},
    confusables::unmixed,
};
use std::borrow::Cow;

/// How often escapes inside escapes are undone. What is still escaped then loses its escape characters.
const ROUNDS: usize = 4;
const ESC: char = '\u{1b}';

/// Which escapes are undone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Terminal sequences, invisible characters, other spellings of ASCII, and backslash escapes.
    Letters,
    /// Percent encoding and HTML entities too. These may add spaces and quotes, so that addresses have to be gone by then.
    Everything,
}

/// The text in one spelling: no control characters but line feeds and tabs, no invisible ones, ASCII where Unicode has a look-alike form of the same character.
pub(super) fn fold(text: &str, depth: Depth) -> Cow<'_, str> {
    if is_plain(text.as_bytes(), depth) {
        return Cow::Borrowed(text);
    }
    let mut folded = round(text, depth);
    for _ in 0..ROUNDS {
        let next = round(&folded, depth);
        if next == folded {
            return Cow::Owned(unmixed(folded));
        }
        folded = next;
    }
    Cow::Owned(unmixed(folded.replace(['\\', '%', '&'], " ")))
}

/// Whether there is nothing to fold.
fn is_plain(text: &[u8], depth: Depth) -> bool {
    text.iter().enumerate().all(|(i, b)| match b {
        b'\n' | b'\t' => true,
        b'\\' => false,
        b'%' | b'&' => depth == Depth::Letters,
        b'<' => !opens_role(text.get(i..).unwrap_or_default()),
        b => (b' '..=b'~').contains(b),
    })
}

fn round(text: &str, depth: Depth) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (used, to) = match first {
            ESC => (sequence_len(rest.as_bytes()), Folded::Gone),
            // `C:\Users\xavier`: somebody's name and no escape.
            '\\' if opens_name(&out, rest) => {
                let run = rest.bytes().take_while(|b| *b == b'\\').count();
                (run, Folded::Text(rest.get(..run).unwrap_or_default().to_owned()))
            }
            '\\' => backslash(rest),
            '%' if depth == Depth::Everything => percent(rest),
            '&' if depth == Depth::Everything => entity(rest),
            '<' => (1, Folded::Char(if opens_role(rest.as_bytes()) { '(' } else { '<' })),
            '\r' => (1, if rest.starts_with("\r\n") { Folded::Gone } else { Folded::Char('\n') }),
            other => (other.len_utf8(), plain(other).map_or(Folded::Gone, Folded::Char)),
        };
        match to {
            Folded::Gone => {}
            Folded::Char(one) => out.push(one),
            Folded::Text(more) => out.push_str(&more),
        }
        rest = rest.get(used.max(1)..).unwrap_or_default();
    }
    out
}

enum Folded {
    Gone,
    Char(char),
    Text(String),
}

/// Whether the backslash at the start of `rest` leads to the name of a folder, and is no escape that spells a backslash.
fn opens_name(before: &str, rest: &str) -> bool {
    let parent = ends_with_ignore_case(before, "users") || ends_with_ignore_case(before, "settings");
    parent && !starts_with_ignore_case(rest.trim_start_matches('\\').as_bytes(), 0, "u005c")
}

fn ends_with_ignore_case(text: &str, ending: &str) -> bool {
    text.len().checked_sub(ending.len()).and_then(|start| text.as_bytes().get(start..)).is_some_and(|tail| tail.eq_ignore_ascii_case(ending.as_bytes()))
}

/// Tags that delimit text from a tool all begin so: the text must not be able to write one, nor one with gaps that a reader may pass over.
fn opens_role(text: &[u8]) -> bool {
    let letters = text.iter().skip(1).filter(|b| !matches!(b, b'/' | b' ' | b'\t' | b'\n'));
    letters.take(5).map(u8::to_ascii_lowercase).eq(*b"tool_")
}

/// The length of a well-formed control sequence (ECMA-48). Of a malformed one only the ESC goes, so that it takes no text with it.
fn sequence_len(bytes: &[u8]) -> usize {
    match at(bytes, 1) {
        b'[' => {
            let parameters = bytes.iter().skip(2).take(32).take_while(|b| (0x20..=0x3f).contains(*b)).count();
            if b"mKJHABCDEFGSThlnsuf".contains(&at(bytes, 2 + parameters)) { 3 + parameters } else { 1 }
        }
        b']' => bytes.iter().skip(2).take(512).position(|b| matches!(b, 0x07 | 0x1b)).map_or(1, |end| end + 3),
        _ => 1,
    }
}

/// `\u0040`, `\u{40}`, `\U00000040`, `\x40` and `\/`, behind any number of backslashes.
fn backslash(rest: &str) -> (usize, Folded) {
    let bytes = rest.as_bytes();
    let run = bytes.iter().take_while(|b| **b == b'\\').count();
    let (start, len) = match at(bytes, run) {
        b'/' => return (run + 1, Folded::Char('/')),
        b'u' if at(bytes, run + 1) == b'{' => (run + 2, bytes.iter().skip(run + 2).take(7).position(|b| *b == b'}').unwrap_or(0)),
        b'u' => (run + 1, 4),
        b'U' => (run + 1, 8),
        b'x' => (run + 1, 2),
        _ => (run, 0),
    };
    let Some(code) = rest.get(start..start + len).filter(|hex| !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit())) else {
        return (run, Folded::Text(rest.get(..run).unwrap_or_default().to_owned()));
    };
    let used = start + len + usize::from(at(bytes, start + len) == b'}' && at(bytes, run + 1) == b'{');
    // Halves of surrogate pairs are no characters of their own: what lies beyond the basic plane is dropped.
    let to = match u32::from_str_radix(code, 16).ok().and_then(char::from_u32) {
        None => Folded::Gone,
        // They stay escaped, so that a quoted text does not end where it did not.
        Some(mark @ ('"' | '\'' | '\\')) => Folded::Text(format!("\\{mark}")),
        Some(one) => Folded::Char(one),
    };
    (used, to)
}

fn percent(rest: &str) -> (usize, Folded) {
    let bytes = rest.as_bytes();
    let mut decoded = Vec::new();
    let mut used = 0;
    while at(bytes, used) == b'%'
        && let Some(byte) =
            rest.get(used + 1..used + 3).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit())).and_then(|hex| u8::from_str_radix(hex, 16).ok())
    {
        decoded.push(byte);
        used += 3;
    }
    if used == 0 {
        return (1, Folded::Char('%'));
    }
    (used, Folded::Text(String::from_utf8_lossy(&decoded).replace('"', "'")))
}

fn entity(rest: &str) -> (usize, Folded) {
    const NAMED: &[(&str, char)] = &[
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '\''),
        ("apos", '\''),
        ("nbsp", ' '),
        ("commat", '@'),
        ("colon", ':'),
        ("equals", '='),
        ("period", '.'),
        ("sol", '/'),
        ("lowbar", '_'),
        ("hyphen", '-'),
        ("percnt", '%'),
        ("num", '#'),
    ];
    let Some(end) = rest.bytes().take(12).position(|b| b == b';') else { return (1, Folded::Char('&')) };
    let name = rest.get(1..end).unwrap_or_default();
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => number.parse().ok(),
    });
    let named = || NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, one)| *one);
    match number.and_then(char::from_u32).or_else(named) {
        Some('"') => (end + 1, Folded::Char('\'')),
        Some(one) => (end + 1, Folded::Char(one)),
        None => (1, Folded::Char('&')),
    }
}

/// One character; `None` where it is invisible.
fn plain(c: char) -> Option<char> {
    if c.is_ascii() {
        return (!c.is_ascii_control() || matches!(c, '\n' | '\t')).then_some(match c {
            '\u{0b}' | '\u{0c}' => '\n',
            other => other,
        });
    }
    let n = u32::from(c);
    if is_invisible(n) {
        return None;
    }
    Some(match n {
        0x85 | 0x2028 | 0x2029 => '\n',
        0xa0 | 0x1680 | 0x2000..=0x200a | 0x202f | 0x205f | 0x3000 => ' ',
        0xab | 0xbb | 0x201c..=0x201f => '"',
        0x2018..=0x201b | 0x2039 | 0x203a => '\'',
        0x2010..=0x2015 | 0x2212 => '-',
        0x2024 | 0xfe52 => '.',
        0x2044 | 0x2215 => '/',
        0x2236 | 0xfe55 | 0xa789 => ':',
        0xfe6b => '@',
        0xfe66 => '=',
        0xff01..=0xff5e => ascii(n - 0xff01, 0x21, 0x5e),
        0x1d400..=0x1d6a3 => letter((n - 0x1d400) % 52),
        0x1d7ce..=0x1d7ff => ascii((n - 0x1d7ce) % 10, 0x30, 10),
        0x24b6..=0x24e9 => letter(n - 0x24b6),
        0x249c..=0x24b5 => ascii(n - 0x249c, 0x61, 26),
        0x1f130..=0x1f149 => ascii(n - 0x1f130, 0x41, 26),
        0x1f150..=0x1f169 => ascii(n - 0x1f150, 0x41, 26),
        0x1f170..=0x1f189 => ascii(n - 0x1f170, 0x41, 26),
        0xb9 => '1',
        0xb2 | 0xb3 => ascii(n - 0xb0, 0x30, 10),
        0x2070..=0x2079 => ascii(n - 0x2070, 0x30, 10),
        0x2080..=0x2089 => ascii(n - 0x2080, 0x30, 10),
        0x2460..=0x2468 => ascii(n - 0x2460, 0x31, 9),
        0x24ea => '0',
        _ => digit(n).unwrap_or(if c.is_numeric() { '0' } else { c }),
    })
}

fn ascii(offset: u32, base: u32, count: u32) -> char {
    char::from_u32(base + offset.min(count)).unwrap_or(' ')
}

fn letter(offset: u32) -> char {
    ascii(offset % 26, if offset < 26 { 0x41 } else { 0x61 }, 26)
}

/// The decimal digits of the scripts of the world: each block has ten in a row.
fn digit(n: u32) -> Option<char> {
    const ZEROS: &[u32] = &[
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946,
        0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
    ];
    ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&n)).map(|zero| ascii(n - zero, 0x30, 10))
}

/// Controls, zero-width and formatting characters, variation selectors, tags, and marks that combine with the letter before them.
const fn is_invisible(n: u32) -> bool {
    matches!(
        n,
        0x80..=0x84 | 0x86..=0x9f | 0xad | 0x300..=0x36f | 0x61c | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff
            | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0x20d0..=0x20ff | 0x3164 | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f | 0xfeff | 0xffa0
            | 0xfff0..=0xfffd | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff
    )
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
