//! Whether three digits are an HTTP status: their surroundings must say so, because a bare 429 is more often a count, an id or a line number.

use crate::classify::text::lines::starts_with_ignore_case;

/// Words that announce a status number.
const ANNOUNCE: &[&str] = &[
    "http",
    "http/1.0",
    "http/1.1",
    "http/2",
    "http/2.0",
    "http/3",
    "status",
    "status code",
    "statuscode",
    "code",
    "error code",
    "errorcode",
    "error",
    "returned",
    "returned error",
    "response",
    "responded with",
    "response code",
    "got",
    "received",
    "http error",
    "http status",
    "http code",
    "replied",
    "answered",
    "exit status",
    "failed with",
    "failed",
    "with status",
    "api error",
    "server error",
];

/// The reason phrases of RFC 9110 section 15 and what servers commonly write instead, by number.
const REASONS: &[(u16, &[&str])] = &[
    (400, &["bad request", "client error", "the plain"]),
    (401, &["unauthorized", "client error", "authorization required", "authentication"]),
    (402, &["payment required", "client error"]),
    (403, &["forbidden", "client error", "access denied", "permission"]),
    (404, &["not found", "client error", "page not found"]),
    (405, &["method not allowed", "not allowed", "client error"]),
    (406, &["not acceptable", "client error"]),
    (408, &["request timeout", "request time-out", "client error"]),
    (409, &["conflict", "client error"]),
    (410, &["gone", "client error"]),
    (413, &["payload too large", "request entity too large", "content too large", "client error"]),
    (415, &["unsupported media type", "client error"]),
    (422, &["unprocessable", "client error"]),
    (423, &["locked"]),
    (429, &["too many requests", "client error", "rate limit"]),
    (501, &["not implemented", "server error"]),
    (502, &["bad gateway", "server error", "proxy error"]),
    (503, &["service unavailable", "service temporarily unavailable", "server error", "slow down", "backend fetch failed"]),
    (504, &["gateway timeout", "gateway time-out", "server error"]),
];

/// Whether `text[start..end]`, three digits, is a status. `code_field` says that the digits stand in a field for codes.
pub(crate) fn is_status(text: &str, start: usize, end: usize, code_field: bool) -> bool {
    let bytes = text.as_bytes();
    let before = start.checked_sub(1).and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
    let after = bytes.get(end).copied().unwrap_or(b' ');
    let after_that = bytes.get(end + 1).copied().unwrap_or(b' ');
    if before.is_ascii_alphanumeric() || matches!(before, b'_' | b'.' | b'/' | b'$' | b'%' | b'+' | b'~') || (before == b'-' && start > 1) {
        return false;
    }
    if after.is_ascii_alphanumeric() || matches!(after, b'_' | b'%' | b'/' | b'-') || (matches!(after, b'.' | b':' | b',') && after_that.is_ascii_digit()) {
        return false;
    }
    if code_field || has_reason(text, start, end) {
        return true;
    }
    is_announced(text, start) && !counts_something(text, end) && !is_of_a_domain(text, start)
}

/// Whether the number is one of a list that is named beside it, as in `(domain=com.acme.SimError, code=405)`.
fn is_of_a_domain(text: &str, start: usize) -> bool {
    let from = (start.saturating_sub(96)..=start).find(|i| text.is_char_boundary(*i)).unwrap_or(start);
    let before = text.get(from..start).and_then(|before| before.rsplit(['(', '\n']).next()).unwrap_or_default();
    starts_with_ignore_case(before, "domain=") || starts_with_ignore_case(before, "domain:")
}

fn has_reason(text: &str, start: usize, end: usize) -> bool {
    let Some(number) = text.get(start..end).and_then(|digits| digits.parse::<u16>().ok()) else { return false };
    let rest = text.get(end..).unwrap_or_default().trim_start_matches([' ', ':', '-', '(', ')', '"', '\'', ',']);
    REASONS.iter().any(|(n, reasons)| *n == number && reasons.iter().any(|reason| starts_with_ignore_case(rest, reason)))
}

fn is_announced(text: &str, start: usize) -> bool {
    let from = (start.saturating_sub(24)..=start).find(|i| text.is_char_boundary(*i)).unwrap_or(start);
    let before = text.get(from..start).unwrap_or_default().trim_end_matches([' ', ':', '=', '(', '"', '\'', '[', '#', ',', '>']);
    let announced = |word: &&str| {
        let at = before.len().wrapping_sub(word.len());
        before.as_bytes().get(at..).is_some_and(|tail| tail.eq_ignore_ascii_case(word.as_bytes()))
            && !before.as_bytes().get(at.wrapping_sub(1)).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'/')
    };
    ANNOUNCE.iter().any(announced) || follows_address(text, start)
}

/// Whether an address and a colon stand before the number, as in `GET https://api.example.com/orders/4: 403 Forbidden`.
fn follows_address(text: &str, start: usize) -> bool {
    let Some(before) = text.get(..start).and_then(|before| before.strip_suffix(": ")) else { return false };
    let near = before.as_bytes().iter().rev().take(256).take_while(|b| !b.is_ascii_whitespace()).count();
    before.get(before.len() - near..).is_some_and(|word| word.trim_start_matches(['"', '\'', '<', '(']).starts_with("http"))
}

/// Whether the number is followed by what it counts: `429 rows`, `503 bytes`.
fn counts_something(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let Some(word) = rest.strip_prefix(' ') else { return false };
    word.as_bytes().first().is_some_and(u8::is_ascii_lowercase)
        && !["for ", "from ", "while ", "on ", "when ", "at ", "after ", "and ", "in "].iter().any(|known| word.starts_with(known))
}

#[cfg(test)]
#[path = "number_tests.rs"]
mod tests;
