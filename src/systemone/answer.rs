//! What a model answered, as it came: nothing in here has been validated.

use std::{fmt, time::Duration};

/// An answer as it came. `Debug` prints no text of the reply.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// To a choice.
    Choice {
        /// The label that was chosen.
        choice: Box<str>,
        /// A probability for each label, in the order of the reply.
        probabilities: Vec<(Box<str>, f64)>,
    },
    /// To a noul: the probability of yes.
    Noul(f64),
    /// To a score.
    Score {
        /// The expected level.
        score: f64,
        /// A probability for each level, by its key in the reply ("0", "1", ...).
        probabilities: Vec<(Box<str>, f64)>,
    },
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |probabilities: &[(Box<str>, f64)]| probabilities.iter().map(|(_, p)| *p).collect::<Vec<_>>();
        match self {
            Self::Choice { probabilities, .. } => f.debug_struct("Choice").field("probabilities", &of(probabilities)).finish_non_exhaustive(),
            Self::Noul(p) => f.debug_tuple("Noul").field(p).finish(),
            Self::Score { score, probabilities } => f.debug_struct("Score").field("score", score).field("probabilities", &of(probabilities)).finish(),
        }
    }
}

/// The answers to one batch, as they came. `Debug` prints no text of the reply.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Answers {
    /// The answers by the id of their question, in the order of the reply; a repeated id stands twice.
    pub answers: Vec<(Box<str>, Answer)>,
    /// The model that answered, by its own word.
    pub model: Box<str>,
    /// What was used, where the reply says so in a well-formed way.
    pub usage: Option<Usage>,
    /// How many requests were sent for it, the retry included.
    pub attempts: u32,
    /// From the first request to the answer.
    pub latency: Duration,
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers")
            .field("answers", &self.answers.len())
            .field("usage", &self.usage)
            .field("attempts", &self.attempts)
            .field("latency", &self.latency)
            .finish_non_exhaustive()
    }
}

impl Answers {
    /// Answers of `model`, from one attempt that took no time.
    pub fn new(model: impl Into<Box<str>>, answers: Vec<(Box<str>, Answer)>) -> Self {
        Self { answers, model: model.into(), usage: None, attempts: 1, latency: Duration::ZERO }
    }
}

/// Tokens used by one reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Usage {
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
}
