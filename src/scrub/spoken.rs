//! Values that a sentence, a command or a column announces: `the password is x`, `set PGPASSWORD x`, `IDENTIFIED BY 'x'`, `Bearer x`.

use super::{
    assign::{is_kept, loose, name_before, value},
    bytes::{at, before, is_quote, is_word, run_end, run_start, starts_with_ignore_case, unquoted_end},
    item::{item, quoted},
    names::{Named, is_password_word, is_told},
    paint::{Kind, Paint},
};

const SECRET: Named = Named { kind: Kind::Secret, line: false };
/// Words that lead from a name to its value.
const LINKS: &[&str] = &["is", "was", "be", "are", "equals", "ist", "lautet", "es", "est", "это"];
/// Words that may stand beside them.
const FILLERS: &[&str] =
    &["now", "set", "changed", "reset", "updated", "currently", "still", "actually", "just", "will", "should", "can", "has", "been", "to", "as"];
/// Words that lead from a name to its value where `to` or `as` follows.
const CHANGES: &[&str] = &["set", "changed", "reset", "updated", "change", "update"];
/// Words before a name whose value follows it.
const SETTERS: &[&str] = &["set", "setx", "setenv", "export", "env", "with", "using", "putenv", "define"];
/// Words before the name of a user that a password follows.
const USERS: &[&str] = &["login", "user", "username"];

/// A word at `start`, with what it announces taken out. Returns where to go on.
pub(super) fn cover(paint: &mut Paint<'_>, start: usize) -> usize {
    let text = paint.bytes();
    let end = run_end(text, start, is_word);
    if let Some(next) = told(paint.text(), end) {
        return if is_quote(at(text, next)) || at(text, next) == b'\\' { value(paint, next, SECRET, true) } else { loose(paint, next, Kind::Secret) }.max(end);
    }
    let said = paint.text().get(start..end).unwrap_or_default();
    let mut next = run_end(text, end, |b| matches!(b, b' ' | b'\t'));
    if next == end || next > end + 4 {
        return end;
    }
    if let Some(end) = beside(paint, start, end, next) {
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
    // An escaped separator, perhaps: it is looked at again when the escape is undone.
    let link = value_text.split_once('&').is_some_and(|(word, _)| is_one_of(word, LINKS) || is_one_of(word, FILLERS));
    if link || (!is_word(at(text, next)) && !is_quote(at(text, next))) {
        return end;
    }
    let odd = value_text.bytes().any(|b| b.is_ascii_digit()) || value_text.bytes().skip(1).any(|b| b.is_ascii_uppercase()) || value_text.len() > 15;
    if is_quote(at(text, next)) || ((odd || said.eq_ignore_ascii_case("bearer")) && !value_text.contains('=')) {
        return value(paint, next, SECRET, true).max(end);
    }
    end
}

/// Words before `token` where a parser speaks of one of its own.
const PARSERS: &[&str] =
    &["unexpected", "expected", "illegal", "unrecognized", "unknown", "stray", "near", "syntax", "next", "last", "this", "separator", "end"];
/// The longest quoted value.
const QUOTED: usize = 256;

/// A quoted value right behind a name, `secret "x"`, unless more is said of it than its name, and a token whose parts dots hold together. Returns where to go on.
fn beside(paint: &mut Paint<'_>, start: usize, end: usize, next: usize) -> Option<usize> {
    let text = paint.bytes();
    let said = paint.text().get(start..end)?;
    let key = said.eq_ignore_ascii_case("key") && is_told(said, paint.text().get(start.saturating_sub(8)..end).unwrap_or_default());
    let secret = ["secret", "credential", "apikey", "passwd", "jwt", "pin"].iter().any(|known| said.eq_ignore_ascii_case(known)) || is_password_word(said);
    let token = said.eq_ignore_ascii_case("token");
    if !(key || secret || token) || is_one_of(previous(paint.text(), start).1, PARSERS) {
        return None;
    }
    if let Some(found) = quoted(text, next) {
        let after = run_end(text, found.over, |b| matches!(b, b' ' | b'\t'));
        let stop = unquoted_end(text, after);
        let told = after > found.over && is_kept(paint.text(), after, stop) && stop > after;
        let short = found.end - found.start > QUOTED || found.text(paint.text()).contains(' ') || found.is_kept(paint.text());
        if told || short {
            return None;
        }
        paint.cover(found.start, found.end, Kind::Secret);
        return Some(found.over);
    }
    let found = item(text, next).filter(|_| !said.eq_ignore_ascii_case("pin"))?;
    let value = found.text(paint.text());
    let mixed = value.len() >= 6 && value.bytes().any(|b| b.is_ascii_digit()) && value.bytes().any(|b| b.is_ascii_alphabetic());
    let dotted = value.split('.').count() >= 3 && value.split('.').all(|part| part.len() >= 2);
    if !(dotted || mixed) || value.contains(['=', '(', '<', '/', '&', '%']) || found.is_kept(paint.text()) {
        return None;
    }
    paint.cover(found.start, found.end, Kind::Secret);
    Some(found.over)
}

/// Where the value of a name that ends at `end` begins, if the words around say that one follows.
fn told(text: &str, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let close = run_end(bytes, end, |b| is_quote(b) || b == b'*').min(end + 4);
    let next = gap(bytes, close)?;
    let column = next > close + 1 || at(bytes, close) == b'\t';
    let (mut linked, mut changed, mut index) = (false, false, next);
    for _ in 0..6 {
        let stop = run_end(bytes, index, is_word);
        let word = text.get(index..stop).unwrap_or_default();
        let after = run_end(bytes, stop, |b| b == b' ');
        let of = !linked && ["for", "of"].iter().any(|known| word.eq_ignore_ascii_case(known));
        if of {
            let name = run_end(bytes, after, |b| is_word(b) || is_quote(b) || matches!(b, b'_' | b'-' | b'.' | b'@')).min(after + 64);
            index = run_end(bytes, name, |b| b == b' ');
            continue;
        }
        let link = is_one_of(word, LINKS) || (changed && is_one_of(word, &["to", "as"]));
        if !link && !is_one_of(word, FILLERS) {
            break;
        }
        linked |= link;
        changed |= is_one_of(word, CHANGES);
        // `the password is: x`.
        index = if linked { run_end(bytes, stop, |b| matches!(b, b' ' | b':' | b'=')) } else { after };
    }
    let first = run_end(bytes, index, |b| is_quote(b) || b == b'\\');
    let stop = unquoted_end(bytes, first);
    let word = text.get(first..stop).unwrap_or_default();
    // Another name, or its separator.
    let other = word.is_empty() || word.contains('=') || word.ends_with(':') || !(is_word(at(bytes, first)) || first > index);
    if other || is_kept(text, first, stop) {
        return None;
    }
    let start = run_start(bytes, end, 64, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.' | b'$'));
    if linked || column || commanded(text, start) || (index > next && set_before(text, start)) {
        name_before(text, close).filter(|_| is_told(text.get(start..end).unwrap_or_default(), text.get(..end).unwrap_or_default())).map(|_| index)
    } else {
        None
    }
}

/// The end of the white space at `start`, some of which may be escaped; none where there is none.
fn gap(text: &[u8], start: usize) -> Option<usize> {
    let mut end = start;
    loop {
        let spaces = run_end(text, end, |b| matches!(b, b' ' | b'\t'));
        let slashes = run_end(text, spaces, |b| b == b'\\');
        end = if slashes > spaces && at(text, slashes) == b't' { slashes + 1 } else { spaces };
        if end == spaces {
            return (end > start).then_some(end);
        }
    }
}

/// Whether a command before the name at `start` says that its value follows: `set NAME value`, `login ann password value`.
fn commanded(text: &str, start: usize) -> bool {
    let (first, word) = previous(text, start);
    is_one_of(word, SETTERS) || (!word.is_empty() && is_one_of(previous(text, first).1, USERS))
}

/// `changed the password to value`.
fn set_before(text: &str, start: usize) -> bool {
    let (first, word) = previous(text, start);
    is_one_of(word, CHANGES) || is_one_of(previous(text, first).1, CHANGES)
}

/// The word before `start` on its line, and where it begins.
fn previous(text: &str, start: usize) -> (usize, &str) {
    let bytes = text.as_bytes();
    let end = run_start(bytes, start, 4, |b| matches!(b, b' ' | b'\t'));
    let first = if end < start { run_start(bytes, end, 32, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.')) } else { end };
    // The letter of an escaped line feed is no part of the word.
    let escaped = before(bytes, first) == b'\\' && matches!(at(bytes, first), b'n' | b't' | b'r');
    let from = first + usize::from(escaped);
    (first, text.get(from..end).unwrap_or_default())
}

fn is_one_of(word: &str, known: &[&str]) -> bool {
    !word.is_empty() && known.iter().any(|one| word.eq_ignore_ascii_case(one))
}

#[cfg(test)]
#[path = "spoken_tests.rs"]
mod tests;
