//! What a Brier score is made of.

use super::{
    brier_noul, indicator, isotonic, mean,
    reliability::{bin_of, sorted},
};
use serde::Serialize;

/// Murphy (1973), exact by distinct probabilities: brier = reliability - resolution + uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Murphy {
    /// How far probabilities lie from the rates under them.
    pub reliability: f64,
    /// How far those rates lie from the base rate.
    pub resolution: f64,
    /// The score of the base rate.
    pub uncertainty: f64,
    /// The score.
    pub brier: f64,
}

/// Murphy's parts in bins, with what happens inside of them (Stephenson 2008): brier = reliability - resolution + uncertainty + variance - covariance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BinnedMurphy {
    /// How far mean probabilities lie from the rates of their bins.
    pub reliability: f64,
    /// How far those rates lie from the base rate.
    pub resolution: f64,
    /// The score of the base rate.
    pub uncertainty: f64,
    /// How far probabilities lie from the means of their bins.
    pub within_bin_variance: f64,
    /// Twice how far events follow probabilities inside of bins.
    pub within_bin_covariance: f64,
    /// The score.
    pub brier: f64,
}

/// Without bins (Dimitriadis, Gneiting, Jordan 2021): brier = miscalibration - discrimination + uncertainty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Corp {
    /// What recalibration would gain.
    pub miscalibration: f64,
    /// What the order of the probabilities gains over the base rate.
    pub discrimination: f64,
    /// The score of the base rate.
    pub uncertainty: f64,
    /// The score.
    pub brier: f64,
    /// The recalibrated probabilities, in the order of the rows.
    pub recalibrated: Vec<f64>,
}

struct Group {
    n: f64,
    p: f64,
    rate: f64,
}

fn group(pairs: &[(f64, f64)]) -> Option<Group> {
    Some(Group { n: pairs.len() as f64, p: mean(pairs.iter().map(|pair| pair.0))?, rate: mean(pairs.iter().map(|pair| pair.1))? })
}

fn parts(groups: &[Group], base: f64) -> (f64, f64) {
    let n: f64 = groups.iter().map(|group| group.n).sum();
    let weighted = |value: &dyn Fn(&Group) -> f64| groups.iter().map(|group| group.n * value(group)).sum::<f64>() / n;
    (weighted(&|group| (group.p - group.rate).powi(2)), weighted(&|group| (group.rate - base).powi(2)))
}

/// Murphy's decomposition; `None` without rows.
#[must_use]
pub fn murphy(p: &[f64], y: &[bool]) -> Option<Murphy> {
    let score = brier_noul(p, y);
    let pairs = sorted(p, y);
    let groups: Vec<Group> = pairs.chunk_by(|a, b| a.0 == b.0).filter_map(group).collect();
    let (reliability, resolution) = parts(&groups, score.base_rate?);
    Some(Murphy { reliability, resolution, uncertainty: score.brier_of_base_rate?, brier: score.brier? })
}

/// Murphy's decomposition in `bins` bins of equal width; `None` without rows.
#[must_use]
pub fn murphy_binned(p: &[f64], y: &[bool], bins: usize) -> Option<BinnedMurphy> {
    let score = brier_noul(p, y);
    let pairs = sorted(p, y);
    let chunks: Vec<(&[(f64, f64)], Group)> =
        pairs.chunk_by(|a, b| bin_of(a.0, bins) == bin_of(b.0, bins)).filter_map(|chunk| Some((chunk, group(chunk)?))).collect();
    let within = |value: &dyn Fn(f64, f64) -> f64| {
        let sum: f64 = chunks.iter().map(|(chunk, group)| chunk.iter().map(|(p, y)| value(p - group.p, y - group.rate)).sum::<f64>()).sum();
        sum / pairs.len() as f64
    };
    let (within_bin_variance, within_bin_covariance) = (within(&|p, _| p * p), 2.0 * within(&|p, y| p * y));
    let groups: Vec<Group> = chunks.into_iter().map(|(_, group)| group).collect();
    let (reliability, resolution) = parts(&groups, score.base_rate?);
    Some(BinnedMurphy { reliability, resolution, uncertainty: score.brier_of_base_rate?, within_bin_variance, within_bin_covariance, brier: score.brier? })
}

/// The decomposition without bins; `None` without rows.
#[must_use]
pub fn corp(p: &[f64], y: &[bool]) -> Option<Corp> {
    let score = brier_noul(p, y);
    let (brier, uncertainty) = (score.brier?, score.brier_of_base_rate?);
    let recalibrated = isotonic(p, y);
    let best = mean(recalibrated.iter().zip(y).map(|(p, y)| (p - indicator(*y)).powi(2)))?;
    Some(Corp { miscalibration: brier - best, discrimination: uncertainty - best, uncertainty, brier, recalibrated })
}
