//! Calls whose arguments are who logs in and with what: `HTTPBasicAuth('ann', 'x')`, `set_password("x")`, `PASSWORD (x)`.

use super::{
    bytes::{at, before, is_escape_letter, is_quote, is_word, run_end, run_start},
    item::{item, quoted},
    names::{is_password_word, named, squash},
    paint::{Kind, Paint},
};

/// The longest list of arguments, in bytes.
const REACH: usize = 256;
/// The longest name.
const NAME: usize = 64;
/// How the names of those end that take a user and a password.
const TAKES_BOTH: &[&str] = &[
    "auth",
    "login",
    "signin",
    "logon",
    "connect",
    "connection",
    "credential",
    "credentials",
    "authenticate",
    "authentication",
    "authenticator",
    "authenticationtoken",
    "createuser",
    "adduser",
    "authorization",
];
/// How the names of those end that take a secret alone.
const TAKES_ONE: &[&str] = &["credential", "credentials", "auth", "authenticate"];
/// How the names of those begin that take the name of a secret.
const GETTERS: &[&str] = &["get", "fetch", "load", "read", "find", "list", "delete", "describe", "lookup", "resolve", "env", "has", "missing", "disconnect"];

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        index = if at(text, index) == b'(' { call(paint, index).max(index + 1) } else { index + 1 };
    }
}

/// The list that opens at `open`. Returns where to go on.
fn call(paint: &mut Paint<'_>, open: usize) -> usize {
    let text = paint.bytes();
    let end = run_start(text, open, 1, |b| b == b' ');
    let colon = usize::from(matches!(before(text, end), b':' | b'='));
    let start = run_start(text, end - colon, NAME, |b| is_word(b) || b == b'_');
    let name = paint.text().get(start..end - colon).unwrap_or_default();
    if name.is_empty() {
        return open;
    }
    let mut next = open;
    let plain = squash(name);
    if end == open {
        if !plain.ends_with("getconnection") && GETTERS.iter().any(|getter| plain.starts_with(getter)) {
            return open;
        }
        let both = TAKES_BOTH.iter().any(|ending| plain.ends_with(ending));
        let one = TAKES_ONE.iter().any(|ending| plain.ends_with(ending)) || named(name).is_some_and(|found| found.kind == Kind::Secret);
        if both || one {
            next = arguments(paint, open, if one { 1 } else { 2 });
        }
    }
    // The letter of an escaped line feed may be no part of the name.
    let escaped = is_escape_letter(text, start);
    let word = name.get(usize::from(escaped)..).unwrap_or_default();
    if [name, word].iter().any(|word| is_password_word(word) || word.eq_ignore_ascii_case("secret") || word.eq_ignore_ascii_case("pin")) {
        alone(paint, open);
    }
    next
}

/// Takes the quoted arguments out where there are at least `least`, quoted or not. Returns where to go on.
fn arguments(paint: &mut Paint<'_>, open: usize, least: usize) -> usize {
    let text = paint.bytes();
    let bound = text.len().min(open + REACH);
    let (mut index, mut depth, mut count, mut found) = (open + 1, 0_usize, 1, Vec::new());
    while index < bound {
        let b = at(text, index);
        let opens = is_quote(b) || (b == b'\\' && is_quote(at(text, run_end(text, index, |b| b == b'\\'))));
        if opens {
            let Some(one) = quoted(text, index) else { break };
            // An argument by name is looked at by that name.
            let by_name = matches!(before(text, run_start(text, index, 4, |b| b == b' ')), b'=' | b':');
            if !by_name {
                found.push(one);
            }
            index = one.over;
            continue;
        }
        match b {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => break,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => count += 1,
            _ => {}
        }
        index += 1;
    }
    if count < least {
        return open;
    }
    let whole = paint.text();
    for one in found.iter().filter(|one| !one.is_kept(whole)) {
        paint.cover(one.start, one.end, Kind::Secret);
    }
    found.last().map_or(open, |last| last.over)
}

/// `PASSWORD (x)`: one word, and none that says something about it.
fn alone(paint: &mut Paint<'_>, open: usize) {
    let text = paint.bytes();
    let Some(one) = item(text, open + 1) else { return };
    let word = one.text(paint.text());
    let position = word.bytes().all(|b| b.is_ascii_digit() || b == b':') && word.contains(':');
    if at(text, one.over) == b')' && !one.is_kept(paint.text()) && !word.is_empty() && !position && !word.contains(',') {
        paint.cover(one.start, one.end, Kind::Secret);
    }
}
