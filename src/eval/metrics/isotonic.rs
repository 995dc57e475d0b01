//! Isotonic regression: pool adjacent violators.

use super::{indicator, reliability::sorted};

/// The rate of the event as a rising function of its probability: the best recalibration that keeps the order. Equal probabilities get equal rates. In the order of the rows.
#[must_use]
pub fn isotonic(p: &[f64], y: &[bool]) -> Vec<f64> {
    // (probability, sum of events, rows)
    let mut ties: Vec<(f64, f64, f64)> = Vec::new();
    for (p, y) in sorted(p, y) {
        match ties.last_mut() {
            Some(last) if last.0 == p => {
                last.1 += y;
                last.2 += 1.0;
            }
            _ => ties.push((p, y, 1.0)),
        }
    }
    let mut pools: Vec<(f64, f64, f64)> = Vec::new();
    for mut pool in ties.iter().map(|(p, sum, n)| (*p, *sum, *n)) {
        while let Some(before) = pools.pop_if(|before| before.1 / before.2 >= pool.1 / pool.2) {
            pool = (pool.0, pool.1 + before.1, pool.2 + before.2);
        }
        pools.push(pool);
    }
    // Each pool is known by its highest probability.
    let rate = |p: &f64| {
        let at = pools.partition_point(|pool| pool.0 < *p);
        pools.get(at).map_or(indicator(false), |pool| pool.1 / pool.2)
    };
    p.iter().map(rate).collect()
}
