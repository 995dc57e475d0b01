//! One episode under one guard.

use super::{
    Agent, Parameters, WorldKind,
    agent::Mind,
    guard::{Cause, Guard},
    world::{Act, Counts, World, chance},
};
use crate::eval::metrics::Generator;

/// What an episode is about.
pub(super) struct Setting {
    pub(super) kind: WorldKind,
    pub(super) agent: Agent,
    pub(super) seed: u64,
    pub(super) undeclared: bool,
    pub(super) wrongly_declared: bool,
}

impl Setting {
    pub(super) fn of(parameters: &Parameters, seed: u64, number: u64) -> Self {
        // Two steps of the generator keep neighbours apart.
        let mut generator = Generator::new(seed ^ number.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        generator.bits();
        let seed = generator.bits();
        Self {
            kind: drawn(&parameters.worlds, generator.unit()).unwrap_or(WorldKind::Arguments),
            agent: drawn(&parameters.agents, generator.unit()).unwrap_or(Agent::Stubborn),
            seed,
            undeclared: chance(seed, 31, 0) < parameters.undeclared,
            wrongly_declared: chance(seed, 32, 0) < parameters.wrongly_declared,
        }
    }
}

/// One of several things, by their weights.
fn drawn<T: Copy>(weights: &[(T, f64)], share: f64) -> Option<T> {
    let sum: f64 = weights.iter().map(|(_, weight)| weight.max(0.0)).sum();
    let mut left = share * sum;
    for (thing, weight) in weights {
        left -= weight.max(0.0);
        if left < 0.0 {
            return Some(*thing);
        }
    }
    weights.last().map(|(thing, _)| *thing)
}

/// How an episode ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub(super) counts: Counts,
    pub(super) solved: bool,
    /// The first halt of the guard.
    pub(super) halted: Option<Cause>,
    /// When it was solved.
    pub(super) solved_ms: Option<u64>,
}

pub(super) async fn play(parameters: &Parameters, setting: &Setting, guard: &mut Guard) -> Played {
    let mut world = World::new(parameters, setting.kind, setting.seed);
    let mut mind = Mind::new(setting.agent, setting.seed);
    guard.begin(parameters, setting);
    let mut halted = None;
    for _ in 0..parameters.budget {
        match mind.next(parameters) {
            Act::GiveUp => break,
            Act::Wait(ms) => guard.wait(&mut world, ms).await,
            act => {
                let heard = guard.call(parameters, &mut world, act).await;
                halted = halted.or(heard.halted);
                mind.hear(&heard);
            }
        }
        if world.solved {
            break;
        }
    }
    guard.end().await;
    Played { counts: world.counts, solved: world.solved, halted, solved_ms: world.solved.then_some(world.now_ms) }
}
