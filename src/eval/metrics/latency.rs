//! Percentiles of latencies.

use super::Interval;
use serde::Serialize;
use statrs::distribution::{Binomial, DiscreteCDF as _};

/// Percentiles by nearest rank, in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Latency {
    /// How many values.
    pub n: u64,
    /// The median.
    pub p50: Option<f64>,
    /// The 95th percentile.
    pub p95: Option<f64>,
    /// The 99th percentile.
    pub p99: Option<f64>,
    /// Whether there are too few values (below 100) for `p99` to say more than `max`.
    pub p99_is_weak: bool,
    /// The ranks between which the median lies with 95%. A rank below 1 or above `n` is unbounded.
    pub p50_ci95_ranks: Option<[u64; 2]>,
    /// The values at these ranks.
    pub p50_ci95: Interval,
    /// The ranks between which the 95th percentile lies with 95%.
    pub p95_ci95_ranks: Option<[u64; 2]>,
    /// The values at these ranks.
    pub p95_ci95: Interval,
    /// The largest value.
    pub max: Option<f64>,
}

/// The percentiles of values in any order; they are sorted in place.
#[must_use]
pub fn latency(values: &mut [f64]) -> Latency {
    values.sort_unstable_by(f64::total_cmp);
    let n = values.len() as u64;
    let at = |rank: u64| usize::try_from(rank).ok().and_then(|rank| values.get(rank.checked_sub(1)?)).copied();
    let ends = |ranks: Option<[u64; 2]>| ranks.map_or(Interval::UNDEFINED, |[low, high]| Interval { lower: at(low), upper: at(high) });
    let (middle, high) = (ranks(n, 0.5), ranks(n, 0.95));
    Latency {
        n,
        p50: at(nearest(n, 50)),
        p95: at(nearest(n, 95)),
        p99: at(nearest(n, 99)),
        p99_is_weak: n < 100,
        p50_ci95_ranks: middle,
        p50_ci95: ends(middle),
        p95_ci95_ranks: high,
        p95_ci95: ends(high),
        max: values.last().copied(),
    }
}

const fn nearest(n: u64, percent: u64) -> u64 {
    (percent * n).div_ceil(100)
}

/// The order statistics around a quantile, by the binomial distribution.
fn ranks(n: u64, quantile: f64) -> Option<[u64; 2]> {
    let binomial = Binomial::new(quantile, n).ok().filter(|_| n > 0)?;
    Some([binomial.inverse_cdf(0.025), binomial.inverse_cdf(0.975) + 1])
}
