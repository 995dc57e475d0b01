//! Risk at coverage: what is gained by answering only where one is sure.

use super::{Interval, ratio, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

/// What an achievable threshold gives: every row at or above it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CoveragePoint {
    /// The threshold.
    pub threshold: f64,
    /// The share of rows that are answered.
    pub coverage: f64,
    /// The share of wrong ones among them.
    pub risk: f64,
    /// Answered rows.
    pub covered: u64,
    /// Wrong ones.
    pub errors: u64,
    /// 95% by Wilson.
    pub risk_ci: Interval,
}

/// The curve, and areas under it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskCoverage {
    /// The mean risk over all coverages (Geifman and El-Yaniv 2017).
    pub aurc: Option<f64>,
    /// The mean generalized risk, errors of all rows (Traub and others 2024).
    pub augrc: Option<f64>,
    /// What `aurc` has above that of the best possible order.
    pub e_aurc: Option<f64>,
    /// The risk at wanted coverages, by these.
    pub risk_at_coverage: BTreeMap<String, Option<f64>>,
    /// The highest coverage with at most a wanted risk, and its threshold, by these. 0 without a threshold where none qualifies.
    pub coverage_at_risk: BTreeMap<String, (f64, Option<f64>)>,
    /// The achievable points, from sure to unsure.
    pub curve: Vec<CoveragePoint>,
}

/// A run of equal confidences: rows before it, errors before it, rows in it, errors in it.
#[derive(Clone, Copy)]
struct Tie {
    confidence: f64,
    before: u64,
    errors_before: u64,
    rows: u64,
    errors: u64,
}

impl Tie {
    /// The expected number of errors among the first `k` rows: inside the tie it grows evenly, which is the mean over all orders.
    fn errors_at(&self, k: u64) -> f64 {
        self.errors_before as f64 + self.errors as f64 * (k - self.before) as f64 / self.rows as f64
    }
}

fn ties(confidence: &[f64], error: &[bool]) -> Vec<Tie> {
    let mut rows: Vec<(f64, bool)> = confidence.iter().copied().zip(error.iter().copied()).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut before, mut errors_before) = (0, 0);
    let tie = |rows: &[(f64, bool)]| {
        let errors = rows.iter().filter(|row| row.1).count() as u64;
        let tie = Tie { confidence: rows.first().map_or(f64::NAN, |row| row.0), before, errors_before, rows: rows.len() as u64, errors };
        before += tie.rows;
        errors_before += errors;
        tie
    };
    rows.chunk_by(|a, b| a.0 == b.0).map(tie).collect()
}

/// How many rows a coverage means: at least one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a count")]
pub(super) fn rows_at(coverage: f64, n: u64) -> u64 {
    ((coverage * n as f64 - 1e-9).ceil().max(1.0) as u64).min(n)
}

/// The risk of the most confident share of the rows. A tie that is cut counts with its mean.
#[must_use]
pub fn risk_at_coverage(confidence: &[f64], error: &[bool], coverage: f64) -> Option<f64> {
    at_coverage(&ties(confidence, error), coverage)
}

fn at_coverage(ties: &[Tie], coverage: f64) -> Option<f64> {
    let n = ties.last().map(|tie| tie.before + tie.rows)?;
    let k = rows_at(coverage, n);
    let tie = ties.iter().find(|tie| tie.before + tie.rows >= k)?;
    Some(tie.errors_at(k) / k as f64)
}

/// The curve of confidences and errors, with the risks and coverages that are asked for.
#[must_use]
pub fn risk_coverage(confidence: &[f64], error: &[bool], coverages: &[f64], risks: &[f64]) -> RiskCoverage {
    let ties = ties(confidence, error);
    let n = confidence.len().min(error.len()) as u64;
    let curve: Vec<CoveragePoint> = ties.iter().map(|tie| point(tie, n)).collect();
    let (mut aurc, mut augrc) = (0.0, 0.0);
    for tie in &ties {
        for k in tie.before + 1..=tie.before + tie.rows {
            let errors = tie.errors_at(k);
            aurc += errors / k as f64;
            augrc += errors / n as f64;
        }
    }
    let errors: u64 = ties.iter().map(|tie| tie.errors).sum();
    let best: f64 = (n - errors + 1..=n).map(|k| (k - (n - errors)) as f64 / k as f64).sum();
    let share = |sum: f64| (n > 0).then(|| sum / n as f64);
    let highest = |risk: f64| curve.iter().rev().find(|point| point.risk <= risk + 1e-12).map_or((0.0, None), |point| (point.coverage, Some(point.threshold)));
    RiskCoverage {
        aurc: share(aurc),
        augrc: share(augrc),
        e_aurc: share(aurc - best),
        risk_at_coverage: coverages.iter().map(|coverage| (format!("{coverage:?}"), at_coverage(&ties, *coverage))).collect(),
        coverage_at_risk: risks.iter().map(|risk| (format!("{risk:?}"), highest(*risk))).collect(),
        curve,
    }
}

fn point(tie: &Tie, n: u64) -> CoveragePoint {
    let (covered, errors) = (tie.before + tie.rows, tie.errors_before + tie.errors);
    let share = |k, n| ratio(k, n).unwrap_or_default();
    CoveragePoint {
        threshold: tie.confidence,
        coverage: share(covered, n),
        risk: share(errors, covered),
        covered,
        errors,
        risk_ci: wilson(errors, covered, 0.95),
    }
}
