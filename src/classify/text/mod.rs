//! How the text of a failure is laid out: what of it is looked at, what its lines are, and where a structured body says what went wrong.
//!
//! The text rules weigh words by it; the ledger takes the line that decides from it.
#![cfg_attr(not(feature = "keywords"), allow(dead_code, reason = "the text rules use what the ledger does not"))]

pub(crate) mod fields;
pub(crate) mod lines;
mod names;
mod shape;
pub(crate) mod window;

use fields::Fields;
use lines::Layout;
use window::Window;

/// The part of `text` that says what went wrong, by place and shape alone: the message of a body, the last line of a trace, the last line in the shape of
/// an error.
///
/// It looks at no more than [`window::WINDOW`] bytes, whatever the length of `text`.
#[must_use]
pub(crate) fn decisive_line(text: &str) -> &str {
    let window = Window::new(text);
    let (start, end) = message(&window.text, &Fields::new(&window.text), &Layout::new(&window.text));
    let (start, end) = window.original(start, end);
    text.get(start as usize..end as usize).unwrap_or(text)
}

/// The same for a text that is laid out already.
pub(crate) fn message(text: &str, fields: &Fields, layout: &Layout) -> (usize, usize) {
    fields.decisive().map_or_else(|| layout.decisive(text), |field| (field.start, field.end))
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
