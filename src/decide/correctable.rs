//! Whether an error points to something concrete in the call that could be corrected.

use crate::admission::ToolDescriptor;

/// The most declared arguments that are looked for.
const MOST: usize = 64;

/// Formulas by which an error offers what would be right.
const OFFERS: [&str; 16] = [
    "did you mean",
    "you meant",
    "most similar",
    "must be one of",
    "should be one of",
    "expected one of",
    "is not one of",
    "one of the following",
    "valid values",
    "valid options",
    "valid choices",
    "allowed values",
    "available options",
    "choose from",
    "missing required",
    "the following arguments are required",
];

/// What of the call an error points to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Correctable {
    /// A JSON Pointer to the argument that the error names, where it names exactly one that the tool declares. The name is the host's own.
    pub pointer: Option<Box<str>>,
}

/// Looks for a declared argument in the error, and for the formulas of an offer.
pub(super) fn find(text: &str, tool: Option<&ToolDescriptor>) -> Option<Correctable> {
    let lower = text.to_ascii_lowercase();
    let named: Vec<&str> = arguments(tool).take(MOST).filter(|name| has_word(text, name)).collect();
    let offers = OFFERS.iter().any(|formula| lower.contains(formula));
    if named.is_empty() && !offers {
        return None;
    }
    let pointer = match named.as_slice() {
        [name] => Some(format!("/{}", name.replace('~', "~0").replace('/', "~1")).into()),
        _ => None,
    };
    Some(Correctable { pointer })
}

fn arguments(tool: Option<&ToolDescriptor>) -> impl Iterator<Item = &str> {
    let properties = tool.and_then(|tool| tool.schema.as_deref()).and_then(|schema| schema.get("properties")?.as_object());
    properties.into_iter().flat_map(|properties| properties.keys()).map(String::as_str).filter(|name| (2..=64).contains(&name.len()))
}

/// Whether `name` stands in `text` as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(start, _)| {
        let before = text.get(..start).and_then(|head| head.chars().next_back());
        let after = text.get(start + name.len()..).and_then(|tail| tail.chars().next());
        !before.is_some_and(word) && !after.is_some_and(word)
    })
}

#[cfg(test)]
#[path = "correctable_tests.rs"]
mod tests;
