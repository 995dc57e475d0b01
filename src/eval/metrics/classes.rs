//! Confusion, precision, recall and F1, with abstentions and errors as columns of their own.

use super::{Interval, mean, ratio, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicted {
    /// One of the labels, by its index.
    Label(usize),
    /// An explicit "cannot say".
    Abstain,
    /// No usable answer: none came, or one outside of the labels.
    Error,
}

/// Counts answers against the gold labels, one at a time.
#[derive(Clone, Debug)]
pub struct ClassCounts {
    labels: usize,
    /// Rows of gold labels; the last two columns are abstentions and errors.
    cells: Vec<u64>,
}

/// The numbers of one label.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PerClass {
    /// Right answers with this label.
    pub tp: u64,
    /// Answers with this label.
    pub predicted: u64,
    /// Rows of this label that were answered with any label.
    pub gold_covered: u64,
    /// Rows of this label.
    pub gold_all: u64,
    /// `tp` of `predicted`.
    pub precision: Option<f64>,
    /// `tp` of `gold_covered`.
    pub recall_covered: Option<f64>,
    /// `tp` of `gold_all`: abstentions and errors are misses.
    pub recall_all: Option<f64>,
    /// 2 `tp` / (`predicted` + `gold_all`).
    pub f1_all: Option<f64>,
    /// 95% by Wilson.
    pub precision_ci: Interval,
    /// 95% by Wilson.
    pub recall_all_ci: Interval,
}

/// The numbers over all labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassMetrics {
    /// Rows.
    pub n: u64,
    /// Rows that were answered with a label.
    pub covered: u64,
    /// Abstentions.
    pub abstained: u64,
    /// Errors.
    pub errors: u64,
    /// `covered` of `n`.
    pub coverage: Option<f64>,
    /// `abstained` of `n`.
    pub abstention_rate: Option<f64>,
    /// `errors` of `n`.
    pub error_rate: Option<f64>,
    /// Right answers of `covered`.
    pub selective_accuracy: Option<f64>,
    /// Right answers of `n`.
    pub accuracy_all: Option<f64>,
    /// The labels.
    pub confusion_rows: Vec<String>,
    /// The labels, then `ABSTAIN` and `ERROR`.
    pub confusion_cols: Vec<String>,
    /// Counts, by gold label and answer.
    pub confusion: Vec<Vec<u64>>,
    /// By label.
    pub per_class: BTreeMap<String, PerClass>,
    /// The mean F1 over the labels that have rows.
    pub macro_f1_all: Option<f64>,
    /// The mean recall over the labels that have rows.
    pub macro_recall_all: Option<f64>,
}

impl ClassCounts {
    /// No rows yet, for this many labels.
    #[must_use]
    pub fn new(labels: usize) -> Self {
        Self { labels, cells: vec![0; labels * (labels + 2)] }
    }

    /// Counts one row. A label outside of the set counts as an error; a gold label outside of it is not counted.
    pub fn add(&mut self, gold: usize, predicted: Predicted) {
        let column = match predicted {
            Predicted::Label(label) if label < self.labels => label,
            Predicted::Abstain => self.labels,
            Predicted::Label(_) | Predicted::Error => self.labels + 1,
        };
        let place = gold * (self.labels + 2) + column;
        if let Some(cell) = self.cells.get_mut(place).filter(|_| gold < self.labels) {
            *cell += 1;
        }
    }

    fn row(&self, gold: usize) -> &[u64] {
        let width = self.labels + 2;
        self.cells.get(gold * width..(gold + 1) * width).unwrap_or_default()
    }

    fn cell(&self, gold: usize, column: usize) -> u64 {
        self.row(gold).get(column).copied().unwrap_or_default()
    }

    fn column(&self, column: usize) -> u64 {
        (0..self.labels).map(|gold| self.cell(gold, column)).sum()
    }

    fn per_class(&self, label: usize) -> PerClass {
        let (tp, predicted) = (self.cell(label, label), self.column(label));
        let gold_covered = self.row(label).iter().take(self.labels).sum();
        let gold_all = self.row(label).iter().sum();
        PerClass {
            tp,
            predicted,
            gold_covered,
            gold_all,
            precision: ratio(tp, predicted),
            recall_covered: ratio(tp, gold_covered),
            recall_all: ratio(tp, gold_all),
            f1_all: ratio(2 * tp, predicted + gold_all),
            precision_ci: wilson(tp, predicted, 0.95),
            recall_all_ci: wilson(tp, gold_all, 0.95),
        }
    }

    /// The numbers so far. `names` are those of the labels, in their order.
    #[must_use]
    pub fn metrics(&self, names: &[&str]) -> ClassMetrics {
        let n = self.cells.iter().sum();
        let right = (0..self.labels).map(|label| self.cell(label, label)).sum();
        let (abstained, errors) = (self.column(self.labels), self.column(self.labels + 1));
        let covered = n - abstained - errors;
        let classes: Vec<PerClass> = (0..self.labels).map(|label| self.per_class(label)).collect();
        let with_gold = || classes.iter().filter(|class| class.gold_all > 0);
        let (macro_f1_all, macro_recall_all) = (mean(with_gold().filter_map(|class| class.f1_all)), mean(with_gold().filter_map(|class| class.recall_all)));
        let rows: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        ClassMetrics {
            n,
            covered,
            abstained,
            errors,
            coverage: ratio(covered, n),
            abstention_rate: ratio(abstained, n),
            error_rate: ratio(errors, n),
            selective_accuracy: ratio(right, covered),
            accuracy_all: ratio(right, n),
            confusion_cols: rows.iter().cloned().chain(["ABSTAIN".to_owned(), "ERROR".to_owned()]).collect(),
            confusion: (0..self.labels).map(|gold| self.row(gold).to_vec()).collect(),
            per_class: rows.iter().cloned().zip(classes).collect(),
            confusion_rows: rows,
            macro_f1_all,
            macro_recall_all,
        }
    }
}
