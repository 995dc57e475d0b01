//! The error of a mean over rows that stand in groups.

use super::{Draws, Interval, mean, quantile, resample};
use serde::Serialize;

/// Sum and number of the values of each group.
fn sums(values: &[f64], groups: &[usize]) -> Vec<(f64, f64)> {
    let mut sums = vec![(0.0, 0.0); groups.iter().max().map_or(0, |last| last + 1)];
    for (value, group) in values.iter().zip(groups) {
        if let Some(sum) = sums.get_mut(*group) {
            sum.0 += value;
            sum.1 += 1.0;
        }
    }
    sums.retain(|sum| sum.1 > 0.0);
    sums
}

/// The standard error with groups: sqrt(C / (C - 1) * sum over groups of (sum of deviations)^2) / n. `None` below two groups.
#[must_use]
pub fn cluster_se(values: &[f64], groups: &[usize]) -> Option<f64> {
    let sums = sums(values, groups);
    let centre = mean(values.iter().copied())?;
    let clusters = sums.len() as f64;
    let squares: f64 = sums.iter().map(|(sum, n)| (sum - n * centre).powi(2)).sum();
    (sums.len() >= 2).then(|| (clusters / (clusters - 1.0) * squares).sqrt() / values.len() as f64)
}

/// The standard error as if rows were independent: for comparison. `None` without rows.
#[must_use]
pub fn naive_se(values: &[f64]) -> Option<f64> {
    let centre = mean(values.iter().copied())?;
    let variance = mean(values.iter().map(|value| (value - centre).powi(2)))?;
    Some((variance / values.len() as f64).sqrt())
}

/// The spread of a mean over redrawn groups.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bootstrap {
    /// How many redraws had a value.
    pub resamples: usize,
    /// The mean over them.
    pub mean: Option<f64>,
    /// The middle 95%, by percentiles.
    pub ci95: Interval,
    /// The middle 90%.
    pub ci90: Interval,
}

impl Bootstrap {
    /// The summary of sorted values.
    #[must_use]
    pub fn of(sorted: &[f64]) -> Self {
        let between = |outside: f64| Interval { lower: quantile(sorted, outside / 2.0), upper: quantile(sorted, 1.0 - outside / 2.0) };
        Self { resamples: sorted.len(), mean: mean(sorted.iter().copied()), ci95: between(0.05), ci90: between(0.1) }
    }
}

/// The pooled mean over redrawn groups. Group numbers begin at 0.
#[must_use]
pub fn bootstrap_mean(values: &[f64], groups: &[usize], draws: Draws) -> Bootstrap {
    let sums = sums(values, groups);
    let pooled = |counts: &[u32]| {
        let (sum, n) =
            counts.iter().zip(&sums).fold((0.0, 0.0), |total, (count, sum)| (total.0 + f64::from(*count) * sum.0, total.1 + f64::from(*count) * sum.1));
        (n > 0.0).then(|| sum / n)
    };
    Bootstrap::of(&resample(sums.len(), draws, pooled))
}
