//! What a client tells the proxy under `_meta`, which a model does not write. Whatever cannot be done as it is said is an error that says why: nothing of it is done then.

use super::message::Members;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use tool_recovery::ledger::{HoldId, Ledger as _, MemoryLedger, Reconciled};

/// What the names of our members begin with.
const OURS: &str = "tool-recovery/";
const MEMBERS: [&str; 4] = ["reconcile", "reset", "world_change", "run"];
/// The longest name that an error repeats, in characters.
const SHOWN: usize = 64;

/// What a client says about the world.
#[derive(Debug, Default)]
pub(super) struct Told {
    reconcile: Option<Reconcile>,
    reset: Option<String>,
    world_change: bool,
    run: Option<String>,
}

/// Which holds end: the one of an id, or all of a tool. Both together are the one, provided that it is of this tool.
#[derive(Debug)]
struct Reconcile {
    hold: Option<HoldId>,
    tool: Option<String>,
    outcome: Reconciled,
}

impl Told {
    /// The longest name of a run in bytes.
    const MAX_RUN: usize = 256;

    /// Members that are not ours are passed over.
    pub(super) fn read(meta: Option<&RawValue>) -> Result<Self, String> {
        let mut told = Self::default();
        // With an escape in it the text may hold our names in another spelling: many encoders write every slash as `\/`.
        let Some(text) = meta.map(RawValue::get).filter(|text| text.contains(OURS) || text.contains('\\')) else { return Ok(told) };
        let Some(members) = Members::read(text) else { return if text.contains(OURS) { Err("_meta is no object".into()) } else { Ok(told) } };
        let mut seen = BTreeSet::new();
        if let Some((name, _)) = members.iter().find(|(name, _)| name.starts_with(OURS) && !seen.insert(*name)) {
            return Err(format!("_meta has {} twice", shown(name)));
        }
        for (name, value) in members.iter() {
            match name.strip_prefix(OURS) {
                None => {}
                Some("reconcile") => told.reconcile = Some(Reconcile::read(value)?),
                Some("reset") => told.reset = Some(reset(value)?),
                Some("world_change") => told.world_change = parsed(value).ok_or("tool-recovery/world_change is neither true nor false")?,
                Some("run") => {
                    let run = parsed(value).filter(|run: &String| run.len() <= Self::MAX_RUN);
                    told.run = Some(run.ok_or_else(|| format!("tool-recovery/run is no text of at most {} bytes", Self::MAX_RUN))?);
                }
                Some(_) => return Err(format!("_meta has an unknown member {}; known: {OURS}{}", shown(name), MEMBERS.join(&format!(", {OURS}")))),
            }
        }
        Ok(told)
    }

    /// The run that the client names, where it has several on one connection.
    pub(super) fn run(&self) -> Option<&str> {
        self.run.as_deref()
    }

    /// Whether all of it can be done. `knows` says whether a name is that of a tool.
    pub(super) fn check(&self, ledger: &MemoryLedger, knows: impl Fn(&str) -> bool) -> Result<(), String> {
        if let Some(tool) = self.reset.as_deref().filter(|tool| !knows(tool)) {
            return Err(format!("tool-recovery/reset names a tool that is unknown here: {}", shown(tool)));
        }
        let Some(Reconcile { hold, tool, .. }) = &self.reconcile else { return Ok(()) };
        let holds = ledger.holds();
        let operation = tool.as_deref().map(|tool| (tool, ledger.operation_key(tool, None, ledger.scope_key(""))));
        match (hold, operation) {
            (Some(id), operation) => match (holds.iter().find(|hold| hold.id == *id), operation) {
                (None, _) => Err(format!("tool-recovery/reconcile names the hold {}, which does not stand", id.get())),
                (Some(hold), Some((tool, operation))) if hold.operation != operation => {
                    Err(format!("tool-recovery/reconcile names the hold {}, which is not one of {}", id.get(), shown(tool)))
                }
                (Some(_), _) => Ok(()),
            },
            (None, Some((tool, operation))) if !knows(tool) && !holds.iter().any(|hold| hold.operation == operation) => {
                Err(format!("tool-recovery/reconcile names a tool that is unknown here: {}", shown(tool)))
            }
            (None, _) => Ok(()),
        }
    }

    /// Takes the client's word. Whether that has ended a hold.
    pub(super) fn apply(&self, ledger: &MemoryLedger, run: &str) -> bool {
        let released = self.reconcile.as_ref().is_some_and(|reconcile| reconcile.apply(ledger));
        if let Some(tool) = &self.reset {
            ledger.reset(run, tool, None, "");
        }
        if self.world_change {
            ledger.note_world_change(run, "");
        }
        released
    }
}

impl Reconcile {
    fn read(value: &RawValue) -> Result<Self, String> {
        let members = object("reconcile", value, &["hold", "tool", "outcome"])?;
        let outcome = members.get("outcome").and_then(parsed);
        let outcome = outcome.ok_or("tool-recovery/reconcile needs outcome: \"applied\" or \"not_applied\"")?;
        let hold = members.get("hold").map(|hold| parsed(hold).ok_or("hold of tool-recovery/reconcile is no number of a hold")).transpose()?;
        let tool = members.get("tool").map(|tool| parsed(tool).ok_or("tool of tool-recovery/reconcile is no text")).transpose()?;
        if hold.is_none() && tool.is_none() {
            return Err("tool-recovery/reconcile needs hold, for the one hold of that number, or tool, for all of a tool".into());
        }
        Ok(Self { hold, tool, outcome })
    }

    fn apply(&self, ledger: &MemoryLedger) -> bool {
        match (self.hold, &self.tool) {
            (Some(hold), _) => ledger.reconcile_hold(hold, self.outcome),
            (None, Some(tool)) => ledger.reconcile(tool, None, "", self.outcome) > 0,
            (None, None) => false,
        }
    }
}

fn reset(value: &RawValue) -> Result<String, String> {
    let members = object("reset", value, &["tool"])?;
    Ok(members.get("tool").and_then(parsed).ok_or("tool-recovery/reset needs tool: the name of a tool")?)
}

/// An object of ours with no other members than these.
fn object(name: &str, value: &RawValue, known: &[&str]) -> Result<Members, String> {
    let members = Members::read(value.get()).ok_or_else(|| format!("{OURS}{name} is no object with {}", known.join(", ")))?;
    if let Some(member) = members.twice() {
        return Err(format!("{OURS}{name} has {} twice", shown(member)));
    }
    if let Some((member, _)) = members.iter().find(|(member, _)| !known.contains(member)) {
        return Err(format!("{OURS}{name} has an unknown member {}; known: {}", shown(member), known.join(", ")));
    }
    Ok(members)
}

fn parsed<T: DeserializeOwned>(value: &RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

/// A name that somebody else wrote: bounded, without control characters.
pub(super) fn shown(name: &str) -> String {
    let cut: String = name.chars().take(SHOWN).collect();
    let more = if cut.len() < name.len() { "…" } else { "" };
    format!("\"{}{more}\"", cut.escape_debug())
}

#[cfg(test)]
#[path = "told_tests.rs"]
mod tests;
