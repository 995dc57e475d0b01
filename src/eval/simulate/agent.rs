//! Agents: what is done next.

use super::{
    Parameters,
    guard::{Heard, Hint},
    world::{Act, chance},
};
use serde::{Deserialize, Serialize};

/// How an agent goes on after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Agent {
    /// It repeats the same call, whatever it is told.
    Stubborn,
    /// It changes its arguments each time, whatever it is told.
    Varied,
    /// It has a plan of its own (repeat, change, prepare), and follows what it is told with some probability.
    Following,
    /// It repeats the same call with another one in between: by turns a write that has nothing to do with it, and a read.
    Alternating,
    /// It repeats the same call, and waits longer each time.
    Patient,
}

/// What an agent remembers.
pub(super) struct Mind {
    agent: Agent,
    seed: u64,
    turn: u64,
    arguments: u8,
    told: Option<Hint>,
    waited: bool,
}

impl Mind {
    pub(super) const fn new(agent: Agent, seed: u64) -> Self {
        Self { agent, seed, turn: 0, arguments: 0, told: None, waited: false }
    }

    /// Takes in what came of an act.
    pub(super) fn hear(&mut self, heard: &Heard) {
        self.told = heard.hint;
    }

    /// What to do next.
    pub(super) fn next(&mut self, parameters: &Parameters) -> Act {
        self.turn += 1;
        if self.turn == 1 {
            return Act::Target(0);
        }
        match self.agent {
            Agent::Stubborn => Act::Target(0),
            Agent::Varied => self.change(),
            Agent::Alternating => match self.turn % 4 {
                0 => Act::Note,
                2 => Act::Look,
                _ => Act::Target(0),
            },
            Agent::Patient => {
                self.waited = !self.waited;
                if self.waited { Act::Wait(500 << self.turn.min(7)) } else { Act::Target(0) }
            }
            Agent::Following => self.follow(parameters),
        }
    }

    fn change(&mut self) -> Act {
        self.arguments = self.arguments.saturating_add(1);
        Act::Target(self.arguments)
    }

    fn follow(&mut self, parameters: &Parameters) -> Act {
        let told = self.told.take();
        match told {
            Some(hint) if chance(self.seed, 21, self.turn) < parameters.follows => self.obey(hint),
            _ => self.own_plan(),
        }
    }

    fn obey(&mut self, hint: Hint) -> Act {
        match hint {
            Hint::Wait(ms) => Act::Wait(ms),
            Hint::Correct => self.change(),
            Hint::Login => Act::Login,
            Hint::Prepare => Act::Prepare,
            Hint::Check => Act::Check,
            Hint::Stop => Act::GiveUp,
            // Something else than before: other arguments, or a step before.
            Hint::Different if chance(self.seed, 22, self.turn) < 0.6 => self.change(),
            Hint::Different => Act::Prepare,
        }
    }

    fn own_plan(&mut self) -> Act {
        match chance(self.seed, 23, self.turn) {
            share if share < 0.35 => Act::Target(self.arguments),
            share if share < 0.75 => self.change(),
            share if share < 0.90 => Act::Prepare,
            share if share < 0.95 => Act::Login,
            _ => Act::GiveUp,
        }
    }
}
