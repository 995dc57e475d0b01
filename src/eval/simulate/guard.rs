//! What stands between agent and world.

use super::{
    Evaluations, Parameters,
    episode::Setting,
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
    /// This crate with text rules, and a scripted evaluator beside it that nothing is served of.
    Compare,
    /// This crate with text rules, and a scripted evaluator for what they leave open.
    Jev,
}

impl GuardKind {
    /// Every guard.
    pub const ALL: [Self; 8] = [Self::None, Self::Retries, Self::Ladder, Self::Off, Self::Keywords, Self::KeywordsRefuse, Self::Compare, Self::Jev];

    /// The guards of this build, in the order of [`ALL`](Self::ALL).
    pub fn compiled() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|guard| guard.is_compiled())
    }

    /// Whether it is in this build: the modes `compare` and `jev` have a feature of the same name.
    #[must_use]
    pub const fn is_compiled(self) -> bool {
        let missing = match self {
            Self::Compare => Classifier::Compare.missing_feature(),
            Self::Jev => Classifier::Jev.missing_feature(),
            _ => None,
        };
        missing.is_none()
    }

    /// The name, and of a guard with a scripted evaluator that its answers are simulated and how often they are right.
    #[must_use]
    pub fn label(self, parameters: &Parameters) -> String {
        match self {
            Self::Compare | Self::Jev => format!("{} (simulated, {:.2})", self.as_str(), parameters.evaluator_accuracy),
            _ => self.as_str().to_owned(),
        }
    }

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
            Self::Compare => "compare",
            Self::Jev => "jev",
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
    /// One of each kind, in the order of [`GuardKind::compiled`].
    pub(super) fn all(parameters: &Parameters) -> Result<Vec<Self>, ConfigError> {
        GuardKind::compiled().map(|kind| Self::of(kind, parameters)).collect()
    }

    pub(super) fn of(kind: GuardKind, parameters: &Parameters) -> Result<Self, ConfigError> {
        let ours = |classifier, repeats| Ours::new(parameters, classifier, repeats).map(|ours| Self::Ours(Box::new(ours)));
        match kind {
            GuardKind::None => Ok(Self::None),
            GuardKind::Retries => Ok(Self::Retries),
            GuardKind::Ladder => Ok(Self::Ladder(Ladder::default())),
            GuardKind::Off => ours(Classifier::Off, RepeatPolicy::Observe),
            GuardKind::Keywords => ours(Classifier::Keywords, RepeatPolicy::Observe),
            GuardKind::KeywordsRefuse => ours(Classifier::Keywords, RepeatPolicy::Refuse),
            GuardKind::Compare => ours(Classifier::Compare, RepeatPolicy::Observe),
            GuardKind::Jev => ours(Classifier::Jev, RepeatPolicy::Observe),
        }
    }

    /// A new episode begins.
    pub(super) fn begin(&mut self, parameters: &Parameters, setting: &Setting) {
        match self {
            Self::None | Self::Retries => {}
            Self::Ladder(ladder) => *ladder = Ladder::default(),
            Self::Ours(ours) => ours.begin(parameters, setting),
        }
    }

    /// What its scripted evaluator was asked, where it has one.
    pub(super) fn evaluations(&self) -> Option<Evaluations> {
        match self {
            Self::Ours(ours) => ours.evaluations(),
            _ => None,
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
            Self::Ours(ours) => ours.call(parameters, world, act).await,
        }
    }

    /// The episode is over.
    pub(super) async fn end(&mut self) {
        if let Self::Ours(ours) = self {
            ours.end().await;
        }
    }
}
