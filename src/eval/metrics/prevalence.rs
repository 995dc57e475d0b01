//! What rates from an over-sampled set mean at the natural prevalence.

use serde::Serialize;

/// Predictive values at a prevalence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AtPrevalence {
    /// How often a positive answer is right. `None` where there is none.
    pub precision: Option<f64>,
    /// How often a negative answer is right. `None` where there is none.
    pub npv: Option<f64>,
}

/// Precision and negative predictive value at the prevalence `pi`, from the true and false positive rates.
#[must_use]
pub fn at_prevalence(pi: f64, tpr: f64, fpr: f64) -> AtPrevalence {
    let share = |right: f64, wrong: f64| (right + wrong > 0.0).then(|| right / (right + wrong));
    AtPrevalence { precision: share(pi * tpr, (1.0 - pi) * fpr), npv: share((1.0 - pi) * (1.0 - fpr), pi * (1.0 - tpr)) }
}
