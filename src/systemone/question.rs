//! One question and the answers it allows.

use std::borrow::Cow;

/// A question with a closed set of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// The id, unique in its batch. A model does not see it.
    pub id: Cow<'static, str>,
    /// What is asked, in our own words: never text of a tool, a server or a model.
    pub instructions: Cow<'static, str>,
    /// What may be answered.
    pub form: Form,
}

impl Question {
    /// A question of the form `form`.
    pub fn new(id: impl Into<Cow<'static, str>>, instructions: impl Into<Cow<'static, str>>, form: Form) -> Self {
        Self { id: id.into(), instructions: instructions.into(), form }
    }
}

impl Form {
    /// The name used on the wire and in records: `choice`, `noul` or `score`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Choice(_) => "choice",
            Self::Noul { .. } => "noul",
            Self::Score(_) => "score",
        }
    }
}

/// The form of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// One of these labels, in this fixed order: at least two.
    Choice(Vec<ChoiceOption>),
    /// The probability that the statement holds.
    Noul {
        /// When it holds.
        yes: Cow<'static, str>,
        /// When it does not.
        no: Cow<'static, str>,
    },
    /// One of these situations, from the least to the most: 2 to 10.
    Score(Vec<Cow<'static, str>>),
}

/// One label of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// The label.
    pub label: Cow<'static, str>,
    /// When it is right. It repeats the words of the label, because some servers read the description only.
    pub description: Cow<'static, str>,
}

impl ChoiceOption {
    /// A label with its description.
    pub fn new(label: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Self {
        Self { label: label.into(), description: description.into() }
    }
}
