//! Text on its way into a request: nothing leaves that the scrubber has not gone over.

use crate::{
    facts::UntrustedText,
    scrub::{Scrubber, whole},
};

/// The host's own text: whole, without secrets and what a reader does not see. `None` where it cannot be scrubbed.
pub(super) fn trusted(text: &str) -> Option<String> {
    whole(&visible(text))
}

/// Text from outside, cut to the most telling `limit` bytes. `true` where something is missing.
pub(super) fn untrusted(text: &UntrustedText, limit: usize) -> (String, bool) {
    let seen = UntrustedText::new(&visible(text.expose()));
    let cut = text.original_len() > limit;
    match Scrubber::new().max_bytes(limit).min_words(0).scrub(&seen) {
        Some(scrubbed) => (scrubbed.as_str().to_owned(), cut),
        None => (String::new(), true),
    }
}

fn visible(text: &str) -> String {
    text.chars().filter(|c| !hidden(*c)).collect()
}

/// What a reader does not see but a model does: control characters, zero-width ones, and those that turn the direction of writing.
fn hidden(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}
