//! Intervals with ends that may be missing.

use serde::{Deserialize, Serialize};

/// An interval. A missing end is unbounded; without both ends nothing is known. Written as an array of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "[Option<f64>; 2]", into = "[Option<f64>; 2]")]
pub struct Interval {
    /// The lower end.
    pub lower: Option<f64>,
    /// The upper end.
    pub upper: Option<f64>,
}

impl Interval {
    /// An interval of which nothing is known.
    pub const UNDEFINED: Self = Self { lower: None, upper: None };

    /// An interval with both ends.
    #[must_use]
    pub const fn new(lower: f64, upper: f64) -> Self {
        Self { lower: Some(lower), upper: Some(upper) }
    }

    /// Whether it is known to lie on one side of zero.
    #[must_use]
    pub fn excludes_zero(self) -> bool {
        self.lower.is_some_and(|lower| lower > 0.0) || self.upper.is_some_and(|upper| upper < 0.0)
    }
}

impl From<[Option<f64>; 2]> for Interval {
    fn from([lower, upper]: [Option<f64>; 2]) -> Self {
        Self { lower, upper }
    }
}

impl From<Interval> for [Option<f64>; 2] {
    fn from(interval: Interval) -> Self {
        [interval.lower, interval.upper]
    }
}
