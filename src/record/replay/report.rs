//! What a replay found.

use crate::{
    layers::Tally,
    record::{BadLine, ChainFault, EffectiveAction, Kept, Kind, Mismatch, Recommendation},
};
use std::collections::BTreeMap;

/// What changes, from the recorded to the derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// The recorded and the derived verdict.
    pub verdict: (Recommendation, Recommendation),
    /// The recorded and the derived action.
    pub action: (EffectiveAction, EffectiveAction),
}

impl Transition {
    /// Whether anything changes.
    #[must_use]
    pub fn is_change(&self) -> bool {
        self.verdict.0 != self.verdict.1 || self.action.0 != self.action.1
    }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// It is no record.
    Bad(BadLine),
    /// It does not follow the line before.
    Chain(ChainFault),
    /// The thresholds were chosen for other words.
    Mismatch(Mismatch),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bad(bad) => bad.fmt(f),
            Self::Chain(fault) => fault.fmt(f),
            Self::Mismatch(mismatch) => mismatch.fmt(f),
        }
    }
}

/// What a replay found. Its size does not grow with the input.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReplayReport {
    /// Lines that were read.
    pub lines: u64,
    /// Bytes that were read.
    pub bytes: u64,
    /// Records by kind.
    pub kinds: BTreeMap<Kind, u64>,
    /// Lines that are no records.
    pub bad_lines: u64,
    /// Lines that do not follow the one before.
    pub chain_faults: u64,
    /// Files whose last line was cut off.
    pub torn: u64,
    /// Lines that gaps speak of.
    pub dropped: u64,
    /// Decisions that were made for other words than the thresholds were chosen for.
    pub mismatches: u64,
    /// Decisions that were judged again, by what changed.
    pub transitions: BTreeMap<Transition, u64>,
    /// Decisions that stay as they were recorded, by why.
    pub kept: BTreeMap<Kept, u64>,
    /// Labels of decisions that change: by verdict before and after, criterion and label.
    pub labels: BTreeMap<((Recommendation, Recommendation), String, String), u64>,
    /// Changed decisions that were forgotten because so many changed after them: labels that follow later are not among [`labels`](Self::labels).
    pub unremembered: u64,
    /// Kinds of labels that were too many to be told apart.
    pub labels_beyond: u64,
    /// Codes of the failure taxonomy in recoveries, each counted.
    pub codes: Tally,
    /// The first problems, with file and line.
    pub problems: Vec<(String, u64, Problem)>,
    /// Whether a problem ended the replay before the end of the input.
    pub ended_early: bool,
}

impl ReplayReport {
    /// How many problems are listed; all are counted.
    pub const MAX_PROBLEMS: usize = 20;

    /// Decisions that were judged again.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.transitions.values().sum()
    }

    /// Decisions for which something changes.
    #[must_use]
    pub fn changed(&self) -> u64 {
        self.transitions.iter().filter(|(transition, _)| transition.is_change()).map(|(_, count)| count).sum()
    }

    /// Whether every line is a record and the chain is whole.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.bad_lines == 0 && self.chain_faults == 0 && !self.ended_early
    }
}

/// A share with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 95% interval of Wilson for a share of `k` in `n`; `None` without rows.
#[must_use]
pub fn wilson(k: u64, n: u64) -> Option<Interval> {
    /// The 97.5% quantile of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    crate::wilson::wilson(k, n, Z).map(|(low, high)| Interval { low, high })
}
