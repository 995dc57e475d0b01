//! Replay: the recorded answers judged again, by the same thresholds or by others, without asking any provider.

mod batch;
mod engine;
mod input;
mod merge;
mod report;
mod rewrite;

pub use engine::replay;
pub use input::Source;
pub use report::{Interval, Problem, ReplayReport, Transition, wilson};

use super::Thresholds;

/// What a replay does.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ReplayPlan<'p> {
    /// The thresholds to judge by; without any, records are verified and counted, and verdicts stay as they are.
    pub thresholds: Option<&'p Thresholds>,
    /// Judge decisions, too, that were made for other words than the thresholds were chosen for.
    pub allow_mismatch: bool,
    /// Pass over lines that are no records, in place of ending at the first.
    pub skip_bad_lines: bool,
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
