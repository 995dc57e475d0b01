//! A threshold whose risk is bounded (Learn then Test: Angelopoulos and others 2021).

use serde::Serialize;
use statrs::distribution::{Binomial, DiscreteCDF as _};

/// One threshold of the sequence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestedThreshold {
    /// The threshold.
    pub threshold: f64,
    /// Rows at or above it.
    pub covered: u64,
    /// Wrong ones among them.
    pub errors: u64,
    /// How likely so few errors are if the risk were `alpha`.
    pub p_value: f64,
}

/// The tests up to the first that fails, and the last threshold that passed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Controlled {
    /// The tests, from strict to loose.
    pub tested: Vec<TestedThreshold>,
    /// The loosest threshold that passed. `None` where the strictest failed.
    pub chosen_threshold: Option<f64>,
}

/// Goes from strict to loose over a grid that was fixed before, until a p-value exceeds `delta`. Then the risk above the chosen threshold exceeds `alpha` with probability at most
/// `delta`, for exchangeable rows: with groups, give one row a group.
#[must_use]
pub fn risk_controlled_threshold(confidence: &[f64], error: &[bool], grid: &[f64], alpha: f64, delta: f64) -> Controlled {
    let (mut tested, mut chosen_threshold) = (Vec::new(), None);
    for threshold in grid {
        let rows = || confidence.iter().zip(error).filter(|(confidence, _)| *confidence >= threshold);
        let (covered, errors) = (rows().count() as u64, rows().filter(|(_, error)| **error).count() as u64);
        let p_value = Binomial::new(alpha, covered).map_or(1.0, |binomial| if covered == 0 { 1.0 } else { binomial.cdf(errors) });
        tested.push(TestedThreshold { threshold: *threshold, covered, errors, p_value });
        if p_value > delta {
            break;
        }
        chosen_threshold = Some(*threshold);
    }
    Controlled { tested, chosen_threshold }
}
