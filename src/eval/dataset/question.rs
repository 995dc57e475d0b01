//! The questions that rows have labels for.

use super::Stage;
use crate::classify::Class;
use serde_json::{Map, Value};

/// What kind of answer a question has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of these options.
    Choice(&'static [&'static str]),
    /// Yes or no.
    Noul,
    /// One of these levels, from low to high.
    Score(&'static [&'static str]),
}

impl Kind {
    /// The names of the answers. Of yes and no, `no` is the first.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Choice(names) | Self::Score(names) => names,
            Self::Noul => &["no", "yes"],
        }
    }
}

/// One question. Each stands for one label of a row, and for one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Question {
    /// What kind of obstacle a failed call met.
    Class,
    /// Whether the identical call, issued again with nobody acting, succeeds.
    Retry,
    /// Whether a permitted next attempt can recover without anything from outside.
    Recoverability,
    /// How well founded a concrete correction is.
    Correction,
    /// Whether the alternate that is named is the one that does the job.
    Alternate,
    /// Whether the tool serves the goal.
    FitTool,
    /// Whether the required values are evidenced.
    FitArgs,
    /// Whether the target is the one that is meant.
    FitTarget,
    /// Whether the call lies inside of what was asked for.
    FitScope,
    /// Whether the repeat is new, justified or futile.
    FitRepeat,
    /// Whether a stated prerequisite is unmet.
    FitOrder,
    /// How far the effect would reach if the call were wrong.
    RiskBlast,
    /// Whether the call follows instructions from an untrusted text.
    RiskInjected,
    /// Whether what came back bears a claim.
    ClaimSupported,
    /// Whether the recovery fits the failure.
    RecoveryAppropriate,
    /// Whether handing over was right.
    HandoffAppropriate,
}

const CLASSES: [&str; 9] = {
    let mut names = [""; 9];
    let mut at = 0;
    while at < 9 {
        #[allow(clippy::indexing_slicing, reason = "both have nine places")]
        {
            names[at] = Class::ALL[at].as_str();
        }
        at += 1;
    }
    names
};

impl Question {
    /// Every question.
    pub const ALL: [Self; 16] = [
        Self::Class,
        Self::Retry,
        Self::Recoverability,
        Self::Correction,
        Self::Alternate,
        Self::FitTool,
        Self::FitArgs,
        Self::FitTarget,
        Self::FitScope,
        Self::FitRepeat,
        Self::FitOrder,
        Self::RiskBlast,
        Self::RiskInjected,
        Self::ClaimSupported,
        Self::RecoveryAppropriate,
        Self::HandoffAppropriate,
    ];

    /// The name used in labels, predictions and files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Retry => "retry",
            Self::Recoverability => "recoverability",
            Self::Correction => "correction",
            Self::Alternate => "alternate",
            Self::FitTool => "fit.tool",
            Self::FitArgs => "fit.args",
            Self::FitTarget => "fit.target",
            Self::FitScope => "fit.scope",
            Self::FitRepeat => "fit.repeat",
            Self::FitOrder => "fit.order",
            Self::RiskBlast => "risk.blast",
            Self::RiskInjected => "risk.injected",
            Self::ClaimSupported => "claim_supported_by_result",
            Self::RecoveryAppropriate => "recovery_appropriate",
            Self::HandoffAppropriate => "handoff_appropriate",
        }
    }

    /// The question of this name.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|question| question.id() == id)
    }

    /// The stage whose rows it is asked of.
    #[must_use]
    pub const fn stage(self) -> Stage {
        match self {
            Self::Class | Self::Retry | Self::Recoverability | Self::Correction | Self::Alternate => Stage::Recovery,
            Self::ClaimSupported | Self::RecoveryAppropriate | Self::HandoffAppropriate => Stage::Result,
            _ => Stage::Proposal,
        }
    }

    /// What kind of answer it has.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Class => Kind::Choice(&CLASSES),
            Self::Correction => Kind::Score(&["none", "speculative", "evidenced"]),
            Self::Alternate => Kind::Choice(&["right", "other"]),
            Self::FitTool => Kind::Choice(&["right_tool", "other_listed_tool", "no_tool_needed", "unclear"]),
            Self::FitRepeat => Kind::Choice(&["new", "justified_repeat", "futile_repeat", "unclear"]),
            Self::RiskBlast => Kind::Score(&["0", "1", "2", "3"]),
            _ => Kind::Noul,
        }
    }

    /// The answer of a label, by its place in [`Kind::names`]. `None` where the row has no label for the question.
    #[must_use]
    pub fn gold(self, label: &Map<String, Value>) -> Option<usize> {
        let truth = |name: &str| label.get(name)?.as_bool();
        match self {
            Self::Retry => truth("retry_unchanged").map(usize::from),
            Self::Recoverability => recoverable(truth("retry_unchanged"), truth("corrected_succeeds"), label.get("correction")?.as_str()?).map(usize::from),
            Self::Alternate => label.get("alternate")?.as_str().map(|_| 0),
            _ => self.place(label.get(self.id())?),
        }
    }

    /// The place of a written answer in [`Kind::names`].
    #[must_use]
    pub fn place(self, answer: &Value) -> Option<usize> {
        let names = self.kind().names();
        match answer {
            Value::Bool(truth) if self.kind() == Kind::Noul => Some(usize::from(*truth)),
            Value::String(name) => names.iter().position(|one| one == name),
            Value::Number(level) if matches!(self.kind(), Kind::Score(_)) => usize::try_from(level.as_u64()?).ok().filter(|level| *level < names.len()),
            _ => None,
        }
    }
}

/// An attempt that nobody has to prepare recovers when the identical call does, or one that is corrected by evidence. Not known where what decides was not measured.
fn recoverable(retry: Option<bool>, corrected: Option<bool>, correction: &str) -> Option<bool> {
    let evidenced = correction == "evidenced";
    match (retry, corrected) {
        (Some(true), _) => Some(true),
        (_, Some(true)) if evidenced => Some(true),
        (Some(false), corrected) => (!evidenced || corrected.is_some()).then_some(false),
        (None, _) => None,
    }
}

#[cfg(test)]
#[path = "question_tests.rs"]
mod tests;
