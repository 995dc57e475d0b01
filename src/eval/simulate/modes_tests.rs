//! The modes with a scripted evaluator.
#![cfg(all(feature = "compare", feature = "jev"))]

use super::{episode::Played, *};

const ACCURACIES: [f64; 3] = [1.0, 0.8, 0.5];

/// Many lost writes, and agents of every kind.
fn with(accuracy: f64) -> Parameters {
    let mut parameters = Parameters { evaluator_accuracy: accuracy, ..Parameters::default() };
    parameters.worlds.iter_mut().filter(|(world, _)| *world == WorldKind::LostWrite).for_each(|(_, weight)| *weight = 0.3);
    parameters
}

fn cells(simulation: &Simulation, guard: GuardKind) -> Vec<Mean> {
    simulation.overall.iter().filter(|cell| cell.guard == guard).map(|cell| cell.mean).collect()
}

fn asked(simulation: &Simulation, guard: GuardKind) -> Evaluations {
    simulation.simulated.iter().find(|one| one.guard == guard).expect("it has an evaluator").evaluations
}

#[test]
fn comparing_changes_no_number() {
    for accuracy in ACCURACIES {
        let simulation = simulate(&with(accuracy), 600, 11, 2).expect("a simulation");
        assert_eq!(cells(&simulation, GuardKind::Compare), cells(&simulation, GuardKind::Keywords));
        assert_eq!(cells(&simulation, GuardKind::Compare).len(), Measure::ALL.len());
        // On every episode, and not only in the sum: a difference is one of pairs.
        let apart = |mean: &Mean| mean.mean != Some(0.0) || mean.ci.lower != Some(0.0) || mean.ci.upper != Some(0.0);
        assert!(!simulation.overall_differences.iter().any(|cell| cell.guard == GuardKind::Compare && apart(&cell.mean)));
        assert!(!simulation.losses.iter().chain(&simulation.gains).any(|one| one.against == GuardKind::Compare));
        let halts = |guard| simulation.halts.iter().filter(move |one| one.guard == guard).map(|one| Halts { guard: GuardKind::None, ..one.clone() });
        assert!(halts(GuardKind::Compare).eq(halts(GuardKind::Keywords)) && halts(GuardKind::Keywords).count() > 0);
        // It was asked all the same, and about the episode that it was asked in.
        let Evaluations { asked, right, wrong, abstained, failed } = asked(&simulation, GuardKind::Compare);
        assert!(asked > 300 && failed > 0 && abstained > 0 && asked == right + wrong + abstained + failed);
        assert_eq!(wrong == 0, accuracy >= 1.0, "{wrong} of {asked}");
    }
}

#[test]
fn it_is_right_as_often_as_it_says() {
    for accuracy in ACCURACIES {
        let parameters = Parameters { evaluator_abstains: 0.0, evaluator_fails: 0.0, ..with(accuracy) };
        let simulation = simulate(&parameters, 3000, 12, 2).expect("a simulation");
        for guard in [GuardKind::Compare, GuardKind::Jev] {
            let Evaluations { asked, right, .. } = asked(&simulation, guard);
            // Failures of one episode get one class, so that there are fewer draws than requests.
            assert!((right as f64 / asked as f64 - accuracy).abs() < 0.06, "{guard:?}: {right} of {asked}");
        }
    }
}

#[test]
fn a_simulation_with_a_model_does_not_depend_on_threads() {
    let parameters = with(0.8);
    assert_eq!(simulate(&parameters, 200, 3, 1).expect("a simulation"), simulate(&parameters, 200, 3, 3).expect("a simulation"));
}

/// What every episode comes to under `keywords` and under `jev`.
fn pairs(parameters: &Parameters, episodes: u64) -> Vec<(Setting, Played, Played)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(async {
        let mut keywords = Guard::of(GuardKind::Keywords, parameters).expect("a guard");
        let mut jev = Guard::of(GuardKind::Jev, parameters).expect("a guard");
        let mut pairs = Vec::new();
        for number in 0..episodes {
            let setting = Setting::of(parameters, 5, number);
            let (without, with) = (play(parameters, &setting, &mut keywords).await, play(parameters, &setting, &mut jev).await);
            pairs.push((setting, without, with));
        }
        assert!(jev.evaluations().expect("an evaluator").asked > 0);
        pairs
    })
}

#[test]
fn no_model_however_bad_makes_an_effect_twice() {
    for accuracy in ACCURACIES {
        for (setting, without, with) in pairs(&with(accuracy), 1500) {
            if !setting.wrongly_declared {
                assert!(with.counts.duplicates <= without.counts.duplicates && with.counts.duplicates == 0, "{:?}, {:?}", setting.kind, setting.agent);
            }
        }
    }
}

/// Agents that hear nothing make the same calls under both, so that what the ladder lets pass can be counted.
#[test]
fn a_model_lowers_what_may_fail_and_never_raises_it() {
    for accuracy in ACCURACIES {
        let agents = vec![(Agent::Stubborn, 1.0), (Agent::Varied, 1.0), (Agent::Patient, 1.0)];
        let mut parameters = Parameters { agents, budget: 40, evaluator_ms: 0, evaluator_fails: 0.0, ..with(accuracy) };
        parameters.evaluator_threshold = 0.5;
        let mut halted = 0;
        for (setting, without, with) in pairs(&parameters, 2500) {
            // Refusals in a row are a halt that closes nothing.
            let closed = without.halted.is_some_and(|cause| !["paced", "held", "halted", "repeat"].contains(&cause.rule)) && !without.solved;
            if closed {
                let failures = |played: &Played| played.counts.executions - u64::from(played.solved);
                let (without, with) = (failures(&without), failures(&with));
                assert!(with <= without, "{:?}, {:?}: {with} failures instead of {without}", setting.kind, setting.agent);
                halted += 1;
            }
        }
        assert!(halted > 500, "{halted}");
    }
}
