//! How many trials without a failure bear a claim.

/// The smallest `n` for which `n` trials without a failure show, with probability 1 - `alpha`, that failures are rarer than `max_rate`. `None` where a rate or `alpha` lies outside of (0, 1).
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and a float that is too large saturates")]
pub fn zero_failure_sample_size(max_rate: f64, alpha: f64) -> Option<u64> {
    let inside = |value: f64| value > 0.0 && value < 1.0;
    (inside(max_rate) && inside(alpha)).then(|| (alpha.ln() / (-max_rate).ln_1p()).ceil() as u64)
}
