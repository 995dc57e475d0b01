//! From a recorded decision to the verdict and the action that other thresholds would have given.

use super::{Reading, Thresholds, reading::recommended};
use crate::record::{Consequence, Decision, EffectiveAction, EvaluationStatus, Mode, OutagePolicy, Recommendation};

/// What thresholds make of recorded answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The verdict.
    pub verdict: Recommendation,
    /// What would have been done.
    pub effective_action: EffectiveAction,
}

/// Why a decision stays as it was recorded, whatever the thresholds are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kept {
    /// The evaluator was not asked, so that there are no answers.
    NotCalled,
    /// The answer came too late to be applied.
    Late,
    /// The proposal had changed when the answer came.
    Stale,
}

impl Kept {
    /// The name used in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotCalled => "not_called",
            Self::Late => "late",
            Self::Stale => "stale",
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
    let (verdict, wanted) = match decision.evaluation_status {
        EvaluationStatus::NotCalled => return Err(Kept::NotCalled),
        EvaluationStatus::Late => return Err(Kept::Late),
        EvaluationStatus::Stale => return Err(Kept::Stale),
        EvaluationStatus::Ok | EvaluationStatus::Partial => {
            let verdict = combine(decision, thresholds);
            (verdict, Some(resolve(verdict, decision.proposal.consequence)))
        }
        _ => (Recommendation::Abstain, under_outage(decision.outage.policy)),
    };
    Ok(Derived { verdict, effective_action: effective(decision, verdict, wanted) })
}

/// The strictest of what the answers call for. No answer at all is nothing certain.
fn combine(decision: &Decision<'_>, thresholds: &Thresholds) -> Recommendation {
    let mut strictest = None;
    for criterion in &decision.criteria {
        let Some(answer) = decision.answers.get(criterion.id.as_str()) else { continue };
        let called_for = match thresholds.read(criterion.id.as_str(), answer) {
            Reading::Acts => recommended(criterion.action.as_str()),
            Reading::Clears | Reading::Recorded => Recommendation::Proceed,
            Reading::Uncertain => Recommendation::Abstain,
        };
        if strictest.is_none_or(|before| strictness(before) < strictness(called_for)) {
            strictest = Some(called_for);
        }
    }
    strictest.unwrap_or(Recommendation::Abstain)
}

const fn strictness(recommendation: Recommendation) -> u8 {
    match recommendation {
        Recommendation::Proceed => 0,
        Recommendation::Abstain => 1,
        Recommendation::Review => 2,
        Recommendation::Block => 3,
    }
}

/// What an uncertain answer comes to.
const fn resolve(verdict: Recommendation, consequence: Consequence) -> EffectiveAction {
    match (verdict, consequence) {
        (Recommendation::Proceed, _) | (Recommendation::Abstain, Consequence::Read) => EffectiveAction::Proceed,
        (Recommendation::Abstain | Recommendation::Review, _) => EffectiveAction::Review,
        (Recommendation::Block, _) => EffectiveAction::Block,
    }
}

/// What an outage comes to; `None` where the host's own rules decided, which are in no record.
const fn under_outage(policy: OutagePolicy) -> Option<EffectiveAction> {
    match policy {
        OutagePolicy::FailOpen => Some(EffectiveAction::Proceed),
        OutagePolicy::FailClosed => Some(EffectiveAction::Block),
        OutagePolicy::Queue => Some(EffectiveAction::Review),
        OutagePolicy::Fallback => None,
    }
}

fn effective(decision: &Decision<'_>, verdict: Recommendation, wanted: Option<EffectiveAction>) -> EffectiveAction {
    let recorded = decision.effective_action;
    match wanted {
        // What is only watched applies nothing, under any thresholds.
        _ if decision.mode != Mode::Enforce => recorded,
        None => recorded,
        Some(wanted) if verdict == decision.verdict && is_realized_by(wanted, recorded) => recorded,
        Some(EffectiveAction::Review) => EffectiveAction::Queued,
        Some(wanted) => wanted,
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
