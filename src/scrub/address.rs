//! E-mail addresses and whatever else has an `@` between two names, and addresses of machines.

use super::{
    bytes::{at, before, is_quote, is_space, is_word, run_end, run_start},
    paint::{Kind, Paint},
};

/// The longest name between quotes, in bytes; RFC 5321 §4.5.3.1.1 allows 64.
const QUOTED: usize = 80;

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let (mut index, mut free) = (0, 0);
    while index < text.len() {
        let b = at(text, index);
        let next = match b {
            b'@' => mail(paint, index, free),
            b'0'..=b'9' if !before(text, index).is_ascii_digit() => four_groups(paint, index),
            _ => index + 1,
        };
        if b == b'@' && next > index + 1 {
            free = next;
        }
        index = next.max(index + 1);
    }
    colons(paint);
}

/// The names around the `@` at `index`; nothing before `free` belongs to it. Returns where to go on.
fn mail(paint: &mut Paint<'_>, index: usize, free: usize) -> usize {
    let text = paint.bytes();
    // A row of them is one, or a rule across the page; behind a slash it opens the scope of a package. That of
    // an address is taken out already.
    if at(text, index + 1) == b'@' || before(text, index) == b'/' || paint.covered(index) {
        return index + 1;
    }
    let mut left = quoted_before(text, index).unwrap_or_else(|| bare_before(text, index, free)).max(free).min(index);
    if let Some(scheme) = paint.text().get(left..index).and_then(|part| part.rfind("://")) {
        left += scheme + 3;
    }
    let right = quoted_behind(text, index + 1).unwrap_or_else(|| bare_behind(text, index + 1));
    // `@name` alone is a scope or a mention.
    let named = text.get(left..index).is_some_and(|part| part.iter().any(|b| is_word(*b)));
    if !named || is_version(text.get(index + 1..right).unwrap_or_default()) {
        return index + 1;
    }
    paint.cover(left, right, Kind::Email);
    right.max(index + 1)
}

/// The start of a quoted name whose closing quote stands before `end`: with both quotes on one line, not far apart.
fn quoted_before(text: &[u8], end: usize) -> Option<usize> {
    let quote = before(text, end);
    if !is_quote(quote) {
        return None;
    }
    let start = run_start(text, end - 1, QUOTED, |b| b != quote && b != b'\n');
    (before(text, start) == quote).then(|| start - 1)
}

/// The start of a name without quotes. A quote that closes nothing is passed over.
fn bare_before(text: &[u8], end: usize, free: usize) -> usize {
    let last = end - usize::from(is_quote(before(text, end)) && end > free);
    run_start(text, last, 320.min(last.saturating_sub(free)), |b| {
        !is_space(b) && !is_quote(b) && !matches!(b, b'(' | b')' | b'[' | b']' | b'<' | b'>' | b',' | b';' | b'\\')
    })
}

/// The end of a quoted name that begins at `start`.
fn quoted_behind(text: &[u8], start: usize) -> Option<usize> {
    let quote = at(text, start);
    let rest = text.get(start + 1..).filter(|_| is_quote(quote))?;
    let end = rest.iter().take(QUOTED + 1).position(|b| *b == quote || *b == b'\n')?;
    (at(rest, end) == quote).then_some(start + 1 + end + 1)
}

/// The end of a name without quotes, or of an address in brackets. A quote that nothing closes is passed over.
fn bare_behind(text: &[u8], start: usize) -> usize {
    if at(text, start) == b'[' {
        let end = run_end(text, start, |b| b != b']' && !is_space(b));
        return end + usize::from(at(text, end) == b']');
    }
    let first = start + usize::from(is_quote(at(text, start)));
    run_end(text, first, |b| is_word(b) || matches!(b, b'.' | b'-' | b'_'))
}

/// `1.2.3`, `18`: what stands behind the `@` of a package.
fn is_version(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let dots = text.iter().take(digits).filter(|b| **b == b'.').count();
    digits > 0 && dots <= 2 && (digits == text.len() || at(text, digits) == b'-')
}

/// IPv4 as four groups of digits: `203.0.113.7`, `ip-203-0-113-7`, `203[.]0[.]113[.]7`.
fn four_groups(paint: &mut Paint<'_>, start: usize) -> usize {
    let text = paint.bytes();
    let first = run_end(text, start, |b| b.is_ascii_digit());
    let (mut groups, mut end, mut short) = (1, first, first - start <= 3);
    let separator = at(text, first);
    if !matches!(separator, b'.' | b'-' | b'[') {
        return first;
    }
    loop {
        let mark = if at(text, end) == b'[' { if at(text, end + 2) == b']' { 3 } else { 0 } } else { usize::from(at(text, end) == separator) };
        let group = run_end(text, end + mark, |b| b.is_ascii_digit());
        if mark == 0 || group == end + mark {
            break;
        }
        short &= group - end - mark <= 3;
        (groups, end) = (groups + 1, group);
    }
    if groups >= 4 && short {
        paint.cover(start, end, Kind::Ip);
    }
    end
}

/// IPv6 and hardware addresses: groups of hexadecimal digits between colons.
fn colons(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let is = |b: u8| b.is_ascii_hexdigit() || b == b':';
    let mut index = 0;
    while index < text.len() {
        if !is(at(text, index)) {
            index += 1;
            continue;
        }
        let end = run_end(text, index, is);
        let run = paint.text().get(index..end).unwrap_or_default().trim_end_matches(':');
        let run = if paint.text().get(index..end).is_some_and(|whole| whole.ends_with("::")) { paint.text().get(index..end).unwrap_or_default() } else { run };
        if is_colon_address(run) && !is_letter(before(text, index)) && !is_letter(at(text, index + run.len())) {
            // An IPv4 address may follow, and a zone.
            let tail = run_end(text, index + run.len(), |b| b.is_ascii_digit() || b == b'.');
            let tail = if at(text, tail) == b'%' { run_end(text, tail + 1, is_word) } else { tail };
            paint.cover(index, tail, Kind::Ip);
        }
        index = end;
    }
}

const fn is_letter(b: u8) -> bool {
    b.is_ascii_alphabetic()
}

fn is_colon_address(run: &str) -> bool {
    let groups: Vec<&str> = run.split(':').take(16).collect();
    let filled = groups.iter().filter(|group| !group.is_empty()).count();
    let digits = run.bytes().any(|b| b.is_ascii_digit());
    let short = groups.iter().all(|group| group.len() <= 4);
    let joined = run.contains("::") && filled >= 1 && (digits || filled >= 3) && run.len() > 2;
    let hardware = filled >= 5 && groups.iter().all(|group| group.len() == 2);
    short && (joined || hardware || filled >= 5)
}
