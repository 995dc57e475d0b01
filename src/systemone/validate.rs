//! From answers as they came to distributions that can be relied on as such: complete, in range, and consistent. Whether they are right is another matter.

use super::{Answer, AnswerFault, Answers, Distribution, Form, Noul, Question, Usage};
use std::{fmt, time::Duration};

/// How far a chosen label may be below the greatest probability.
const EQUAL: f64 = 1e-9;

/// The slack of a sum beyond what rounding explains.
const SLACK: f64 = 1e-6;

/// A valid answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Valid {
    /// To a choice: by label, in the order of the question.
    Choice(Distribution),
    /// To a noul.
    Noul(Noul),
    /// To a score: by level.
    Score(Distribution),
}

impl Valid {
    /// Whether the answer says nothing: as good as uniform, or as good as even.
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        match self {
            Self::Choice(distribution) | Self::Score(distribution) => distribution.says_nothing(),
            Self::Noul(noul) => noul.says_nothing(),
        }
    }
}

/// The valid answers to one batch. `Debug` does not print the name of the model: it is the reply's own text.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Validated {
    /// In the order of the questions.
    pub answers: Vec<Valid>,
    /// The model that answered, by its own word.
    pub model: Box<str>,
    /// What was used, where the reply says so.
    pub usage: Option<Usage>,
    /// How many requests were sent.
    pub attempts: u32,
    /// From the first request to the answer.
    pub latency: Duration,
}

impl fmt::Debug for Validated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validated")
            .field("answers", &self.answers)
            .field("usage", &self.usage)
            .field("attempts", &self.attempts)
            .field("latency", &self.latency)
            .finish_non_exhaustive()
    }
}

impl Validated {
    /// Whether no model read the question: the reply says that nothing was read, as servers without a model do.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.usage.is_some_and(|usage| usage.input_tokens == 0)
    }
}

/// Checks the answers against their questions.
///
/// # Errors
///
/// The first thing that is wrong. Answers are never repaired: a probability is not clamped, a missing label is not zero.
pub fn validate(questions: &[Question], answers: Answers) -> Result<Validated, AnswerFault> {
    let Answers { answers, model, usage, attempts, latency } = answers;
    if model.is_empty() {
        return Err(AnswerFault::MissingModel);
    }
    let mut slots: Vec<Option<Valid>> = vec![None; questions.len()];
    for (id, answer) in &answers {
        let index = questions.iter().position(|question| question.id == **id).ok_or(AnswerFault::UnexpectedAnswer)?;
        let (Some(question), Some(slot)) = (questions.get(index), slots.get_mut(index)) else { return Err(AnswerFault::UnexpectedAnswer) };
        if slot.is_some() {
            return Err(AnswerFault::DuplicateKey);
        }
        *slot = Some(check(&question.form, answer)?);
    }
    let answers = slots.into_iter().collect::<Option<Vec<_>>>().ok_or(AnswerFault::MissingAnswer)?;
    Ok(Validated { answers, model, usage, attempts, latency })
}

fn check(form: &Form, answer: &Answer) -> Result<Valid, AnswerFault> {
    match (form, answer) {
        (Form::Noul { .. }, Answer::Noul(yes)) => probability(*yes).map(|yes| Valid::Noul(Noul::validated(yes))),
        (Form::Choice(options), Answer::Choice { choice, probabilities }) => {
            let find = |label: &str| options.iter().position(|option| option.label == label);
            let (values, distribution) = distribution(probabilities, options.len(), find)?;
            let chosen = find(choice).and_then(|index| values.get(index)).ok_or(AnswerFault::UnknownChoice)?;
            let most = values.iter().copied().fold(0.0, f64::max);
            if most - chosen > EQUAL {
                return Err(AnswerFault::ChoiceNotArgmax);
            }
            Ok(Valid::Choice(distribution))
        }
        (Form::Score(levels), Answer::Score { score, probabilities }) => {
            let (values, distribution) = distribution(probabilities, levels.len(), |key| level(key, levels.len()))?;
            check_score(*score, &values)?;
            Ok(Valid::Score(distribution))
        }
        _ => Err(AnswerFault::TypeMismatch),
    }
}

fn probability(value: f64) -> Result<f64, AnswerFault> {
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err(AnswerFault::ProbabilityRange) }
}

/// "0" to "n-1", in no other spelling.
fn level(key: &str, levels: usize) -> Option<usize> {
    (0..levels).find(|level| level.to_string() == key)
}

/// The probabilities in the order of the question, each label once, as they came and normalized.
fn distribution(given: &[(Box<str>, f64)], options: usize, find: impl Fn(&str) -> Option<usize>) -> Result<(Vec<f64>, Distribution), AnswerFault> {
    let mut slots: Vec<Option<f64>> = vec![None; options];
    for (label, value) in given {
        let slot = find(label).and_then(|index| slots.get_mut(index)).ok_or(AnswerFault::UnknownOption)?;
        if slot.is_some() {
            return Err(AnswerFault::DuplicateKey);
        }
        *slot = Some(*value);
    }
    let values = slots.into_iter().collect::<Option<Vec<_>>>().ok_or(AnswerFault::MissingOption)?;
    let values = values.into_iter().map(probability).collect::<Result<Vec<_>, _>>()?;
    let sum = check_sum(&values)?;
    let distribution = Distribution::normalized(&values, sum);
    Ok((values, distribution))
}

/// The sum may be off by what the rounding of the values explains, and by no more: a flat tolerance would pass a vector of zeros.
fn check_sum(values: &[f64]) -> Result<f64, AnswerFault> {
    let half = half_unit(values);
    let sum: f64 = values.iter().sum();
    let count = |n: usize| f64::from(u16::try_from(n).unwrap_or(u16::MAX));
    let positive = values.iter().filter(|value| **value > 0.0).count();
    let low = 1.0 - count(values.len()) * half - SLACK;
    let high = 1.0 + count(positive) * half + SLACK;
    if sum >= low && sum <= high && sum >= 0.5 { Ok(sum) } else { Err(AnswerFault::DistributionSum) }
}

/// Half a unit of the last decimal that all values have, of 2 to 6; 0 for values in full precision.
fn half_unit(values: &[f64]) -> f64 {
    let exact = |scale: f64| values.iter().all(|value| (value - (value * scale).round() / scale).abs() < 1e-7);
    [1e2, 1e3, 1e4, 1e5, 1e6].into_iter().find(|scale| exact(*scale)).map_or(0.0, |scale| 0.5 / scale)
}

/// The score is worked out before the probabilities are rounded, and then rounded itself.
fn check_score(score: f64, values: &[f64]) -> Result<(), AnswerFault> {
    let levels = || (0u32..).map(f64::from);
    let last = levels().zip(values).map(|(level, _)| level).fold(0.0, f64::max);
    if !(0.0..=last).contains(&score) {
        return Err(AnswerFault::ScoreRange);
    }
    let expected: f64 = levels().zip(values).map(|(level, p)| level * p).sum();
    let spread: f64 = levels().zip(values).map(|(level, _)| level).sum();
    if (score - expected).abs() > 0.02 + half_unit(values) * (1.0 + spread) { Err(AnswerFault::ScoreMismatch) } else { Ok(()) }
}

#[cfg(test)]
#[path = "validate_tests.rs"]
mod tests;
