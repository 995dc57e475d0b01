//! McNemar's test of two systems on the same rows (McNemar 1947).

use serde::Serialize;
use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF as _, Discrete as _, DiscreteCDF as _};

/// Two-sided p-values. They hold for independent rows only: rows in groups are compared by the paired group bootstrap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct McNemar {
    /// Exact, by the binomial distribution.
    pub p_exact: f64,
    /// Exact less half of the observed point on each side.
    pub p_midp: f64,
    /// By chi-squared with continuity correction.
    pub p_chi2_cc: f64,
}

/// Compares by the rows on which exactly one of two systems is right.
#[must_use]
pub fn mcnemar(a_right_b_wrong: u64, a_wrong_b_right: u64) -> McNemar {
    let n = a_right_b_wrong + a_wrong_b_right;
    let fewer = a_right_b_wrong.min(a_wrong_b_right);
    let (Ok(binomial), Ok(chi_squared)) = (Binomial::new(0.5, n), ChiSquared::new(1.0)) else {
        return McNemar { p_exact: 1.0, p_midp: 1.0, p_chi2_cc: 1.0 };
    };
    if n == 0 {
        return McNemar { p_exact: 1.0, p_midp: 1.0, p_chi2_cc: 1.0 };
    }
    let both_tails = 2.0 * binomial.cdf(fewer);
    let difference = a_right_b_wrong.abs_diff(a_wrong_b_right) as f64 - 1.0;
    McNemar { p_exact: both_tails.min(1.0), p_midp: (both_tails - binomial.pmf(fewer)).min(1.0), p_chi2_cc: chi_squared.sf(difference * difference / n as f64) }
}
