//! What one answer says under its thresholds.

use super::Band;
use crate::{
    proposal::{Criterion, CriterionForm},
    record::{Answer, Recommendation},
};

/// What an answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The criterion's action is called for.
    Acts,
    /// Nothing is wrong.
    Clears,
    /// Neither is certain.
    Uncertain,
    /// No thresholds were chosen for the criterion: it is recorded only.
    Recorded,
}

/// Which answers call for the action, and which say that nothing is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Sides {
    pub(super) acting: Vec<Box<str>>,
    pub(super) clearing: Vec<Box<str>>,
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
        match self.shares(answer).filter(|_| !says_nothing(answer)) {
            Some((acting, _)) if acting > band.act_at => Reading::Acts,
            Some((acting, clearing)) if acting < band.reject_at && clearing > 1.0 - band.reject_at => Reading::Clears,
            _ => Reading::Uncertain,
        }
    }
}

/// How far the most and the least probable have to be apart for anything to be said.
const FLAT: f64 = 0.02;

/// Whether an answer is as good as uniform.
pub(super) fn says_nothing(answer: &Answer<'_>) -> bool {
    let flat = |probabilities: &mut dyn Iterator<Item = f64>| {
        let (least, most) = probabilities.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), p| (f64::min(least, p), f64::max(most, p)));
        most - least < FLAT - 1e-9
    };
    match answer {
        Answer::Noul { p } => (0.45 - 1e-9..=0.55 + 1e-9).contains(&p.get()),
        Answer::Choice { probabilities, .. } => flat(&mut probabilities.iter().map(|(_, p)| p.get())),
        Answer::Score { probabilities, .. } => flat(&mut probabilities.iter().map(|p| p.get())),
        Answer::Missing { .. } => true,
    }
}

/// What a criterion's action recommends. What nobody knows is looked at by a person.
pub(super) fn recommended(action: &str) -> Recommendation {
    match action {
        "hint_other_tool" | "ask_for_value" | "refuse_repeat" | "name_prerequisite" | "block" => Recommendation::Block,
        "record" => Recommendation::Proceed,
        _ => Recommendation::Review,
    }
}
