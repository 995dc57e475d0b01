//! The plain ladder: identical failures nudge at 2 and halt at 3, varied ones at 4 and 6.

use super::{
    Parameters,
    guard::{Heard, Hint},
    world::{Act, World},
};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Ladder {
    identical: BTreeMap<Act, u32>,
    streak: u32,
    halted: bool,
}

impl Ladder {
    pub(super) fn call(&mut self, parameters: &Parameters, world: &mut World, act: Act) -> Heard {
        let Act::Target(arguments) = act else {
            world.execute(parameters, act);
            return Heard::PLAIN;
        };
        if self.halted {
            world.counts.refused += 1;
            world.counts.false_refusals += u64::from(world.would_succeed(parameters, arguments));
            return Heard { halted: true, hint: Some(Hint::Stop) };
        }
        if world.execute(parameters, act).failed.is_none() {
            self.identical.clear();
            self.streak = 0;
            return Heard::PLAIN;
        }
        self.streak += 1;
        let identical = self.identical.entry(act).or_default();
        *identical += 1;
        self.halted = *identical >= 3 || self.streak >= 6;
        let nudged = *identical >= 2 || self.streak >= 4;
        let hint = if self.halted { Some(Hint::Stop) } else { nudged.then_some(Hint::Different) };
        Heard { halted: self.halted, hint }
    }
}
