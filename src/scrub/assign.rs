//! Values that stand behind a name: `password=…`, `"token": "…"`, `Authorization: …`, `<secret>…</secret>`.

use super::{
    bytes::{at, before, is_escape_letter, is_quote, is_space, is_word, line_end, run_end, run_start, starts_with_ignore_case, unquoted_end},
    names::{Named, named},
    owned,
    paint::{Kind, Paint},
    pair, spoken,
    vocabulary::{Word, word},
};

/// The longest stretch before a separator in which a name is looked for.
const NAME: usize = 64;
/// The longest list or object whose every value is taken out.
const COMPOSITE: usize = 4096;
/// The longest list in parentheses.
const TUPLE: usize = 512;

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        index = match at(text, index) {
            b':' | b'=' => separator(paint, index),
            b'-' if at(text, index + 1) == b'>' && is_space(at(text, index + 2)) => separator(paint, index),
            // `→` and `⇒`.
            0xe2 if matches!((at(text, index + 1), at(text, index + 2)), (0x86 | 0x87, 0x92)) => separator(paint, index).max(index + 3),
            b'<' => element(paint, index),
            b'(' | b'[' => pair::of_two(paint, index),
            // The letter of an escaped line feed is no part of the word behind it.
            b'\\' if matches!(at(text, index + 1), b'n' | b't' | b'r') && is_word(at(text, index + 2)) => spoken::cover(paint, index + 2),
            b if is_word(b) && !is_word(before(text, index)) => spoken::cover(paint, index),
            _ => index + 1,
        };
    }
}

/// A separator at `index`: where it follows such a name, what it leads to is taken out. Returns where to go on.
fn separator(paint: &mut Paint<'_>, index: usize) -> usize {
    let Some(name) = name_before(paint.text(), index).or_else(|| owned::name_before(paint, index)) else { return pair::cover(paint, index) };
    led(paint, index, name)
}

/// Takes out what the separator at `index` leads to. Returns where to go on.
pub(super) fn led(paint: &mut Paint<'_>, index: usize, name: Named) -> usize {
    let text = paint.bytes();
    let arrow = match at(text, index) {
        b'-' => 1,
        0xe2 => 3,
        _ => 0,
    };
    let mut start = run_end(text, index + arrow, |b| matches!(b, b':' | b'=' | b'>' | b'~'));
    let strong = at(text, index) == b'=';
    let spaced = is_space(at(text, start));
    start = run_end(text, start, |b| matches!(b, b' ' | b'\t'));
    if name.kind == Kind::Secret {
        start = next_line(text, block(text, start));
    }
    // `login: command not found` is a program that speaks: people need a clearer sign.
    let plain = name.kind == Kind::User && !strong && !is_quote(at(text, start)) && at(text, start) != b'\\';
    if plain || is_escaped_quote(text, start) { index + 1 } else { value(paint, start, name, strong && !spaced) }
}

/// A quote in an escape that is undone later: only then it is known where the value ends.
pub(super) fn is_escaped_quote(text: &[u8], start: usize) -> bool {
    let escapes = ["&quot;", "&apos;", "&#34;", "&#39;", "&#x22;", "&#x27;", "%22", "%27"];
    escapes.iter().any(|escape| starts_with_ignore_case(text, start, escape))
}

/// The name that ends before a separator, behind the quotes and brackets that close it, or the index of an element.
pub(super) fn name_before(text: &str, separator: usize) -> Option<Named> {
    let bytes = text.as_bytes();
    let mut end = run_start(bytes, separator, 4, |b| matches!(b, b' ' | b'\t'));
    for _ in 0..3 {
        end = run_start(bytes, end, 40, |b| is_quote(b) || matches!(b, b']' | b')' | b'\\' | b'*'));
        let start = run_start(bytes, end, NAME, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.' | b'$' | b' '));
        // The letter of an escaped line feed may be no part of the name.
        let feed = usize::from(is_escape_letter(bytes, start));
        if let Some(name) = named(text.get(start..end)?).or_else(|| named(text.get(start + feed..end)?).filter(|_| feed > 0)) {
            return Some(name);
        }
        // `password[0]`, `password["db"]`.
        let open = run_start(bytes, start, 4, |b| is_quote(b) || b == b'\\');
        if before(bytes, open) != b'[' || start == separator {
            return None;
        }
        end = open - 1;
    }
    None
}

/// Behind the sign of a YAML block, `|` or `>-`, which says that the value is on the next line.
fn block(text: &[u8], start: usize) -> usize {
    if !matches!(at(text, start), b'|' | b'>') {
        return start;
    }
    let signs = run_end(text, start + 1, |b| matches!(b, b'+' | b'-' | b'0'..=b'9'));
    let end = run_end(text, signs, |b| matches!(b, b' ' | b'\t'));
    if at(text, end) == b'\n' || (at(text, end) == b'\\' && at(text, end + 1) == b'n') { end } else { start }
}

/// A value on a line of its own: one word, and no name of another value.
fn next_line(text: &[u8], end: usize) -> usize {
    let feeds = run_end(text, end, |b| b == b'\\');
    let escaped = feeds > end && at(text, feeds) == b'n';
    if at(text, end) != b'\n' && !escaped {
        return end;
    }
    let start = run_end(text, if escaped { feeds + 1 } else { end }, is_space);
    let quote = run_end(text, start, |b| is_quote(b) || b == b'\\');
    let stop = unquoted_end(text, quote);
    let over = run_end(text, stop, |b| is_quote(b) || matches!(b, b' ' | b'\\' | b','));
    let word = text.get(quote..stop).unwrap_or_default();
    let name = word.ends_with(b":") || word.iter().position(|b| *b == b'=').is_some_and(|sign| sign + 2 < word.len());
    let alone = word.ends_with(b",")
        || over == line_end(text, over)
        || (escaped && (is_quote(at(text, stop)) || at(text, stop) == b'\\'))
        || (over > stop && matches!(at(text, over), b'}' | b']'));
    if alone && !name && !word.is_empty() { start } else { end }
}

/// Takes the value at `start` out. Returns where to go on.
pub(super) fn value(paint: &mut Paint<'_>, start: usize, name: Named, tight: bool) -> usize {
    let text = paint.bytes();
    let slashes = run_end(text, start, |b| b == b'\\') - start;
    let first = at(text, start + slashes);
    if is_quote(first) {
        let (inner, end) = (start + slashes + 1, quoted_end(text, start + slashes + 1, first, slashes));
        words(paint, inner, end, name.kind, name.line);
        return end.max(start + 1);
    }
    if matches!(first, b'[' | b'{') && slashes == 0 && name.kind == Kind::Secret {
        let end = composite_end(text, start);
        words(paint, start, end, name.kind, false);
        return end.max(start + 1);
    }
    if first == b'('
        && name.kind == Kind::Secret
        && let Some(end) = tuple_end(text, start)
    {
        words(paint, start + 1, end, name.kind, false);
        return end;
    }
    let end = if name.line {
        header_end(text, start)
    } else if tight {
        tight_end(text, start)
    } else {
        return loose(paint, start, name.kind);
    };
    words(paint, start, end, name.kind, name.line);
    end.max(start + 1)
}

/// Where a quoted value ends. `slashes` is how often its quotes are escaped: more of them belong to the value, and so does a quote with a letter behind it.
pub(super) fn quoted_end(text: &[u8], start: usize, quote: u8, slashes: usize) -> usize {
    let mut index = start;
    while index < text.len() {
        let run = run_end(text, index, |b| b == b'\\') - index;
        if at(text, index + run) == quote && run <= slashes && !is_word(at(text, index + run + 1)) {
            return index;
        }
        index += run.max(1) + usize::from(run > slashes);
    }
    text.len()
}

/// Where a list or an object ends; at the bound where it does not.
fn composite_end(text: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, b) in text.iter().skip(start).take(COMPOSITE).enumerate() {
        match b {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return start + offset;
        }
    }
    let bound = (start + COMPOSITE).min(text.len());
    unquoted_end(text, bound)
}

/// Where a list of quoted texts in parentheses ends, as in `auth=('ann', 'x')`: a parenthesis inside a text has no quote before it.
fn tuple_end(text: &[u8], start: usize) -> Option<usize> {
    let inner = run_end(text, start + 1, is_space);
    // Python marks bytes by a letter.
    let inner = inner + usize::from(is_word(at(text, inner)));
    let ends = |index: &usize| at(text, *index) == b')' && is_quote(before(text, run_start(text, *index, 8, |b| is_space(b) || b == b',')));
    is_quote(at(text, inner)).then(|| (inner + 1..text.len().min(start + TUPLE)).find(ends)).flatten()
}

/// A header runs to the end of its line, or to the quote around it.
fn header_end(text: &[u8], start: usize) -> usize {
    let line = line_end(text, start);
    let mut end = start;
    while end < line {
        end = unquoted_end(text, end).max(end + 1).min(line);
        let slash = run_end(text, end, |b| b == b'\\');
        if is_quote(at(text, slash)) || (at(text, end) == b'\\' && at(text, end + 1) == b'n') {
            break;
        }
        end = run_end(text, end, |b| matches!(b, b' ' | b'\t' | b'<'));
    }
    end.min(line)
}

/// `name=value` runs to white space, or to a `;` that ends a value with spaces, as in connection strings.
fn tight_end(text: &[u8], start: usize) -> usize {
    let end = unquoted_end(text, start);
    if at(text, end) != b' ' || text.get(start..end).is_some_and(|value| value.contains(&b';')) {
        return end;
    }
    let stop = text.iter().skip(end).take(64).position(|b| matches!(b, b';' | b'=' | b':' | b'\n' | b'"' | b'\'' | b'<'));
    stop.map(|more| end + more).filter(|more| at(text, *more) == b';').unwrap_or(end)
}

/// `name: value` in running text: the words up to one that belongs to the sentence.
pub(super) fn loose(paint: &mut Paint<'_>, start: usize, kind: Kind) -> usize {
    let text = paint.bytes();
    let mut index = start;
    for _ in 0..6 {
        let end = unquoted_end(text, index);
        if end == index || is_kept(paint.text(), index, end) {
            break;
        }
        paint.cover(index, end, kind);
        let closed = matches!(before(text, end), b',' | b';' | b'}' | b')');
        index = run_end(text, end, |b| matches!(b, b' ' | b'\t'));
        if closed || kind != Kind::Secret {
            break;
        }
    }
    index.max(start + 1)
}

/// Takes the words of a value out, except for those that say what is wrong with it: `"password": "is too short"`.
pub(super) fn words(paint: &mut Paint<'_>, start: usize, end: usize, kind: Kind, all: bool) {
    let text = paint.bytes();
    let inner = text.get(start..end).unwrap_or_default();
    let spaces = inner.iter().filter(|b| is_space(**b)).count();
    if kind == Kind::User && spaces > 2 {
        return;
    }
    let spoken = !all && spaces > 0;
    let mut index = start;
    while index < end {
        let stop = if spoken || all { run_end(text, index, |b| !is_space(b) && !matches!(b, b',' | b'[' | b']' | b'{' | b'}')).min(end) } else { end };
        let next = run_end(text, stop, |b| is_space(b) || matches!(b, b',' | b'[' | b']' | b'{' | b'}')).min(end);
        if stop > index && !is_kept(paint.text(), index, stop) {
            paint.cover(index, stop, kind);
        }
        index = next.max(stop).max(index + 1);
    }
}

/// Whether a word says something about a value rather than being one.
pub(super) fn is_kept(text: &str, start: usize, end: usize) -> bool {
    word(text.get(start..end).unwrap_or_default()) != Word::Other
}

/// `<password>value</password>`.
fn element(paint: &mut Paint<'_>, open: usize) -> usize {
    let text = paint.bytes();
    let name_end = run_end(text, open + 1, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.' | b':'));
    let name = paint.text().get(open + 1..name_end).unwrap_or_default();
    let plain = at(text, name_end) == b'>' && name_end - open < NAME;
    if let Some(end) = plain.then(|| pair::elements(paint, name, name_end + 1)).flatten() {
        return end;
    }
    let Some(found) = (name_end - open < NAME).then(|| named(name.rsplit(':').next().unwrap_or(name))).flatten() else { return open + 1 };
    let close = run_end(text, name_end, |b| !matches!(b, b'>' | b'<' | b'\n'));
    if at(text, close) != b'>' || close - name_end > 200 {
        return open + 1;
    }
    let end = run_end(text, close + 1, |b| b != b'<');
    // The placeholders look like elements, too: theirs are never closed.
    let closed = at(text, end + 1) == b'/' && starts_with_ignore_case(text, end + 2, name);
    if closed || super::paint::placeholder_len(text.get(open..).unwrap_or_default()) == 0 {
        let end = if closed { end } else { end.min(unquoted_end(text, close + 1)) };
        words(paint, close + 1, end, found.kind, false);
        return end.max(open + 1);
    }
    open + 1
}
