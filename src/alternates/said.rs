//! What a tool is said to do.

use crate::{admission::ToolDescriptor, facts::UntrustedText, scrub::Scrubber};
use std::borrow::Cow;

/// How much of a server's description is looked at for the part that is kept, in bytes.
const READ: usize = 1024;

/// The host's word on what `tool` can do, or else what its server says of it, scrubbed and at most `max` bytes long; `None` where nobody says anything. A server's words are data to rank by.
pub(super) fn said(tool: &ToolDescriptor, max: usize) -> Option<Cow<'_, str>> {
    match tool.capability.as_deref().filter(|text| !text.trim().is_empty()) {
        Some(own) => Some(Cow::Borrowed(own)),
        None => tool.description.as_deref().and_then(|text| scrubbed(text, max)).map(Cow::Owned),
    }
}

fn scrubbed(text: &UntrustedText, max: usize) -> Option<String> {
    let start = UntrustedText::new(beginning(text.expose()));
    Scrubber::new().max_bytes(max).scrub(&start).map(|scrubbed| scrubbed.as_str().to_owned())
}

/// The first words: what a cut would leave of a secret may not look like one.
fn beginning(text: &str) -> &str {
    let head = crate::admission::bounded(text, READ);
    if head.len() == text.len() {
        return head;
    }
    head.rfind(char::is_whitespace).and_then(|end| head.get(..end)).unwrap_or_default()
}

#[cfg(test)]
#[path = "said_tests.rs"]
mod tests;
