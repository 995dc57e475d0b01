//! Systems one behind the other.

use super::{Answers, Column, Given};
use crate::eval::{dataset::Question, metrics::Predicted};

/// The first of these systems that answers, for each question and row: an abstention, an error, and the class `unknown` go on to the next one. Confidences are those of
/// whoever answered.
#[must_use]
pub fn layered(name: &str, rows: usize, parts: &[&Answers]) -> Answers {
    let mut all = Answers::new(name);
    for question in Question::ALL {
        let columns: Vec<&Column> = parts.iter().filter_map(|part| part.column(question)).collect();
        for row in (0..rows).filter(|_| !columns.is_empty()) {
            let given = columns.iter().map(|column| column.given(row)).find(|given| answers(given, question));
            // Where nobody answers, the last abstention stands.
            let given = given.or_else(|| columns.iter().rev().map(|column| column.given(row)).find(|given| given.predicted != Predicted::Error));
            all.set(question, row, &given.unwrap_or(Given::new(Predicted::Error)));
        }
    }
    for part in parts {
        all.usage.attempts += part.usage.attempts;
        all.usage.cost_micro_usd += part.usage.cost_micro_usd;
        all.usage.models.extend(part.usage.models.iter().cloned());
    }
    all
}

fn answers(given: &Given, question: Question) -> bool {
    match given.predicted {
        Predicted::Label(label) => question != Question::Class || question.kind().names().get(label) != Some(&"unknown"),
        Predicted::Abstain | Predicted::Error => false,
    }
}
