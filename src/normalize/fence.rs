//! One Markdown code fence around the whole text.

use super::fault::Fault;

const FENCE: &str = "```";

/// Text taken apart at its fence.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fenced<'t> {
    /// The opening fence with its label and the white space after it.
    pub(super) opening: &'t str,
    /// What stands inside, trimmed: the line breaks belong to the fence.
    pub(super) inside: &'t str,
}

/// Takes the fence off that `text`, which is trimmed, begins with. Its label may be `json` or nothing.
///
/// # Errors
///
/// [`Fault::OpenFence`] where the closing fence is missing, [`Fault::Syntax`] where text follows it or the opening is no fence.
pub(super) fn take_off(text: &str) -> Result<Fenced<'_>, Fault> {
    let Some(rest) = text.strip_prefix(FENCE) else {
        return Err(if FENCE.starts_with(text) { Fault::OpenFence } else { Fault::Syntax("a backtick outside a string".into()) });
    };
    match rest.strip_suffix(FENCE) {
        Some(labelled) => {
            let start = without_label(labelled.trim_start_matches(' ')).trim_start();
            let opening = text.get(..FENCE.len() + labelled.len() - start.len()).unwrap_or_default();
            Ok(Fenced { opening, inside: start.trim_end() })
        }
        // A line cannot begin with a fence inside JSON: a line break is not allowed in a string, and a backtick only there.
        None if rest.contains("\n```") => Err(Fault::Syntax("text after the Markdown fence".into())),
        None => Err(Fault::OpenFence),
    }
}

fn without_label(inside: &str) -> &str {
    match inside.split_at_checked(4) {
        Some((label, rest)) if label.eq_ignore_ascii_case("json") && ends_label(rest) => rest,
        _ => inside,
    }
}

fn ends_label(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == '{' || c == '"')
}

#[cfg(test)]
#[path = "fence_tests.rs"]
mod tests;
