//! Making short text safe to show.

/// At most `limit` bytes of `text`, without control characters, cut at a character boundary with an ellipsis.
pub(crate) fn printable(text: &str, limit: usize) -> String {
    // Without a way out in the middle, many bytes are looked at together.
    if text.len() <= limit.saturating_sub('…'.len_utf8()) && text.bytes().fold(true, |plain, b| plain & (b' '..=b'~').contains(&b)) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len().min(limit));
    for c in text.chars() {
        let c = if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') { ' ' } else { c };
        if out.len() + c.len_utf8() > limit.saturating_sub('…'.len_utf8()) {
            out.push('…');
            break;
        }
        out.push(c);
    }
    out
}
