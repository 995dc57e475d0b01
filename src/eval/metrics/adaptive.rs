//! Calibration error in bins of equal mass.

use super::{mean, reliability::sorted};
use serde::Serialize;

/// One bin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MassBin {
    /// Rows.
    pub n: u64,
    /// The lowest probability.
    pub lo: f64,
    /// The highest probability.
    pub hi: f64,
    /// The mean probability.
    pub mean_p: f64,
    /// How often the event was so.
    pub rate: f64,
}

/// The bins, and the error over them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Adaptive {
    /// The bins, from low to high.
    pub bins: Vec<MassBin>,
    /// The mean gap, weighted by rows.
    pub ece_adaptive: Option<f64>,
}

/// Cuts sorted probabilities into at most `bins` parts of about equal size. A cut never splits equal probabilities: it moves up, so that the order of rows changes nothing.
#[must_use]
pub fn adaptive_ece(p: &[f64], y: &[bool], bins: usize) -> Adaptive {
    let pairs = sorted(p, y);
    let n = pairs.len();
    let parts = bins.min(n);
    let moved = |mut cut: usize| {
        while cut > 0 && cut < n && pairs.get(cut - 1).map(|pair| pair.0) == pairs.get(cut).map(|pair| pair.0) {
            cut += 1;
        }
        cut
    };
    let mut cuts: Vec<usize> = (1..=parts).map(|part| moved(part * n / parts)).collect();
    cuts.dedup();
    let mut start = 0;
    let bins: Vec<MassBin> = cuts
        .into_iter()
        .filter_map(|cut| {
            let bin = bin(pairs.get(start..cut)?);
            start = cut;
            bin
        })
        .collect();
    let gap: f64 = bins.iter().map(|bin| bin.n as f64 * (bin.mean_p - bin.rate).abs()).sum();
    Adaptive { bins, ece_adaptive: (n > 0).then(|| gap / n as f64) }
}

fn bin(pairs: &[(f64, f64)]) -> Option<MassBin> {
    let (lo, hi) = (pairs.first()?.0, pairs.last()?.0);
    Some(MassBin { n: pairs.len() as u64, lo, hi, mean_p: mean(pairs.iter().map(|pair| pair.0))?, rate: mean(pairs.iter().map(|pair| pair.1))? })
}
