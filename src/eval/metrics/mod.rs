//! The metrics: one definition a file, each checked against reference values to 1e-9.
//!
//! They are plain functions over slices. A value that is not defined, such as a rate over nothing, is `None`.

mod adaptive;
mod agreement;
mod brier;
mod classes;
mod clopper_pearson;
mod cluster;
mod confidence;
mod conformal;
mod controlled;
mod cost;
mod counters;
mod decomposition;
mod drift;
mod ece_null;
mod equal_coverage;
mod group_split;
mod holm;
mod interval;
mod isotonic;
mod kolmogorov;
mod latency;
mod log_loss;
mod mcnemar;
mod ordinal;
mod prevalence;
mod quantile;
mod ranking;
mod reliability;
mod resample;
mod risk_coverage;
mod wilson;
mod zero_failure;

pub use adaptive::{Adaptive, MassBin, adaptive_ece};
pub use agreement::{agreement, cohen_kappa, fleiss_kappa};
pub use brier::{ChoiceBrier, NoulBrier, brier_choice, brier_noul};
pub use classes::{ClassCounts, ClassMetrics, PerClass, Predicted};
pub use clopper_pearson::{lower_bound, upper_bound};
pub use cluster::{Bootstrap, bootstrap_mean, cluster_se, naive_se};
pub use confidence::{agrees_with_provider, choice_confidence};
pub use conformal::{conformal_quantile, conformal_set};
pub use controlled::{Controlled, TestedThreshold, risk_controlled_threshold};
pub use cost::{ActionCost, expected_cost};
pub use counters::{CallOutcome, SessionCalls, SessionCounters, count_sessions};
pub use decomposition::{BinnedMurphy, Corp, Murphy, corp, murphy, murphy_binned};
pub use drift::{Shares, flip_rate, js_distance, psi, total_variation};
pub use ece_null::{NullEce, ece_null};
pub use equal_coverage::{EqualCoverage, Ranked, equal_coverage};
pub(crate) use group_split::Sets;
pub use group_split::{Assigned, Joined, Part, components, group_split};
pub use holm::holm;
pub use interval::Interval;
pub use isotonic::isotonic;
pub use kolmogorov::{Kolmogorov, kolmogorov_smirnov};
pub use latency::{Latency, latency};
pub use log_loss::{MODEL_EPSILON, TWO_DECIMALS_EPSILON, log_loss};
pub use mcnemar::{McNemar, mcnemar};
pub use ordinal::{Ordinal, ordinal, quadratic_kappa};
pub use prevalence::{AtPrevalence, at_prevalence};
pub use quantile::quantile;
pub use ranking::{auroc, average_precision, mcc};
pub use reliability::{Bin, Reliability, reliability};
pub use resample::{Draws, Generator, resample};
pub use risk_coverage::{CoveragePoint, RiskCoverage, risk_at_coverage, risk_coverage};
pub use wilson::{Rate, wilson};
pub use zero_failure::zero_failure_sample_size;

/// `k` of `n`; `None` of nothing.
pub(crate) fn ratio(k: u64, n: u64) -> Option<f64> {
    (n > 0).then(|| k as f64 / n as f64)
}

/// The mean; `None` of nothing.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.into_iter().fold((0.0, 0_u64), |(sum, n), value| (sum + value, n + 1));
    (n > 0).then(|| sum / n as f64)
}

/// One for a truth, else zero.
pub(crate) fn indicator(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}
