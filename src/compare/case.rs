//! What is copied of a failure.

use crate::{
    admission::ToolDescriptor,
    classify::Classification,
    clock,
    decide::OpenCase,
    emit::{Beside, Call},
    facts::{Effect, Facts},
    ledger::{CallKey, Tally},
    scrub::outline,
};
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;

/// An [`OpenCase`] of its own. The text is bounded by its window, and of the arguments it has the names and types only.
pub(super) struct Copied {
    facts: Facts,
    effect: Effect,
    tool: Option<ToolDescriptor>,
    arguments: Option<Value>,
    known: Classification,
    call: CallKey,
    tally: Tally,
    only_tool: bool,
    at: Instant,
    budget: Duration,
    records: Option<Beside>,
}

impl Copied {
    pub(super) fn of(case: &OpenCase<'_>) -> Self {
        let at = clock::now();
        Self {
            facts: case.facts.clone(),
            effect: case.effect,
            tool: case.tool.cloned(),
            arguments: case.arguments.map(outline),
            known: case.known,
            call: case.call,
            tally: case.tally,
            only_tool: case.only_tool,
            at,
            budget: case.deadline.saturating_duration_since(at),
            records: case.records.map(Call::beside),
        }
    }

    /// The case, as if it had failed now: the time it waited is none of the model's.
    pub(super) fn open(&self, now: Instant) -> OpenCase<'_> {
        OpenCase {
            tool: self.tool.as_ref(),
            arguments: self.arguments.as_ref(),
            tally: self.tally,
            only_tool: self.only_tool,
            ..OpenCase::new(&self.facts, self.effect, self.known, self.call, now + self.budget)
        }
    }

    /// What is said of it with the answer. The rest was for the question.
    pub(super) fn into_about(self) -> About {
        About { known: self.known, effect: self.effect, call: self.call, at: self.at, records: self.records }
    }
}

/// What a comparison says of the case.
pub(super) struct About {
    pub(super) known: Classification,
    pub(super) effect: Effect,
    pub(super) call: CallKey,
    pub(super) at: Instant,
    pub(super) records: Option<Beside>,
}
