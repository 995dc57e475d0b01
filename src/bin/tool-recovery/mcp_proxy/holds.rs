//! Writes with an unknown outcome, and what ends their holds: a declared read that succeeds later, or the client's word under `_meta`. The model has no way here.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::sync::Arc;
use tool_recovery::{
    admission::{Declarations, Verify},
    ledger::{HoldId, Ledger as _, MemoryLedger, Reconciled},
};

/// How many unverified writes are kept track of; their holds stand in the ledger whatever happens here.
const MAX_WRITES: usize = 4096;

/// The holds whose writes have a verifying read.
#[derive(Default)]
pub(super) struct Unverified {
    writes: Vec<Write>,
    /// Counts events, to tell what came after what.
    clock: u64,
}

struct Write {
    hold: HoldId,
    arguments: Arc<Value>,
    verify: Verify,
    at: u64,
}

/// What a client says about the world: under `_meta`, which a model does not write.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Told {
    #[serde(default, rename = "tool-recovery/reconcile")]
    reconcile: Option<Reconcile>,
    #[serde(default, rename = "tool-recovery/reset")]
    reset: Option<Reset>,
    #[serde(default, rename = "tool-recovery/world_change")]
    world_change: bool,
    #[serde(default, rename = "tool-recovery/run")]
    run: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Reconcile {
    tool: String,
    outcome: Reconciled,
}

#[derive(Debug, Deserialize)]
struct Reset {
    tool: String,
}

impl Told {
    /// The longest name of a run.
    const MAX_RUN: usize = 256;

    /// Members that are not ours are passed over; ours in a form that cannot be read are an error.
    pub(super) fn read(meta: Option<&RawValue>) -> Result<Self, ()> {
        match meta.map(RawValue::get) {
            Some(text) if text.contains("tool-recovery") => serde_json::from_str(text).map_err(|_| ()),
            _ => Ok(Self::default()),
        }
    }

    /// The run that the client names, where it has several on one connection.
    pub(super) fn run(&self) -> Option<&str> {
        self.run.as_deref().filter(|run| run.len() <= Self::MAX_RUN)
    }

    /// Takes the client's word.
    pub(super) fn apply(&self, ledger: &MemoryLedger, run: &str) {
        if let Some(reconcile) = &self.reconcile {
            ledger.reconcile(&reconcile.tool, None, "", reconcile.outcome);
        }
        if let Some(reset) = &self.reset {
            ledger.reset(run, &reset.tool, None, "");
        }
        if self.world_change {
            ledger.note_world_change(run, "");
        }
    }
}

impl Unverified {
    /// The moment at which a call is sent.
    pub(super) fn sent(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// A write ended in a hold, just now: it is the one of its operation that is not known here. One of the same arguments was renewed.
    pub(super) fn held(&mut self, ledger: &MemoryLedger, declared: &Declarations, tool: &str, arguments: Option<Arc<Value>>) {
        let (Some(verify), Some(arguments)) = (declared.verify(tool), arguments) else { return };
        let operation = ledger.operation_key(tool, None, ledger.scope_key(""));
        let standing = ledger.holds();
        self.writes.retain(|write| standing.iter().any(|hold| hold.id == write.hold));
        let at = self.sent();
        let unknown = standing.iter().rev().find(|hold| hold.operation == operation && !self.writes.iter().any(|write| write.hold == hold.id));
        match unknown {
            Some(hold) if self.writes.len() < MAX_WRITES => self.writes.push(Write { hold: hold.id, arguments, verify: verify.clone(), at }),
            Some(_) => {}
            None => self.writes.iter_mut().filter(|write| write.arguments == arguments).for_each(|write| write.at = at),
        }
    }

    /// A call of `tool` that was sent at `sent` succeeded. It ends the holds that it verifies, and returns how many. What the read has shown is for the client to
    /// judge: nobody here claims that the write was made, so that the repeats of other calls are not excused.
    pub(super) fn succeeded(&mut self, ledger: &MemoryLedger, tool: &str, arguments: Option<&Value>, sent: u64) -> usize {
        if self.writes.is_empty() {
            return 0;
        }
        let read = arguments.unwrap_or(&Value::Null);
        let verified: Vec<HoldId> = self
            .writes
            .iter()
            .filter(|write| &*write.verify.tool == tool && write.at < sent && write.verify.concerns(&write.arguments, read))
            .map(|write| write.hold)
            .collect();
        self.writes.retain(|write| !verified.contains(&write.hold));
        verified.into_iter().filter(|hold| ledger.reconcile_hold(*hold, Reconciled::NotApplied)).count()
    }
}
