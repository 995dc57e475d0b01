//! Logarithmic loss of probabilities that were rounded on their way.

use super::mean;

/// The clipping for providers that round to two decimals: half of the last place.
pub const TWO_DECIMALS_EPSILON: f64 = 0.005;

/// The clipping for everything else.
pub const MODEL_EPSILON: f64 = 1e-6;

/// The mean loss with probabilities clipped to [`epsilon`, 1 - `epsilon`]. It says nothing without its `epsilon`, which belongs beside it.
#[must_use]
pub fn log_loss(p: &[f64], y: &[bool], epsilon: f64) -> Option<f64> {
    let item = |(p, y): (&f64, &bool)| {
        let p = p.clamp(epsilon, 1.0 - epsilon);
        -(if *y { p } else { 1.0 - p }).ln()
    };
    mean(p.iter().zip(y).map(item))
}
