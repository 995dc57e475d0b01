//! The criteria: each is one question that maps to one action.
//!
//! An id never changes its meaning. A change of a single word makes a new version, which voids the thresholds that were chosen for the old one. Exact duplicates, schemas, allow lists, budgets,
//! counts and dates are code, and never a question.

mod after;
mod fit;
mod risk;

pub use after::{CLAIM_SUPPORTED_BY_RESULT, HANDOFF_APPROPRIATE, RECOVERY_APPROPRIATE};
pub use fit::{FIT_ARGS, FIT_ORDER, FIT_REPEAT, FIT_SCOPE, FIT_TARGET, FIT_TOOL};
pub use risk::{RISK_BLAST, RISK_INJECTED};

use super::ProposalVerdict;
use crate::{
    macros::names,
    systemone::{ChoiceOption, Form, Question},
};
use std::fmt;

/// The criteria before a call, in the order in which they are asked.
pub static BEFORE_CALL: [&Criterion; 8] = [&FIT_TOOL, &FIT_ARGS, &FIT_TARGET, &FIT_SCOPE, &FIT_REPEAT, &FIT_ORDER, &RISK_BLAST, &RISK_INJECTED];

/// The criteria after a call, for hosts and for evaluation: they never decide on a call.
pub static AFTER_CALL: [&Criterion; 3] = [&CLAIM_SUPPORTED_BY_RESULT, &RECOVERY_APPROPRIATE, &HANDOFF_APPROPRIATE];

/// One question and what follows from its answer.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Criterion {
    /// The id, stable for ever.
    pub id: &'static str,
    /// The version: a number, and the first eight digits of the SHA-256 of the wording.
    pub version: &'static str,
    /// What is asked.
    pub instructions: &'static str,
    /// What may be answered.
    pub form: CriterionForm,
    /// What follows from a confident answer that calls for it.
    pub action: CriterionAction,
    /// What a right answer is, written before any threshold was chosen.
    pub examples: &'static [Example],
}

/// What may be answered, and which answers call for the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CriterionForm {
    /// One of several labels.
    Choice {
        /// Labels with their descriptions.
        options: &'static [(&'static str, &'static str)],
        /// The labels that call for the action.
        acting: &'static [&'static str],
        /// The labels that say that nothing is wrong. What is neither is uncertain.
        clearing: &'static [&'static str],
    },
    /// Yes calls for the action, so that a doubtful yes errs towards caution.
    Noul {
        /// When it holds.
        yes: &'static str,
        /// When it does not.
        no: &'static str,
    },
    /// One of several situations, from the least to the most.
    Score {
        /// The situations.
        levels: &'static [&'static str],
        /// The first level that calls for the action.
        acting_from: usize,
    },
}

names! {
    /// What follows from a confident answer.
    #[non_exhaustive]
    pub enum CriterionAction {
        /// The call is given back with the hint that another tool, or none, fits.
        HintOtherTool = "hint_other_tool",
        /// The call is given back with the request to ask for the missing value.
        AskForValue = "ask_for_value",
        /// A person looks at it first.
        Review = "review",
        /// The call is given back with its earlier failure.
        RefuseRepeat = "refuse_repeat",
        /// The call is given back with the prerequisite.
        NamePrerequisite = "name_prerequisite",
        /// Nothing is done to the call: the answer is recorded for people who evaluate.
        Record = "record",
    }
}

impl CriterionAction {
    /// What it comes to.
    #[must_use]
    pub const fn verdict(self) -> ProposalVerdict {
        match self {
            Self::HintOtherTool | Self::AskForValue | Self::RefuseRepeat | Self::NamePrerequisite => ProposalVerdict::Block,
            Self::Review => ProposalVerdict::Review,
            Self::Record => ProposalVerdict::Proceed,
        }
    }
}

/// What an example shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleKind {
    /// The action is called for.
    Positive,
    /// It is not.
    Negative,
    /// It is close, and this is where the line runs.
    Boundary,
    /// The state does not say enough.
    MissingEvidence,
}

impl ExampleKind {
    /// The name used on the page of the book.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Negative => "negative",
            Self::Boundary => "boundary",
            Self::MissingEvidence => "missing evidence",
        }
    }
}

/// A state in short, and the right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it shows.
    pub kind: ExampleKind,
    /// The state.
    pub given: &'static str,
    /// The right answer.
    pub expected: &'static str,
}

const fn example(kind: ExampleKind, given: &'static str, expected: &'static str) -> Example {
    Example { kind, given, expected }
}

impl Criterion {
    /// The criterion of this id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<&'static Self> {
        BEFORE_CALL.into_iter().chain(AFTER_CALL).find(|criterion| criterion.id == id)
    }

    /// The question as it is asked.
    #[must_use]
    pub fn question(&self) -> Question {
        let form = match self.form {
            CriterionForm::Choice { options, .. } => Form::Choice(options.iter().map(|(label, description)| ChoiceOption::new(*label, *description)).collect()),
            CriterionForm::Noul { yes, no } => Form::Noul { yes: yes.into(), no: no.into() },
            CriterionForm::Score { levels, .. } => Form::Score(levels.iter().map(|level| (*level).into()).collect()),
        };
        Question::new(self.id, self.instructions, form)
    }

    /// The kind of question, as records name it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.form {
            CriterionForm::Choice { .. } => "choice",
            CriterionForm::Noul { .. } => "noul",
            CriterionForm::Score { .. } => "score",
        }
    }

    /// Every word that is asked, one part a line: what the digest in the version is taken of.
    #[must_use]
    pub fn wording(&self) -> String {
        let mut lines = vec![self.id, self.kind(), self.instructions];
        match self.form {
            CriterionForm::Choice { options, .. } => lines.extend(options.iter().flat_map(|(label, description)| [*label, *description])),
            CriterionForm::Noul { yes, no } => lines.extend([yes, no]),
            CriterionForm::Score { levels, .. } => lines.extend(levels),
        }
        lines.join("\n")
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.id, self.version)
    }
}

#[cfg(test)]
#[path = "criteria_tests.rs"]
mod tests;
