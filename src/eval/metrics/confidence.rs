//! The confidence of a choice, from its distribution.

/// How far the highest probability is above an even spread: (n p - 1) / (n - 1). `None` for less than two options.
#[must_use]
pub fn choice_confidence(p: &[f64]) -> Option<f64> {
    let highest = p.iter().copied().reduce(f64::max)?;
    let n = p.len() as f64;
    (p.len() > 1).then(|| (n * highest - 1.0) / (n - 1.0))
}

/// Whether a provider's own confidence fits the distribution it sent, both rounded to two decimals. Decisions rest on the distribution; this check finds wrong loaders.
#[must_use]
pub fn agrees_with_provider(p: &[f64], reported: f64) -> bool {
    let n = p.len() as f64;
    choice_confidence(p).is_some_and(|own| (own - reported).abs() <= n * 0.005 / (n - 1.0) + 0.005 + 1e-9)
}
