//! A world: what stands in the way of one call, and what would have happened.

use super::{
    Parameters,
    texts::{Wording, wording},
};
use crate::eval::metrics::Generator;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorldKind {
    /// The arguments: other ones may do, and these never will.
    Arguments,
    /// A state that a write may bring about.
    Prerequisite,
    /// Credentials that a login may renew.
    Authentication,
    /// A permission that nobody here can give.
    Permission,
    /// A program or service that is not there and will not be.
    Unavailable,
    /// Something that is over after some calls.
    TransientCalls,
    /// Something that is over after some time.
    TransientTime,
    /// A limit with a window; calls inside of it extend nothing.
    RateLimited,
    /// A service that fails at random.
    Flapping,
    /// A write whose answer gets lost once. It may have been applied.
    LostWrite,
    /// Nothing: a status that becomes ready after some calls.
    Polling,
}

/// What an agent may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Act {
    /// The call that the task is about, with one of several arguments.
    Target(u8),
    /// A write that may bring about what is missing.
    Prepare,
    /// A write that has nothing to do with it.
    Note,
    /// A read.
    Look,
    /// Renews credentials.
    Login,
    /// Finds out what a lost write did.
    Check,
    /// Waits for milliseconds.
    Wait(u64),
    /// Tells the user, and stops.
    GiveUp,
}

/// What came of an executed call.
pub(super) struct Seen {
    pub(super) failed: Option<&'static Wording>,
    /// The wait that the answer tells.
    pub(super) wait_ms: Option<u64>,
    /// No answer came: a write may have been applied.
    pub(super) lost: bool,
    pub(super) hostile: bool,
}

impl Seen {
    const OK: Self = Self { failed: None, wait_ms: None, lost: false, hostile: false };
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) executions: u64,
    /// Repeats of an open failure without a reason that failed.
    pub(super) futile: u64,
    /// How often the effect came about beyond once.
    pub(super) duplicates: u64,
    pub(super) refused: u64,
    /// Refused calls that would have succeeded.
    pub(super) false_refusals: u64,
}

/// One world.
pub(super) struct World {
    pub(super) kind: WorldKind,
    pub(super) now_ms: u64,
    pub(super) counts: Counts,
    pub(super) solved: bool,
    /// Whether the effect of a lost write is known by now.
    applied: u64,
    fate: Fate,
    calls: u64,
    /// Arguments whose failure is open, with nothing changed since.
    open: BTreeSet<u8>,
    unblocked: bool,
    lost_once: bool,
    preparations: u64,
}

/// What was decided before the first call.
struct Fate {
    seed: u64,
    wording: usize,
    lasts: u64,
    tells_wait: bool,
    applied: bool,
    hostile: bool,
}

/// How long a call takes, also one that is refused: most of it is the agent's turn.
const CALL_MS: u64 = 100;

/// A number in [0, 1) that depends on the seed, a topic and a count alone.
pub(super) fn chance(seed: u64, topic: u64, count: u64) -> f64 {
    Generator::new(seed ^ topic.wrapping_mul(0xA076_1D64_78BD_642F) ^ count.wrapping_mul(0xE703_7ED1_A0B4_28DB)).unit()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a small number")]
fn up_to(share: f64, most: u64) -> u64 {
    1 + (share * most as f64) as u64
}

impl World {
    pub(super) fn new(parameters: &Parameters, kind: WorldKind, seed: u64) -> Self {
        let most = match kind {
            WorldKind::TransientCalls => parameters.transient_calls,
            WorldKind::TransientTime => parameters.transient_ms,
            WorldKind::RateLimited => parameters.window_ms,
            WorldKind::Polling => 6,
            _ => 1,
        };
        let fate = Fate {
            seed,
            wording: usize::try_from(seed % 12).unwrap_or_default(),
            lasts: up_to(chance(seed, 1, 0), most),
            tells_wait: chance(seed, 2, 0) < parameters.tells_wait,
            applied: chance(seed, 3, 0) < parameters.lost_write_applied,
            hostile: chance(seed, 4, 0) < parameters.hostile_text,
        };
        Self {
            kind,
            now_ms: 0,
            counts: Counts::default(),
            solved: false,
            applied: 0,
            fate,
            calls: 0,
            open: BTreeSet::new(),
            unblocked: false,
            lost_once: false,
            preparations: 0,
        }
    }

    /// Whether the target would succeed now.
    pub(super) fn would_succeed(&self, parameters: &Parameters, arguments: u8) -> bool {
        let fate = &self.fate;
        match self.kind {
            WorldKind::Arguments => arguments > 0 && chance(fate.seed, 5, u64::from(arguments)) < parameters.changed_arguments_succeed,
            WorldKind::Prerequisite | WorldKind::Authentication => self.unblocked,
            WorldKind::Permission | WorldKind::Unavailable => self.unblocked,
            WorldKind::TransientCalls => self.calls >= fate.lasts,
            WorldKind::TransientTime | WorldKind::RateLimited => self.now_ms >= fate.lasts,
            WorldKind::Flapping => chance(fate.seed, 6, self.calls) >= parameters.flapping_fails,
            WorldKind::LostWrite | WorldKind::Polling => true,
        }
    }

    /// Executes a call.
    pub(super) fn execute(&mut self, parameters: &Parameters, act: Act) -> Seen {
        self.now_ms += CALL_MS;
        self.counts.executions += 1;
        match act {
            Act::Target(arguments) => self.target(parameters, arguments),
            Act::Prepare => {
                self.preparations += 1;
                let helps = self.kind == WorldKind::Prerequisite && chance(self.fate.seed, 7, self.preparations) < parameters.write_in_between_helps;
                self.unblocked |= helps;
                self.open.clear();
                Seen::OK
            }
            Act::Login => {
                self.unblocked |= self.kind == WorldKind::Authentication && chance(self.fate.seed, 8, 0) < parameters.login_helps;
                self.open.clear();
                Seen::OK
            }
            Act::Note => {
                self.open.clear();
                Seen::OK
            }
            Act::Check => {
                self.solved |= self.applied > 0;
                Seen::OK
            }
            Act::Look | Act::Wait(_) | Act::GiveUp => Seen::OK,
        }
    }

    /// A call was refused before it ran.
    pub(super) const fn refused(&mut self) {
        self.now_ms += CALL_MS;
        self.counts.refused += 1;
    }

    fn target(&mut self, parameters: &Parameters, arguments: u8) -> Seen {
        let external = matches!(self.kind, WorldKind::Prerequisite | WorldKind::Authentication | WorldKind::Permission | WorldKind::Unavailable);
        self.unblocked |= external && chance(self.fate.seed, 9, self.calls) < parameters.external_change;
        let succeeds = self.would_succeed(parameters, arguments);
        self.calls += 1;
        match self.kind {
            WorldKind::LostWrite => return self.lost_write(),
            WorldKind::Polling => {
                // Not ready yet is a success, but not the end.
                self.solved = self.calls >= self.fate.lasts;
                return Seen::OK;
            }
            _ if succeeds => {
                self.solved = true;
                return Seen::OK;
            }
            _ => {}
        }
        let waiting = matches!(self.kind, WorldKind::TransientCalls | WorldKind::TransientTime | WorldKind::Flapping);
        self.counts.futile += u64::from(!self.open.insert(arguments) && !waiting);
        let wait_ms = (self.kind == WorldKind::RateLimited && self.fate.tells_wait).then(|| self.fate.lasts.saturating_sub(self.now_ms).next_multiple_of(1000));
        Seen { failed: wording(self.kind, self.fate.wording), wait_ms, lost: false, hostile: self.fate.hostile }
    }

    /// The first answer gets lost; whoever calls again applies it again.
    fn lost_write(&mut self) -> Seen {
        if self.lost_once {
            self.counts.duplicates += u64::from(self.applied > 0);
            self.applied += 1;
            self.solved = true;
            return Seen::OK;
        }
        self.lost_once = true;
        self.applied += u64::from(self.fate.applied);
        Seen { failed: wording(self.kind, 0), wait_ms: None, lost: true, hostile: self.fate.hostile }
    }

    /// Whether a lost write was applied: what a check finds.
    pub(super) const fn was_applied(&self) -> bool {
        self.applied > 0
    }

    /// Whether the target only reads.
    pub(super) const fn reads(&self) -> bool {
        !matches!(self.kind, WorldKind::LostWrite)
    }
}
