//! Which rule halted whom, where, and how often too early.

use super::{
    Agent, GuardKind, WorldKind,
    episode::{Played, Setting},
    guard::Cause,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Episodes that one rule of one guard halted first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Halts {
    /// The world.
    pub world: WorldKind,
    /// The agent.
    pub agent: Agent,
    /// The guard.
    pub guard: GuardKind,
    /// What the guard took the last failure for; `any` where it knows no classes.
    pub class: String,
    /// The rule of its ladder, or the gate whose refusals came in a row.
    pub rule: String,
    /// How many episodes it halted first.
    pub halted: u64,
    /// Those of them that count as [`Measure::PrematureHalt`](super::Measure::PrematureHalt).
    pub premature: u64,
}

type Key = (WorldKind, Agent, GuardKind, Cause);

#[derive(Default)]
pub(super) struct Causes(BTreeMap<Key, (u64, u64)>);

impl Causes {
    pub(super) fn episode(&mut self, setting: &Setting, guard: GuardKind, played: &Played, premature: bool) {
        let Some(cause) = played.halted else { return };
        let (halted, early) = self.0.entry((setting.kind, setting.agent, guard, cause)).or_default();
        *halted += 1;
        *early += u64::from(premature);
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (key, (halted, early)) in &other.0 {
            let sum = self.0.entry(*key).or_default();
            *sum = (sum.0 + halted, sum.1 + early);
        }
    }

    /// What cost most stands first.
    pub(super) fn finish(self) -> Vec<Halts> {
        let mut halts: Vec<Halts> = self.0.into_iter().map(named).collect();
        halts.sort_by_key(|one| std::cmp::Reverse(one.premature));
        halts
    }
}

fn named(((world, agent, guard, cause), (halted, premature)): (Key, (u64, u64))) -> Halts {
    Halts { world, agent, guard, class: cause.class.to_owned(), rule: cause.rule.to_owned(), halted, premature }
}
