//! Choosing an edge by consequences.

use super::{Costs, Expected, ExpectedCost, Matrix, Values, apply::under};
use crate::eval::{
    bench::{Column, Table},
    dataset::{Kind, Question, Role},
    metrics::{Draws, Interval, Predicted, bootstrap_mean, ratio, risk_controlled_threshold, upper_bound, zero_failure_sample_size},
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What is wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// The highest coverage whose risk is at most this, by the exact upper bound at 95%, in groups.
    Risk(f64),
    /// The same by Learn then Test over a fixed grid, with one answer a group.
    ControlledRisk(f64),
    /// The lowest cost of a wrong answer and of an abstention, by the upper end of its group interval.
    Cost {
        /// What a wrong answer costs.
        wrong: f64,
        /// What an abstention costs.
        abstain: f64,
    },
    /// The same by what each action costs under each truth.
    Costs(Costs),
}

impl Objective {
    /// As a file has it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Risk(risk) => json!({"max_risk": risk, "maximize": "coverage"}),
            Self::ControlledRisk(risk) => json!({"max_risk": risk, "delta": 0.05, "maximize": "coverage"}),
            Self::Cost { wrong, abstain } => json!({"cost": {"right": 0.0, "wrong": wrong, "abstain": abstain}, "minimize": "mean cost"}),
            Self::Costs(costs) => json!({"costs": costs.to_json(), "minimize": "mean cost"}),
        }
    }

    /// How the result is bounded.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Risk(_) => "clopper_pearson_95_groups",
            Self::ControlledRisk(_) => "learn_then_test_fixed_grid",
            Self::Cost { .. } | Self::Costs(_) => "group_bootstrap_95_upper",
        }
    }

    /// What answers to a question cost, where that is what is wanted.
    fn matrix(&self, question: Question) -> Result<Option<Matrix>, Refusal> {
        match self {
            Self::Risk(_) | Self::ControlledRisk(_) => Ok(None),
            Self::Cost { wrong, abstain } => Ok(Some(Matrix::uniform(question, *wrong, *abstain))),
            Self::Costs(costs) => costs.of(question).cloned().map(Some).ok_or(Refusal::NoCosts),
        }
    }
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// The edges.
    pub values: Values,
    /// What is to be expected.
    pub expected: Expected,
    /// Whether there were fewer rows or groups than a release needs.
    pub provisional: bool,
}

/// Why nothing can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There are fewer than 50 labelled rows or 20 groups.
    TooFew {
        /// Rows.
        rows: u64,
        /// Groups.
        groups: u64,
    },
    /// No costs are stated for the question.
    NoCosts,
}

/// One row: how sure, whether wrong, which group, and what acting on its answer costs beyond not acting.
#[derive(Clone, Copy)]
struct Scored {
    score: f64,
    wrong: bool,
    group: usize,
    dearer: f64,
}

/// Chooses edges for a question on the natural rows of a table.
///
/// # Errors
///
/// [`Refusal`]: what cannot be known is not guessed.
pub fn choose(table: &Table, column: &Column, question: Question, objective: &Objective) -> Result<Chosen, Refusal> {
    let matrix = objective.matrix(question)?;
    let rows = table.labelled(question, Role::Natural);
    let groups = table.groups();
    let group = |row: usize| groups.get(row).copied().unwrap_or_default();
    let group_count = rows.iter().map(|row| group(*row)).collect::<BTreeSet<_>>().len();
    if rows.len() < 50 || group_count < 20 {
        return Err(Refusal::TooFew { rows: rows.len() as u64, groups: group_count as u64 });
    }
    let gold = |row: usize| table.gold(question, row).unwrap_or_default();
    let total = rows.len();
    let scored = |row: usize, score: f64, answer: usize| {
        let dearer = |matrix: &Matrix| matrix.cost(gold(row), Predicted::Label(answer)) - matrix.cost(gold(row), Predicted::Abstain);
        Scored { score, wrong: answer != gold(row), group: group(row), dearer: matrix.as_ref().map_or(0.0, dearer) }
    };
    let (act_at, reject_at, covered) = if question.kind() == Kind::Noul && rows.iter().any(|row| column.p(*row).is_some()) {
        let yes = |row: &usize| column.p(*row).and_then(|p| p.get(1)).map(|p| (*row, *p));
        let one_way = |sign: f64, answer: usize| -> Vec<Scored> { rows.iter().filter_map(yes).map(|(row, p)| scored(row, sign * p, answer)).collect() };
        let (up, mut down) = (one_way(1.0, 1), one_way(-1.0, 0));
        let act = edge(&up, objective);
        // Each answer may be covered once.
        down.retain(|row| act.is_none_or(|edge| -row.score < edge));
        let reject = edge(&down, objective).map(|edge| -edge);
        let covered =
            up.iter().filter(|row| act.is_some_and(|edge| row.score > edge)).chain(down.iter().filter(|row| reject.is_some_and(|edge| -row.score < edge)));
        (act, reject, covered.copied().collect::<Vec<_>>())
    } else {
        let answer = |row: &usize| match column.predicted(*row) {
            Predicted::Label(answer) => Some(scored(*row, column.rank(*row), answer)),
            Predicted::Abstain | Predicted::Error => None,
        };
        let answered: Vec<Scored> = rows.iter().filter_map(answer).collect();
        let act = edge(&answered, objective);
        let covered = answered.iter().filter(|row| act.is_some_and(|edge| row.score > edge)).copied().collect();
        (act, None, covered)
    };
    let errors = covered.iter().filter(|row| row.wrong).count() as u64;
    let (wrong_groups, all_groups) = in_groups(&covered);
    let values = Values { act_at, reject_at };
    let costs = |matrix: &Matrix| -> Vec<(f64, f64, usize)> {
        let done = |row: usize| matrix.cost(gold(row), under(column, row, question, values).predicted);
        rows.iter().map(|row| (done(*row), matrix.cost(gold(*row), Predicted::Abstain), group(*row))).collect()
    };
    Ok(Chosen {
        values,
        expected: Expected {
            coverage: covered.len() as f64 / total as f64,
            risk: ratio(errors, covered.len() as u64),
            ci: Interval { lower: (all_groups > 0).then_some(0.0), upper: upper_bound(wrong_groups, all_groups, 0.05) },
            cost: matrix.as_ref().map(|matrix| expected_cost(&costs(matrix))),
        },
        provisional: total < 200 || group_count < 50,
    })
}

/// Groups with a wrong answer, and groups. A group is wrong when any of its rows is: that never says too little.
fn in_groups(rows: &[Scored]) -> (u64, u64) {
    let mut groups: BTreeMap<usize, bool> = BTreeMap::new();
    for row in rows {
        *groups.entry(row.group).or_default() |= row.wrong;
    }
    (groups.values().filter(|wrong| **wrong).count() as u64, groups.len() as u64)
}

/// The edge: above it rows are covered. It lies between two observed scores, so that no observed score stands on it. `None` where nothing qualifies.
fn edge(rows: &[Scored], objective: &Objective) -> Option<f64> {
    let mut scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    scores.dedup();
    let lowest = match objective {
        Objective::Risk(risk) => scores.iter().copied().rfind(|score| bounded(rows, *score) <= *risk),
        Objective::ControlledRisk(risk) => controlled(rows, *risk),
        Objective::Cost { .. } | Objective::Costs(_) => cheapest(rows, &scores),
    }?;
    let below = scores.iter().copied().find(|score| *score < lowest);
    Some(below.map_or(lowest - 0.005, |below| f64::midpoint(below, lowest)))
}

fn bounded(rows: &[Scored], threshold: f64) -> f64 {
    let covered: Vec<Scored> = rows.iter().filter(|row| row.score >= threshold).copied().collect();
    let (wrong, groups) = in_groups(&covered);
    upper_bound(wrong, groups, 0.05).unwrap_or(1.0)
}

/// One answer a group, the least sure one. The grid of twenty thresholds does not depend on labels: it begins where enough groups are covered that none wrong among them passes.
fn controlled(rows: &[Scored], risk: f64) -> Option<f64> {
    let mut single: BTreeMap<usize, (f64, bool)> = BTreeMap::new();
    for row in rows {
        let entry = single.entry(row.group).or_insert((row.score, row.wrong));
        entry.1 |= row.wrong;
        entry.0 = entry.0.min(row.score);
    }
    let (confidence, error): (Vec<f64>, Vec<bool>) = single.into_values().unzip();
    let mut scores = confidence.clone();
    scores.sort_by(|a, b| b.total_cmp(a));
    let enough = usize::try_from(zero_failure_sample_size(risk, 0.05)?).ok()?;
    let step = scores.len().saturating_sub(enough).div_ceil(20).max(1);
    let grid: Vec<f64> = scores.iter().copied().skip(enough.saturating_sub(1)).step_by(step).collect();
    risk_controlled_threshold(&confidence, &error, &grid, risk, 0.05).chosen_threshold
}

/// How many redraws the interval of a cost is made of.
const DRAWS: usize = 400;

/// Groups by numbers without gaps, in the order in which they come.
fn dense(groups: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    groups
        .map(|group| {
            let next = numbers.len();
            *numbers.entry(group).or_insert(next)
        })
        .collect()
}

/// What is to be expected of the costs of some rows, each with what is done and what not acting costs, and its group.
fn expected_cost(rows: &[(f64, f64, usize)]) -> ExpectedCost {
    let values: Vec<f64> = rows.iter().map(|(done, ..)| *done).collect();
    let ci = bootstrap_mean(&values, &dense(rows.iter().map(|(.., group)| *group)), Draws::Seeded { seed: 1, draws: DRAWS }).ci95;
    let n = rows.len().max(1) as f64;
    ExpectedCost { mean: values.iter().sum::<f64>() / n, ci, inaction: rows.iter().map(|(_, inaction, _)| inaction).sum::<f64>() / n }
}

/// At most a hundred candidates: enough for two decimals. What counts is the upper end of what acting costs beyond not acting; where that is above nothing, nothing is acted on.
fn cheapest(rows: &[Scored], scores: &[f64]) -> Option<f64> {
    let step = scores.len().div_ceil(100).max(1);
    let groups = dense(rows.iter().map(|row| row.group));
    let cost = |threshold: f64| {
        let values: Vec<f64> = rows.iter().map(|row| if row.score >= threshold { row.dearer } else { 0.0 }).collect();
        bootstrap_mean(&values, &groups, Draws::Seeded { seed: 1, draws: DRAWS }).ci95.upper.unwrap_or(f64::INFINITY)
    };
    let candidates = scores.iter().copied().step_by(step).map(|score| (score, cost(score)));
    let best = candidates.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.1 < 0.0).then_some(best.0)
}

#[cfg(test)]
#[path = "choose_tests.rs"]
mod tests;
