//! `live`: what do the records of a running host say?

use crate::{Failure, files, same_file::apart};
use clap::Args;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::File,
    io::{Read as _, Seek as _, SeekFrom, Write},
    path::{Path, PathBuf},
};
use tool_recovery::eval::{
    dataset::Rows,
    live::{Live, LiveTally, Requirements, ShadowReport},
    metrics::Rate,
};
use tool_recovery::record::record_files;

pub(crate) const LONG_ABOUT: &str = "\
Tell what decision records of a running host say

Recoveries, futile repeats, halts, the use of alternates, broken promises, what a decision model
said in the mode compare beside what was served, and for each criterion of the proposal check
whether it may be promoted or has to be demoted. Records are observational: nobody knows what
would have happened otherwise, and no number here is an effect of the guard or of the model.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  tool-recovery live records/ --json live.json
  tool-recovery live monday.jsonl tuesday.jsonl

Exit codes:
  0  the report is printed
  1  a promise was broken: a refused call ran, or a call took effect twice
  2  the command line or a record is wrong, or a file cannot be read or written
  4  there is no failure and no decision in the records";

#[derive(Args)]
pub(crate) struct LiveRecords {
    /// Files of records in their order, or folders that a file sink wrote
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// Where everything is written as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The lower bound of right answers that a promotion needs
    #[arg(long, default_value_t = 0.9)]
    accuracy: f64,
}

impl LiveRecords {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut tally = LiveTally::default();
        for path in &self.records {
            if path.is_dir() {
                let chain = record_files(path).map_err(|error| files::unreadable(path, &error))?;
                chain.iter().try_for_each(|file| self.read(file, &mut tally))?;
            } else {
                self.read(path, &mut tally)?;
            }
        }
        let live = tally.finish(&Requirements { accuracy: self.accuracy, ..Requirements::default() });
        if let Some(path) = &self.json {
            files::write_json(path, &live)?;
        }
        crate::print::print(out, &table(&live))?;
        if !live.violations.is_empty() {
            return Err(Failure::Gate("a promise was broken".to_owned()));
        }
        if live.recovered.n == 0 && live.criteria.is_empty() {
            return Err(Failure::NotComputable("there is no failure and no decision in the records".to_owned()));
        }
        Ok(())
    }

    fn read(&self, path: &Path, tally: &mut LiveTally) -> Result<(), Failure> {
        self.json.iter().try_for_each(|json| apart(json, [path]))?;
        read(path, tally)
    }
}

fn read(path: &Path, tally: &mut LiveTally) -> Result<(), Failure> {
    let mut lines = Rows::new(files::open(path)?);
    while lines.next_line().map_err(|error| files::bad_row(path, &error))?.is_some() {
        let Err(fault) = tally.line(lines.line()) else { continue };
        let number = lines.number();
        let last = lines.next_line().is_ok_and(|next| next.is_none());
        if !last || ends_whole(path)? {
            return Err(Failure::Wrong(format!("{}: line {number}: {fault}", path.display())));
        }
        tally.torn();
        break;
    }
    Ok(())
}

/// Whether the last line has its end. One without was being written when its process was killed.
fn ends_whole(path: &Path) -> Result<bool, Failure> {
    let mut last = [0];
    let mut file = File::open(path).map_err(|error| files::unreadable(path, &error))?;
    file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(|error| files::unreadable(path, &error))?;
    Ok(last == *b"\n")
}

fn add(text: &mut String, name: &str, rate: &Rate) {
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{:.1}%", value * 100.0));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {name:<36} {:>6} of {:<6} {:>7} ({}..{})", rate.k, rate.n, number(rate.value), number(rate.ci.lower), number(rate.ci.upper));
}

fn table(live: &Live) -> String {
    let mut text = "OBSERVATIONAL: nobody knows what would have happened otherwise\n".to_owned();
    let kinds: Vec<String> = live.records.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
    let _ =
        writeln!(text, "records: {}; {} are missing by gaps, {} cut off; {} sessions with failures", kinds.join(", "), live.dropped, live.torn, live.sessions);
    for (name, rate) in [
        ("made good later", &live.recovered),
        ("repeats without a reason", &live.futile),
        ("halts", &live.halts),
        ("halts, made good all the same", &live.halts_recovered),
        ("with an alternate, made good", &live.with_alternate),
        ("without one, made good", &live.without_alternate),
    ] {
        add(&mut text, name, rate);
    }
    let _ = writeln!(text, "  {:<36} {:>6}", "refused, which is no failure", live.refusals);
    for class in &live.classes {
        add(&mut text, &format!("{}, made good", class.class), &class.recovered);
    }
    for (name, n) in &live.violations {
        let _ = writeln!(text, "  BROKEN PROMISE: {name} {n}");
    }
    if let Some(shadow) = &live.shadow {
        text.push_str(&beside(shadow));
    }
    for criterion in &live.criteria {
        add(&mut text, &format!("{}, right", criterion.id), &criterion.right);
        for requirement in &criterion.promotion {
            let word = match requirement.met {
                Some(true) => "met",
                Some(false) => "NOT met",
                None => "not said",
            };
            let _ = writeln!(text, "    {word:<9} {}: {}", requirement.rule, requirement.why);
        }
        for reason in &criterion.demotion {
            let _ = writeln!(text, "    DEMOTE: {}", files::printable_line(reason));
        }
    }
    text
}

fn beside(shadow: &ShadowReport) -> String {
    let mut text = String::new();
    let counts = |of: &BTreeMap<String, u64>| of.iter().map(|(name, n)| format!("{name} {n}")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(
        text,
        "a model beside what was served (nothing of it was served, and no number says what it would have changed):\n  {} decisions: {}; {} without their failure",
        shadow.decisions,
        counts(&shadow.statuses),
        shadow.unlinked
    );
    if !shadow.reasons.is_empty() {
        let _ = writeln!(text, "  not followed for: {}", counts(&shadow.reasons));
    }
    for (name, rate) in [
        ("its likeliest class was served", &shadow.likeliest_agrees),
        ("it would have been followed", &shadow.followed),
        ("followed, and the class was served", &shadow.agrees),
        ("  made good, where it agrees", &shadow.agreed_recovered),
        ("  made good, where it says otherwise", &shadow.otherwise_recovered),
        ("  made good, where it says nothing", &shadow.silent_recovered),
        ("made good without its alternate", &shadow.alternates_recovered),
    ] {
        add(&mut text, name, rate);
    }
    for one in &shadow.otherwise {
        add(&mut text, &format!("{} served, it says {}", one.served, one.shadow), &one.recovered);
        let _ = writeln!(text, "    the next call: {}", counts(&one.next));
    }
    text
}
