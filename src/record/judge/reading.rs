//! What one answer says under its thresholds.

use crate::{
    proposal::{Band, Criterion, CriterionAction, CriterionForm, Reading},
    record::{Answer, Recommendation},
    systemone::{is_even, is_flat},
};
use serde::Serialize;

/// Which answers call for the action, and which say that nothing is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub(super) struct Sides {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) acting: Vec<Box<str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) clearing: Vec<Box<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) acting_from: Option<usize>,
}

impl Sides {
    /// Those of the criteria that this crate asks.
    pub(super) fn of(criterion: &str) -> Self {
        let boxed = |names: &[&str]| names.iter().map(|name| (*name).into()).collect();
        match Criterion::by_id(criterion).map(|known| known.form) {
            Some(CriterionForm::Choice { acting, clearing, .. }) => Self { acting: boxed(acting), clearing: boxed(clearing), acting_from: None },
            Some(CriterionForm::Score { acting_from, .. }) => Self { acting_from: Some(acting_from), ..Self::default() },
            Some(CriterionForm::Noul { .. }) | None => Self::default(),
        }
    }

    /// How much of the probability calls for the action, and how much says that nothing is wrong; `None` where that is not declared for this kind of answer. Yes of a
    /// noul calls for the action.
    fn shares(&self, answer: &Answer<'_>) -> Option<(f64, f64)> {
        match answer {
            Answer::Noul { p } => Some((p.get(), 1.0 - p.get())),
            Answer::Choice { probabilities, .. } if !self.acting.is_empty() => {
                let share = |names: &[Box<str>]| -> f64 {
                    probabilities.iter().filter(|(option, _)| names.iter().any(|name| **name == *option.as_str())).map(|(_, p)| p.get()).sum()
                };
                Some((share(&self.acting), share(&self.clearing)))
            }
            Answer::Score { probabilities, .. } => {
                let acting: f64 = probabilities.iter().skip(self.acting_from?).map(|p| p.get()).sum();
                Some((acting, 1.0 - acting))
            }
            Answer::Choice { .. } | Answer::Missing { .. } => None,
        }
    }

    /// Reads an answer. A value on an edge is uncertain, because answers are rounded and pile up on round numbers.
    pub(super) fn read(&self, answer: &Answer<'_>, band: Band) -> Reading {
        let shares = self.shares(answer).filter(|_| !says_nothing(answer));
        shares.map_or(Reading::Uncertain, |(acting, clearing)| Reading::of(acting, clearing, band))
    }
}

/// Whether an answer is as good as uniform.
pub(super) fn says_nothing(answer: &Answer<'_>) -> bool {
    match answer {
        Answer::Noul { p } => is_even(p.get()),
        Answer::Choice { probabilities, .. } => is_flat(&mut probabilities.iter().map(|(_, p)| p.get())),
        Answer::Score { probabilities, .. } => is_flat(&mut probabilities.iter().map(|p| p.get())),
        Answer::Missing { .. } => true,
    }
}

/// What a criterion's action recommends. What nobody knows is looked at by a person.
pub(super) fn recommended(action: &str) -> Recommendation {
    let known = CriterionAction::ALL.into_iter().find(|known| known.as_str() == action);
    match known {
        Some(known) => known.verdict(),
        None if action == "block" => Recommendation::Block,
        None => Recommendation::Review,
    }
}
