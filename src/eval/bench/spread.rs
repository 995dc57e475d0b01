//! How far accuracy and F1 may be off, with rows that stand in groups.

use crate::eval::metrics::{Bootstrap, Draws, Predicted, indicator, resample};
use serde::Serialize;

/// Group intervals of the headline numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Of the share of right answers among all rows.
    pub accuracy_all: Bootstrap,
    /// Of the mean F1 over labels with rows.
    pub macro_f1_all: Bootstrap,
}

/// A cell of a group's confusion, and how many rows are in it.
type Cell = (usize, usize, usize, u32);

/// The intervals over redrawn groups. `groups` has the group of each row, from 0.
#[must_use]
pub fn spread(rows: &[(usize, Predicted)], groups: &[usize], labels: usize, draws: Draws) -> Spread {
    let cells = cells(rows, groups, labels);
    let count = groups.iter().max().map_or(0, |last| last + 1);
    let (n, right) = totals(&cells, count);
    let accuracy = |weights: &[u32]| {
        let sum = |of: &[f64]| weights.iter().zip(of).map(|(weight, sum)| f64::from(*weight) * sum).sum::<f64>();
        let all = sum(&n);
        (all > 0.0).then(|| sum(&right) / all)
    };
    let mut sums = vec![[0.0_f64; 3]; labels];
    let f1 = |weights: &[u32]| macro_f1(&cells, weights, &mut sums);
    Spread { accuracy_all: Bootstrap::of(&resample(count, draws, accuracy)), macro_f1_all: Bootstrap::of(&resample(count, draws, f1)) }
}

fn cells(rows: &[(usize, Predicted)], groups: &[usize], labels: usize) -> Vec<Cell> {
    let column = |predicted: Predicted| match predicted {
        Predicted::Label(label) => label,
        Predicted::Abstain | Predicted::Error => labels,
    };
    let mut places: Vec<(usize, usize, usize)> = rows.iter().zip(groups).map(|((gold, predicted), group)| (*group, *gold, column(*predicted))).collect();
    places.sort_unstable();
    places
        .chunk_by(|a, b| a == b)
        .filter_map(|same| same.first().map(|first| (first.0, first.1, first.2, u32::try_from(same.len()).unwrap_or(u32::MAX))))
        .collect()
}

fn totals(cells: &[Cell], groups: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut n, mut right) = (vec![0.0; groups], vec![0.0; groups]);
    for (group, gold, predicted, count) in cells {
        if let (Some(n), Some(right)) = (n.get_mut(*group), right.get_mut(*group)) {
            *n += f64::from(*count);
            *right += f64::from(*count) * indicator(gold == predicted);
        }
    }
    (n, right)
}

/// `sums` has, by label: right answers, answers, rows.
fn macro_f1(cells: &[Cell], weights: &[u32], sums: &mut [[f64; 3]]) -> Option<f64> {
    sums.fill([0.0; 3]);
    for (group, gold, predicted, count) in cells {
        let weight = weights.get(*group).map_or(0.0, |weight| f64::from(*weight) * f64::from(*count));
        if let Some([right, _, rows]) = sums.get_mut(*gold) {
            *rows += weight;
            *right += weight * indicator(gold == predicted);
        }
        if let Some([_, answers, _]) = sums.get_mut(*predicted) {
            *answers += weight;
        }
    }
    let with_rows = || sums.iter().filter(|[.., rows]| *rows > 0.0);
    let n = with_rows().count();
    (n > 0).then(|| with_rows().map(|[right, answers, rows]| 2.0 * right / (answers + rows)).sum::<f64>() / n as f64)
}
