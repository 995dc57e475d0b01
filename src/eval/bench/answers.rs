//! One system's answers to all questions.

use super::{Column, Given};
use crate::eval::dataset::Question;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What answering took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Answers, by what was said of them: `ok`, `late`, `timeout` and so on.
    pub statuses: BTreeMap<String, u64>,
    /// How often a service was asked.
    pub attempts: u64,
    /// What that cost, in millionths of a US dollar.
    pub cost_micro_usd: u64,
    /// The models that answered.
    pub models: BTreeSet<String>,
    /// Answers to rows that are not in the dataset, which were passed over.
    pub foreign: u64,
}

/// The answers of one system to the rows of one table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answers {
    /// The system.
    pub name: String,
    columns: BTreeMap<Question, Column>,
    /// Wall times of answers, in milliseconds.
    pub latency_ms: Vec<f64>,
    /// What answering took.
    pub usage: Usage,
    /// The hash of the file the answers come from.
    pub digest: Option<String>,
}

impl Answers {
    /// A system without answers.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), columns: BTreeMap::new(), latency_ms: Vec::new(), usage: Usage::default(), digest: None }
    }

    /// Sets an answer.
    pub fn set(&mut self, question: Question, row: usize, given: &Given) {
        self.columns.entry(question).or_insert_with(|| Column::new(question)).set(row, given);
    }

    /// The answers to a question; `None` where none was given.
    #[must_use]
    pub fn column(&self, question: Question) -> Option<&Column> {
        self.columns.get(&question)
    }

    /// The questions that it answers.
    pub fn questions(&self) -> impl Iterator<Item = Question> {
        self.columns.keys().copied()
    }
}
