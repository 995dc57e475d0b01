//! Questions about one state.

use super::Question;
use serde_json::Value;

/// Questions that one request puts about one state. `Debug` does not print the state.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Batch {
    /// What the questions are about: at most three levels deep, scrubbed and bounded by whoever made it.
    pub state: Value,
    /// The questions: at least one, with distinct ids, independent of each other.
    pub questions: Vec<Question>,
}

impl Batch {
    /// Puts `questions` about `state`.
    #[must_use]
    pub const fn new(state: Value, questions: Vec<Question>) -> Self {
        Self { state, questions }
    }
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch").field("questions", &self.questions.len()).finish_non_exhaustive()
    }
}
