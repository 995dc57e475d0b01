//! The result of each layer, each by itself.

use super::{Codes, FailureCode};

/// What code found of a proposal's structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Structure {
    /// It fits.
    Valid,
    /// Nobody offers such a tool.
    UnknownTool,
    /// It does not fit the schema or the normal form.
    Invalid,
}

/// What one criterion says of a proposal's fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fit {
    /// Nothing speaks against it.
    Clear,
    /// The answer does not decide.
    Uncertain,
    /// The criterion's action is called for; the code says what kind of failure that would be.
    Concern(FailureCode),
    /// There is no answer.
    Unanswered,
}

/// What authorization said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Authorized {
    /// It may run.
    Yes,
    /// It may not.
    Denied,
    /// Somebody has to approve it first.
    Awaited,
    /// The approval had expired.
    Expired,
    /// Other arguments were approved than are to run.
    OtherArguments,
}

/// Whether it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Executed {
    /// The tool answered, and said nothing of a failure.
    Ok,
    /// It failed, or did not run for a reason of its own.
    Failed(Codes),
    /// Neither: input is required, or a task runs on.
    Incomplete,
    /// It did not run, because another layer stood against it.
    NotRun,
}

/// Whether the intended effect occurred, as somebody observed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Observed {
    /// It did.
    Achieved,
    /// It did not, or in part.
    NotAchieved,
    /// The observer could not tell.
    Unknown,
    /// Observers disagree.
    Disputed,
}

/// The results of the layers for one call. `None` where nobody looked: no layer's result follows from another's.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct LayerResults {
    /// Of the proposal: its structure, by code.
    pub structure: Option<Structure>,
    /// Of the proposal: its fit, by criterion.
    pub fit: Vec<(Box<str>, Fit)>,
    /// Of the authorization.
    pub authorization: Option<Authorized>,
    /// Of the execution.
    pub execution: Option<Executed>,
    /// Of the outcome.
    pub outcome: Option<Observed>,
}

impl LayerResults {
    /// Every code that applies, of every layer.
    #[must_use]
    pub fn codes(&self) -> Codes {
        let structure = match self.structure {
            Some(Structure::UnknownTool) => Codes::NONE.with(FailureCode::C1),
            Some(Structure::Invalid) => Codes::NONE.with(FailureCode::C2),
            Some(Structure::Valid) | None => Codes::NONE,
        };
        let fit = self.fit.iter().filter_map(|(_, fit)| match fit {
            Fit::Concern(code) => Some(*code),
            Fit::Unanswered => Some(FailureCode::V4),
            Fit::Clear | Fit::Uncertain => None,
        });
        let authorization = match self.authorization {
            Some(Authorized::Denied | Authorized::Awaited) => Codes::NONE.with(FailureCode::A1),
            Some(Authorized::Expired) => Codes::NONE.with(FailureCode::A2),
            Some(Authorized::OtherArguments) => Codes::NONE.with(FailureCode::A3),
            Some(Authorized::Yes) | None => Codes::NONE,
        };
        let execution = match self.execution {
            Some(Executed::Failed(codes)) => codes,
            Some(Executed::Ok | Executed::Incomplete | Executed::NotRun) | None => Codes::NONE,
        };
        let outcome = match self.outcome {
            Some(Observed::NotAchieved) => Codes::NONE.with(FailureCode::O1),
            Some(Observed::Unknown) => Codes::NONE.with(FailureCode::O2),
            Some(Observed::Disputed) => Codes::NONE.with(FailureCode::O3),
            Some(Observed::Achieved) | None => Codes::NONE,
        };
        structure.and(fit.collect()).and(authorization).and(execution).and(outcome)
    }
}

#[cfg(test)]
#[path = "results_tests.rs"]
mod tests;
