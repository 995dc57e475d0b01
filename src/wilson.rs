//! Wilson's score interval of a rate (Wilson 1927), for reports and for replays.

/// The two ends of the interval of `k` in `n`, clipped to [0, 1]; `None` without rows. `z` is the quantile of the normal distribution: 1.96 for 95%.
#[allow(clippy::cast_precision_loss, reason = "counts below 2^53")]
pub(crate) fn wilson(k: u64, n: u64, z: f64) -> Option<(f64, f64)> {
    if n == 0 {
        return None;
    }
    let (n, share) = (n as f64, k as f64 / n as f64);
    let spread = z * z / n;
    let middle = (share + spread / 2.0) / (1.0 + spread);
    let half = z / (1.0 + spread) * (share * (1.0 - share) / n + spread / (4.0 * n)).sqrt();
    Some(((middle - half).max(0.0), (middle + half).min(1.0)))
}
