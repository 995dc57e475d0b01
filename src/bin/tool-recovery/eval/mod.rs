//! `eval`: how good are these answers?

pub(crate) mod heldout;
mod help;
mod source;
pub(crate) mod systems;
mod terminal;

pub(crate) use help::{EXAMPLES, LONG_ABOUT};
pub(crate) use source::Source;

use crate::{Failure, files, same_file::apart};
use clap::Args;
use std::{io::Write, path::PathBuf};
use tool_recovery::eval::{
    bench::{Answers, Dataset, Gate, Report, Settings, Verdict, sections},
    dataset::Question,
    html,
    thresholds::with_policy,
};

/// A gate about nobody, or about a question that nobody asks, is misspelt: it must not pass for too few rows.
fn known(gate: &Gate, systems: &[Answers]) -> Result<(), Failure> {
    if !systems.iter().any(|system| system.name == gate.system) {
        let names = systems.iter().map(|system| files::printable(&system.name)).collect::<Vec<_>>().join(", ");
        return Err(Failure::Wrong(format!("a gate is about a system `{}`, which is not here: there are {names}", files::printable(&gate.system))));
    }
    if Question::of(&gate.question).is_none() {
        let ids = Question::ALL.map(Question::id).join(", ");
        return Err(Failure::Wrong(format!("a gate is about a question `{}`, which does not exist: there are {ids}", files::printable(&gate.question))));
    }
    Ok(())
}

#[derive(Args)]
pub(crate) struct Eval {
    #[command(flatten)]
    source: Source,
    /// The policy of a system, as `calibrate` writes it: adds a system that acts by it. Held-out rows are opened with one only
    #[arg(long, value_name = "FILE")]
    thresholds: Option<PathBuf>,
    /// What has to hold: SYSTEM:QUESTION:MEASURE>=VALUE, or <=
    #[arg(long = "gate", value_name = "GATE")]
    gates: Vec<Gate>,
    /// An earlier report, to tell how far answers moved
    #[arg(long, value_name = "FILE")]
    previous: Option<PathBuf>,
    /// Where everything is written as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Where everything is written as one page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The seed of redrawn groups
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often groups are redrawn; above 100,000 rows a tenth of it
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    draws: u32,
}

impl Eval {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        self.json.iter().chain(&self.html).try_for_each(|output| apart(output, self.source.files()))?;
        let report = self.report()?;
        if let Some(path) = &self.json {
            files::write_json(path, &report)?;
        }
        if let Some(path) = &self.html {
            let page = html::page(&report).map_err(|error| Failure::Wrong(error.to_string()))?;
            std::fs::write(path, page).map_err(|error| files::unwritable(path, &error))?;
        }
        crate::print::print(out, &terminal::table(&report))?;
        let said = terminal::verdict(report.verdict).to_owned();
        match report.verdict {
            Verdict::Pass => Ok(()),
            Verdict::Failed => Err(Failure::Gate(said)),
            Verdict::Ungated => Err(Failure::Ungated(said)),
            Verdict::NotComputable => Err(Failure::NotComputable(said)),
        }
    }

    fn report(&self) -> Result<Report, Failure> {
        let policy = self.thresholds.as_deref().map(heldout::policy).transpose()?;
        let locked = heldout::find(self.source.lock(), self.source.input())?;
        let heldout_uses = locked.as_ref().map_or(Ok(0), |locked| locked.open(policy.as_ref()))?;
        let (table, mut systems, digest) = self.source.read()?;
        if let Some(policy) = &policy {
            let of = systems.iter().find(|system| system.name == policy.system);
            let of = of.ok_or_else(|| Failure::Wrong(format!("the thresholds are for {}, which is not here", files::printable(&policy.system))))?;
            if !policy.model_resolved.is_empty() && !of.usage.models.iter().eq(&policy.model_resolved) {
                return Err(Failure::Wrong("the thresholds are for answers of another model".to_owned()));
            }
            systems.push(with_policy(of, table.len(), policy));
        }
        self.gates.iter().try_for_each(|gate| known(gate, &systems))?;
        let previous = self.previous.as_deref().map(files::read_json).transpose()?;
        let settings = Settings { seed: self.seed, draws: self.draws as usize };
        let found = sections(&table, &systems, &settings);
        let dataset = Dataset {
            name: files::file_name(self.source.input()),
            digest,
            split: locked.map_or_else(|| "unsplit".to_owned(), |locked| locked.file.split.as_str().to_owned()),
            thresholds_digest: policy.map(|policy| policy.digest),
            heldout_uses,
            ..Dataset::default()
        };
        Ok(Report::new(dataset, &table, &mut systems, found, &self.gates, previous.as_ref()))
    }
}
