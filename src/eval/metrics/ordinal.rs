//! Distributions over ordered levels.

use super::{indicator, mean};
use serde::Serialize;

/// How good distributions over levels are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ordinal {
    /// The ranked probability score of each row.
    pub rps_per_item: Vec<f64>,
    /// Its mean (Epstein 1969), from 0 (best) to levels - 1.
    pub rps: Option<f64>,
    /// The mean divided by levels - 1.
    pub rps_normalised: Option<f64>,
    /// The expected level of each row.
    pub expected: Vec<f64>,
    /// The likeliest level of each row; of equals the lowest.
    pub argmax: Vec<usize>,
    /// The mean distance of the expected level.
    pub mae_expected: Option<f64>,
    /// The mean distance of the likeliest level.
    pub mae_argmax: Option<f64>,
    /// How often the likeliest level is right.
    pub exact: Option<f64>,
    /// How often it is at most one off.
    pub within1: Option<f64>,
    /// The mean over gold levels of the mean distance of the expected level.
    pub macro_mae_expected: Option<f64>,
    /// Quadratically weighted kappa of the likeliest level.
    pub qwk: Option<f64>,
}

/// Scores distributions over `levels` levels against the right ones.
#[must_use]
pub fn ordinal(p: &[Vec<f64>], y: &[usize], levels: usize) -> Ordinal {
    let rps_per_item: Vec<f64> = p.iter().zip(y).map(|(p, y)| ranked(p, *y, levels)).collect();
    let expected: Vec<f64> = p.iter().map(|p| p.iter().enumerate().map(|(level, p)| level as f64 * p).sum()).collect();
    let argmax: Vec<usize> = p.iter().map(|p| likeliest(p)).collect();
    let distances: Vec<(usize, f64)> = expected.iter().zip(y).map(|(expected, y)| (*y, (expected - *y as f64).abs())).collect();
    let steps = || argmax.iter().zip(y).map(|(predicted, y)| predicted.abs_diff(*y));
    let by_level = (0..levels).filter_map(|level| mean(distances.iter().filter(|(y, _)| *y == level).map(|(_, distance)| *distance)));
    let rps = mean(rps_per_item.iter().copied());
    Ordinal {
        rps,
        rps_normalised: rps.filter(|_| levels > 1).map(|rps| rps / (levels - 1) as f64),
        mae_expected: mean(distances.iter().map(|(_, distance)| *distance)),
        mae_argmax: mean(steps().map(|steps| steps as f64)),
        exact: mean(steps().map(|steps| indicator(steps == 0))),
        within1: mean(steps().map(|steps| indicator(steps <= 1))),
        macro_mae_expected: mean(by_level),
        qwk: quadratic_kappa(y, &argmax, levels),
        rps_per_item,
        expected,
        argmax,
    }
}

fn ranked(p: &[f64], y: usize, levels: usize) -> f64 {
    let mut below = 0.0;
    let term = |(level, p): (usize, &f64)| {
        below += p;
        (below - indicator(y <= level)).powi(2)
    };
    p.iter().enumerate().take(levels.saturating_sub(1)).map(term).sum()
}

fn likeliest(p: &[f64]) -> usize {
    p.iter().enumerate().fold((0, f64::NEG_INFINITY), |best, (level, p)| if *p > best.1 { (level, *p) } else { best }).0
}

/// Agreement beyond chance with quadratic weights (Cohen 1968). `None` where chance cannot disagree.
#[must_use]
pub fn quadratic_kappa(y: &[usize], predicted: &[usize], levels: usize) -> Option<f64> {
    let span = levels.checked_sub(1).filter(|span| *span > 0)? as f64;
    let weight = |a: usize, b: usize| (a.abs_diff(b) as f64 / span).powi(2);
    let observed = mean(y.iter().zip(predicted).map(|(y, predicted)| weight(*y, *predicted)))?;
    let shares = |of: &[usize]| -> Vec<f64> { (0..levels).map(|level| of.iter().filter(|one| **one == level).count() as f64 / of.len() as f64).collect() };
    let (gold, answers) = (shares(y), shares(predicted));
    let by_chance =
        gold.iter().enumerate().map(|(a, gold)| answers.iter().enumerate().map(|(b, answer)| weight(a, b) * gold * answer).sum::<f64>()).sum::<f64>();
    (by_chance > 0.0).then(|| 1.0 - observed / by_chance)
}
