//! Text on its way into a request: nothing leaves that the scrubber has not gone over.

use crate::{
    advice::is_hidden,
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
    text.chars().filter(|c| *c == '\n' || !is_hidden(*c)).collect()
}
