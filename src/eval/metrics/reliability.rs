//! Reliability in bins of equal width, and calibration errors from it.

use super::{Interval, indicator, ratio, wilson};
use serde::Serialize;

/// One bin. Empty bins stay, without means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// The lower edge, which belongs to the bin.
    pub lo: f64,
    /// The upper edge, which belongs to the next bin.
    pub hi: f64,
    /// Rows.
    pub n: u64,
    /// The mean probability.
    pub mean_p: Option<f64>,
    /// How often the event was so.
    pub rate: Option<f64>,
    /// 95% by Wilson.
    pub rate_ci: Interval,
}

impl Bin {
    fn gap(&self) -> Option<f64> {
        self.mean_p.zip(self.rate).map(|(p, rate)| (p - rate).abs())
    }
}

/// Reliability, and how far off it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reliability {
    /// The bins, from low to high.
    pub bins: Vec<Bin>,
    /// Expected calibration error: the mean gap, weighted by rows.
    pub ece: Option<f64>,
    /// The largest gap.
    pub mce: Option<f64>,
    /// The root of the mean squared gap.
    pub rmsce: Option<f64>,
}

/// The bin of a probability. The small addition puts 0.3 and 0.7 into the bins that begin there, as they were written, whatever binary fractions make of them.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "probabilities lie in [0, 1]")]
pub(super) fn bin_of(p: f64, bins: usize) -> usize {
    ((p * bins as f64 + 1e-9).floor().max(0.0) as usize).min(bins.saturating_sub(1))
}

/// Sorts probabilities of one event into `bins` bins.
#[must_use]
pub fn reliability(p: &[f64], y: &[bool], bins: usize) -> Reliability {
    let mut sums = vec![(0_u64, 0.0, 0_u64); bins];
    for (p, y) in p.iter().zip(y) {
        if let Some((n, sum, positives)) = sums.get_mut(bin_of(*p, bins)) {
            *n += 1;
            *sum += p;
            *positives += u64::from(*y);
        }
    }
    let width = bins as f64;
    let bin = |(at, (n, sum, positives)): (usize, &(u64, f64, u64))| Bin {
        lo: at as f64 / width,
        hi: (at + 1) as f64 / width,
        n: *n,
        mean_p: (*n > 0).then(|| sum / *n as f64),
        rate: ratio(*positives, *n),
        rate_ci: wilson(*positives, *n, 0.95),
    };
    summary(sums.iter().enumerate().map(bin).collect())
}

fn summary(bins: Vec<Bin>) -> Reliability {
    let total = bins.iter().map(|bin| bin.n).sum::<u64>() as f64;
    let gaps = || bins.iter().filter_map(|bin| Some((bin.n as f64, bin.gap()?)));
    let weighted = |value: fn(f64) -> f64| (total > 0.0).then(|| gaps().map(|(n, gap)| n * value(gap)).sum::<f64>() / total);
    Reliability { ece: weighted(|gap| gap), mce: gaps().map(|(_, gap)| gap).reduce(f64::max), rmsce: weighted(|gap| gap * gap).map(f64::sqrt), bins }
}

/// Pairs in the order of their probabilities.
pub(super) fn sorted(p: &[f64], y: &[bool]) -> Vec<(f64, f64)> {
    let mut pairs: Vec<(f64, f64)> = p.iter().zip(y).map(|(p, y)| (*p, indicator(*y))).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    pairs
}
