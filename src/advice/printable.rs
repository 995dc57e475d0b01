//! Making short text safe to show.

/// At most `limit` bytes of `text`, without control characters, cut at a character boundary with an ellipsis.
pub(crate) fn printable(text: &str, limit: usize) -> String {
    // Without a way out in the middle, many bytes are looked at together.
    if text.len() <= limit.saturating_sub('…'.len_utf8()) && text.bytes().fold(true, |plain, b| plain & (b' '..=b'~').contains(&b)) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len().min(limit));
    for c in text.chars() {
        let c = if is_hidden(c) { ' ' } else { c };
        if out.len() + c.len_utf8() > limit.saturating_sub('…'.len_utf8()) {
            out.push('…');
            break;
        }
        out.push(c);
    }
    out
}

/// What a reader does not see but a model does, and what turns the direction of writing: control characters, separators of lines, and the format characters and others
/// that are ignored by default (Unicode 16, `General_Category=Cf` and `Default_Ignorable_Code_Point`).
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}'
                | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}'
                | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
#[path = "printable_tests.rs"]
mod tests;
