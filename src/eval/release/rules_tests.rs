use super::*;
use crate::eval::simulate::{Cell, Parameters};
use serde_json::json;

fn report() -> Value {
    json!({"verdict": "pass", "sections": [{"question": "class", "role": "natural", "rows": 300, "groups": 80}], "totals": [{"name": "keywords", "latency_ms": {"p95": 0.5}}]})
}

fn mean(mean: f64, half: f64) -> Mean {
    Mean { n: 20_000, mean: Some(mean), ci: Interval::new(mean - half, mean + half) }
}

/// A simulation with these differences of futile calls (against none) and premature halts (against the ladder), and violations an episode.
fn simulation(futile: Mean, halts: Mean, violations: f64) -> Simulation {
    let cell = |guard, measure, mean| Cell { guard, measure, mean };
    let ours = [GuardKind::Off, GuardKind::Keywords, GuardKind::KeywordsRefuse];
    let mut made: Simulation = serde_json::from_value(
        json!({"episodes": 20_000, "seed": 1, "losses": [], "gains": [], "overall": [], "overall_differences": [], "parameters": Parameters::default()}),
    )
    .expect("a simulation");
    made.overall = ours.map(|guard| cell(guard, Measure::Violations, mean(violations, 0.0))).to_vec();
    made.overall.push(cell(GuardKind::None, Measure::Futile, mean(2.0, 0.1)));
    made.overall_differences = vec![cell(GuardKind::None, Measure::Futile, futile), cell(GuardKind::Ladder, Measure::PrematureHalt, halts)];
    made
}

fn outcome(report: &Value, simulation: &Simulation) -> Outcome {
    decide(report, simulation, &Limits::default()).outcome()
}

#[test]
fn every_rule_can_fail() {
    let good = || simulation(mean(-1.0, 0.1), mean(0.0, 0.01), 0.0);
    assert_eq!(outcome(&report(), &good()), Outcome::Holds);
    assert_eq!(outcome(&report(), &simulation(mean(-0.05, 0.1), mean(0.0, 0.01), 0.0)), Outcome::Fails, "the interval has zero in it");
    assert_eq!(outcome(&report(), &simulation(mean(-0.3, 0.1), mean(0.0, 0.01), 0.0)), Outcome::Fails, "15% fewer is not material");
    assert_eq!(outcome(&report(), &simulation(mean(-1.0, 0.1), mean(0.05, 0.01), 0.0)), Outcome::Fails, "more premature halts");
    assert_eq!(outcome(&report(), &simulation(mean(-1.0, 0.1), mean(0.0, 0.01), 0.0001)), Outcome::Fails, "two violations");
    let with = |pointer: &str, value: Value| {
        let mut report = report();
        *report.pointer_mut(pointer).expect("a member") = value;
        outcome(&report, &good())
    };
    assert_eq!(with("/totals/0/latency_ms/p95", json!(3001.0)), Outcome::Fails);
    assert_eq!(with("/totals/0/name", json!("other")), Outcome::NotComputable);
    assert_eq!(with("/sections/0/rows", json!(199)), Outcome::NotComputable);
    assert_eq!(with("/sections/0/groups", json!(49)), Outcome::NotComputable);
    assert_eq!(with("/verdict", json!("ungated")), Outcome::Ungated);
    assert_eq!(with("/verdict", json!("failed")), Outcome::Fails);
    for guard in [GuardKind::Compare, GuardKind::Jev] {
        let mut broken = good();
        broken.overall.push(Cell { guard, measure: Measure::Violations, mean: mean(0.0001, 0.0) });
        assert_eq!(outcome(&report(), &broken), Outcome::Fails, "two violations under {guard:?} alone");
    }
    let mut few = good();
    few.episodes = 9_999;
    assert_eq!(outcome(&report(), &few), Outcome::NotComputable);
}
