//! Two systems on the same rows.

use super::{Column, Settings};
use crate::eval::metrics::{EqualCoverage, McNemar, Predicted, Ranked, equal_coverage, flip_rate, mcnemar};
use serde::Serialize;

/// The difference of two systems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first system.
    pub a: String,
    /// The second system.
    pub b: String,
    /// At equal coverages; below zero the first one is better.
    pub at: Vec<EqualCoverage>,
    /// By the rows on which exactly one is right. Only where every row is a group of its own.
    pub mcnemar: Option<McNemar>,
    /// The share of rows that they answer differently.
    pub differ: Option<f64>,
}

/// At which coverages systems are compared.
const COVERAGES: [f64; 3] = [0.5, 0.8, 1.0];

pub(super) fn compare(names: (&str, &str), columns: (&Column, &Column), rows: &[usize], gold: &[usize], groups: &[usize], settings: &Settings) -> Comparison {
    let side = |column: &Column| -> (Vec<f64>, Vec<bool>, Vec<Predicted>) {
        let predicted: Vec<Predicted> = rows.iter().map(|row| column.predicted(*row)).collect();
        let error = predicted.iter().zip(gold).map(|(predicted, gold)| *predicted != Predicted::Label(*gold)).collect();
        (rows.iter().map(|row| column.rank(*row)).collect(), error, predicted)
    };
    let ((rank_a, error_a, predicted_a), (rank_b, error_b, predicted_b)) = (side(columns.0), side(columns.1));
    let (a, b) = (Ranked { confidence: &rank_a, error: &error_a }, Ranked { confidence: &rank_b, error: &error_b });
    let only = |right: &[bool], wrong: &[bool]| right.iter().zip(wrong).filter(|(right, wrong)| !**right && **wrong).count() as u64;
    let independent = groups.iter().max().is_none_or(|last| last + 1 == groups.len());
    Comparison {
        a: names.0.to_owned(),
        b: names.1.to_owned(),
        at: COVERAGES.iter().map(|coverage| equal_coverage(a, b, groups, *coverage, settings.draws(rows.len()))).collect(),
        mcnemar: independent.then(|| mcnemar(only(&error_a, &error_b), only(&error_b, &error_a))),
        differ: flip_rate(&predicted_a, &predicted_b),
    }
}
