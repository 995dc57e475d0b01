//! The plain adapter: an error is a failed call, and its `Display` the text.

use super::{Adapter, FactExtractor, Facts, Judgement, Phase, Provenance, Reach, WithBody, quote::display_text};
use crate::admission::ToolDescriptor;
use serde_json::Value;
use std::fmt::Display;

/// Facts from a plain `Result<T, E>`.
///
/// An `Ok` is a success and nothing of it is read. An `Err` says only that the call failed: whether anything was done is open, so that a write becomes uncertain,
/// unless the host states by [`errors_are_answers`](Self::errors_are_answers) that an error is the tool's own answer.
///
/// ```
/// use tool_recovery::{admission::ToolDescriptor, facts::{FactExtractor, Judgement, Reach, ResultFacts}};
///
/// let outcome: Result<&u8, &&str> = Err(&"disk full");
/// let Judgement::Failure(facts) = ResultFacts::new().judge(&ToolDescriptor::new("save"), outcome) else { unreachable!() };
/// assert_eq!(facts.reach, Reach::MayHaveReached);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultFacts {
    answers: bool,
}

impl ResultFacts {
    /// An error leaves open how far the call got.
    #[must_use]
    pub const fn new() -> Self {
        Self { answers: false }
    }

    /// Declares that every error is the tool's own answer: it ran and says that it failed.
    #[must_use]
    pub const fn errors_are_answers(mut self) -> Self {
        self.answers = true;
        self
    }

    /// Looks at the body of an `Ok`, which `body` finds in it, for the tool's [`BodyRule`](super::BodyRule) and for flags that contradict the success.
    ///
    /// ```
    /// use serde_json::Value;
    /// use tool_recovery::facts::ResultFacts;
    ///
    /// let facts = ResultFacts::new().with_body(|answer: &Value| Some(answer));
    /// ```
    pub fn with_body<T, F>(self, body: F) -> WithBody<Self, F>
    where
        F: for<'a> Fn(&'a T) -> Option<&'a Value>,
    {
        WithBody::new(self, Adapter::Result, body)
    }

    /// The facts of one error.
    pub fn facts(&self, error: &dyn Display) -> Facts {
        let (phase, reach) = if self.answers { (Phase::Execution, Reach::Answered) } else { (Phase::Unknown, Reach::MayHaveReached) };
        Facts::new(Provenance::new(Adapter::Result, "err")).reached(phase, reach).text_from(display_text(error), "display")
    }
}

impl<T, E: Display> FactExtractor<T, E> for ResultFacts {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        match outcome {
            Ok(_) => Judgement::Success,
            Err(error) => self.facts(error).into(),
        }
    }
}

#[cfg(test)]
#[path = "result_tests.rs"]
mod tests;
