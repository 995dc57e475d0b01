//! Answers from a file, whoever made them.

use super::{Answers, Given, Table};
use crate::{
    corpus::{Fault, members},
    eval::{
        dataset::{Kind, Question, RowError, Rows},
        metrics::Predicted,
    },
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fmt,
    io::{self, BufRead},
};

/// One line: one answer, or the answers of one record.
#[derive(Deserialize)]
struct Line {
    id: String,
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    answer: Value,
    #[serde(default)]
    p: Value,
    #[serde(default)]
    confidence: Option<f64>,
    #[serde(default)]
    abstain: bool,
    #[serde(default)]
    error: Option<String>,
    /// As `classify` writes it.
    #[serde(default)]
    failed: Option<bool>,
    #[serde(default)]
    class: Value,
    #[serde(default)]
    retry_advised: Option<bool>,
    #[serde(default)]
    latency_ns: Option<f64>,
    /// As decision records have them.
    #[serde(default)]
    answers: BTreeMap<String, Recorded>,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    latency_ms: Option<f64>,
    #[serde(default)]
    attempts: Option<u64>,
    #[serde(default)]
    cost_micro_usd: Option<u64>,
    #[serde(default)]
    model: Option<String>,
}

/// The answer to one question in a decision record.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Recorded {
    Noul { p: f64 },
    Choice { probabilities: BTreeMap<String, f64> },
    Score { probabilities: Vec<f64> },
    Missing {},
}

/// Why a file of answers cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum PredictionError {
    /// The input cannot be read.
    Io(io::Error),
    /// A line is none, or holds an answer that is none.
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong.
        fault: Fault,
    },
}

impl fmt::Display for PredictionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the input cannot be read: {}", error.kind()),
            Self::Line { line, fault } => write!(f, "line {line}: {fault}"),
        }
    }
}

impl std::error::Error for PredictionError {}

impl From<RowError> for PredictionError {
    fn from(error: RowError) -> Self {
        match error {
            RowError::Io(error) => Self::Io(error),
            RowError::Fault { line, fault } => Self::Line { line, fault },
        }
    }
}

/// Reads answers, one line at a time. A later answer to the same question and row outranks an earlier one. Answers to rows that the table has not are counted and passed over.
///
/// # Errors
///
/// [`PredictionError`] names the line.
pub fn read_predictions(name: &str, input: impl BufRead, table: &Table) -> Result<Answers, PredictionError> {
    let mut lines = Rows::new(input);
    let mut answers = Answers::new(name);
    while lines.next_line()?.is_some() {
        let number = lines.number();
        let wrong = |fault| PredictionError::Line { line: number, fault };
        let line: Line = members(lines.line()).map_err(wrong)?;
        take(&mut answers, &line, table).map_err(wrong)?;
    }
    answers.digest = Some(lines.digest());
    Ok(answers)
}

/// The longest status, model or error code that is kept; what is longer, or has other characters, is `other`.
fn code(text: &str) -> String {
    let right = !text.is_empty() && text.len() <= 96 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:/-".contains(&byte));
    if right { text.to_owned() } else { "other".to_owned() }
}

fn take(answers: &mut Answers, line: &Line, table: &Table) -> Result<(), Fault> {
    let Some(row) = table.row(&line.id) else {
        answers.usage.foreign += 1;
        return Ok(());
    };
    let failed = line.error.is_some();
    for (question, given) in given(line, table, row)? {
        answers.set(question, row, &if failed { Given::new(Predicted::Error) } else { given });
    }
    let status = line.error.as_deref().or(line.status.as_deref()).map_or_else(|| "ok".to_owned(), code);
    *answers.usage.statuses.entry(status).or_default() += 1;
    answers.latency_ms.extend(line.latency_ms.or(line.latency_ns.map(|ns| ns / 1e6)).filter(|ms| ms.is_finite() && *ms >= 0.0));
    answers.usage.attempts += line.attempts.unwrap_or_default();
    answers.usage.cost_micro_usd += line.cost_micro_usd.unwrap_or_default();
    answers.usage.models.extend(line.model.as_deref().map(code));
    Ok(())
}

const fn wrong(name: &'static str, expected: &'static str) -> Fault {
    Fault::Member { name, expected }
}

/// Every answer of a line.
fn given(line: &Line, table: &Table, row: usize) -> Result<Vec<(Question, Given)>, Fault> {
    if !line.answers.is_empty() {
        let known = line.answers.iter().filter_map(|(id, recorded)| Some((Question::of(id)?, recorded)));
        return known.map(|(question, recorded)| Ok((question, recorded_answer(question, recorded)?))).collect();
    }
    if let Some(failed) = line.failed {
        return Ok(classified(line, failed));
    }
    let question = line.question.as_deref().map_or(Some(Question::Class), Question::of).ok_or(wrong("question", "the name of a question"))?;
    if line.abstain || line.error.is_some() {
        return Ok(vec![(question, Given::new(Predicted::Abstain))]);
    }
    let from_p = probabilities(question, &line.p)?.map(|p| Given::of(p, question));
    let told = match &line.answer {
        Value::Null => None,
        Value::String(key) if question == Question::Alternate => Some(usize::from(table.alternate(row) != Some(key.as_str()))),
        answer => Some(question.place(answer).ok_or(wrong("answer", "one of the question's answers"))?),
    };
    let mut given = match (told, from_p) {
        (Some(place), from_p) => Given { predicted: Predicted::Label(place), ..from_p.unwrap_or(Given::new(Predicted::Error)) },
        (None, Some(given)) => given,
        (None, None) => return Err(wrong("answer", "there, or p, abstain or error")),
    };
    given.confidence = given.confidence.or(line.confidence.filter(|confidence| confidence.is_finite()));
    Ok(vec![(question, given)])
}

/// An answer of `classify`.
fn classified(line: &Line, failed: bool) -> Vec<(Question, Given)> {
    let class = Question::Class.place(&line.class).filter(|_| failed);
    let class = class.map_or(Given::new(Predicted::Abstain), |place| Given { confidence: line.confidence, ..Given::new(Predicted::Label(place)) });
    let retry = line.retry_advised.map(|advised| (Question::Retry, Given::new(Predicted::Label(usize::from(advised)))));
    std::iter::once((Question::Class, class)).chain(retry).collect()
}

fn recorded_answer(question: Question, recorded: &Recorded) -> Result<Given, Fault> {
    let p = match recorded {
        Recorded::Missing {} => return Ok(Given::new(Predicted::Error)),
        Recorded::Noul { p } => Value::from(*p),
        Recorded::Choice { probabilities } => Value::Object(probabilities.iter().map(|(name, p)| (name.clone(), Value::from(*p))).collect()),
        Recorded::Score { probabilities } => Value::from(probabilities.clone()),
    };
    Ok(probabilities(question, &p)?.map_or(Given::new(Predicted::Error), |p| Given::of(p, question)))
}

/// How far a sum of probabilities that were rounded to two decimals may be off, for each of them.
const ROUNDING: f64 = 0.005;

/// Probabilities as a number (of yes), an object by names, or an array in the order of the names.
fn probabilities(question: Question, value: &Value) -> Result<Option<Vec<f64>>, Fault> {
    let names = question.kind().names();
    let fault = || wrong("p", "probabilities of the question's answers, which add up to 1");
    let p: Vec<f64> = match value {
        Value::Null => return Ok(None),
        Value::Number(yes) if question.kind() == Kind::Noul => yes.as_f64().map(|yes| vec![1.0 - yes, yes]).ok_or_else(fault)?,
        Value::Object(by_name) => {
            if by_name.keys().any(|name| !names.contains(&name.as_str())) {
                return Err(fault());
            }
            names.iter().map(|name| by_name.get(*name).map_or(Some(0.0), Value::as_f64)).collect::<Option<_>>().ok_or_else(fault)?
        }
        Value::Array(levels) if levels.len() == names.len() => levels.iter().map(Value::as_f64).collect::<Option<_>>().ok_or_else(fault)?,
        _ => return Err(fault()),
    };
    let sum: f64 = p.iter().sum();
    let right = p.iter().all(|p| (0.0..=1.0).contains(p)) && (sum - 1.0).abs() <= ROUNDING * p.len() as f64 + 1e-9;
    if right { Ok(Some(p)) } else { Err(fault()) }
}

#[cfg(test)]
#[path = "predictions_tests.rs"]
mod tests;
