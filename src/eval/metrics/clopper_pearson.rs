//! Exact one-sided bounds of a rate (Clopper and Pearson 1934).

use statrs::distribution::{Beta, ContinuousCDF as _};

/// The lower bound of `k` of `n` that holds with probability 1 - `alpha`. `None` for `n` = 0.
#[must_use]
pub fn lower_bound(k: u64, n: u64, alpha: f64) -> Option<f64> {
    match (k, n) {
        (_, 0) => None,
        (0, _) => Some(0.0),
        _ => inverse(k as f64, n.checked_sub(k)? as f64 + 1.0, alpha),
    }
}

/// The upper bound of `k` of `n` that holds with probability 1 - `alpha`. `None` for `n` = 0.
#[must_use]
pub fn upper_bound(k: u64, n: u64, alpha: f64) -> Option<f64> {
    match n.checked_sub(k)? {
        _ if n == 0 => None,
        0 => Some(1.0),
        misses => inverse(k as f64 + 1.0, misses as f64, 1.0 - alpha),
    }
}

/// The quantile of the beta distribution. The library's answer is the start of a bisection on its distribution function, which is the more precise of the two.
fn inverse(a: f64, b: f64, probability: f64) -> Option<f64> {
    let beta = Beta::new(a, b).ok()?;
    let (mut low, mut high) = (0.0, 1.0);
    let mut middle = beta.inverse_cdf(probability).clamp(0.0, 1.0);
    for _ in 0..100 {
        if beta.cdf(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
        middle = f64::midpoint(low, high);
    }
    Some(middle)
}
