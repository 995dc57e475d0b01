//! The plain ladder: identical failures nudge at 2 and halt at 3, varied ones at 4 and 6.

use super::{
    Parameters,
    guard::{Cause, Heard, Hint},
    world::{Act, World},
};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Ladder {
    identical: BTreeMap<Act, u32>,
    streak: u32,
    halted: Option<Cause>,
}

impl Ladder {
    pub(super) fn call(&mut self, parameters: &Parameters, world: &mut World, act: Act) -> Heard {
        let Act::Target(arguments) = act else {
            world.execute(parameters, act);
            return Heard::PLAIN;
        };
        if self.halted.is_some() {
            world.refused();
            world.counts.false_refusals += u64::from(world.would_succeed(parameters, arguments));
            return Heard { halted: self.halted, hint: Some(Hint::Stop) };
        }
        if world.execute(parameters, act).failed.is_none() {
            self.identical.clear();
            self.streak = 0;
            return Heard::PLAIN;
        }
        self.streak += 1;
        let identical = self.identical.entry(act).or_default();
        *identical += 1;
        let halted = |rule| Some(Cause { class: "any", rule });
        self.halted = match (*identical, self.streak) {
            (3.., _) => halted("exact_repeat"),
            (_, 6..) => halted("varied_failures"),
            _ => None,
        };
        let nudged = *identical >= 2 || self.streak >= 4;
        let hint = if self.halted.is_some() { Some(Hint::Stop) } else { nudged.then_some(Hint::Different) };
        Heard { halted: self.halted, hint }
    }
}
