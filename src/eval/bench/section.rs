//! One question, one role: all systems beside each other.

use super::{
    Answers, Comparison, SystemReport, Table,
    compare::compare,
    system::{self, Asked},
};
use crate::eval::{
    dataset::{Question, Role, Stage},
    metrics::{Draws, cohen_kappa},
};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// How sections are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of redraws.
    pub seed: u64,
    /// How many redraws; above 100,000 rows a tenth of them.
    pub draws: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 1, draws: 2000 }
    }
}

impl Settings {
    /// How many redraws are made for so many rows.
    const fn number(&self, rows: usize) -> usize {
        if rows > 100_000 { self.draws.div_ceil(10) } else { self.draws }
    }

    pub(super) const fn draws(&self, rows: usize) -> Draws {
        Draws::Seeded { seed: self.seed, draws: self.number(rows) }
    }
}

/// The numbers for one question and one role. Roles are never pooled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// The question.
    pub question: String,
    /// When it is asked.
    pub stage: Stage,
    /// How the rows were chosen.
    pub role: Role,
    /// Rows with a label.
    pub rows: u64,
    /// Their groups.
    pub groups: u64,
    /// Rows whose label is arguable.
    pub doubted: u64,
    /// How often each answer is right.
    pub prevalence: BTreeMap<String, u64>,
    /// Rows with two labels, and the agreement beyond chance.
    pub agreement: (u64, Option<f64>),
    /// Seed and number of redraws.
    pub seed: u64,
    /// How many redraws were made.
    pub draws: usize,
    /// The systems, in the order in which they were given.
    pub systems: Vec<SystemReport>,
    /// Each system against those before it.
    pub comparisons: Vec<Comparison>,
}

/// Every section that has rows and answers.
#[must_use]
pub fn sections(table: &Table, systems: &[Answers], settings: &Settings) -> Vec<Section> {
    let all_groups = table.groups();
    let mut found = Vec::new();
    for question in table.questions() {
        for role in table.roles() {
            let rows = table.labelled(question, role);
            let answering: Vec<&Answers> = systems.iter().filter(|system| system.column(question).is_some()).collect();
            if !rows.is_empty() && !answering.is_empty() {
                found.push(section(table, question, role, &rows, &all_groups, &answering, settings));
            }
        }
    }
    found
}

fn section(table: &Table, question: Question, role: Role, rows: &[usize], all_groups: &[usize], systems: &[&Answers], settings: &Settings) -> Section {
    let gold: Vec<usize> = rows.iter().map(|row| table.gold(question, *row).unwrap_or_default()).collect();
    let groups = dense(rows, all_groups);
    let asked = Asked { table, question, rows, gold: &gold, groups: &groups };
    let mut prevalence = BTreeMap::new();
    for gold in &gold {
        *prevalence.entry(question.kind().names().get(*gold).copied().unwrap_or_default().to_owned()).or_default() += 1;
    }
    let (first, second) = table.opinions(question);
    let columns: Vec<_> = systems.iter().filter_map(|system| Some((*system, system.column(question)?))).collect();
    let mut comparisons = Vec::new();
    for (at, (a, column)) in columns.iter().enumerate() {
        for (b, other) in columns.iter().take(at) {
            comparisons.push(compare((&a.name, &b.name), (column, other), rows, &gold, &groups, settings));
        }
    }
    Section {
        question: question.id().to_owned(),
        stage: question.stage(),
        role,
        rows: rows.len() as u64,
        groups: asked.group_count(),
        doubted: rows.iter().filter(|row| table.is_doubted(**row)).count() as u64,
        prevalence,
        agreement: (first.len() as u64, cohen_kappa(&first, &second)),
        seed: settings.seed,
        draws: settings.number(rows.len()),
        systems: columns.iter().map(|(system, column)| system::report(system, column, &asked, settings)).collect(),
        comparisons,
    }
}

/// The groups of these rows, numbered from 0 in the order of their first rows.
fn dense(rows: &[usize], all: &[usize]) -> Vec<usize> {
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let number = |row: &usize| {
        let next = numbers.len();
        *numbers.entry(all.get(*row).copied().unwrap_or_default()).or_insert(next)
    };
    rows.iter().map(number).collect()
}

#[cfg(test)]
#[path = "section_tests.rs"]
mod tests;
