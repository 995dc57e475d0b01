//! Whether a criterion of the proposal check may be promoted, or has to be demoted.

use crate::eval::metrics::{Rate, lower_bound};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a promotion needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Requirements {
    /// Labelled rows.
    pub rows: u64,
    /// Groups of them.
    pub groups: u64,
    /// The lower bound of right answers, in groups.
    pub accuracy: f64,
    /// The largest share of evaluations that did not come or came late.
    pub outages: f64,
    /// Days with evaluations.
    pub days: usize,
}

impl Default for Requirements {
    fn default() -> Self {
        Self { rows: 200, groups: 50, accuracy: 0.9, outages: 0.01, days: 7 }
    }
}

/// One requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Requirement {
    /// What is needed.
    pub rule: String,
    /// Whether it is met; `None` where records alone cannot say.
    pub met: Option<bool>,
    /// The numbers.
    pub why: String,
}

/// One criterion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CriterionReport {
    /// The criterion.
    pub id: String,
    /// Right answers among labelled ones.
    pub right: Rate,
    /// What a promotion needs.
    pub promotion: Vec<Requirement>,
    /// Why it has to be demoted; empty where nothing asks for it.
    pub demotion: Vec<String>,
}

/// What was seen of a criterion.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// By decision: the answer, and the session.
    pub(super) answers: BTreeMap<String, (Value, String)>,
    pub(super) right: u64,
    pub(super) labelled: u64,
    /// By session: whether any labelled answer was wrong.
    pub(super) groups: BTreeMap<String, bool>,
    pub(super) evaluations: u64,
    pub(super) outages: u64,
    pub(super) days: BTreeSet<String>,
    /// What has to stay the same, by what it is.
    pub(super) fixed: BTreeMap<&'static str, BTreeSet<String>>,
}

/// Whether a recorded answer is the labelled one.
pub(super) fn is_right(answer: &Value, label: &Value) -> Option<bool> {
    let p = |value: &Value| value.as_f64();
    match answer.get("type")?.as_str()? {
        "noul" => Some((p(answer.get("p")?)? > 0.5) == label.as_bool()?),
        "choice" => {
            let all = answer.get("probabilities")?.as_object()?;
            let best = all.iter().max_by(|a, b| p(a.1).unwrap_or_default().total_cmp(&p(b.1).unwrap_or_default()))?;
            Some(label.as_str() == Some(best.0))
        }
        "score" => {
            let all = answer.get("probabilities")?.as_array()?;
            let best = all.iter().enumerate().rev().max_by(|a, b| p(a.1).unwrap_or_default().total_cmp(&p(b.1).unwrap_or_default()))?;
            Some(label.as_u64() == Some(best.0 as u64))
        }
        _ => None,
    }
}

impl Seen {
    pub(super) fn label(&mut self, decision: &str, label: &Value) {
        let Some((answer, session)) = self.answers.get(decision) else { return };
        let Some(right) = is_right(answer, label) else { return };
        self.labelled += 1;
        self.right += u64::from(right);
        *self.groups.entry(session.clone()).or_default() |= !right;
    }

    pub(super) fn report(&self, id: &str, needed: &Requirements) -> CriterionReport {
        let groups = self.groups.len() as u64;
        let sound = self.groups.values().filter(|wrong| !**wrong).count() as u64;
        let bound = lower_bound(sound, groups, 0.05);
        let outages = if self.evaluations == 0 { 1.0 } else { self.outages as f64 / self.evaluations as f64 };
        let moved: Vec<String> =
            self.fixed.iter().filter(|(_, values)| values.len() > 1).map(|(name, values)| format!("{name} changed: {} of them", values.len())).collect();
        let requirement = |rule: &str, met: Option<bool>, why: String| Requirement { rule: rule.to_owned(), met, why };
        let promotion = vec![
            requirement(
                "enough labelled rows and groups",
                Some(self.labelled >= needed.rows && groups >= needed.groups),
                format!("{} rows in {groups} sessions; {} and {} are needed", self.labelled, needed.rows, needed.groups),
            ),
            requirement(
                "the lower bound meets the target",
                Some(bound.is_some_and(|bound| bound >= needed.accuracy)),
                format!("{} in sessions; {} is needed", bound.map_or_else(|| "not defined".to_owned(), |bound| format!("{bound:.3}")), needed.accuracy),
            ),
            requirement("it is better than rules alone at equal coverage", None, "records hold one answer to a row: compare with `eval`".to_owned()),
            requirement(
                "outages and late answers keep the budget",
                Some(outages <= needed.outages && self.days.len() >= needed.days),
                format!("{:.2}% on {} days; at most {:.2}% on {} days", outages * 100.0, self.days.len(), needed.outages * 100.0, needed.days),
            ),
            requirement(
                "nothing moved in the meantime",
                Some(moved.is_empty()),
                if moved.is_empty() { "model, wording, projection and thresholds stayed".to_owned() } else { moved.join("; ") },
            ),
        ];
        CriterionReport { id: id.to_owned(), right: Rate::new(self.right, self.labelled, groups), promotion, demotion: moved }
    }
}
