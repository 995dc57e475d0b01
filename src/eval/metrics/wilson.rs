//! Wilson's score interval of a rate (Wilson 1927).

use super::{Interval, ratio};
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal};

/// The two-sided interval of `k` of `n`, clipped to [0, 1]. Undefined for `n` = 0.
#[must_use]
pub fn wilson(k: u64, n: u64, confidence: f64) -> Interval {
    let z = Normal::standard().inverse_cdf(f64::midpoint(1.0, confidence));
    crate::wilson::wilson(k, n, z).map_or(Interval::UNDEFINED, |(lower, upper)| Interval::new(lower, upper))
}

/// A rate with what it was counted from: `value` is `None` where `n` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// How many were so.
    pub k: u64,
    /// Of how many.
    pub n: u64,
    /// The rate.
    pub value: Option<f64>,
    /// Its 95% interval by Wilson, as if rows were independent.
    pub ci: Interval,
    /// In how many groups the rows stand: what matters where rows of one group are alike.
    pub groups: u64,
}

impl Rate {
    /// The rate of `k` in `n` rows of `groups` groups.
    #[must_use]
    pub fn new(k: u64, n: u64, groups: u64) -> Self {
        Self { k, n, value: ratio(k, n), ci: wilson(k, n, 0.95), groups }
    }
}
