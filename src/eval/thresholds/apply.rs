//! Answers under a policy.

use super::{Policy, Values};
use crate::eval::{
    bench::{Answers, Column, Given},
    dataset::{Kind, Question},
    metrics::Predicted,
};

/// The answers of a system as they would be acted on: what lies between the edges, or on one, is an abstention. It is called `NAME@POLICY`.
#[must_use]
pub fn with_policy(answers: &Answers, rows: usize, policy: &Policy) -> Answers {
    let mut acted = Answers::new(&format!("{}@{}", answers.name, policy.id));
    for question in answers.questions() {
        let (Some(values), Some(column)) = (policy.values.get(question.id()), answers.column(question)) else { continue };
        for row in 0..rows {
            acted.set(question, row, &under(column, row, question, *values));
        }
    }
    acted
}

/// The answer of a row as it would be acted on.
pub(super) fn under(column: &Column, row: usize, question: Question, values: Values) -> Given {
    let given = column.given(row);
    let above = |score: f64| values.act_at.is_some_and(|edge| score > edge);
    let predicted = match (given.predicted, given.p.as_deref()) {
        (Predicted::Error, _) => Predicted::Error,
        (_, Some([_, yes])) if question.kind() == Kind::Noul => {
            if above(*yes) {
                Predicted::Label(1)
            } else if values.reject_at.is_some_and(|edge| *yes < edge) {
                Predicted::Label(0)
            } else {
                Predicted::Abstain
            }
        }
        (Predicted::Label(label), _) if above(column.rank(row)) => Predicted::Label(label),
        _ => Predicted::Abstain,
    };
    Given { predicted, ..given }
}
