//! Where in a text something stands.

/// The line and the character, each from 1, at which `before` ends.
pub(crate) fn place_behind(before: &str) -> (usize, usize) {
    (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count() + 1)
}
