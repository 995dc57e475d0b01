//! Quantiles of a sample.

/// The quantile with linear interpolation (Hyndman and Fan's type 7) of values that are sorted. `None` of nothing.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the sample")]
pub fn quantile(sorted: &[f64], probability: f64) -> Option<f64> {
    let place = (sorted.len().checked_sub(1)? as f64) * probability.clamp(0.0, 1.0);
    let below = place.floor();
    let (low, high) = (*sorted.get(below as usize)?, *sorted.get(place.ceil() as usize)?);
    Some((high - low).mul_add(place - below, low))
}
