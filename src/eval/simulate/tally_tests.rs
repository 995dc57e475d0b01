use super::*;
use crate::eval::{
    release::{Limits, Outcome, decide},
    simulate::world::Counts,
};
use serde_json::json;

const RULE: &str = "no promise is broken";

/// What one episode comes to in which the effect came about once too often under one guard alone.
fn doubled(under: GuardKind, wrongly_declared: f64) -> Simulation {
    let parameters = Parameters { wrongly_declared, ..Parameters::default() };
    let played = GuardKind::ALL.map(|guard| {
        let counts = Counts { duplicates: u64::from(guard == under), ..Counts::default() };
        Played { counts, solved: true, halted: None, solved_ms: Some(0) }
    });
    let mut tally = Tally::default();
    tally.episode(&Setting::of(&parameters, 1, 0), &played);
    tally.finish(parameters, 1, 1)
}

fn mean(simulation: &Simulation, guard: GuardKind, measure: Measure) -> Option<f64> {
    simulation.overall.iter().find(|cell| cell.guard == guard && cell.measure == measure).and_then(|cell| cell.mean.mean)
}

fn promises(simulation: &Simulation) -> Option<Outcome> {
    decide(&json!({}), simulation, &Limits::default()).findings.into_iter().find(|finding| finding.rule == RULE).map(|finding| finding.outcome)
}

#[test]
fn a_doubled_effect_is_a_violation_unless_the_host_declared_the_opposite() {
    for guard in GuardKind::compiled() {
        let (avoidable, declared) = (doubled(guard, 0.0), doubled(guard, 1.0));
        for simulation in [&avoidable, &declared] {
            assert_eq!(mean(simulation, guard, Measure::Duplicates), Some(1.0), "{guard:?}");
        }
        assert_eq!(mean(&avoidable, guard, Measure::Violations), Some(1.0), "{guard:?}");
        assert_eq!(mean(&declared, guard, Measure::Violations), Some(0.0), "{guard:?}");
    }
}

#[test]
fn one_violation_in_any_mode_of_this_crate_breaks_the_release() {
    let ours = [GuardKind::Off, GuardKind::Keywords, GuardKind::KeywordsRefuse, GuardKind::Compare, GuardKind::Jev];
    for guard in ours.into_iter().filter(|guard| guard.is_compiled()) {
        assert_eq!(promises(&doubled(guard, 0.0)), Some(Outcome::Fails), "{guard:?}");
        assert_eq!(promises(&doubled(guard, 1.0)), Some(Outcome::Holds), "{guard:?}");
    }
    for guard in [GuardKind::None, GuardKind::Retries, GuardKind::Ladder] {
        assert_eq!(promises(&doubled(guard, 0.0)), Some(Outcome::Holds), "{guard:?}: this crate promised nothing there");
    }
}
