//! A name and its value as members of one object, element or list: `{"name": "password", "value": "x"}`, `<add key="Password" value="x"/>`, `("password", "x")`.

use super::{
    assign::{led, name_before, quoted_end, words},
    bytes::{at, before, is_escape_letter, is_quote, is_space, is_word, run_end, run_start, starts_with_ignore_case},
    item::quoted,
    names::{Named, named, squash},
    paint::Paint,
};
use std::ops::ControlFlow;

/// How long a name may be with what is around it.
const NAME: usize = 128;
/// How far from its name a value may be.
const REACH: usize = 400;
/// What a member is called that names another one.
const NAMING: &[&str] = &[
    "name",
    "key",
    "field",
    "id",
    "param",
    "parameter",
    "path",
    "loc",
    "property",
    "propertyname",
    "header",
    "variable",
    "option",
    "setting",
    "attribute",
    "argument",
    "type",
    "k",
];
/// What the member with the value is called.
const VALUES: &[&str] = &[
    "value",
    "val",
    "v",
    "default",
    "defaultvalue",
    "content",
    "data",
    "input",
    "newvalue",
    "oldvalue",
    "stringvalue",
    "attemptedvalue",
    "rejectedvalue",
    "text",
    "got",
    "actual",
    "received",
];

/// A separator at `index` that may stand behind `name` and its like. Returns where to go on.
pub(super) fn cover(paint: &mut Paint<'_>, index: usize) -> usize {
    let text = paint.bytes();
    let (key_start, key) = key(paint.text(), index);
    if !is_one_of(key, NAMING) {
        return index + 1;
    }
    let start = run_end(text, index, |b| matches!(b, b':' | b'=' | b'>' | b' '));
    let end = name_end(text, start);
    let Some(name) = name_before(paint.text(), end) else { return index + 1 };
    let before = backward(paint, key_start, name);
    forward(paint, end, name).max(before).max(index + 1)
}

/// The word before a separator, and where it begins.
fn key(text: &str, separator: usize) -> (usize, &str) {
    let bytes = text.as_bytes();
    let end = run_start(bytes, separator, 8, |b| is_quote(b) || matches!(b, b' ' | b'\\'));
    let start = run_start(bytes, end, 24, |b| is_word(b) || matches!(b, b'_' | b'-'));
    let start = start + usize::from(is_escape_letter(bytes, start));
    (start, text.get(start..end).unwrap_or_default())
}

fn is_one_of(key: &str, known: &[&str]) -> bool {
    let plain = squash(key);
    known.contains(&plain.as_str())
}

/// The end of a name that begins at `start`, in quotes, in brackets or neither.
fn name_end(text: &[u8], start: usize) -> usize {
    let window = text.get(..(start + NAME).min(text.len())).unwrap_or(text);
    let slashes = run_end(window, start, |b| b == b'\\') - start;
    let first = at(window, start + slashes);
    if is_quote(first) {
        return quoted_end(window, start + slashes + 1, first, slashes);
    }
    if matches!(first, b'[' | b'(') {
        return run_end(window, start, |b| !matches!(b, b']' | b')'));
    }
    run_end(window, start, |b| !is_space(b) && !matches!(b, b',' | b';' | b'}' | b'>' | b'\\' | b'<'))
}

/// What the mark at `index` behind the key of another member means: the end of the value that belongs to `name`, or that the members beside it are of another owner.
fn member(paint: &mut Paint<'_>, index: usize, name: Named) -> ControlFlow<Option<usize>> {
    let (_, key) = key(paint.text(), index);
    if is_one_of(key, VALUES) {
        return ControlFlow::Break(Some(led(paint, index, name)));
    }
    // The attributes of an element have one owner.
    if at(paint.bytes(), index) == b':' && is_one_of(key, NAMING) {
        return ControlFlow::Break(None);
    }
    ControlFlow::Continue(())
}

/// The value behind the name that ends at `end`.
fn forward(paint: &mut Paint<'_>, end: usize, name: Named) -> usize {
    let text = paint.bytes();
    let mut depth = 0_usize;
    for index in end..text.len().min(end + REACH) {
        match at(text, index) {
            b'{' => depth += 1,
            b'}' if depth == 0 => break,
            b'}' => depth -= 1,
            b'>' if before(text, index) == b'/' => break,
            b'>' if is_quote(before(text, index)) => {
                let close = run_end(text, index, |b| b != b'<');
                words(paint, index + 1, close, name.kind, false);
                return close;
            }
            b':' | b'=' if depth == 0 => match member(paint, index, name) {
                ControlFlow::Break(value) => return value.unwrap_or(end),
                ControlFlow::Continue(()) => {}
            },
            _ => {}
        }
    }
    end
}

/// The value before the name whose key begins at `start`.
fn backward(paint: &mut Paint<'_>, start: usize, name: Named) -> usize {
    let text = paint.bytes();
    let mut depth = 0_usize;
    for index in (start.saturating_sub(REACH)..start).rev() {
        match at(text, index) {
            b'}' => depth += 1,
            b'{' | b'<' if depth == 0 => break,
            b'-' if at(text, index + 1) == b' ' => break,
            b'{' => depth = depth.saturating_sub(1),
            b':' | b'=' if depth == 0 => match member(paint, index, name) {
                ControlFlow::Break(value) => return value.unwrap_or(start),
                ControlFlow::Continue(()) => {}
            },
            _ => {}
        }
    }
    start
}

/// `<key>Password</key><string>value</string>`, where the content of the first element begins at `start`. Returns where to go on.
pub(super) fn elements(paint: &mut Paint<'_>, tag: &str, start: usize) -> Option<usize> {
    let text = paint.bytes();
    let end = run_end(text.get(..(start + NAME).min(text.len()))?, start, |b| b != b'<');
    let closed = at(text, end + 1) == b'/' && starts_with_ignore_case(text, end + 2, tag) && at(text, end + 2 + tag.len()) == b'>';
    let name = (closed && is_one_of(tag, NAMING)).then(|| named(paint.text().get(start..end)?)).flatten()?;
    let open = run_end(text, end + 3 + tag.len(), |b| is_space(b) || matches!(b, b'\\' | b'n'));
    let window = text.get(..(open + NAME).min(text.len()))?;
    let inner = run_end(window, open, |b| b != b'>') + 1;
    if at(text, open) != b'<' || at(text, open + 1) == b'/' || inner > window.len() {
        return None;
    }
    let stop = run_end(text, inner, |b| b != b'<');
    words(paint, inner, stop, name.kind, false);
    Some(stop)
}

/// `("password", "value")`, which opens at `open`. Returns where to go on.
pub(super) fn of_two(paint: &mut Paint<'_>, open: usize) -> usize {
    two(paint, open).unwrap_or(open + 1)
}

fn two(paint: &mut Paint<'_>, open: usize) -> Option<usize> {
    let text = paint.bytes();
    let window = text.get(..(open + NAME * 2).min(text.len()))?;
    let first = quoted(window, run_end(window, open + 1, is_space))?;
    let comma = run_end(window, first.over, is_space);
    if at(window, comma) != b',' || first.end - first.start > NAME {
        return None;
    }
    let second = quoted(window, run_end(window, comma + 1, is_space))?;
    let closed = matches!(at(window, run_end(window, second.over, is_space)), b')' | b']' | b'}');
    let name = closed.then(|| named(first.text(paint.text()))).flatten()?;
    // A list of names has no values.
    if named(second.text(paint.text())).is_some() {
        return None;
    }
    words(paint, second.start, second.end, name.kind, name.line);
    Some(second.over)
}

#[cfg(test)]
#[path = "pair_tests.rs"]
mod tests;
