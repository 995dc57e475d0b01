//! Replay: the recorded answers judged again, by the same thresholds or by others, without asking any provider.

mod batch;
mod changed;
mod engine;
mod input;
mod merge;
mod report;
mod rewrite;

pub use engine::replay;
pub use input::Source;
pub use report::{Interval, Problem, ReplayReport, Transition, wilson};

use super::{Decision, Derived, Kept, PolicyVersion, Thresholds, judge};

/// What a replay does.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ReplayPlan<'p> {
    /// The thresholds to judge by. Without them and without a policy, records are verified and counted, and verdicts stay as they are.
    pub thresholds: Option<&'p Thresholds>,
    /// The modes, the outage table and, unless [`thresholds`](Self::thresholds) are given, the thresholds to judge by.
    pub policy: Option<&'p PolicyVersion>,
    /// Judge decisions, too, that were made for other words than the thresholds were chosen for.
    pub allow_mismatch: bool,
    /// Pass over lines that are no records, in place of ending at the first.
    pub skip_bad_lines: bool,
}

impl<'p> ReplayPlan<'p> {
    /// The thresholds that are judged by: those that are given, or else those of the policy.
    #[must_use]
    pub fn judged_by(&self) -> Option<&'p Thresholds> {
        self.thresholds.or_else(|| self.policy.and_then(PolicyVersion::thresholds))
    }

    /// What becomes of a decision; `None` where there is nothing to judge by.
    pub(super) fn judge(&self, decision: &Decision<'_>) -> Option<Result<Derived, Kept>> {
        let thresholds = self.judged_by();
        (thresholds.is_some() || self.policy.is_some()).then(|| judge(decision, thresholds, self.policy))
    }
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
