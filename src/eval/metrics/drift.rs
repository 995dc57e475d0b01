//! How far two distributions over answers lie apart.

use super::ratio;
use std::collections::{BTreeMap, BTreeSet};

/// Shares by name. A name that is missing has none.
pub type Shares = BTreeMap<String, f64>;

/// The share below which the population stability index takes every share to be.
const FLOOR: f64 = 1e-6;

fn pairs(p: &Shares, q: &Shares) -> Vec<(f64, f64)> {
    let names: BTreeSet<&String> = p.keys().chain(q.keys()).collect();
    let share = |of: &Shares, name: &String| of.get(name).copied().unwrap_or_default();
    names.into_iter().map(|name| (share(p, name), share(q, name))).collect()
}

/// Total variation: half of the summed differences, from 0 to 1.
#[must_use]
pub fn total_variation(p: &Shares, q: &Shares) -> f64 {
    pairs(p, q).iter().map(|(p, q)| (p - q).abs()).sum::<f64>() / 2.0
}

/// The Jensen-Shannon distance in base 2, from 0 to 1.
#[must_use]
pub fn js_distance(p: &Shares, q: &Shares) -> f64 {
    let term = |one: f64, middle: f64| if one > 0.0 { one * (one / middle).log2() } else { 0.0 };
    let divergence: f64 = pairs(p, q).iter().map(|(p, q)| f64::midpoint(term(*p, f64::midpoint(*p, *q)), term(*q, f64::midpoint(*p, *q)))).sum();
    divergence.max(0.0).sqrt()
}

/// The population stability index. Missing shares count as 1e-6, so that it says little where names come and go.
#[must_use]
pub fn psi(p: &Shares, q: &Shares) -> f64 {
    let term = |(p, q): &(f64, f64)| (q.max(FLOOR) - p.max(FLOOR)) * (q.max(FLOOR) / p.max(FLOOR)).ln();
    pairs(p, q).iter().map(term).sum()
}

/// The share of replayed rows whose action is another one than before. `None` without rows.
#[must_use]
pub fn flip_rate<T: PartialEq>(before: &[T], after: &[T]) -> Option<f64> {
    let flips = before.iter().zip(after).filter(|(before, after)| before != after).count() as u64;
    ratio(flips, before.len().min(after.len()) as u64)
}
