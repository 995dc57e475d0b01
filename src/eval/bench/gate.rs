//! What a result has to reach.

use super::{Section, SystemReport};
use crate::eval::dataset::Role;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The fewest labelled rows that a gate is decided by.
pub(super) const MIN_ROWS: u64 = 50;

/// The fewest groups that a gate is decided by.
pub(super) const MIN_GROUPS: u64 = 20;

/// Which number is gated: always a bound, never the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The lower end of the 95% group interval of right answers among all rows.
    Accuracy,
    /// The lower end of the 95% group interval of the mean F1.
    MacroF1,
    /// The upper end of the 95% interval of the error rate.
    ErrorRate,
    /// The share of rows that are answered.
    Coverage,
}

impl Measure {
    const ALL: [Self; 4] = [Self::Accuracy, Self::MacroF1, Self::ErrorRate, Self::Coverage];

    /// Its name in a gate.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::MacroF1 => "macro_f1",
            Self::ErrorRate => "error_rate",
            Self::Coverage => "coverage",
        }
    }
}

/// One gate, written as `SYSTEM:QUESTION:MEASURE>=VALUE` or `<=VALUE`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// The system.
    pub system: String,
    /// The question.
    pub question: String,
    /// The number.
    pub measure: Measure,
    /// Whether the number has to be at least the value; else at most.
    pub at_least: bool,
    /// The value.
    pub value: f64,
}

/// A gate is written differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateSyntax;

impl fmt::Display for GateSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a gate is SYSTEM:QUESTION:MEASURE>=VALUE (or <=), with accuracy, macro_f1, error_rate or coverage as the measure")
    }
}

impl std::error::Error for GateSyntax {}

impl FromStr for Gate {
    type Err = GateSyntax;

    fn from_str(text: &str) -> Result<Self, GateSyntax> {
        let (left, value, at_least) = match (text.split_once(">="), text.split_once("<=")) {
            (Some((left, value)), None) => (left, value, true),
            (None, Some((left, value))) => (left, value, false),
            _ => return Err(GateSyntax),
        };
        let mut parts = left.split(':');
        let (Some(system), Some(question), Some(measure), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else { return Err(GateSyntax) };
        let measure = Measure::ALL.into_iter().find(|one| one.as_str() == measure.trim()).ok_or(GateSyntax)?;
        let value: f64 = value.trim().parse().map_err(|_| GateSyntax)?;
        if !value.is_finite() || system.is_empty() || question.is_empty() {
            return Err(GateSyntax);
        }
        Ok(Self { system: system.trim().to_owned(), question: question.trim().to_owned(), measure, at_least, value })
    }
}

/// What came of a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateOutcome {
    /// The gate.
    pub gate: Gate,
    /// The number; `None` where it is not defined.
    pub found: Option<f64>,
    /// Whether it was decided by natural rows, and enough of them.
    pub computable: bool,
    /// Whether it holds.
    pub holds: bool,
}

impl Gate {
    /// Judges by the natural rows.
    pub(super) fn judge(&self, sections: &[Section]) -> GateOutcome {
        let section = sections.iter().find(|section| section.question == self.question && section.role == Role::Natural);
        let enough = section.is_some_and(|section| section.rows >= MIN_ROWS && section.groups >= MIN_GROUPS);
        let system = section.and_then(|section| section.systems.iter().find(|system| system.name == self.system));
        let found = system.and_then(|system| self.number(system));
        let holds = found.is_some_and(|found| if self.at_least { found >= self.value } else { found <= self.value });
        GateOutcome { gate: self.clone(), found, computable: enough && found.is_some(), holds: holds && enough }
    }

    fn number(&self, system: &SystemReport) -> Option<f64> {
        match self.measure {
            Measure::Accuracy => system.spread.accuracy_all.ci95.lower,
            Measure::MacroF1 => system.spread.macro_f1_all.ci95.lower,
            Measure::ErrorRate => crate::eval::metrics::wilson(system.classes.errors, system.classes.n, 0.95).upper,
            Measure::Coverage => system.classes.coverage,
        }
    }
}

/// What all gates come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every gate holds.
    Pass,
    /// A gate does not hold.
    Failed,
    /// There is no gate: that is no pass.
    Ungated,
    /// Too few rows or groups.
    NotComputable,
}

impl Verdict {
    pub(super) fn of(sections: &[Section], gates: &[GateOutcome]) -> Self {
        if sections.is_empty() || gates.iter().any(|gate| !gate.computable) {
            Self::NotComputable
        } else if gates.is_empty() {
            Self::Ungated
        } else if gates.iter().all(|gate| gate.holds) {
            Self::Pass
        } else {
            Self::Failed
        }
    }

    /// The exit code that says it.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Failed => 1,
            Self::Ungated => 3,
            Self::NotComputable => 4,
        }
    }
}
