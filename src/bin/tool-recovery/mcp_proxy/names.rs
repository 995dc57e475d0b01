//! Which tool each hold stands against, and since when: for whoever settles it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tool_recovery::{
    ledger::{HoldId, MemoryLedger},
    record::Timestamp,
};

/// The most characters of a tool's name that are kept.
const MAX_NAME: usize = 128;

/// The holds that stand, by their number.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Names(BTreeMap<u64, Named>);

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub(super) tool: String,
    /// When the call was held, as RFC 3339 has it.
    pub(super) since: String,
}

impl Named {
    fn new(tool: &str) -> Self {
        // The name came over the wire.
        Self { tool: tool.chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect(), since: Timestamp::now().to_string() }
    }
}

impl Names {
    /// A call of `tool` ended in this hold. What does not stand any more is forgotten.
    pub(super) fn held(&mut self, ledger: &MemoryLedger, hold: HoldId, tool: &str) {
        let standing = ledger.holds();
        self.0.retain(|number, _| standing.iter().any(|hold| hold.id.get() == *number));
        self.0.entry(hold.get()).or_insert_with(|| Named::new(tool));
    }

    pub(super) fn get(&self, hold: HoldId) -> Option<&Named> {
        self.0.get(&hold.get())
    }
}
