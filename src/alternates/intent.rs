//! What the model wanted when it made the call that failed.

use super::said::said;
use crate::{
    admission::{ToolDescriptor, bounded},
    advice::printable,
};
use serde_json::Value;
use std::fmt;

/// The purpose of a failed call: what its tool is said to do, the words of its name and of its arguments' names, and, where given, the decisive part of the failure.
///
/// No value of an argument is ever part of it. Of names that no declaration vouches for, only plain words are kept, because a model may write anything there.
/// `Debug` prints lengths.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Intent {
    capability: Box<str>,
    words: Box<str>,
    evidence: Box<str>,
}

/// How many arguments are looked at.
const MAX_ARGUMENTS: usize = 32;
/// How many letters a word of a name may have: longer ones are more likely a token than a word.
const MAX_WORD: usize = 20;
/// How much of one name is read, in bytes.
const MAX_NAME: usize = 128;

impl Intent {
    /// How much of a capability text or of the evidence is kept, in bytes.
    pub const MAX_TEXT: usize = 512;

    /// The purpose of a call of `name`, which is declared as `tool` where it is known, with these arguments.
    #[must_use]
    pub fn of(name: &str, tool: Option<&ToolDescriptor>, arguments: Option<&Value>) -> Self {
        let capability = tool.and_then(|tool| said(tool, Self::MAX_TEXT)).unwrap_or_default();
        let mut words = String::new();
        add_words(&mut words, tool.map_or(name, |tool| &tool.name));
        for argument in arguments.and_then(Value::as_object).into_iter().flat_map(|members| members.keys()).take(MAX_ARGUMENTS) {
            add_words(&mut words, argument);
        }
        Self { capability: printable(capability.trim(), Self::MAX_TEXT).into(), words: words.into(), evidence: Box::default() }
    }

    /// Adds the decisive part of the failure's text. It may leave this process with the rest, so hand over scrubbed text alone.
    #[must_use]
    pub fn with_evidence(mut self, scrubbed: &str) -> Self {
        self.evidence = printable(scrubbed.trim(), Self::MAX_TEXT).into();
        self
    }

    /// What the tool that failed can do.
    #[must_use]
    pub fn capability(&self) -> &str {
        &self.capability
    }

    /// The words of the names.
    #[must_use]
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The decisive part of the failure.
    #[must_use]
    pub fn evidence(&self) -> &str {
        &self.evidence
    }

    /// Whether nothing is known of it.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.capability.is_empty() && self.words.is_empty() && self.evidence.is_empty()
    }

    /// The whole, in one text: for an embedder.
    #[must_use]
    pub fn text(&self) -> String {
        let parts = [&*self.capability, &*self.words, &*self.evidence];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

/// Adds the plain words of a name such as `http_get`, `readFile` or `X-Request-Id`: letters alone, so that no id, key or address passes.
fn add_words(words: &mut String, name: &str) {
    for part in bounded(name, MAX_NAME).split(|c: char| !c.is_alphanumeric()) {
        if part.chars().any(char::is_numeric) {
            continue;
        }
        let mut start = 0;
        let mut lower = false;
        for (at, c) in part.char_indices() {
            if c.is_uppercase() && lower {
                add_word(words, part.get(start..at).unwrap_or_default());
                start = at;
            }
            lower = c.is_lowercase();
        }
        add_word(words, part.get(start..).unwrap_or_default());
    }
}

fn add_word(words: &mut String, word: &str) {
    let letters = word.chars().count();
    if (2..=MAX_WORD).contains(&letters) && words.len() + word.len() < Intent::MAX_TEXT {
        if !words.is_empty() {
            words.push(' ');
        }
        words.extend(word.chars().flat_map(char::to_lowercase));
    }
}

impl fmt::Debug for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { capability, words, evidence } = self;
        write!(f, "Intent({} + {} + {} bytes)", capability.len(), words.len(), evidence.len())
    }
}

#[cfg(test)]
#[path = "intent_tests.rs"]
mod tests;
