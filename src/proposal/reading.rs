//! From answers to a verdict: each answer by its thresholds, all of them by the strictest.

use super::{Band, Criterion, ProposalPolicy, criteria::CriterionForm};
use crate::{admission::Consequence, macros::names, systemone::Valid};
use serde::{Deserialize, Serialize};

/// What one answer says under its thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The action is called for.
    Acts,
    /// Nothing is wrong.
    Clears,
    /// Neither is certain.
    Uncertain,
    /// No threshold was chosen for the criterion: recorded only.
    Recorded,
}

/// One answer with what it says.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The criterion.
    pub criterion: &'static Criterion,
    /// The full answer.
    pub answer: Valid,
    /// What it says.
    pub reading: Reading,
}

names! {
    /// What the evaluation recommends, from the mildest to the strictest. What is done about it is the [`EffectiveAction`].
    pub enum ProposalVerdict {
        /// Nothing is wrong.
        Proceed = "proceed",
        /// Nothing is certain.
        Abstain = "abstain",
        /// A person should look at it.
        Review = "review",
        /// The call should be given back.
        Block = "block",
    }
}

/// What was done about the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectiveAction {
    /// It went on: so far as this check goes.
    Proceed,
    /// It was given back.
    Block,
    /// It waits for a person, and was not executed.
    Queued,
}

impl EffectiveAction {
    /// The name used in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Proceed => "proceed",
            Self::Block => "block",
            Self::Queued => "queued",
        }
    }
}

/// Reads an answer by its thresholds.
#[must_use]
pub fn read(criterion: &Criterion, answer: &Valid, band: Option<Band>) -> Reading {
    let Some(band) = band else { return Reading::Recorded };
    let Some((acting, clearing)) = shares(criterion, answer).filter(|_| !answer.says_nothing()) else { return Reading::Uncertain };
    Reading::of(acting, clearing, band)
}

impl Reading {
    /// What an answer says that gives so much of its probability to the action, and so much to that nothing is wrong.
    pub(crate) fn of(acting: f64, clearing: f64, band: Band) -> Self {
        if acting > band.act_at {
            Self::Acts
        } else if acting < band.clear_at && clearing > 1.0 - band.clear_at {
            Self::Clears
        } else {
            Self::Uncertain
        }
    }

    /// What follows from it, where the action comes to `action`.
    pub(crate) const fn calls_for(self, action: ProposalVerdict) -> ProposalVerdict {
        match self {
            Self::Acts => action,
            Self::Clears | Self::Recorded => ProposalVerdict::Proceed,
            Self::Uncertain => ProposalVerdict::Abstain,
        }
    }
}

/// How much of the probability calls for the action, and how much says that nothing is wrong; `None` where the answer is of another form.
fn shares(criterion: &Criterion, answer: &Valid) -> Option<(f64, f64)> {
    match (criterion.form, answer) {
        (CriterionForm::Noul { .. }, Valid::Noul(noul)) => Some((noul.yes(), 1.0 - noul.yes())),
        (CriterionForm::Choice { options, acting, clearing }, Valid::Choice(distribution)) => {
            let share = |labels: &[&str]| {
                options.iter().zip(distribution.probabilities()).filter(|((label, _), _)| labels.contains(label)).map(|(_, p)| *p).sum::<f64>()
            };
            Some((share(acting), share(clearing)))
        }
        (CriterionForm::Score { acting_from, .. }, Valid::Score(distribution)) => {
            let acting: f64 = distribution.probabilities().iter().skip(acting_from).sum();
            Some((acting, 1.0 - acting))
        }
        _ => None,
    }
}

/// The strictest of what the findings call for. What is recorded only calls for nothing; no finding at all is nothing certain.
#[must_use]
pub fn combine(findings: &[Finding]) -> ProposalVerdict {
    findings.iter().map(|finding| finding.reading.calls_for(finding.criterion.action.verdict())).max().unwrap_or(ProposalVerdict::Abstain)
}

/// What an uncertain answer comes to: a read goes on, everything else is looked at.
#[must_use]
pub const fn resolve(verdict: ProposalVerdict, consequence: Consequence) -> ProposalVerdict {
    match (verdict, consequence) {
        (ProposalVerdict::Abstain, Consequence::Read) => ProposalVerdict::Proceed,
        (ProposalVerdict::Abstain, _) => ProposalVerdict::Review,
        (verdict, _) => verdict,
    }
}

/// Reads all answers under a policy.
pub(crate) fn findings(answers: impl IntoIterator<Item = (&'static Criterion, Valid)>, policy: &ProposalPolicy) -> Vec<Finding> {
    let finding = |(criterion, answer): (&'static Criterion, Valid)| Finding { reading: read(criterion, &answer, policy.band(criterion)), criterion, answer };
    answers.into_iter().map(finding).collect()
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
