//! Text on its way into a request.

/// The host's own text: whole, without control characters.
pub(super) fn trusted(text: &str) -> String {
    text.chars().filter(|c| !hidden(*c)).collect()
}

/// Text from outside, cut to `limit` bytes. `true` where it was cut.
pub(super) fn untrusted(text: &str, limit: usize) -> (String, bool) {
    let mut kept = String::new();
    for c in text.chars().filter(|c| !hidden(*c)) {
        if kept.len() + c.len_utf8() > limit {
            return (kept, true);
        }
        kept.push(c);
    }
    (kept, false)
}

/// What a reader does not see but a model does: control characters, zero-width ones, and those that turn the direction of writing.
fn hidden(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}
