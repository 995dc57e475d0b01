//! `mcp-holds`: the holds in a proxy's file, listed and settled by whoever has looked what became of the writes.

use super::store::{Contents, Store, unusable};
use crate::{Failure, check_config, print::print, table::table};
use clap::{Args, ValueEnum};
use std::{io, path::PathBuf};
use tool_recovery::ledger::{HoldId, HoldState, MemoryLedger, Reconciled};

pub(crate) const LONG_ABOUT: &str = "\
List the writes that a proxy holds because nobody knows their outcome, and settle them

FILE is what the proxy was given as --state. Stop the proxy first: only one program at a time keeps
holds in a file. A hold stands until somebody has looked what the lost write did. When you have,
--settle it with the outcome: `applied` if the effect is there, `not-applied` if it is not. The
proxy goes on from that when it starts again.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  Which writes are held?
    tool-recovery mcp-holds holds.json

  The order of hold 3 is there, and must not be made again:
    tool-recovery mcp-holds holds.json --settle 3 --outcome applied

Exit codes:
  0  the holds are listed, or settled
  2  the command line is wrong, the file cannot be read or written, a proxy uses it, or a hold does
     not stand: nothing is settled";

#[derive(Args)]
pub(crate) struct McpHolds {
    /// The file that the proxy keeps its holds in
    file: PathBuf,
    /// The number of a hold to settle; can be given several times
    #[arg(long, value_name = "HOLD", requires = "outcome")]
    settle: Vec<u64>,
    /// What became of the writes of these holds
    #[arg(long, value_enum, requires = "settle")]
    outcome: Option<Outcome>,
    /// The configuration of the proxy, where it has bounds of its own
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Outcome {
    /// The write took effect.
    Applied,
    /// It did not, and may be made again.
    NotApplied,
}

impl McpHolds {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if !self.file.is_file() {
            return Err(Failure::Wrong(format!("{} is no file: give the one of mcp-proxy --state", self.file.display())));
        }
        let config = check_config::merged(self.config.as_deref()).map_err(Failure::Wrong)?.config;
        let (store, contents) = Store::open(&self.file).map_err(Failure::Wrong)?;
        let contents = contents.ok_or_else(|| Failure::Wrong(format!("{} is gone", self.file.display())))?;
        let ledger = MemoryLedger::restore(config.ledger, &contents.ledger).map_err(|error| Failure::Wrong(unusable(store.path(), &error.to_string())))?;
        match self.outcome {
            Some(outcome) => self.settled(&store, contents, &ledger, outcome),
            None => print(&mut io::stdout().lock(), &page(&contents, &ledger)),
        }
    }

    fn settled(&self, store: &Store, contents: Contents, ledger: &MemoryLedger, outcome: Outcome) -> Result<(), Failure> {
        let standing = ledger.holds();
        if let Some(number) = self.settle.iter().find(|number| !standing.iter().any(|hold| hold.id.get() == **number)) {
            return Err(Failure::Wrong(format!("hold {number} does not stand, so that nothing is settled: without --settle the holds are listed")));
        }
        let outcome = match outcome {
            Outcome::Applied => Reconciled::Applied,
            Outcome::NotApplied => Reconciled::NotApplied,
        };
        for number in &self.settle {
            ledger.reconcile_hold(HoldId::new(*number), outcome);
        }
        let contents = Contents::new(ledger.snapshot(), contents.unverified, contents.names);
        store.replace(&contents).map_err(|error| Failure::Io(format!("{} cannot be written: {}", store.path().display(), crate::why::why(error.kind()))))?;
        print(&mut io::stdout().lock(), &format!("settled: {}; standing: {}\n", self.settle.len(), ledger.holds().len()))
    }
}

/// The holds, one a line.
fn page(contents: &Contents, ledger: &MemoryLedger) -> String {
    let mut holds = ledger.holds();
    if holds.is_empty() {
        return "no holds\n".to_owned();
    }
    holds.sort_unstable_by_key(|hold| hold.id.get());
    let head = ["HOLD", "TOOL", "SINCE", "WHAT IS HELD"].map(str::to_owned).to_vec();
    let rows = holds.iter().map(|hold| {
        let name = contents.names.get(hold.id);
        let what = match hold.state {
            HoldState::Operation => "every call of the tool",
            HoldState::EffectKey => "calls with the same effect key",
            HoldState::Identical => "the identical call",
            _ => "this call",
        };
        let left = hold.remaining.map_or_else(String::new, |left| format!(", for {} s more", left.as_secs()));
        let of = |pick: fn(&super::names::Named) -> &String| name.map_or_else(|| "-".to_owned(), |name| pick(name).clone());
        vec![hold.id.get().to_string(), of(|name| &name.tool), of(|name| &name.since), format!("{what}{left}")]
    });
    table(&std::iter::once(head).chain(rows).collect::<Vec<_>>(), &[0])
}
