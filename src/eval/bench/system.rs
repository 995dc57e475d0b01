//! What one system came to on the rows of a section.

use super::{
    Answers, Calibration, Column, Settings, Slice, Table,
    slices::slices,
    spread::{Spread, spread},
};
use crate::eval::{
    dataset::Question,
    metrics::{ClassCounts, ClassMetrics, CoveragePoint, Predicted, Rate, RiskCoverage, risk_coverage},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// One system's numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SystemReport {
    /// The system.
    pub name: String,
    /// Right answers among all rows; abstentions and errors are misses.
    pub accuracy_all: Rate,
    /// Confusion, precision, recall, F1.
    pub classes: ClassMetrics,
    /// Group intervals of the headline numbers.
    pub spread: Spread,
    /// The same without the rows whose labels are arguable: right answers, and the mean F1.
    pub undoubted: (Rate, Option<f64>),
    /// Whether it told how sure it was.
    pub ranked: bool,
    /// Risk at coverage. Its curve is thinned.
    pub risk_coverage: RiskCoverage,
    /// Whether its probabilities mean what they say.
    pub calibration: Option<Calibration>,
    /// How often each answer was given: what drift is measured by.
    pub shares: BTreeMap<String, f64>,
    /// Where it is worse or better.
    pub slices: Vec<Slice>,
    /// The first rows that it got wrong, by ids and codes alone.
    pub misses: Vec<Miss>,
    /// How many rows it got wrong.
    pub missed: u64,
}

/// A row that was got wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Miss {
    /// The row.
    pub id: String,
    /// The right answer.
    pub gold: String,
    /// What was answered.
    pub answer: String,
}

/// How many misses and points of a curve a report holds.
const MAX_LISTED: usize = 200;

/// What an answer is called in reports.
fn answer_name(question: Question, predicted: Predicted) -> String {
    match predicted {
        Predicted::Label(label) => question.kind().names().get(label).copied().unwrap_or("ERROR").to_owned(),
        Predicted::Abstain => "ABSTAIN".to_owned(),
        Predicted::Error => "ERROR".to_owned(),
    }
}

/// The rows of a section, with their gold labels and dense group numbers.
pub(super) struct Asked<'a> {
    pub(super) table: &'a Table,
    pub(super) question: Question,
    pub(super) rows: &'a [usize],
    pub(super) gold: &'a [usize],
    pub(super) groups: &'a [usize],
}

impl Asked<'_> {
    pub(super) fn group_count(&self) -> u64 {
        self.groups.iter().max().map_or(0, |last| *last as u64 + 1)
    }
}

pub(super) fn report(answers: &Answers, column: &Column, asked: &Asked<'_>, settings: &Settings) -> SystemReport {
    let names = asked.question.kind().names();
    let pairs: Vec<(usize, Predicted)> = asked.rows.iter().zip(asked.gold).map(|(row, gold)| (*gold, column.predicted(*row))).collect();
    let classes = count(&pairs, names);
    let misses: Vec<Miss> = misses(&pairs, asked);
    SystemReport {
        name: answers.name.clone(),
        accuracy_all: accuracy(&pairs, asked.group_count()),
        spread: spread(&pairs, asked.groups, names.len(), settings.draws(pairs.len())),
        undoubted: undoubted(&pairs, asked),
        ranked: column.is_ranked(),
        risk_coverage: coverage(column, &pairs, asked.rows),
        calibration: calibration(column, asked),
        shares: shares(&classes),
        slices: slices(asked.table, asked.rows, &pairs, asked.groups),
        missed: misses.len() as u64,
        misses: misses.into_iter().take(MAX_LISTED).collect(),
        classes,
    }
}

fn is_right((gold, predicted): &(usize, Predicted)) -> bool {
    *predicted == Predicted::Label(*gold)
}

fn accuracy(pairs: &[(usize, Predicted)], groups: u64) -> Rate {
    Rate::new(pairs.iter().filter(|pair| is_right(pair)).count() as u64, pairs.len() as u64, groups)
}

fn count(pairs: &[(usize, Predicted)], names: &[&str]) -> ClassMetrics {
    let mut counts = ClassCounts::new(names.len());
    for (gold, predicted) in pairs {
        counts.add(*gold, *predicted);
    }
    counts.metrics(names)
}

fn undoubted(pairs: &[(usize, Predicted)], asked: &Asked<'_>) -> (Rate, Option<f64>) {
    let sure: Vec<((usize, Predicted), usize)> = pairs
        .iter()
        .zip(asked.rows)
        .zip(asked.groups)
        .filter(|((_, row), _)| !asked.table.is_doubted(**row))
        .map(|((pair, _), group)| (*pair, *group))
        .collect();
    let mut groups: Vec<usize> = sure.iter().map(|(_, group)| *group).collect();
    groups.sort_unstable();
    groups.dedup();
    let pairs: Vec<(usize, Predicted)> = sure.into_iter().map(|(pair, _)| pair).collect();
    (accuracy(&pairs, groups.len() as u64), count(&pairs, asked.question.kind().names()).macro_f1_all)
}

fn coverage(column: &Column, pairs: &[(usize, Predicted)], rows: &[usize]) -> RiskCoverage {
    let confidence: Vec<f64> = rows.iter().map(|row| column.rank(*row)).collect();
    let error: Vec<bool> = pairs.iter().map(|pair| !is_right(pair)).collect();
    let mut found = risk_coverage(&confidence, &error, &[0.5, 0.8, 0.9, 1.0], &[0.0, 0.01, 0.05, 0.1, 0.2]);
    found.curve = thinned(&found.curve);
    found
}

/// At most [`MAX_LISTED`] points, evenly, with the first and the last.
fn thinned(curve: &[CoveragePoint]) -> Vec<CoveragePoint> {
    let step = curve.len().div_ceil(MAX_LISTED).max(1);
    let last = curve.len().saturating_sub(1);
    curve.iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last).map(|(_, point)| *point).collect()
}

fn calibration(column: &Column, asked: &Asked<'_>) -> Option<Calibration> {
    let with = asked.rows.iter().zip(asked.gold).filter_map(|(row, gold)| Some((column.p(*row)?.to_vec(), *gold)));
    let (p, gold): (Vec<Vec<f64>>, Vec<usize>) = with.unzip();
    Calibration::of(asked.question.kind(), &p, &gold)
}

fn shares(classes: &ClassMetrics) -> BTreeMap<String, f64> {
    let total = |column: usize| classes.confusion.iter().filter_map(|row| row.get(column)).sum::<u64>();
    let n = classes.n.max(1) as f64;
    classes.confusion_cols.iter().enumerate().map(|(at, name)| (name.clone(), total(at) as f64 / n)).filter(|(_, share)| *share > 0.0).collect()
}

fn misses(pairs: &[(usize, Predicted)], asked: &Asked<'_>) -> Vec<Miss> {
    let names = asked.question.kind().names();
    let wrong = pairs.iter().zip(asked.rows).filter(|(pair, _)| !is_right(pair));
    wrong
        .map(|((gold, predicted), row)| Miss {
            id: asked.table.id(*row).to_owned(),
            gold: names.get(*gold).copied().unwrap_or_default().to_owned(),
            answer: answer_name(asked.question, *predicted),
        })
        .collect()
}
