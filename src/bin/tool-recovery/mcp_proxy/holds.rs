//! Writes with an unknown outcome that a declared read can verify: its later success ends their holds.

use serde::{Deserialize, Serialize};
use serde_json::Value;
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

    /// A write ended in this hold. One of the same arguments renews it, and only a later read verifies it.
    pub(super) fn held(&mut self, ledger: &MemoryLedger, declared: &Declarations, hold: HoldId, tool: &str, arguments: Option<&Value>) {
        let (Some(verify), Some(arguments)) = (declared.verify(tool), arguments) else { return };
        let standing = ledger.holds();
        self.writes.retain(|write| standing.iter().any(|hold| hold.id == write.hold));
        let at = self.sent();
        if let Some(write) = self.writes.iter_mut().find(|write| write.hold == hold) {
            write.at = at;
        } else if self.writes.len() < MAX_WRITES {
            self.writes.push(Write { at, ..Write::new(hold, tool, verify, ledger, arguments) });
        }
    }

    /// A call of `tool` that was sent at `sent` succeeded. It ends the holds that it verifies, and returns how many. What the read has shown is for the client to
    /// judge: nobody here claims that the write was made, so that the repeats of other calls are not excused. `shows` says whether it has shown anything.
    pub(super) fn succeeded(&mut self, ledger: &MemoryLedger, tool: &str, arguments: Option<&Value>, sent: u64, shows: impl FnOnce() -> bool) -> usize {
        if self.writes.is_empty() {
            return 0;
        }
        let read = arguments.unwrap_or(&Value::Null);
        let verified: Vec<HoldId> =
            self.writes.iter().filter(|write| write.read == tool && write.at < sent && write.concerns(ledger, read)).map(|write| write.hold).collect();
        if verified.is_empty() || !shows() {
            return 0;
        }
        self.writes.retain(|write| !verified.contains(&write.hold));
        verified.into_iter().filter(|hold| ledger.reconcile_hold(*hold, Reconciled::NotApplied)).count()
    }
}
