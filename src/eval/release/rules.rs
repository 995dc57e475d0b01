//! The rules of a release.

use crate::eval::{
    metrics::Interval,
    simulate::{GuardKind, Mean, Measure, Simulation},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a release has to reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// The system of the evaluation that is released.
    pub system: String,
    /// How many fewer futile calls there have to be than without a guard, as a share of these.
    pub material: f64,
    /// The longest 95th percentile of a decision, in milliseconds.
    pub p95_ms: f64,
    /// The fewest labelled rows of the question `class`.
    pub rows: u64,
    /// The fewest groups of them.
    pub groups: u64,
    /// The fewest episodes.
    pub episodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { system: "keywords".to_owned(), material: 0.2, p95_ms: 3000.0, rows: 200, groups: 50, episodes: 10_000 }
    }
}

/// What came of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// The evaluation had no gate.
    Ungated,
    /// There is too little to say.
    NotComputable,
}

/// One rule, what came of it, and by which numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub rule: String,
    /// What came of it.
    pub outcome: Outcome,
    /// The numbers.
    pub why: String,
}

/// All rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The rules, in a fixed order.
    pub findings: Vec<Finding>,
}

impl Decision {
    /// The worst outcome: a rule that fails outranks one that cannot be computed, and that one a missing gate.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let any = |outcome| self.findings.iter().any(|finding| finding.outcome == outcome);
        [Outcome::Fails, Outcome::NotComputable, Outcome::Ungated].into_iter().find(|outcome| any(*outcome)).unwrap_or(Outcome::Holds)
    }
}

/// Decides by a report of `eval`, as JSON, and a simulation.
#[must_use]
pub fn decide(report: &Value, simulation: &Simulation, limits: &Limits) -> Decision {
    let findings = vec![
        gates(report),
        samples(report, simulation, limits),
        violations(simulation),
        futile(simulation, limits),
        halts(simulation),
        latency(report, limits),
    ];
    Decision { findings }
}

fn finding(rule: &str, outcome: Outcome, why: String) -> Finding {
    Finding { rule: rule.to_owned(), outcome, why }
}

const fn held(holds: bool) -> Outcome {
    if holds { Outcome::Holds } else { Outcome::Fails }
}

fn gates(report: &Value) -> Finding {
    let verdict = report.get("verdict").and_then(Value::as_str).unwrap_or("missing");
    let outcome = match verdict {
        "pass" => Outcome::Holds,
        "ungated" => Outcome::Ungated,
        "failed" => Outcome::Fails,
        _ => Outcome::NotComputable,
    };
    finding("the gates of the evaluation hold", outcome, format!("its verdict is {}", verdict.replace('_', " ")))
}

fn samples(report: &Value, simulation: &Simulation, limits: &Limits) -> Finding {
    let sections = report.get("sections").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let natural = sections.iter().find(|section| section.get("question") == Some(&"class".into()) && section.get("role") == Some(&"natural".into()));
    let number = |name: &str| natural.and_then(|section| section.get(name)?.as_u64()).unwrap_or_default();
    let (rows, groups) = (number("rows"), number("groups"));
    let enough = rows >= limits.rows && groups >= limits.groups && simulation.episodes >= limits.episodes;
    let why =
        format!("{rows} rows in {groups} groups, {} episodes; {}, {} and {} are needed", simulation.episodes, limits.rows, limits.groups, limits.episodes);
    finding("there are enough samples", if enough { Outcome::Holds } else { Outcome::NotComputable }, why)
}

fn overall(simulation: &Simulation, guard: GuardKind, measure: Measure) -> Option<Mean> {
    simulation.overall.iter().find(|cell| cell.guard == guard && cell.measure == measure).map(|cell| cell.mean)
}

fn difference(simulation: &Simulation, against: GuardKind, measure: Measure) -> Option<Mean> {
    simulation.overall_differences.iter().find(|cell| cell.guard == against && cell.measure == measure).map(|cell| cell.mean)
}

fn violations(simulation: &Simulation) -> Finding {
    const RULE: &str = "no promise is broken";
    let count = |guard| overall(simulation, guard, Measure::Violations).and_then(|mean| Some(mean.mean? * mean.n as f64));
    // The other modes are not in every build: there they promise nothing.
    let more: f64 = [GuardKind::Compare, GuardKind::Jev].into_iter().filter_map(count).sum();
    match [GuardKind::Off, GuardKind::Keywords, GuardKind::KeywordsRefuse].map(count) {
        [Some(off), Some(keywords), Some(refuse)] => {
            let all = off + keywords + refuse + more;
            finding(RULE, held(all < 0.5), format!("{all:.0} effects came about twice in the modes of this crate"))
        }
        _ => finding(RULE, Outcome::NotComputable, "the simulation does not say".to_owned()),
    }
}

fn ends(interval: Interval) -> String {
    let end = |end: Option<f64>| end.map_or_else(|| "-".to_owned(), |end| format!("{end:.4}"));
    format!("{} to {}", end(interval.lower), end(interval.upper))
}

fn futile(simulation: &Simulation, limits: &Limits) -> Finding {
    const RULE: &str = "there are materially fewer futile calls";
    let unguarded = overall(simulation, GuardKind::None, Measure::Futile).and_then(|mean| mean.mean);
    let found = difference(simulation, GuardKind::None, Measure::Futile);
    let (Some(unguarded), Some(Mean { mean: Some(mean), ci: ci @ Interval { upper: Some(upper), .. }, .. })) = (unguarded, found) else {
        return finding(RULE, Outcome::NotComputable, "the simulation does not say".to_owned());
    };
    let share = if unguarded > 0.0 { -mean / unguarded } else { 0.0 };
    let why = format!("{:.0}% fewer than without a guard ({mean:.4} an episode, {}); {:.0}% are needed", share * 100.0, ends(ci), limits.material * 100.0);
    finding(RULE, held(upper < 0.0 && share >= limits.material), why)
}

fn halts(simulation: &Simulation) -> Finding {
    const RULE: &str = "there are not more premature halts than with a plain ladder";
    match difference(simulation, GuardKind::Ladder, Measure::PrematureHalt) {
        Some(Mean { mean: Some(mean), ci: ci @ Interval { lower: Some(lower), .. }, .. }) => {
            finding(RULE, held(lower <= 0.0), format!("{mean:+.4} an episode ({})", ends(ci)))
        }
        _ => finding(RULE, Outcome::NotComputable, "the simulation does not say".to_owned()),
    }
}

fn latency(report: &Value, limits: &Limits) -> Finding {
    const RULE: &str = "decisions are fast enough";
    let totals = report.get("totals").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let of = totals.iter().find(|totals| totals.get("name").and_then(Value::as_str) == Some(&limits.system));
    match of.and_then(|totals| totals.pointer("/latency_ms/p95")?.as_f64()) {
        Some(p95) => finding(RULE, held(p95 <= limits.p95_ms), format!("the 95th percentile is {p95:.3} ms; {} ms are the ceiling", limits.p95_ms)),
        None => finding(RULE, Outcome::NotComputable, "the evaluation has no latencies of this system".to_owned()),
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
