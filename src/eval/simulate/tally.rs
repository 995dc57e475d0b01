//! What all episodes came to.

use super::{
    Agent, Evaluations, GuardKind, Halts, Parameters, Simulated, WorldKind,
    causes::Causes,
    episode::{Played, Setting},
};
use crate::eval::metrics::Interval;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is measured of an episode. Of all but the first, less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Whether the task was done.
    Solved,
    /// Executed calls.
    Executions,
    /// Executed repeats of an open failure, without a reason, that failed.
    Futile,
    /// Whether it was not done, the guard had closed the operation, and without a guard it was done.
    PrematureHalt,
    /// How often the effect came about beyond once.
    Duplicates,
    /// The same where the host did not declare the opposite of what the tool does: each is a promise that was broken.
    Violations,
    /// Refused calls that would have succeeded.
    FalseRefusals,
    /// Seconds until it was done, of episodes that were.
    Seconds,
}

impl Measure {
    /// Every measure.
    pub const ALL: [Self; 8] =
        [Self::Solved, Self::Executions, Self::Futile, Self::PrematureHalt, Self::Duplicates, Self::Violations, Self::FalseRefusals, Self::Seconds];

    /// The name used in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Executions => "executions",
            Self::Futile => "futile calls",
            Self::PrematureHalt => "premature halts",
            Self::Duplicates => "duplicated effects",
            Self::Violations => "of these avoidable",
            Self::FalseRefusals => "false refusals",
            Self::Seconds => "seconds to recovery",
        }
    }

    /// Whether a difference that is above zero is a loss.
    const fn loses(self, difference: f64) -> bool {
        match self {
            Self::Solved => difference < 0.0,
            _ => difference > 0.0,
        }
    }
}

/// Numbers added up: exact, so that the order of episodes changes nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    n: u64,
    sum: i128,
    squares: i128,
}

impl Sums {
    const fn push(&mut self, value: i64) {
        self.n += 1;
        self.sum += value as i128;
        self.squares += value as i128 * value as i128;
    }

    const fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn mean(&self, unit: f64) -> Mean {
        if self.n == 0 {
            return Mean { n: 0, mean: None, ci: Interval::UNDEFINED };
        }
        let n = self.n as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        let half = 1.959_963_984_540_054 * (variance / n).sqrt();
        Mean { n: self.n, mean: Some(mean / unit), ci: Interval::new((mean - half) / unit, (mean + half) / unit) }
    }
}

/// A mean over independent episodes, with its 95% interval by the normal distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// Episodes.
    pub n: u64,
    /// The mean.
    pub mean: Option<f64>,
    /// The interval.
    pub ci: Interval,
}

type Key = (WorldKind, Agent, GuardKind, Measure);

#[derive(Default)]
pub(super) struct Tally {
    values: BTreeMap<Key, Sums>,
    /// This crate's `keywords` less the other guard, on the same episodes.
    differences: BTreeMap<Key, Sums>,
    causes: Causes,
    evaluations: BTreeMap<GuardKind, Evaluations>,
}

/// Milliseconds are kept as they are; everything else is a count.
const fn unit(measure: Measure) -> f64 {
    match measure {
        Measure::Seconds => 1000.0,
        _ => 1.0,
    }
}

fn value(setting: &Setting, played: &Played, unguarded: Option<&Played>, measure: Measure) -> Option<i64> {
    let number = |count: u64| i64::try_from(count).ok();
    match measure {
        Measure::Solved => Some(i64::from(played.solved)),
        Measure::Executions => number(played.counts.executions),
        Measure::Futile => number(played.counts.futile),
        Measure::PrematureHalt => Some(i64::from(is_premature(played, unguarded))),
        Measure::Duplicates => number(played.counts.duplicates),
        Measure::Violations => number(if setting.wrongly_declared { 0 } else { played.counts.duplicates }),
        Measure::FalseRefusals => number(played.counts.false_refusals),
        Measure::Seconds => number(played.solved_ms?),
    }
}

fn is_premature(played: &Played, unguarded: Option<&Played>) -> bool {
    !played.solved && played.halted.is_some() && unguarded.is_some_and(|unguarded| unguarded.solved)
}

impl Tally {
    pub(super) fn episode(&mut self, setting: &Setting, played: &[Played]) {
        let by_guard = || GuardKind::compiled().zip(played);
        let unguarded = played.first();
        let ours = by_guard().find(|(guard, _)| *guard == GuardKind::Keywords).map(|(_, played)| played);
        for (guard, played) in by_guard() {
            self.causes.episode(setting, guard, played, is_premature(played, unguarded));
            for measure in Measure::ALL {
                let key = (setting.kind, setting.agent, guard, measure);
                let Some(other) = value(setting, played, unguarded, measure) else { continue };
                self.values.entry(key).or_default().push(other);
                if let Some(ours) = ours.and_then(|ours| value(setting, ours, unguarded, measure)) {
                    self.differences.entry(key).or_default().push(ours - other);
                }
            }
        }
    }

    /// What the scripted evaluator of a guard was asked in all episodes, where it has one.
    pub(super) fn evaluations(&mut self, guard: GuardKind, evaluations: Option<Evaluations>) {
        self.evaluations.extend(evaluations.map(|evaluations| (guard, evaluations)));
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.causes.add(&other.causes);
        for (guard, evaluations) in &other.evaluations {
            self.evaluations.entry(*guard).or_default().add(evaluations);
        }
        for (key, sums) in &other.values {
            self.values.entry(*key).or_default().add(sums);
        }
        for (key, sums) in &other.differences {
            self.differences.entry(*key).or_default().add(sums);
        }
    }

    pub(super) fn finish(self, parameters: Parameters, episodes: u64, seed: u64) -> Simulation {
        let mut cells = Vec::new();
        for guard in GuardKind::compiled() {
            for measure in Measure::ALL {
                let mut sums = Sums::default();
                self.values.iter().filter(|(key, _)| key.2 == guard && key.3 == measure).for_each(|(_, one)| sums.add(one));
                cells.push(Cell { guard, measure, mean: sums.mean(unit(measure)) });
            }
        }
        let against = GuardKind::compiled().filter(|guard| *guard != GuardKind::Keywords);
        let overall = against.flat_map(|guard| Measure::ALL.map(|measure| (guard, measure))).map(|(guard, measure)| {
            let mut sums = Sums::default();
            self.differences.iter().filter(|(key, _)| key.2 == guard && key.3 == measure).for_each(|(_, one)| sums.add(one));
            Cell { guard, measure, mean: sums.mean(unit(measure)) }
        });
        let overall_differences: Vec<Cell> = overall.collect();
        let mut differences: Vec<Difference> = self.differences.iter().filter(|(key, _)| key.2 != GuardKind::Keywords).map(difference).collect();
        // What costs most over all episodes stands first.
        differences.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
        let (losses, gains) = differences.into_iter().filter(|one| one.difference.ci.excludes_zero()).partition(Difference::is_loss);
        let Parameters { evaluator_accuracy: accuracy, evaluator_abstains: abstains, evaluator_fails: fails, .. } = parameters;
        let simulated = self.evaluations.iter().map(|(guard, evaluations)| Simulated { guard: *guard, accuracy, abstains, fails, evaluations: *evaluations });
        let simulated = simulated.collect();
        Simulation { episodes, seed, losses, gains, overall: cells, overall_differences, halts: self.causes.finish(), simulated, parameters }
    }
}

fn difference((key, sums): (&Key, &Sums)) -> Difference {
    Difference { world: key.0, agent: key.1, against: key.2, measure: key.3, difference: sums.mean(unit(key.3)) }
}

/// One guard, one measure, over all episodes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The guard.
    pub guard: GuardKind,
    /// The measure.
    pub measure: Measure,
    /// What it came to.
    pub mean: Mean,
}

/// `keywords` less another guard, on the same episodes of one world and one agent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The world.
    pub world: WorldKind,
    /// The agent.
    pub agent: Agent,
    /// The other guard.
    pub against: GuardKind,
    /// The measure.
    pub measure: Measure,
    /// The difference.
    pub difference: Mean,
}

impl Difference {
    fn is_loss(&self) -> bool {
        self.measure.loses(self.difference.mean.unwrap_or_default())
    }

    /// How much it comes to over all episodes: a second counts as a twentieth of a call.
    fn weight(&self) -> f64 {
        let scale = if self.measure == Measure::Seconds { 0.05 } else { 1.0 };
        self.difference.mean.unwrap_or_default().abs() * self.difference.n as f64 * scale
    }
}

/// What all episodes came to. Losses stand first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Simulation {
    /// How many episodes every guard played.
    pub episodes: u64,
    /// The seed.
    pub seed: u64,
    /// Where this crate's `keywords` is worse than another guard, with an interval that excludes zero.
    pub losses: Vec<Difference>,
    /// Where it is better.
    pub gains: Vec<Difference>,
    /// Every guard over all episodes.
    pub overall: Vec<Cell>,
    /// `keywords` less every other guard, over all episodes.
    pub overall_differences: Vec<Cell>,
    /// Which rule halted whom in which world: what halted too early most often stands first.
    #[serde(default)]
    pub halts: Vec<Halts>,
    /// The guards whose evaluator was a script.
    #[serde(default)]
    pub simulated: Vec<Simulated>,
    /// What worlds and agents were like.
    pub parameters: Parameters,
}

#[cfg(test)]
#[path = "tally_tests.rs"]
mod tests;
