//! The two-sample test of Kolmogorov and Smirnov.

use serde::Serialize;

/// The largest distance of two distribution functions, and how likely it is by chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Kolmogorov {
    /// The distance.
    pub ks: Option<f64>,
    /// The exact two-sided p-value. `None` where the samples are too large for it (more than 10^8 pairs).
    pub ks_p_exact: Option<f64>,
}

/// How many pairs the exact distribution is computed for.
const MAX_PAIRS: usize = 100_000_000;

/// Compares two samples.
#[must_use]
pub fn kolmogorov_smirnov(x: &[f64], y: &[f64]) -> Kolmogorov {
    if x.is_empty() || y.is_empty() {
        return Kolmogorov { ks: None, ks_p_exact: None };
    }
    let steps = distance(x, y);
    let pairs = x.len().saturating_mul(y.len());
    Kolmogorov { ks: Some(steps as f64 / pairs as f64), ks_p_exact: (pairs <= MAX_PAIRS).then(|| 1.0 - inside(x.len(), y.len(), steps)) }
}

/// The distance in steps of 1 / (m n), which are whole numbers.
fn distance(x: &[f64], y: &[f64]) -> usize {
    let mut values: Vec<(f64, bool)> = x.iter().map(|value| (*value, true)).chain(y.iter().map(|value| (*value, false))).collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut from_x, mut from_y, mut largest) = (0, 0, 0);
    for equal in values.chunk_by(|a, b| a.0 == b.0) {
        let of_x = equal.iter().filter(|value| value.1).count();
        from_x += of_x;
        from_y += equal.len() - of_x;
        largest = largest.max((from_x * y.len()).abs_diff(from_y * x.len()));
    }
    largest
}

/// How likely a random order of both samples keeps below `steps` everywhere: a walk over the lattice that leaves with the next value of either sample.
fn inside(m: usize, n: usize, steps: usize) -> f64 {
    let mut column = vec![0.0; n + 1];
    for i in 0..=m {
        let mut before: Option<f64> = None;
        for (j, place) in column.iter_mut().enumerate() {
            let left = (m + n + 1 - i - j) as f64;
            let from_x = if i == 0 { 0.0 } else { *place * (m + 1 - i) as f64 / left };
            let from_y = before.map_or(0.0, |before| before * (n + 1 - j) as f64 / left);
            let reached = if i == 0 && j == 0 { 1.0 } else { from_x + from_y };
            *place = if (i * n).abs_diff(j * m) < steps { reached } else { 0.0 };
            before = Some(*place);
        }
    }
    column.last().copied().unwrap_or_default()
}
