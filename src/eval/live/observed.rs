//! What was observed.

use super::{CriterionReport, ShadowReport};
use crate::eval::metrics::{Latency, Rate};
use serde::Serialize;
use std::collections::BTreeMap;

/// Failures of one class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PerClass {
    /// The class.
    pub class: String,
    /// Failures that were made good later.
    pub recovered: Rate,
    /// After how many further calls.
    pub after_calls: Latency,
}

/// The whole report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Live {
    /// Always true: nobody knows what would have happened otherwise.
    pub observational: bool,
    /// Records by kind.
    pub records: BTreeMap<String, u64>,
    /// Records that gaps say are missing.
    pub dropped: u64,
    /// Lines that were cut off at the end of a file.
    pub torn: u64,
    /// Sessions with failures.
    pub sessions: u64,
    /// Failures that were made good later: by a success of their operation, or of one of the same tool and session that failed before them.
    pub recovered: Rate,
    /// The same by class.
    pub classes: Vec<PerClass>,
    /// How failures were closed.
    pub how: BTreeMap<String, u64>,
    /// After how many milliseconds.
    pub after_ms: Latency,
    /// Failures that repeated one without a reason.
    pub futile: Rate,
    /// Calls that were refused behind a halt, a hold or a pause, or as a repeat. They are no failures.
    pub refusals: u64,
    /// Failures that closed an operation.
    pub halts: Rate,
    /// Halts whose failure was made good later all the same.
    pub halts_recovered: Rate,
    /// Failures with an advised alternate that were made good later.
    pub with_alternate: Rate,
    /// Failures without one that were.
    pub without_alternate: Rate,
    /// Who decided the class.
    pub sources: BTreeMap<String, u64>,
    /// Why there was no decision of a model.
    pub fallbacks: BTreeMap<String, u64>,
    /// How long decisions took, in milliseconds.
    pub latency_ms: Latency,
    /// Calls that ran although their authorization was refused, and calls that took effect twice.
    pub violations: BTreeMap<String, u64>,
    /// What people overrode.
    pub overrides: u64,
    /// What a decision model said beside what was served, where any was asked so.
    pub shadow: Option<ShadowReport>,
    /// The criteria of the proposal check.
    pub criteria: Vec<CriterionReport>,
}
