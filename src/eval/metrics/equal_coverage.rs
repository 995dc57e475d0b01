//! Two systems on the same rows, each answering equally many.

use super::{Bootstrap, Draws, Interval, mean, resample, risk_coverage::rows_at};
use serde::Serialize;

/// One system's answers: how sure it is of each row, and whether it is wrong there.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a> {
    /// How sure.
    pub confidence: &'a [f64],
    /// Whether it is wrong.
    pub error: &'a [bool],
}

/// The difference of the risks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EqualCoverage {
    /// The share of rows that each answers.
    pub coverage: f64,
    /// The first system's risk.
    pub risk_a: Option<f64>,
    /// The second system's risk.
    pub risk_b: Option<f64>,
    /// `risk_a` - `risk_b`: below zero the first one is better.
    pub diff: Option<f64>,
    /// How many redraws of the groups were made.
    pub resamples: usize,
    /// The mean difference over them.
    pub mean_diff: Option<f64>,
    /// The middle 95%.
    pub ci95: Interval,
    /// The share of redraws in which the first one is at least as good.
    pub share_le_0: Option<f64>,
}

/// Rows of one system from sure to unsure: confidence, error, group.
type Order = Vec<(f64, bool, usize)>;

fn order(system: Ranked<'_>, groups: &[usize]) -> Order {
    let mut rows: Order = system.confidence.iter().zip(system.error).zip(groups).map(|((confidence, error), group)| (*confidence, *error, *group)).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows
}

/// The risk of the surest rows when group `g` stands `weights[g]` times. A tie that is cut counts with its mean.
fn risk(order: &Order, weights: &[u32], coverage: f64) -> Option<f64> {
    let weight = |row: &(f64, bool, usize)| u64::from(weights.get(row.2).copied().unwrap_or_default());
    let wanted = rows_at(coverage, order.iter().map(weight).sum());
    let (mut covered, mut errors) = (0, 0.0);
    for tie in order.chunk_by(|a, b| a.0 == b.0) {
        let rows: u64 = tie.iter().map(weight).sum();
        let wrong: u64 = tie.iter().filter(|row| row.1).map(weight).sum();
        if covered + rows >= wanted {
            let share = if rows == 0 { 0.0 } else { (wanted - covered) as f64 / rows as f64 };
            return (wanted > 0).then(|| share.mul_add(wrong as f64, errors) / wanted as f64);
        }
        covered += rows;
        errors += wrong as f64;
    }
    None
}

/// Each system keeps its own surest rows. Groups are redrawn, and both thresholds are found again in every redraw. Group numbers begin at 0.
#[must_use]
pub fn equal_coverage(a: Ranked<'_>, b: Ranked<'_>, groups: &[usize], coverage: f64, draws: Draws) -> EqualCoverage {
    let (first, second) = (order(a, groups), order(b, groups));
    let count = groups.iter().max().map_or(0, |last| last + 1);
    let difference = |weights: &[u32]| Some(risk(&first, weights, coverage)? - risk(&second, weights, coverage)?);
    let once = vec![1; count];
    let diffs = resample(count, draws, difference);
    let spread = Bootstrap::of(&diffs);
    EqualCoverage {
        coverage,
        risk_a: risk(&first, &once, coverage),
        risk_b: risk(&second, &once, coverage),
        diff: difference(&once),
        resamples: spread.resamples,
        mean_diff: spread.mean,
        ci95: spread.ci95,
        share_le_0: mean(diffs.iter().map(|diff| super::indicator(*diff <= 0.0))),
    }
}
