//! What the calibration error would be if every probability were true.

use super::reliability::bin_of;
use serde::Serialize;
use std::f64::consts::FRAC_2_PI;

/// Up to how many rows in a bin the distribution is computed exactly. Beyond it the normal distribution is within 1% of it.
const EXACT_ROWS: usize = 2048;

/// The expected error under true probabilities. An error below it is no evidence of anything.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NullEce {
    /// The mean.
    pub ece_null_mean: Option<f64>,
    /// Whether every bin was small enough to be computed exactly.
    pub exact: bool,
}

/// The mean calibration error in `bins` bins if each event came with exactly its probability: exact by the Poisson-binomial distribution of each bin.
#[must_use]
pub fn ece_null(p: &[f64], bins: usize) -> NullEce {
    let mut members = vec![Vec::new(); bins];
    for p in p {
        if let Some(bin) = members.get_mut(bin_of(*p, bins)) {
            bin.push(*p);
        }
    }
    let exact = members.iter().all(|bin| bin.len() <= EXACT_ROWS);
    let sum: f64 = members.iter().map(|bin| expected_gap(bin)).sum();
    NullEce { ece_null_mean: (!p.is_empty()).then(|| sum / p.len() as f64), exact }
}

/// The mean distance between the number of events and its mean.
fn expected_gap(p: &[f64]) -> f64 {
    let mean: f64 = p.iter().sum();
    if p.len() > EXACT_ROWS {
        let variance: f64 = p.iter().map(|p| p * (1.0 - p)).sum();
        return (variance * FRAC_2_PI).sqrt();
    }
    distribution(p).iter().enumerate().map(|(count, probability)| probability * (count as f64 - mean).abs()).sum()
}

/// How likely each number of events is.
fn distribution(p: &[f64]) -> Vec<f64> {
    let mut masses = vec![1.0];
    for p in p {
        let mut before = 0.0;
        for mass in &mut masses {
            let here = *mass;
            *mass = here * (1.0 - p) + before * p;
            before = here;
        }
        masses.push(before * p);
    }
    masses
}
