//! Addresses: who logs in, where, and with which parameters.

use super::{
    bytes::{at, before, is_quote, is_space, is_word, run_end, run_start, unquoted_end},
    paint::{Kind, Paint},
};

/// Endings of host names that hardly end anything else.
const HOSTS: &[&str] = &["com", "net", "org", "edu", "gov", "internal", "intranet", "local", "lan", "corp", "cloud"];

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        index = match at(text, index) {
            b':' if at(text, index + 1) == b'/' && at(text, index + 2) == b'/' => address(paint, index + 3),
            b'?' => query(paint, index),
            b'&' => form(paint, index),
            b if is_word(b) && !is_host(before(text, index)) => host_name(paint, index),
            _ => index + 1,
        };
    }
}

const fn is_host(b: u8) -> bool {
    is_word(b) || matches!(b, b'.' | b'-')
}

/// Everything behind `://`. Returns where to go on.
fn address(paint: &mut Paint<'_>, start: usize) -> usize {
    let text = paint.bytes();
    let end = unquoted_end(text, start);
    let part = text.get(start..end).unwrap_or_default();
    let first = part.iter().position(|b| matches!(b, b'/' | b'?' | b'#')).unwrap_or(part.len());
    let authority = part.get(..first).unwrap_or_default();
    // A password may hold any of the characters that end it, unescaped.
    let logs_in = authority.contains(&b'@') || has_password(authority);
    let host = match part.iter().rposition(|b| *b == b'@').filter(|_| logs_in) {
        Some(at) => {
            paint.cover(start, start + at, Kind::Secret);
            start + at + 1
        }
        None => start,
    };
    let host_end = if at(text, host) == b'[' { run_end(text, host, |b| b != b']').min(end) } else { run_end(text, host, |b| is_host(b) || b == b'_').min(end) };
    let name = text.get(host..host_end).unwrap_or_default();
    if !name.eq_ignore_ascii_case(b"localhost") {
        paint.cover(host, host_end, Kind::Host);
    }
    let rest = text.get(host_end..end).unwrap_or_default();
    if let Some(mark) = rest.iter().position(|b| matches!(b, b'?' | b'#')) {
        paint.cover(host_end + mark + 1, end, Kind::Query);
    }
    end.max(start)
}

/// Whether something other than a port stands behind a colon.
fn has_password(authority: &[u8]) -> bool {
    let Some(colon) = authority.iter().position(|b| *b == b':') else { return false };
    authority.first() != Some(&b'[') && authority.iter().skip(colon + 1).any(|b| !b.is_ascii_digit())
}

/// `path?name=value` without a scheme.
fn query(paint: &mut Paint<'_>, mark: usize) -> usize {
    let text = paint.bytes();
    let name = run_end(text, mark + 1, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.' | b'[' | b']'));
    if is_space(before(text, mark)) || name == mark + 1 || at(text, name) != b'=' {
        return mark + 1;
    }
    let end = unquoted_end(text, mark + 1);
    paint.cover(mark + 1, end, Kind::Query);
    end
}

/// `name=value&name=value`.
fn form(paint: &mut Paint<'_>, mark: usize) -> usize {
    let text = paint.bytes();
    let name = run_end(text, mark + 1, |b| is_word(b) || matches!(b, b'_' | b'-' | b'.' | b'[' | b']'));
    if name == mark + 1 || at(text, name) != b'=' {
        return mark + 1;
    }
    let start = run_start(text, mark, 2048, |b| !is_space(b) && !is_quote(b) && b != b'&');
    let first = run_end(text, start, |b| b != b'=').min(mark);
    let end = unquoted_end(text, mark);
    paint.cover(if first < mark { first + 1 } else { name + 1 }, end, Kind::Query);
    end
}

/// A name of a host by its ending.
fn host_name(paint: &mut Paint<'_>, start: usize) -> usize {
    let text = paint.bytes();
    let end = run_end(text, start, is_host);
    let name = paint.text().get(start..end).unwrap_or_default().trim_end_matches(['.', '-']);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    if ending.is_some_and(|ending| HOSTS.iter().any(|known| ending.eq_ignore_ascii_case(known))) {
        paint.cover(start, start + name.len(), Kind::Host);
    }
    end
}
