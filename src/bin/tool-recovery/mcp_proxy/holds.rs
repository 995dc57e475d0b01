//! Writes with an unknown outcome, and what ends their holds: a declared read that succeeds later, or the client's word under `_meta`. The model has no way here.

use super::message::object;
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use tool_recovery::{
    admission::{Declarations, Verify},
    ledger::{HoldId, Ledger as _, MemoryLedger, Reconciled},
};

/// How many unverified writes are kept track of; their holds stand in the ledger whatever happens here.
const MAX_WRITES: usize = 4096;

/// The holds whose writes have a verifying read.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Unverified {
    writes: Vec<Write>,
    /// Counts events, to tell what came after what.
    #[serde(skip)]
    clock: u64,
}

/// A write, of whose arguments digests alone are kept, by the secret of the ledger.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Write {
    hold: HoldId,
    tool: String,
    arguments: u64,
    /// The tool that reads.
    read: String,
    /// Where the arguments of both have to be equal, and the digest of the value that was written there, if any was.
    same: Vec<(String, Option<u64>)>,
    /// A restored one was sent before everything else.
    #[serde(skip)]
    at: u64,
}

impl Write {
    fn new(hold: HoldId, tool: &str, verify: &Verify, ledger: &MemoryLedger, arguments: &Value) -> Self {
        let at = |pointer: &str| written(ledger, arguments, pointer);
        let same = verify.same.iter().map(|pointer| (pointer.to_string(), at(pointer))).collect();
        Self { hold, tool: tool.to_owned(), arguments: digest(ledger, arguments), read: verify.tool.to_string(), same, at: 0 }
    }

    /// Whether a read looks at what was written. A value that is missing on either side, or inexact, matches nothing.
    fn concerns(&self, ledger: &MemoryLedger, read: &Value) -> bool {
        self.same.iter().all(|(pointer, written)| written.is_some() && self::written(ledger, read, pointer) == *written)
    }

    /// Whether the configuration of now still names this read for it.
    fn is_declared(&self, declared: &Declarations) -> bool {
        let same = |verify: &Verify| verify.same.iter().map(|pointer| &**pointer).eq(self.same.iter().map(|(pointer, _)| pointer.as_str()));
        declared.verify(&self.tool).is_some_and(|verify| *verify.tool == *self.read && same(verify))
    }
}

/// The digest of a value as it was written.
fn digest(ledger: &MemoryLedger, value: &Value) -> u64 {
    ledger.digest(&value.to_string())
}

/// The digest of a value that says exactly which one it is.
fn written(ledger: &MemoryLedger, arguments: &Value, pointer: &str) -> Option<u64> {
    arguments.pointer(pointer).filter(|value| is_exact(value)).map(|value| digest(ledger, value))
}

/// Whether a value is kept as it stood in its text: numbers that are no whole ones of 64 bits are rounded, so that two of them are the same here and not to the server.
fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(number) => !number.is_f64(),
        Value::Array(items) => items.iter().all(is_exact),
        Value::Object(members) => members.values().all(is_exact),
        _ => true,
    }
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
            Some(text) if text.contains("tool-recovery") => object(text).ok_or(()),
            _ => Ok(Self::default()),
        }
    }

    /// The run that the client names, where it has several on one connection.
    pub(super) fn run(&self) -> Option<&str> {
        self.run.as_deref().filter(|run| run.len() <= Self::MAX_RUN)
    }

    /// Takes the client's word. Whether that has ended a hold.
    pub(super) fn apply(&self, ledger: &MemoryLedger, run: &str) -> bool {
        let released = self.reconcile.as_ref().is_some_and(|reconcile| ledger.reconcile(&reconcile.tool, None, "", reconcile.outcome) > 0);
        if let Some(reset) = &self.reset {
            ledger.reset(run, &reset.tool, None, "");
        }
        if self.world_change {
            ledger.note_world_change(run, "");
        }
        released
    }
}

impl Unverified {
    /// Those of another process that are still declared so. The hold of any other stands until the client reconciles it.
    pub(super) fn restored(mut self, declared: &Declarations) -> Self {
        self.writes.retain(|write| write.is_declared(declared));
        self.writes.truncate(MAX_WRITES);
        self
    }

    /// The moment at which a call is sent.
    pub(super) fn sent(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// A write ended in a hold, just now: it is the one of its operation that is not known here. One of the same arguments was renewed.
    pub(super) fn held(&mut self, ledger: &MemoryLedger, declared: &Declarations, tool: &str, arguments: Option<&Value>) {
        let (Some(verify), Some(arguments)) = (declared.verify(tool), arguments) else { return };
        let operation = ledger.operation_key(tool, None, ledger.scope_key(""));
        let standing = ledger.holds();
        self.writes.retain(|write| standing.iter().any(|hold| hold.id == write.hold));
        let at = self.sent();
        let unknown = standing.iter().rev().find(|hold| hold.operation == operation && !self.writes.iter().any(|write| write.hold == hold.id));
        match unknown {
            Some(hold) if self.writes.len() < MAX_WRITES => self.writes.push(Write { at, ..Write::new(hold.id, tool, verify, ledger, arguments) }),
            Some(_) => {}
            None => {
                let arguments = digest(ledger, arguments);
                self.writes.iter_mut().filter(|write| write.tool == tool && write.arguments == arguments).for_each(|write| write.at = at);
            }
        }
    }

    /// A call of `tool` that was sent at `sent` succeeded. It ends the holds that it verifies, and returns how many. What the read has shown is for the client to
    /// judge: nobody here claims that the write was made, so that the repeats of other calls are not excused.
    pub(super) fn succeeded(&mut self, ledger: &MemoryLedger, tool: &str, arguments: Option<&Value>, sent: u64) -> usize {
        if self.writes.is_empty() {
            return 0;
        }
        let read = arguments.unwrap_or(&Value::Null);
        let verified: Vec<HoldId> =
            self.writes.iter().filter(|write| write.read == tool && write.at < sent && write.concerns(ledger, read)).map(|write| write.hold).collect();
        self.writes.retain(|write| !verified.contains(&write.hold));
        verified.into_iter().filter(|hold| ledger.reconcile_hold(*hold, Reconciled::NotApplied)).count()
    }
}
