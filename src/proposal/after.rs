//! Questions after a call: for a host that wants to know, and for evaluation. They decide on nothing.

use super::{Criterion, criteria::AFTER_CALL, text};
use crate::{
    facts::UntrustedText,
    systemone::{Batch, Question},
};
use serde_json::{Map, Value};
use std::fmt;

/// The most bytes of one part.
const MAX_PART: usize = 2048;

/// What is known after a call. All of it is untrusted: a model or a tool wrote it. `Debug` prints no text.
#[derive(Clone, Default)]
pub struct AfterCall {
    parts: [Option<UntrustedText>; 4],
}

const NAMES: [&str; 4] = ["result", "claim", "failure", "next_step"];

impl AfterCall {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What the call returned.
    #[must_use]
    pub fn result(self, text: UntrustedText) -> Self {
        self.with(0, text)
    }

    /// What the agent says came of it.
    #[must_use]
    pub fn claim(self, text: UntrustedText) -> Self {
        self.with(1, text)
    }

    /// How the call failed.
    #[must_use]
    pub fn failure(self, text: UntrustedText) -> Self {
        self.with(2, text)
    }

    /// What the agent did next.
    #[must_use]
    pub fn next_step(self, text: UntrustedText) -> Self {
        self.with(3, text)
    }

    fn with(mut self, index: usize, text: UntrustedText) -> Self {
        if let Some(part) = self.parts.get_mut(index) {
            *part = Some(text).filter(|text| !text.is_blank());
        }
        self
    }

    fn has(&self, names: [&str; 2]) -> bool {
        names.iter().all(|wanted| NAMES.iter().zip(&self.parts).any(|(name, part)| name == wanted && part.is_some()))
    }

    /// The questions that what is known allows, with their criteria in the same order; `None` where it allows none.
    #[must_use]
    pub fn batch(&self) -> Option<(Batch, Vec<&'static Criterion>)> {
        let criteria: Vec<&'static Criterion> = AFTER_CALL
            .into_iter()
            .filter(|criterion| match criterion.id {
                "claim_supported_by_result" => self.has(["claim", "result"]),
                _ => self.has(["failure", "next_step"]),
            })
            .collect();
        if criteria.is_empty() {
            return None;
        }
        let mut state = Map::new();
        for (name, part) in NAMES.iter().zip(&self.parts) {
            if let Some(part) = part {
                let marked = Map::from_iter([("untrusted".to_owned(), Value::String(text::untrusted(part, MAX_PART).0))]);
                state.insert((*name).to_owned(), Value::Object(marked));
            }
        }
        let questions: Vec<Question> = criteria.iter().map(|criterion| criterion.question()).collect();
        Some((Batch::new(Value::Object(state), questions), criteria))
    }
}

impl fmt::Debug for AfterCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AfterCall").field("parts", &self.parts.iter().flatten().count()).finish()
    }
}

#[cfg(test)]
#[path = "after_tests.rs"]
mod tests;
