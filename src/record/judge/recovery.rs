//! Decisions about failures, judged again. What facts contribute to them is in no record, so that only what the answers settle is derived.

use super::{Derived, Kept, Thresholds, reading::says_nothing};
use crate::{
    classify::Class,
    config,
    decide::{Abstained, contradicts_itself, reached, wording},
    record::{Answer, Decision, EffectiveAction, EvaluationStatus, Mode, Recommendation},
};

/// The id of the policy of decisions about failures.
pub(crate) const POLICY: &str = "recovery";

impl Decision<'_> {
    /// Whether it is about a failure, and not about a proposal: its policy is `recovery`.
    #[must_use]
    pub fn is_about_failure(&self) -> bool {
        self.policy.id.as_str() == POLICY
    }
}

/// Judges one again by the edges for failures.
pub(super) fn judge(decision: &Decision<'_>, thresholds: Option<&Thresholds>) -> Result<Derived, Kept> {
    let edges = thresholds.and_then(Thresholds::recovery).ok_or(Kept::NoThresholds)?;
    let verdict = match decision.evaluation_status {
        EvaluationStatus::NotCalled => return Err(Kept::NotCalled),
        EvaluationStatus::Late => return Err(Kept::Late),
        EvaluationStatus::Stale => return Err(Kept::Stale),
        status if status.is_outage() => decision.verdict,
        _ => verdict(decision, edges)?,
    };
    let effective_action = match verdict {
        same if same == decision.verdict => decision.effective_action,
        // What is only watched applies nothing, whatever it says.
        _ if decision.mode == Mode::Shadow => decision.effective_action,
        Recommendation::Proceed => EffectiveAction::Proceed,
        _ => EffectiveAction::Fallback,
    };
    Ok(Derived { verdict, effective_action, mode: decision.mode, outage: decision.outage.policy })
}

/// `proceed` where the answer is followed, `abstain` where it is not.
fn verdict(decision: &Decision<'_>, edges: &config::Thresholds) -> Result<Recommendation, Kept> {
    let was_short = [Abstained::BelowThreshold, Abstained::DeadBand].iter().any(|reason| has_reason(decision, *reason));
    let followed = decision.verdict == Recommendation::Proceed;
    if !decision.criteria.iter().any(|criterion| criterion.id.as_str() == wording::CLASS) {
        // Another tool alone was sought: its probability decides, and nothing else.
        return match top(decision, wording::ALTERNATE) {
            Some((_, p)) if followed || was_short => Ok(if reached(p, edges.alternate).is_ok() { Recommendation::Proceed } else { Recommendation::Abstain }),
            _ => Ok(decision.verdict),
        };
    }
    let contradicted = has_reason(decision, Abstained::Contradiction);
    if !(followed || was_short || contradicted) {
        return Ok(decision.verdict);
    }
    let Some((name, p)) = top(decision, wording::CLASS) else { return Ok(decision.verdict) };
    let Some(class) = Class::ALL.into_iter().find(|class| class.as_str() == name) else { return Ok(decision.verdict) };
    let blocked = match decision.answers.get(wording::RECOVERABILITY) {
        Some(Answer::Noul { p }) => p.get(),
        _ => return Ok(decision.verdict),
    };
    match reached(p, edges.class).is_err() || contradicts_itself(class, blocked, edges) {
        true => Ok(Recommendation::Abstain),
        false if followed => Ok(Recommendation::Proceed),
        // The facts were not looked at, or what they say is not recorded.
        false => Err(Kept::Facts),
    }
}

fn has_reason(decision: &Decision<'_>, reason: Abstained) -> bool {
    decision.reasons.iter().any(|code| code.as_str() == reason.as_str())
}

/// The most probable option of a choice that says something.
fn top<'d>(decision: &'d Decision<'_>, criterion: &str) -> Option<(&'d str, f64)> {
    let answer = decision.answers.get(criterion).filter(|answer| !says_nothing(answer))?;
    let Answer::Choice { probabilities, .. } = answer else { return None };
    probabilities.iter().map(|(option, p)| (option.as_str(), p.get())).max_by(|(_, a), (_, b)| a.total_cmp(b))
}
