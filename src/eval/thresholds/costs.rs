//! What each advised action costs under each truth, as a file states it.

use super::unique::Unique;
use crate::{
    advice::first_action,
    classify::Class,
    eval::{dataset::Question, metrics::Predicted},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt};

/// The version of the file.
pub const COSTS_SCHEMA: &str = "costs/1";

/// Costs by question: for each truth (a row) what each action (a column) costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs(BTreeMap<Question, Matrix>);

/// The costs of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// By truth, then by answer.
    answered: Vec<Vec<f64>>,
    /// By truth: what no answer costs.
    unanswered: Vec<f64>,
}

/// Why a file states no costs. Names from the file are repeated, cut and without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostsError {
    /// It is not written as a file of costs; the line and column where that shows.
    Form(usize, usize),
    /// It is of another version.
    Version,
    /// There is no such question.
    Question(String),
    /// A question has no such truth.
    Truth(Question, String),
    /// A question has no such action.
    Action(Question, &'static str, String),
    /// A truth has no row.
    NoTruth(Question, &'static str),
    /// A row has no cost for an action.
    NoAction(Question, &'static str, &'static str),
    /// A cost is negative, or no number that can be counted with.
    Cost(Question, &'static str, &'static str),
}

impl fmt::Display for CostsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions = |question: Question| columns(question).join(", ");
        match self {
            Self::Form(line, column) => {
                write!(
                    f,
                    "not what is expected here (line {line}, column {column}): an object with `schema` and `questions`, numbers in its rows, and no name twice"
                )
            }
            Self::Version => write!(f, "`schema` must be \"{COSTS_SCHEMA}\""),
            Self::Question(name) => write!(f, "`{name}` is no question"),
            Self::Truth(question, name) => write!(f, "{}: `{name}` is no row; rows are {}", question.id(), question.kind().names().join(", ")),
            Self::Action(question, truth, name) => write!(f, "{}, row `{truth}`: `{name}` is no column; columns are {}", question.id(), actions(*question)),
            Self::NoTruth(question, truth) => write!(f, "{}: the row `{truth}` is missing", question.id()),
            Self::NoAction(question, truth, action) => write!(f, "{}, row `{truth}`: the column `{action}` is missing", question.id()),
            Self::Cost(question, truth, action) => write!(f, "{}, row `{truth}`, column `{action}`: a cost is at least 0 and at most 1e9", question.id()),
        }
    }
}

impl std::error::Error for CostsError {}

/// The largest cost.
const MAX_COST: f64 = 1e9;

/// What is done where nothing is answered: about a failure nothing is advised, and of another question nothing is acted on.
const fn nothing(question: Question) -> &'static str {
    match question {
        Question::Class => "none",
        _ => "abstain",
    }
}

/// What an answer leads to. A class leads to the action that is advised after the first failure of that class; the answers to other questions are actions themselves.
fn action(question: Question, answer: usize) -> &'static str {
    match question {
        Question::Class => Class::ALL.get(answer).map_or("none", |class| first_action(*class)),
        _ => question.kind().names().get(answer).copied().unwrap_or("abstain"),
    }
}

/// The columns of a question: what its answers lead to, each once, and what no answer leads to.
#[must_use]
pub fn columns(question: Question) -> Vec<&'static str> {
    let mut columns: Vec<&'static str> = Vec::new();
    let answers = (0..question.kind().names().len()).map(|answer| action(question, answer));
    for name in answers.chain([nothing(question)]) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    columns
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: String,
    questions: Unique<Unique<Unique<f64>>>,
}

impl Costs {
    /// Reads a file of costs. Every row and every column of a question has to be there, because a cost that nobody thought of is not 0.
    ///
    /// # Errors
    ///
    /// [`CostsError`]: the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, CostsError> {
        let file: File = serde_json::from_str(text).map_err(|error| CostsError::Form(error.line(), error.column()))?;
        if file.schema != COSTS_SCHEMA {
            return Err(CostsError::Version);
        }
        let matrix = |(name, rows): (&String, &Unique<Unique<f64>>)| {
            let question = Question::of(name).ok_or_else(|| CostsError::Question(cut(name)))?;
            Ok((question, Matrix::of(question, rows)?))
        };
        file.questions.0.iter().map(matrix).collect::<Result<_, _>>().map(Self)
    }

    /// The costs of a question, where any are stated.
    #[must_use]
    pub fn of(&self, question: Question) -> Option<&Matrix> {
        self.0.get(&question)
    }

    /// As a file has it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let questions: BTreeMap<&str, Value> = self.0.iter().map(|(question, matrix)| (question.id(), matrix.to_json(*question))).collect();
        json!({"schema": COSTS_SCHEMA, "questions": questions})
    }
}

impl Matrix {
    /// A wrong answer costs the same whatever is true, and so does no answer.
    #[must_use]
    pub fn uniform(question: Question, wrong: f64, abstain: f64) -> Self {
        let n = question.kind().names().len();
        let row = |truth: usize| (0..n).map(|answer| if answer == truth { 0.0 } else { wrong }).collect();
        Self { answered: (0..n).map(row).collect(), unanswered: vec![abstain; n] }
    }

    fn of(question: Question, rows: &Unique<Unique<f64>>) -> Result<Self, CostsError> {
        let names = question.kind().names();
        if let Some(name) = rows.0.keys().find(|name| !names.contains(&name.as_str())) {
            return Err(CostsError::Truth(question, cut(name)));
        }
        let (mut answered, mut unanswered) = (Vec::new(), Vec::new());
        for truth in names {
            let row = rows.0.get(*truth).ok_or(CostsError::NoTruth(question, truth))?;
            check(question, truth, row)?;
            let cost = |name: &str| row.0.get(name).copied().unwrap_or_default();
            answered.push((0..names.len()).map(|answer| cost(action(question, answer))).collect());
            unanswered.push(cost(nothing(question)));
        }
        Ok(Self { answered, unanswered })
    }

    fn to_json(&self, question: Question) -> Value {
        let names = question.kind().names();
        let row = |(truth, costs): (&&'static str, (&Vec<f64>, &f64))| {
            let answers = costs.0.iter().enumerate().map(|(answer, cost)| (action(question, answer), *cost));
            let columns: BTreeMap<&str, f64> = answers.chain([(nothing(question), *costs.1)]).collect();
            (*truth, columns)
        };
        let rows: BTreeMap<&str, BTreeMap<&str, f64>> = names.iter().zip(self.answered.iter().zip(&self.unanswered)).map(row).collect();
        json!(rows)
    }

    /// What an answer costs where `truth` is true. An error is no answer.
    pub(super) fn cost(&self, truth: usize, predicted: Predicted) -> f64 {
        let unanswered = self.unanswered.get(truth).copied().unwrap_or_default();
        match predicted {
            Predicted::Label(answer) => self.answered.get(truth).and_then(|row| row.get(answer)).copied().unwrap_or(unanswered),
            Predicted::Abstain | Predicted::Error => unanswered,
        }
    }
}

/// Whether a row has every column, no other one, and costs in them.
fn check(question: Question, truth: &'static str, row: &Unique<f64>) -> Result<(), CostsError> {
    let columns = columns(question);
    if let Some(name) = row.0.keys().find(|name| !columns.contains(&name.as_str())) {
        return Err(CostsError::Action(question, truth, cut(name)));
    }
    for column in columns {
        let cost = row.0.get(column).ok_or(CostsError::NoAction(question, truth, column))?;
        if !(0.0..=MAX_COST).contains(cost) {
            return Err(CostsError::Cost(question, truth, column));
        }
    }
    Ok(())
}

fn cut(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(60).collect()
}

#[cfg(test)]
#[path = "costs_tests.rs"]
mod tests;
