//! Whether a criterion of the proposal check may be promoted, or has to be demoted.

use crate::eval::metrics::{Rate, Shares, lower_bound, total_variation};
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
    /// The largest total variation between the answers of the first half and those of the second.
    pub drift: f64,
}

impl Default for Requirements {
    fn default() -> Self {
        Self { rows: 200, groups: 50, accuracy: 0.9, outages: 0.01, days: 7, drift: 0.2 }
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

/// The name of what is fixed and demotes nothing.
pub(super) const THRESHOLDS: &str = "thresholds";

/// What was seen of a criterion.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// By decision: the answer, and the session.
    pub(super) answers: BTreeMap<String, (Value, String)>,
    /// What was answered, in the order of the records.
    pub(super) given: Vec<String>,
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

/// The likeliest answer of a recorded distribution, as a label writes it.
pub(super) fn likeliest(answer: &Value) -> Option<Value> {
    let p = |value: &Value| value.as_f64();
    match answer.get("type")?.as_str()? {
        "noul" => Some(Value::Bool(p(answer.get("p")?)? > 0.5)),
        "choice" => {
            let all = answer.get("probabilities")?.as_object()?;
            let best = all.iter().max_by(|a, b| p(a.1).unwrap_or_default().total_cmp(&p(b.1).unwrap_or_default()))?;
            Some(Value::from(best.0.as_str()))
        }
        "score" => {
            let all = answer.get("probabilities")?.as_array()?;
            let best = all.iter().enumerate().rev().max_by(|a, b| p(a.1).unwrap_or_default().total_cmp(&p(b.1).unwrap_or_default()))?;
            Some(Value::from(best.0 as u64))
        }
        _ => None,
    }
}

/// Whether a recorded answer is the labelled one. `None` where the label is of another kind.
pub(super) fn is_right(answer: &Value, label: &Value) -> Option<bool> {
    let likeliest = likeliest(answer)?;
    let alike = std::mem::discriminant(&likeliest) == std::mem::discriminant(label);
    alike.then(|| likeliest == *label)
}

/// The fewest answers of a half that shares are worked out from.
const HALF: usize = 100;

fn shares(given: &[String]) -> Shares {
    let mut counts: BTreeMap<&String, u64> = BTreeMap::new();
    given.iter().for_each(|answer| *counts.entry(answer).or_default() += 1);
    counts.into_iter().map(|(answer, count)| (answer.clone(), count as f64 / given.len() as f64)).collect()
}

impl Seen {
    pub(super) fn label(&mut self, decision: &str, label: &Value) {
        let Some((answer, session)) = self.answers.get(decision) else { return };
        let Some(right) = is_right(answer, label) else { return };
        self.labelled += 1;
        self.right += u64::from(right);
        *self.groups.entry(session.clone()).or_default() |= !right;
    }

    /// The total variation between both halves of the answers. `None` where these are too few.
    fn drift(&self) -> Option<f64> {
        let (first, second) = self.given.split_at(self.given.len() / 2);
        (first.len() >= HALF).then(|| total_variation(&shares(first), &shares(second)))
    }

    fn told_drift(&self, drift: Option<f64>, needed: &Requirements) -> String {
        let n = self.given.len();
        match drift {
            Some(drift) => format!("total variation {drift:.3} between both halves of {n} answers; at most {:.3}", needed.drift),
            None => format!("{n} answers; {} are needed to say", 2 * HALF),
        }
    }

    pub(super) fn report(&self, id: &str, needed: &Requirements) -> CriterionReport {
        let groups = self.groups.len() as u64;
        let sound = self.groups.values().filter(|wrong| !**wrong).count() as u64;
        let bound = lower_bound(sound, groups, 0.05);
        let outages = if self.evaluations == 0 { 1.0 } else { self.outages as f64 / self.evaluations as f64 };
        let drift = self.drift();
        let changed = |(name, values): (&&str, &BTreeSet<String>)| (values.len() > 1).then(|| format!("{name} changed: {} of them", values.len()));
        let frozen = self.fixed.get(THRESHOLDS).is_none_or(|seen| seen.len() < 2);
        // Other thresholds are another policy, not another judge: they begin a new window, and demote nothing.
        let mut moved: Vec<String> = self.fixed.iter().filter(|(name, _)| **name != THRESHOLDS).filter_map(changed).collect();
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
                if moved.is_empty() { "model, wording and projection stayed".to_owned() } else { moved.join("; ") },
            ),
            requirement(
                "the thresholds are older than the window",
                if frozen { None } else { Some(false) },
                if frozen { "they stayed; when they were chosen stands in their file" } else { "they were changed within it" }.to_owned(),
            ),
            requirement("the answers do not drift", drift.map(|drift| drift <= needed.drift), self.told_drift(drift, needed)),
        ];
        if drift.is_some_and(|drift| drift > needed.drift) {
            moved.push(format!("answers drifted: {}", self.told_drift(drift, needed)));
        }
        CriterionReport { id: id.to_owned(), right: Rate::new(self.right, self.labelled, groups), promotion, demotion: moved }
    }
}
