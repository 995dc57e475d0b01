//! Failures that nobody has made good yet.

use crate::{
    clock,
    ledger::{CallKey, Fingerprint, OperationKey, RunKey},
    record::{Closing, Code},
};
use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};
use tokio::time::Instant;

/// The most runs that are followed at once. Beyond that the one that began first is forgotten.
const MAX_RUNS: usize = 1024;
/// The most open failures of a run.
const MAX_OPEN: usize = 32;

/// By run: how many calls it made, and what is open. It says when a failure was made good; nothing is refused or counted by it.
#[derive(Default)]
pub(super) struct OpenFailures {
    runs: HashMap<RunKey, Run>,
    begun: VecDeque<RunKey>,
}

#[derive(Default)]
struct Run {
    calls: u64,
    open: VecDeque<Open>,
}

struct Open {
    operation: OperationKey,
    arguments: Fingerprint,
    recovery_id: Code<'static>,
    at: Instant,
    calls: u64,
}

/// A failure that was made good.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Closed {
    pub(super) recovery_id: Code<'static>,
    pub(super) after_calls: u64,
    pub(super) after: Duration,
    pub(super) how: Closing,
}

impl OpenFailures {
    /// A call begins.
    pub(super) fn call(&mut self, call: &CallKey) {
        // Without an open failure there is nothing to count from.
        if let Some(run) = self.runs.get_mut(&call.run) {
            run.calls += 1;
        }
    }

    /// A call failed. What is open of its operation already stays: it began with its first failure.
    pub(super) fn failed(&mut self, call: &CallKey, recovery_id: Code<'static>) {
        if !self.runs.contains_key(&call.run) {
            while self.begun.len() >= MAX_RUNS {
                let oldest = self.begun.pop_front();
                oldest.and_then(|run| self.runs.remove(&run));
            }
            self.begun.push_back(call.run);
        }
        let run = self.runs.entry(call.run).or_default();
        if run.open.iter().any(|open| open.operation == call.operation) {
            return;
        }
        if run.open.len() >= MAX_OPEN {
            run.open.pop_front();
        }
        let (operation, arguments, calls) = (call.operation, call.fingerprint, run.calls);
        run.open.push_back(Open { operation, arguments, recovery_id, at: clock::now(), calls });
    }

    /// A call succeeded: what was open of its operation is made good.
    pub(super) fn succeeded(&mut self, call: &CallKey) -> Option<Closed> {
        let run = self.runs.get_mut(&call.run)?;
        let at = run.open.iter().position(|open| open.operation == call.operation)?;
        let open = run.open.remove(at)?;
        let closed = Closed {
            recovery_id: open.recovery_id,
            after_calls: run.calls - open.calls,
            after: clock::now().saturating_duration_since(open.at),
            how: if open.arguments == call.fingerprint { Closing::SameCall } else { Closing::ChangedArguments },
        };
        if run.open.is_empty() {
            self.runs.remove(&call.run);
            self.begun.retain(|begun| *begun != call.run);
        }
        Some(closed)
    }
}

#[cfg(test)]
#[path = "open_tests.rs"]
mod tests;
