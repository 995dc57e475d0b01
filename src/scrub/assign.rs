//! Values that stand behind a name: `password=…`, `"token": "…"`, `Authorization: …`, `<secret>…</secret>`.

use super::{
    bytes::{at, before, is_quote, is_space, is_word, line_end, run_end, run_start, starts_with_ignore_case, unquoted_end},
    names::{Named, is_password_word, named},
    paint::{Kind, Paint},
    vocabulary::{Word, word},
};

/// The longest stretch before a separator in which a name is looked for.
const NAME: usize = 64;
/// The longest list or object whose every value is taken out.
const COMPOSITE: usize = 4096;

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        index = match at(text, index) {
            b':' | b'=' => separator(paint, index),
            b'<' => element(paint, index),
            b'-' => flag(paint, index),
            b if is_word(b) && !is_word(before(text, index)) => spoken(paint, index),
            _ => index + 1,
        };
    }
}

/// A separator at `index`: where it follows such a name, what it leads to is taken out. Returns where to go on.
fn separator(paint: &mut Paint<'_>, index: usize) -> usize {
    let text = paint.bytes();
    let Some(name) = name_before(paint.text(), index) else { return index + 1 };
    let mut start = run_end(text, index, |b| matches!(b, b':' | b'=' | b'>' | b'~'));
    let strong = at(text, index) == b'=';
    let spaced = is_space(at(text, start));
    start = run_end(text, start, |b| matches!(b, b' ' | b'\t'));
    if at(text, start) == b'\n' {
        start = indented(text, start);
    }
    // `login: command not found` is a program that speaks: people need a clearer sign.
    let plain = name.kind == Kind::User && !strong && !is_quote(at(text, start)) && at(text, start) != b'\\';
    if plain || is_escaped_quote(text, start) { index + 1 } else { value(paint, start, name, strong && !spaced) }
}

/// A quote in an escape that is undone later: only then it is known where the value ends.
fn is_escaped_quote(text: &[u8], start: usize) -> bool {
    let escapes = ["&quot;", "&apos;", "&#34;", "&#39;", "&#x22;", "&#x27;", "%22", "%27"];
    escapes.iter().any(|escape| starts_with_ignore_case(text, start, escape))
}

/// The name that ends before a separator, behind the quotes and brackets that close it.
fn name_before(text: &str, separator: usize) -> Option<Named> {
    let bytes = text.as_bytes();
    let end = run_start(bytes, separator, 4, |b| matches!(b, b' ' | b'\t'));
    let end = run_start(bytes, end, 8, |b| is_quote(b) || matches!(b, b']' | b')' | b'\\' | b'*'));
    let quoted = is_quote(at(bytes, end)) || at(bytes, end) == b'\\';
    let start = run_start(bytes, end, NAME, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.' | b'$') || (b == b' ' && !quoted));
    named(text.get(start..end)?)
}

/// A value on a line of its own, as block style writes it: one word, further in.
fn indented(text: &[u8], feed: usize) -> usize {
    let start = run_end(text, feed + 1, |b| matches!(b, b' ' | b'\t'));
    let end = unquoted_end(text, start);
    if start > feed + 1 && end == line_end(text, start) { start } else { feed }
}

/// Takes the value at `start` out. Returns where to go on.
fn value(paint: &mut Paint<'_>, start: usize, name: Named, tight: bool) -> usize {
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
fn quoted_end(text: &[u8], start: usize, quote: u8, slashes: usize) -> usize {
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
    let more = run_end(text, end, |b| !matches!(b, b';' | b'=' | b':' | b'\n' | b'"' | b'\'' | b'<'));
    if at(text, more) == b';' && more - end < 64 { more } else { end }
}

/// `name: value` in running text: the words up to one that belongs to the sentence.
fn loose(paint: &mut Paint<'_>, start: usize, kind: Kind) -> usize {
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
fn words(paint: &mut Paint<'_>, start: usize, end: usize, kind: Kind, all: bool) {
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
fn is_kept(text: &str, start: usize, end: usize) -> bool {
    word(text.get(start..end).unwrap_or_default()) != Word::Other
}

/// `<password>value</password>`.
fn element(paint: &mut Paint<'_>, open: usize) -> usize {
    let text = paint.bytes();
    let name_end = run_end(text, open + 1, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.' | b':'));
    let name = paint.text().get(open + 1..name_end).unwrap_or_default();
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

/// `--password value`, `-u user:value`.
fn flag(paint: &mut Paint<'_>, index: usize) -> usize {
    let text = paint.bytes();
    if is_word(before(text, index)) {
        return index + 1;
    }
    let start = run_end(text, index, |b| b == b'-');
    let end = run_end(text, start, |b| is_word(b) || b == b'-' || b == b'_');
    let name = paint.text().get(start..end).unwrap_or_default();
    let value_at = run_end(text, end, |b| b == b' ');
    if value_at == end || name.is_empty() || name.len() > NAME || at(text, value_at) == b'-' {
        return start.max(index + 1);
    }
    let stop = unquoted_end(text, value_at);
    let pair = name == "u" && paint.text().get(value_at..stop).is_some_and(|value| value.contains(':'));
    match named(name) {
        Some(found) if start - index == 2 => value(paint, value_at, found, true),
        None | Some(_) if pair => value(paint, value_at, Named { kind: Kind::Secret, line: false }, true),
        _ => start.max(index + 1),
    }
}

/// `password "x"`, `password is x1`, `IDENTIFIED BY 'x'`, `Bearer x`.
fn spoken(paint: &mut Paint<'_>, start: usize) -> usize {
    let text = paint.bytes();
    let end = run_end(text, start, is_word);
    let said = paint.text().get(start..end).unwrap_or_default();
    let secret = Named { kind: Kind::Secret, line: false };
    let mut next = run_end(text, end, |b| matches!(b, b' ' | b'\t'));
    if next == end || next > end + 4 {
        return end;
    }
    let scheme = ["bearer", "basic", "identified"].iter().any(|known| said.eq_ignore_ascii_case(known));
    if !scheme && !is_password_word(said) {
        return end;
    }
    for filler in ["is ", "was ", "by ", "of ", "password ", "token "] {
        if starts_with_ignore_case(text, next, filler) {
            next += filler.len();
        }
    }
    let stop = unquoted_end(text, next);
    let value_text = paint.text().get(next..stop).unwrap_or_default();
    let odd = value_text.bytes().any(|b| b.is_ascii_digit()) || value_text.bytes().skip(1).any(|b| b.is_ascii_uppercase()) || value_text.len() > 15;
    if is_quote(at(text, next)) || ((odd || said.eq_ignore_ascii_case("bearer")) && !value_text.contains('=')) {
        return value(paint, next, secret, true).max(end);
    }
    end
}
