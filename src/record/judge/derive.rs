//! From a recorded decision to the verdict and the action that other thresholds, or another policy, would have given.

use super::{PolicyVersion, Thresholds, reading::recommended, recovery};
use crate::{
    macros::names,
    proposal::{ProposalMode, Reading, resolve},
    record::{Criterion, Decision, EffectiveAction, EvaluationStatus, Mode, OutagePolicy, Recommendation},
};

/// What thresholds and a policy make of recorded answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Derived {
    /// The verdict.
    pub verdict: Recommendation,
    /// What would have been done.
    pub effective_action: EffectiveAction,
    /// How much weight the evaluation would have had.
    pub mode: Mode,
    /// What would apply without an answer.
    pub outage: OutagePolicy,
}

names! {
    /// Why a decision stays as it was recorded, whatever it is judged by.
    #[non_exhaustive]
    pub enum Kept {
        /// The evaluator was not asked, so that there are no answers.
        NotCalled = "not_called",
        /// The answer came too late to be applied.
        Late = "late",
        /// The proposal had changed when the answer came.
        Stale = "stale",
        /// The policy asks nothing about calls of its consequence: there would be no decision.
        Off = "off",
        /// The host's own rules would decide, and they are in no record.
        HostRules = "host_rules",
        /// It is about a failure, and the thresholds say nothing of those.
        NoThresholds = "no_thresholds",
        /// It is about a failure, and facts would decide that are in no record.
        Facts = "facts",
    }
}

impl Kept {
    /// What it means, in a few words.
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::NotCalled => "nobody was asked",
            Self::Late => "the answer came too late to be applied",
            Self::Stale => "the answer was about a state that was over",
            Self::Off => "the policy asks nothing about calls of this consequence",
            Self::HostRules => "rules of the host decide, which are in no record",
            Self::NoThresholds => "decisions about failures, for which the thresholds have no member `recovery`",
            Self::Facts => "decisions about failures that facts would decide, which are in no record",
        }
    }
}

/// Derives verdict and action from the recorded answers. No provider is asked: it is a function of the record and the thresholds alone.
///
/// The strictest reading decides. Uncertain answers abstain, and then a read goes on and everything else is looked at. Without an answer the recorded outage policy applies.
///
/// # Errors
///
/// [`Kept`] where the record has nothing to derive from.
pub fn derive(decision: &Decision<'_>, thresholds: &Thresholds) -> Result<Derived, Kept> {
    judge(decision, Some(thresholds), None)
}

/// As [`derive()`], by thresholds, by the modes and the outage table of a policy, or by both. Without thresholds a verdict on answers stays as it was recorded, and what follows from it is derived.
///
/// # Errors
///
/// [`Kept`] where the record has nothing to derive from: it is never guessed.
pub fn judge(decision: &Decision<'_>, thresholds: Option<&Thresholds>, policy: Option<&PolicyVersion>) -> Result<Derived, Kept> {
    if decision.is_about_failure() {
        return recovery::judge(decision, thresholds);
    }
    let consequence = decision.proposal.consequence;
    let outage = policy.map_or(decision.outage.policy, |policy| policy.outage(consequence));
    let answered = match decision.evaluation_status {
        EvaluationStatus::NotCalled => return Err(Kept::NotCalled),
        EvaluationStatus::Late => return Err(Kept::Late),
        EvaluationStatus::Stale => return Err(Kept::Stale),
        status => !status.is_outage(),
    };
    let mode = match policy.map(|policy| policy.mode(consequence)) {
        None => decision.mode,
        Some(ProposalMode::Off) => return Err(Kept::Off),
        Some(ProposalMode::Shadow) => Mode::Shadow,
        Some(ProposalMode::Enforce) => Mode::Enforce,
    };
    let verdict = match thresholds {
        _ if !answered => Recommendation::Abstain,
        Some(thresholds) => combine(decision, thresholds),
        None => decision.verdict,
    };
    // What becomes of a call in an outage is the policy's matter; `None` where it is the host's rules'.
    let wanted = if answered { Some(resolve(verdict, consequence)) } else { outage.verdict() };
    let as_before = decision.mode == Mode::Enforce && verdict == decision.verdict && (answered || outage == decision.outage.policy);
    let effective_action = match wanted {
        _ if mode != Mode::Enforce => watched(decision),
        None if decision.mode == Mode::Enforce && outage == decision.outage.policy => decision.effective_action,
        None => return Err(Kept::HostRules),
        Some(wanted) => applied(wanted, as_before.then_some(decision.effective_action)),
    };
    Ok(Derived { verdict, effective_action, mode, outage })
}

/// The strictest of what the answers call for. No answer at all is nothing certain.
fn combine(decision: &Decision<'_>, thresholds: &Thresholds) -> Recommendation {
    // A server without a model behind it reads nothing, and answers all the same.
    let unread = decision.usage.as_ref().is_some_and(|usage| usage.input_tokens == Some(0));
    let called_for = |criterion: &Criterion<'_>| {
        let reading = match thresholds.read(criterion.id.as_str(), decision.answers.get(criterion.id.as_str())?) {
            Reading::Acts | Reading::Clears if unread => Reading::Uncertain,
            reading => reading,
        };
        Some(reading.calls_for(recommended(criterion.action.as_str())))
    };
    decision.criteria.iter().filter_map(called_for).max().unwrap_or(Recommendation::Abstain)
}

/// What is only watched applies nothing: what was recorded stays, and what was held back would have gone on.
fn watched(decision: &Decision<'_>) -> EffectiveAction {
    if decision.mode == Mode::Enforce { EffectiveAction::Proceed } else { decision.effective_action }
}

/// What comes of what is wanted. Where the same had been wanted, it came out as it was recorded; else a review finds a place in the queue.
fn applied(wanted: Recommendation, recorded: Option<EffectiveAction>) -> EffectiveAction {
    let wanted = match wanted {
        Recommendation::Proceed | Recommendation::Abstain => EffectiveAction::Proceed,
        Recommendation::Review => EffectiveAction::Review,
        Recommendation::Block => EffectiveAction::Block,
    };
    match recorded.filter(|recorded| is_realized_by(wanted, *recorded)) {
        Some(recorded) => recorded,
        None if wanted == EffectiveAction::Review => EffectiveAction::Queued,
        None => wanted,
    }
}

/// Whether what was wanted can have come out as what was recorded: a review waits in the queue, or is withheld where the queue is full.
#[must_use]
pub const fn is_realized_by(wanted: EffectiveAction, recorded: EffectiveAction) -> bool {
    match wanted {
        EffectiveAction::Review => matches!(recorded, EffectiveAction::Review | EffectiveAction::Queued | EffectiveAction::Block),
        EffectiveAction::Proceed => matches!(recorded, EffectiveAction::Proceed),
        EffectiveAction::Block => matches!(recorded, EffectiveAction::Block),
        EffectiveAction::Queued => matches!(recorded, EffectiveAction::Queued),
        EffectiveAction::Fallback => matches!(recorded, EffectiveAction::Fallback),
    }
}

#[cfg(test)]
#[path = "derive_tests.rs"]
mod tests;
