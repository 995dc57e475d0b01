//! Names in a directory (LDAP, X.509): `cn=Ann Smith,ou=People,dc=example,dc=com`.

use super::{
    bytes::{at, before, is_quote, is_word, run_end, run_start},
    item::item,
    names::squash,
    paint::{Kind, Paint},
    vocabulary::{Word, word},
};

/// Attributes that name somebody.
const PEOPLE: &[&str] = &["cn", "sn", "gn", "givenname", "uid", "samaccountname", "userprincipalname", "displayname", "distinguishedname", "surname"];
/// The longest value, in bytes.
const REACH: usize = 96;

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        if at(text, index) == b'=' {
            attribute(paint, index);
        }
        index += 1;
    }
}

/// The sign at `index`.
fn attribute(paint: &mut Paint<'_>, index: usize) {
    let text = paint.bytes();
    let end = run_start(text, index, 1, |b| b == b' ');
    let start = run_start(text, end, 20, is_word);
    let name = squash(paint.text().get(start..end).unwrap_or_default());
    let known = PEOPLE.contains(&name.as_str());
    if matches!(before(text, start), b'_' | b'-' | b'.' | b'&' | b'?') || !(known || name == "dc") {
        return;
    }
    let from = run_end(text, index + 1, |b| b == b' ').min(index + 2);
    if known {
        person(paint, from);
    } else if let Some(part) = item(text, from) {
        let stop = run_end(text, from, |b| is_word(b) || b == b'-').min(part.end);
        paint.cover(from, stop, Kind::Host);
    }
}

/// Who it is: up to the next attribute, or the words that begin as names do.
fn person(paint: &mut Paint<'_>, from: usize) {
    let text = paint.bytes();
    let window = text.get(..text.len().min(from + REACH)).unwrap_or(text);
    let ends = |b: u8| matches!(b, b',' | b';' | b'\n' | b')' | b'<' | b'\\' | b'/' | b'+' | b'=' | b':') || is_quote(b);
    let stop = run_end(window, from, |b| !ends(b));
    let whole = matches!(at(window, stop), b',' | b'+' | b'/' | b')') && text.get(stop + 1..text.len().min(stop + 24)).is_some_and(|rest| rest.contains(&b'='))
        || at(window, stop) == b')';
    let value = paint.text().get(from..stop).unwrap_or_default();
    let mut end = from;
    for (count, part) in value.split_inclusive(' ').enumerate() {
        let begins = part.starts_with(char::is_uppercase);
        if word(part) == Word::Known && count > 0 || (count > 0 && !whole && !begins) || count > 5 {
            break;
        }
        end += part.len();
    }
    let name = paint.text().get(from..end).unwrap_or_default().trim_end();
    if word(name) == Word::Other {
        paint.cover(from, from + name.len(), Kind::User);
    }
}
