//! The whole report.

use super::{Answers, Gate, GateOutcome, Section, Table, Usage, Verdict};
use crate::eval::metrics::{Latency, Rate, SessionCounters, Shares, count_sessions, js_distance, latency, psi, total_variation};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The version of the report.
pub const SCHEMA: &str = "eval-report/1";

/// Which rows were used, and in which way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// The name of the file, without its directory.
    pub name: String,
    /// The hash of its rows.
    pub digest: String,
    /// How many rows.
    pub rows: u64,
    /// How many groups.
    pub groups: u64,
    /// The share of the biggest group.
    pub biggest_group_share: f64,
    /// The part of a locked split; `unsplit` without a lock.
    pub split: String,
    /// The hash of the thresholds that were locked.
    pub thresholds_digest: Option<String>,
    /// With how many different thresholds the held-out rows were used, this time included.
    pub heldout_uses: u64,
    /// Rows by role.
    pub roles: BTreeMap<String, u64>,
}

/// What a system took altogether.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Totals {
    /// The system.
    pub name: String,
    /// The hash of the file that its answers come from.
    pub digest: Option<String>,
    /// Percentiles in milliseconds.
    pub latency_ms: Latency,
    /// Latencies in bins by powers of two: the upper edge in milliseconds, and how many.
    pub histogram: Vec<(f64, u64)>,
    /// Attempts, cost, statuses.
    pub usage: Usage,
    /// Answers that came too late, of all.
    pub late: Rate,
    /// Answers that did not come, of all.
    pub outages: Rate,
}

/// How far a system's answers moved since another report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shift {
    /// The question.
    pub question: String,
    /// How rows were chosen.
    pub role: String,
    /// The system.
    pub system: String,
    /// Total variation.
    pub tv: f64,
    /// Jensen-Shannon distance.
    pub js_distance: f64,
    /// Population stability index.
    pub psi: f64,
}

/// Everything that is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// The rows.
    pub dataset: Dataset,
    /// By question and role.
    pub sections: Vec<Section>,
    /// By system.
    pub totals: Vec<Totals>,
    /// Repeats and halts in the sessions of the dataset.
    pub sessions: Option<(u64, SessionCounters)>,
    /// How far answers moved since an earlier report.
    pub drift: Vec<Shift>,
    /// The gates.
    pub gates: Vec<GateOutcome>,
    /// What they come to.
    pub verdict: Verdict,
}

impl Report {
    /// Puts a report together.
    #[must_use]
    pub fn new(mut dataset: Dataset, table: &Table, systems: &mut [Answers], sections: Vec<Section>, gates: &[Gate], before: Option<&Value>) -> Self {
        describe(&mut dataset, table);
        let sessions = table.sessions();
        let gates: Vec<GateOutcome> = gates.iter().map(|gate| gate.judge(&sections)).collect();
        Self {
            schema: SCHEMA.to_owned(),
            verdict: Verdict::of(&sections, &gates),
            dataset,
            totals: systems.iter_mut().map(totals).collect(),
            sessions: (!sessions.is_empty()).then(|| (sessions.len() as u64, count_sessions(&sessions))),
            drift: before.map(|before| drift(before, &sections)).unwrap_or_default(),
            sections,
            gates,
        }
    }
}

fn describe(dataset: &mut Dataset, table: &Table) {
    let mut sizes: BTreeMap<usize, u64> = BTreeMap::new();
    for group in table.groups() {
        *sizes.entry(group).or_default() += 1;
    }
    dataset.rows = table.len() as u64;
    dataset.groups = sizes.len() as u64;
    dataset.biggest_group_share = sizes.values().max().copied().unwrap_or_default() as f64 / (table.len().max(1)) as f64;
    dataset.roles = table.roles().into_iter().map(|role| (role.as_str().to_owned(), table.of_role(role))).collect();
}

fn totals(system: &mut Answers) -> Totals {
    let answers: u64 = system.usage.statuses.values().sum();
    let of = |statuses: &[&str]| statuses.iter().filter_map(|status| system.usage.statuses.get(*status)).sum();
    let late = Rate::new(of(&["late"]), answers, 0);
    let outages = Rate::new(of(&["timeout", "rate_limited", "error", "malformed", "circuit_open", "oversized", "not_called", "stale"]), answers, 0);
    Totals {
        name: system.name.clone(),
        digest: system.digest.clone(),
        histogram: histogram(&system.latency_ms),
        latency_ms: latency(&mut system.latency_ms),
        usage: system.usage.clone(),
        late,
        outages,
    }
}

/// Bins whose upper edges are powers of two, from a microsecond on.
fn histogram(ms: &[f64]) -> Vec<(f64, u64)> {
    let mut bins: BTreeMap<i32, u64> = BTreeMap::new();
    for ms in ms {
        #[allow(clippy::cast_possible_truncation, reason = "an exponent is small")]
        let exponent = ms.max(1e-3).log2().ceil() as i32;
        *bins.entry(exponent).or_default() += 1;
    }
    let (Some(first), Some(last)) = (bins.keys().next().copied(), bins.keys().last().copied()) else { return Vec::new() };
    (first..=last).map(|exponent| (f64::from(exponent).exp2(), bins.get(&exponent).copied().unwrap_or_default())).collect()
}

fn drift(before: &Value, sections: &[Section]) -> Vec<Shift> {
    let earlier = |question: &str, role: &str, system: &str| -> Option<Shares> {
        let same = before
            .get("sections")?
            .as_array()?
            .iter()
            .find(|section| section.get("question") == Some(&question.into()) && section.get("role") == Some(&role.into()))?;
        let system = same.get("systems")?.as_array()?.iter().find(|one| one.get("name") == Some(&system.into()))?;
        serde_json::from_value(system.get("shares")?.clone()).ok()
    };
    let mut shifts = Vec::new();
    for section in sections {
        for system in &section.systems {
            let role = section.role.as_str();
            let Some(shares) = earlier(&section.question, role, &system.name) else { continue };
            shifts.push(Shift {
                question: section.question.clone(),
                role: role.to_owned(),
                system: system.name.clone(),
                tv: total_variation(&shares, &system.shares),
                js_distance: js_distance(&shares, &system.shares),
                psi: psi(&shares, &system.shares),
            });
        }
    }
    shifts
}
