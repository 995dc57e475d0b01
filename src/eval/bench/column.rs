//! One system's answers to one question.

use crate::eval::{
    dataset::{Kind, Question},
    metrics::{Predicted, choice_confidence},
};

/// An answer to one question about one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The answer.
    pub predicted: Predicted,
    /// How sure, where that is told; from a distribution it is computed.
    pub confidence: Option<f64>,
    /// Its probabilities, one for each of the question's names.
    pub p: Option<Vec<f64>>,
}

impl Given {
    /// An answer without probabilities.
    #[must_use]
    pub const fn new(predicted: Predicted) -> Self {
        Self { predicted, confidence: None, p: None }
    }

    /// The answer of a distribution: the likeliest, of equals the first. A tie of a choice is an abstention, because nothing was chosen.
    #[must_use]
    pub fn of(p: Vec<f64>, question: Question) -> Self {
        let highest = p.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = p.iter().position(|p| *p == highest);
        let tied = p.iter().filter(|p| **p == highest).count() > 1;
        let predicted = match (first, question.kind()) {
            (None, _) => Predicted::Error,
            (_, Kind::Choice(_)) if tied => Predicted::Abstain,
            // At one half the event is not what is expected.
            (Some(first), _) => Predicted::Label(first),
        };
        Self { predicted, confidence: choice_confidence(&p), p: Some(p) }
    }
}

const ABSTAIN: u8 = 254;
const ERROR: u8 = 255;

/// The answers to one question, one for each row of a table. Where none was given it is an error: no answer came.
#[derive(Clone, Debug)]
pub struct Column {
    width: usize,
    given: Vec<u8>,
    confidence: Vec<f64>,
    p: Vec<f64>,
}

impl Column {
    /// No answers yet.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self { width: question.kind().names().len(), given: Vec::new(), confidence: Vec::new(), p: Vec::new() }
    }

    /// Sets the answer of a row.
    pub fn set(&mut self, row: usize, given: &Given) {
        let code = match given.predicted {
            Predicted::Label(label) => u8::try_from(label).unwrap_or(ERROR),
            Predicted::Abstain => ABSTAIN,
            Predicted::Error => ERROR,
        };
        if row >= self.given.len() {
            self.given.resize(row + 1, ERROR);
            self.confidence.resize(row + 1, f64::NAN);
        }
        if let Some(place) = self.given.get_mut(row) {
            *place = code;
        }
        if let Some(place) = self.confidence.get_mut(row) {
            *place = given.confidence.unwrap_or(f64::NAN);
        }
        if let Some(p) = given.p.as_ref().filter(|p| p.len() == self.width) {
            if (row + 1) * self.width > self.p.len() {
                self.p.resize((row + 1) * self.width, f64::NAN);
            }
            if let Some(places) = self.p.get_mut(row * self.width..(row + 1) * self.width) {
                places.copy_from_slice(p);
            }
        }
    }

    /// The answer of a row.
    #[must_use]
    pub fn predicted(&self, row: usize) -> Predicted {
        match self.given.get(row) {
            Some(&ABSTAIN) => Predicted::Abstain,
            Some(&ERROR) | None => Predicted::Error,
            Some(label) => Predicted::Label(usize::from(*label)),
        }
    }

    /// How sure the answer of a row is, for ranking: abstentions and errors stand last.
    #[must_use]
    pub fn rank(&self, row: usize) -> f64 {
        let told = self.confidence.get(row).copied().filter(|confidence| !confidence.is_nan()).unwrap_or_default();
        match self.predicted(row) {
            Predicted::Label(_) => told,
            Predicted::Abstain => -1.0,
            Predicted::Error => -2.0,
        }
    }

    /// Whether any two answers differ in how sure they are.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        let mut told = self.confidence.iter().filter(|confidence| !confidence.is_nan());
        told.next().is_some_and(|first| told.any(|other| other != first))
    }

    /// The probabilities of a row, where it has them.
    #[must_use]
    pub fn p(&self, row: usize) -> Option<&[f64]> {
        self.p.get(row * self.width..(row + 1) * self.width).filter(|p| !p.iter().any(|p| p.is_nan()))
    }

    /// The answer of a row as it was given.
    #[must_use]
    pub fn given(&self, row: usize) -> Given {
        let confidence = self.confidence.get(row).copied().filter(|confidence| !confidence.is_nan());
        Given { predicted: self.predicted(row), confidence, p: self.p(row).map(<[f64]>::to_vec) }
    }
}
