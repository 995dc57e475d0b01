//! Scripted agents in scripted worlds, under several guards, in virtual time.
//!
//! An episode is one world and one agent. Every guard plays the same episode: the world's fate and the agent's choices come from the episode's seed, so that differences are
//! those of the guard. The world knows what every call would have done, so that a refusal can be judged by what was refused. This crate's guards are the real
//! [`RecoveryLayer`](crate::RecoveryLayer) on tokio's paused clock. The evaluator of the modes that have one is a script whose answers are right as often as a parameter says: it tells
//! what the stack makes of a model that is so good, and nothing of any model.

mod agent;
mod causes;
mod episode;
mod evaluations;
#[cfg(any(feature = "compare", feature = "jev"))]
mod evaluator;
mod guard;
mod ladder;
mod ours;
mod parameters;
mod stack;
mod tally;
mod texts;
mod world;

pub use agent::Agent;
pub use causes::Halts;
pub use evaluations::{Evaluations, Simulated};
pub use guard::GuardKind;
pub use parameters::Parameters;
pub use tally::{Cell, Difference, Mean, Measure, Simulation};
pub use world::WorldKind;

use crate::config::ConfigError;
use episode::{Setting, play};
use guard::Guard;
use std::{fmt, thread};
use tally::Tally;

/// Why nothing was simulated.
#[derive(Debug)]
#[non_exhaustive]
pub enum SimulationError {
    /// A guard cannot be built.
    Config(ConfigError),
    /// A thread or its runtime cannot be made.
    Thread,
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(error) => error.fmt(f),
            Self::Thread => f.write_str("a thread cannot be started"),
        }
    }
}

impl std::error::Error for SimulationError {}

impl From<ConfigError> for SimulationError {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}

/// Plays `episodes` episodes under every guard, on `threads` threads. The result does not depend on the number of threads.
///
/// # Errors
///
/// [`SimulationError`].
pub fn simulate(parameters: &Parameters, episodes: u64, seed: u64, threads: u64) -> Result<Simulation, SimulationError> {
    let threads = threads.clamp(1, 64);
    let tallies: Result<Vec<Tally>, SimulationError> = thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(parameters, episodes, seed, first, threads))).collect();
        started.into_iter().map(|thread| thread.join().map_err(|_| SimulationError::Thread)?).collect()
    });
    let mut all = Tally::default();
    for tally in tallies? {
        all.add(&tally);
    }
    Ok(all.finish(parameters.clone(), episodes, seed))
}

/// Every `step`-th episode from `first` on.
fn part(parameters: &Parameters, episodes: u64, seed: u64, first: u64, step: u64) -> Result<Tally, SimulationError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().map_err(|_| SimulationError::Thread)?;
    runtime.block_on(async {
        let mut guards = Guard::all(parameters)?;
        let mut tally = Tally::default();
        let mut number = first;
        while number < episodes {
            let setting = Setting::of(parameters, seed, number);
            let mut results = Vec::with_capacity(guards.len());
            for guard in &mut guards {
                results.push(play(parameters, &setting, guard).await);
            }
            tally.episode(&setting, &results);
            number += step;
        }
        for (kind, guard) in GuardKind::compiled().zip(&guards) {
            tally.evaluations(kind, guard.evaluations());
        }
        Ok(tally)
    })
}

#[cfg(test)]
#[path = "modes_tests.rs"]
mod modes_tests;
#[cfg(test)]
#[path = "simulate_tests.rs"]
mod tests;
