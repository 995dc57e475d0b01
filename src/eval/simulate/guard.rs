//! What stands between agent and world.

use super::{
    Parameters,
    ladder::Ladder,
    ours::Ours,
    world::{Act, World},
};
use crate::config::{Classifier, ConfigError};
use crate::ledger::RepeatPolicy;
use serde::{Deserialize, Serialize};

/// The guards that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GuardKind {
    /// Every call runs, and nothing is said.
    None,
    /// Every failed call is tried three times, a second apart.
    Retries,
    /// Identical failures of a call nudge at 2 and halt at 3, failures of a tool in a row at 4 and 6. It knows no classes and no changes of the world.
    Ladder,
    /// This crate without text rules.
    Off,
    /// This crate with text rules.
    Keywords,
    /// This crate with text rules, refusing identical calls that cannot succeed.
    KeywordsRefuse,
}

impl GuardKind {
    /// Every guard.
    pub const ALL: [Self; 6] = [Self::None, Self::Retries, Self::Ladder, Self::Off, Self::Keywords, Self::KeywordsRefuse];

    /// The name used in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "no guard",
            Self::Retries => "3 retries",
            Self::Ladder => "plain ladder",
            Self::Off => "off",
            Self::Keywords => "keywords",
            Self::KeywordsRefuse => "keywords+refuse",
        }
    }
}

/// What an agent is told to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Wait(u64),
    Correct,
    Login,
    Prepare,
    Check,
    Stop,
    Different,
}

/// Why a guard halts: what it took the failure for, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cause {
    pub(super) class: &'static str,
    pub(super) rule: &'static str,
}

/// What an agent hears of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    /// Set where the verdict is a halt, or the operation was closed before.
    pub(super) halted: Option<Cause>,
    pub(super) hint: Option<Hint>,
}

impl Heard {
    pub(super) const PLAIN: Self = Self { halted: None, hint: None };
}

pub(super) enum Guard {
    None,
    Retries,
    Ladder(Ladder),
    Ours(Box<Ours>),
}

/// How often a call is tried.
const TRIES: u32 = 3;

impl Guard {
    /// One of each kind, in the order of [`GuardKind::ALL`].
    pub(super) fn all() -> Result<Vec<Self>, ConfigError> {
        let ours = |classifier, repeats| Ours::new(classifier, repeats).map(|ours| Self::Ours(Box::new(ours)));
        Ok(vec![
            Self::None,
            Self::Retries,
            Self::Ladder(Ladder::default()),
            ours(Classifier::Off, RepeatPolicy::Observe)?,
            ours(Classifier::Keywords, RepeatPolicy::Observe)?,
            ours(Classifier::Keywords, RepeatPolicy::Refuse)?,
        ])
    }

    /// A new episode begins.
    pub(super) fn begin(&mut self, undeclared: bool, wrongly_declared: bool) {
        match self {
            Self::None | Self::Retries => {}
            Self::Ladder(ladder) => *ladder = Ladder::default(),
            Self::Ours(ours) => ours.begin(undeclared, wrongly_declared),
        }
    }

    /// The agent waits.
    pub(super) async fn wait(&self, world: &mut World, ms: u64) {
        world.now_ms += ms;
        if matches!(self, Self::Ours(_)) {
            tokio::time::advance(std::time::Duration::from_millis(ms)).await;
        }
    }

    /// The agent calls.
    pub(super) async fn call(&mut self, parameters: &Parameters, world: &mut World, act: Act) -> Heard {
        match self {
            Self::None => {
                world.execute(parameters, act);
                Heard::PLAIN
            }
            Self::Retries => {
                for again in 0..TRIES {
                    if again > 0 {
                        world.now_ms += 1000;
                    }
                    if world.execute(parameters, act).failed.is_none() {
                        break;
                    }
                }
                Heard::PLAIN
            }
            Self::Ladder(ladder) => ladder.call(parameters, world, act),
            Self::Ours(ours) => {
                let before = world.now_ms;
                let heard = ours.call(parameters, world, act);
                tokio::time::advance(std::time::Duration::from_millis(world.now_ms - before)).await;
                heard
            }
        }
    }

    /// The episode is over.
    pub(super) fn end(&self) {
        if let Self::Ours(ours) = self {
            ours.end();
        }
    }
}
