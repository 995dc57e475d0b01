//! What is wrong with an answer.

use std::fmt;

/// Why answers are not answers to the questions. It holds no text of the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnswerFault {
    /// The reply does not name a model.
    MissingModel,
    /// A question has no answer.
    MissingAnswer,
    /// An answer to something that was not asked.
    UnexpectedAnswer,
    /// A question, a label or a level is answered twice.
    DuplicateKey,
    /// The answer is of another form than the question.
    TypeMismatch,
    /// A probability of a label or level that the question does not have.
    UnknownOption,
    /// A label or level without a probability.
    MissingOption,
    /// A probability that is not a number from 0 to 1.
    ProbabilityRange,
    /// The probabilities do not sum to 1, by more than their rounding explains.
    DistributionSum,
    /// The chosen label is not one of the question's.
    UnknownChoice,
    /// Another label than the chosen one is more probable.
    ChoiceNotArgmax,
    /// The score is not between the first and the last level.
    ScoreRange,
    /// The score is not the expectation of the probabilities.
    ScoreMismatch,
}

impl AnswerFault {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MissingModel => "missing_model",
            Self::MissingAnswer => "missing_answer",
            Self::UnexpectedAnswer => "unexpected_answer",
            Self::DuplicateKey => "duplicate_key",
            Self::TypeMismatch => "type_mismatch",
            Self::UnknownOption => "unknown_option",
            Self::MissingOption => "missing_option",
            Self::ProbabilityRange => "probability_range",
            Self::DistributionSum => "distribution_sum",
            Self::UnknownChoice => "unknown_choice",
            Self::ChoiceNotArgmax => "choice_not_argmax",
            Self::ScoreRange => "score_range",
            Self::ScoreMismatch => "score_mismatch",
        }
    }
}

impl fmt::Display for AnswerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the answer does not fit the question: {}", self.as_str())
    }
}

impl std::error::Error for AnswerFault {}
