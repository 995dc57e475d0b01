use super::*;

fn run(parameters: &Parameters, episodes: u64, threads: u64) -> Simulation {
    simulate(parameters, episodes, 7, threads).expect("a simulation")
}

fn only(world: WorldKind, agent: Agent) -> Parameters {
    Parameters { worlds: vec![(world, 1.0)], agents: vec![(agent, 1.0)], hostile_text: 0.0, undeclared: 0.0, wrongly_declared: 0.0, ..Parameters::default() }
}

fn mean(simulation: &Simulation, guard: GuardKind, measure: Measure) -> f64 {
    let cell = simulation.overall.iter().find(|cell| cell.guard == guard && cell.measure == measure).expect("a cell");
    cell.mean.mean.unwrap_or(f64::NAN)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let parameters = Parameters::default();
    assert_eq!(run(&parameters, 120, 1), run(&parameters, 120, 3));
    assert_ne!(simulate(&parameters, 120, 8, 1).expect("a simulation").overall, run(&parameters, 400, 1).overall);
}

#[test]
fn a_stubborn_agent_is_stopped_and_an_unguarded_one_is_not() {
    let simulation = run(&only(WorldKind::Arguments, Agent::Stubborn), 100, 1);
    assert!((mean(&simulation, GuardKind::None, Measure::Futile) - 11.0).abs() < 1e-9, "twelve calls, of which the first is no repeat");
    assert!((mean(&simulation, GuardKind::Ladder, Measure::Futile) - 2.0).abs() < 1e-9);
    assert!((mean(&simulation, GuardKind::Keywords, Measure::Futile) - 2.0).abs() < 1e-9);
    assert!(mean(&simulation, GuardKind::KeywordsRefuse, Measure::Futile) < 2.0);
    assert!(mean(&simulation, GuardKind::None, Measure::Solved).abs() < 1e-9);
}

#[test]
fn retries_duplicate_effects_and_holds_do_not() {
    let simulation = run(&only(WorldKind::LostWrite, Agent::Stubborn), 400, 2);
    let duplicates = |guard| mean(&simulation, guard, Measure::Duplicates);
    assert!((duplicates(GuardKind::Retries) - 0.5).abs() < 0.08, "half of the lost writes were applied: {}", duplicates(GuardKind::Retries));
    for guard in [GuardKind::Off, GuardKind::Keywords, GuardKind::KeywordsRefuse] {
        assert!(duplicates(guard).abs() < 1e-9, "{guard:?}");
    }
    // The price: what an unguarded agent gets done by repeating it blindly is refused.
    assert!(simulation.losses.iter().any(|loss| loss.measure == Measure::Solved && loss.against == GuardKind::None));
}

#[test]
fn a_followed_check_settles_a_lost_write() {
    let parameters = Parameters { follows: 1.0, ..only(WorldKind::LostWrite, Agent::Following) };
    let simulation = run(&parameters, 200, 1);
    assert!(mean(&simulation, GuardKind::Keywords, Measure::Solved) > 0.9, "{}", mean(&simulation, GuardKind::Keywords, Measure::Solved));
    assert!(mean(&simulation, GuardKind::Keywords, Measure::Duplicates).abs() < 1e-9);
    assert!(mean(&simulation, GuardKind::None, Measure::Duplicates) > 0.1);
}

#[test]
fn a_wait_that_is_told_is_kept() {
    let parameters = Parameters { follows: 1.0, tells_wait: 1.0, ..only(WorldKind::RateLimited, Agent::Following) };
    let simulation = run(&parameters, 200, 1);
    let (ours, unguarded) = (mean(&simulation, GuardKind::Keywords, Measure::Solved), mean(&simulation, GuardKind::None, Measure::Solved));
    assert!(ours > unguarded + 0.3, "{ours} {unguarded}");
}

#[test]
fn polling_is_no_failure() {
    let simulation = run(&only(WorldKind::Polling, Agent::Stubborn), 100, 1);
    for guard in GuardKind::compiled() {
        assert!((mean(&simulation, guard, Measure::Solved) - 1.0).abs() < 1e-9, "{guard:?}");
    }
}

#[test]
fn losses_stand_for_themselves() {
    let simulation = run(&Parameters::default(), 600, 2);
    assert!(simulation.losses.iter().all(|one| one.difference.ci.excludes_zero()));
    let sign = |one: &Difference| one.difference.mean.unwrap_or_default() * if one.measure == Measure::Solved { -1.0 } else { 1.0 };
    assert!(simulation.losses.iter().all(|one| sign(one) > 0.0) && simulation.gains.iter().all(|one| sign(one) < 0.0));
}

#[test]
fn every_halt_that_is_too_early_has_a_cause() {
    let simulation = run(&Parameters::default(), 600, 2);
    for guard in GuardKind::compiled() {
        let early: u64 = simulation.halts.iter().filter(|one| one.guard == guard).map(|one| one.premature).sum();
        let counted = mean(&simulation, guard, Measure::PrematureHalt) * 600.0;
        assert!((early as f64 - counted).abs() < 1e-6, "{guard:?}: {early} {counted}");
    }
    assert!(simulation.halts.iter().all(|one| one.premature <= one.halted && !one.rule.is_empty() && !one.class.is_empty()));
    let of = |guard, rule: &str| simulation.halts.iter().any(|one| one.guard == guard && one.rule == rule);
    assert!(of(GuardKind::Ladder, "exact_repeat") && of(GuardKind::Ladder, "varied_failures") && of(GuardKind::Keywords, "exact_repeat"));
}

#[test]
fn a_hold_alone_is_no_halt_and_an_agent_that_looks_goes_on() {
    let parameters = Parameters { follows: 1.0, lost_write_applied: 0.0, budget: 40, ..only(WorldKind::LostWrite, Agent::Following) };
    let simulation = run(&parameters, 200, 1);
    assert!(mean(&simulation, GuardKind::Keywords, Measure::PrematureHalt).abs() < 1e-9);
    assert!(mean(&simulation, GuardKind::Keywords, Measure::Solved) > 0.85, "{}", mean(&simulation, GuardKind::Keywords, Measure::Solved));
    // Whoever repeats it blindly is refused five times in a row, and that is a halt: of these, every one counts.
    let blind = run(&only(WorldKind::LostWrite, Agent::Stubborn), 200, 1);
    assert!((mean(&blind, GuardKind::Keywords, Measure::PrematureHalt) - 1.0).abs() < 1e-9);
    assert!(blind.halts.iter().all(|one| one.rule == "held"));
}

#[test]
fn a_refused_call_takes_the_time_of_a_turn() {
    // A pause of less than a second is over before the agent has called five times.
    let simulation = run(&only(WorldKind::TransientCalls, Agent::Varied), 200, 1);
    assert!(mean(&simulation, GuardKind::Keywords, Measure::PrematureHalt) < 0.1, "{}", mean(&simulation, GuardKind::Keywords, Measure::PrematureHalt));
}
