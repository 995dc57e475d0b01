//! Split conformal sets of options (Vovk; Sadinle, Lei, Wasserman 2019).

use std::collections::BTreeMap;

/// The quantile of calibration scores (1 - the probability of the right option) that makes sets miss at most `alpha`. `None`: too few scores, so that every option is in every set.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rank")]
pub fn conformal_quantile(scores: &[f64], alpha: f64) -> Option<f64> {
    let rank = ((scores.len() as f64 + 1.0) * (1.0 - alpha) - 1e-9).ceil().max(1.0) as usize;
    let mut sorted = scores.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(rank - 1).copied()
}

/// The options that cannot be excluded. Only a set of one is a reason to act.
#[must_use]
pub fn conformal_set(p: &BTreeMap<String, f64>, quantile: Option<f64>) -> Vec<&str> {
    let stays = |p: f64| quantile.is_none_or(|quantile| 1.0 - p <= quantile + 1e-12);
    p.iter().filter(|(_, p)| stays(**p)).map(|(name, _)| name.as_str()).collect()
}
