//! `gate`: may this be released?

use crate::{Failure, files};
use clap::Args;
use std::{fmt::Write as _, io::Write, path::PathBuf};
use tool_recovery::eval::release::{Limits, Outcome, decide};

pub(crate) const LONG_ABOUT: &str = "\
Decide about a release by an evaluation and a simulation

The rules: the gates of the evaluation hold; there are enough rows, groups and episodes; no effect
came about twice that this crate promises to hold; futile calls are materially fewer than without
a guard, with an interval that excludes zero; premature halts are not more than with a plain
ladder; the 95th percentile of a decision keeps the ceiling. Every rule is printed with its
numbers.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  tool-recovery eval --input fixtures/rows.jsonl --gate 'keywords:class:macro_f1>=0.7' --json e.json
  tool-recovery simulate --episodes 20000 --json s.json
  tool-recovery gate --eval e.json --simulation s.json --p95-ms 50

Exit codes:
  0  every rule holds
  1  a rule does not hold; standard error says which and why
  2  the command line or a file is wrong
  3  the evaluation had no gate: that is no pass
  4  there is too little to say";

#[derive(Args)]
pub(crate) struct Gate {
    /// The JSON of `eval`
    #[arg(long, value_name = "FILE")]
    eval: PathBuf,
    /// The JSON of `simulate`
    #[arg(long, value_name = "FILE")]
    simulation: PathBuf,
    /// The system of the evaluation that is released
    #[arg(long, default_value = "keywords")]
    system: String,
    /// How many fewer futile calls there have to be, as a share of those without a guard
    #[arg(long, default_value_t = 0.2)]
    material: f64,
    /// The ceiling of the 95th percentile of a decision
    #[arg(long, default_value_t = 3000.0)]
    p95_ms: f64,
    /// The fewest episodes
    #[arg(long, default_value_t = 10_000)]
    episodes: u64,
}

impl Gate {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let limits = Limits { system: self.system.clone(), material: self.material, p95_ms: self.p95_ms, episodes: self.episodes, ..Limits::default() };
        let decision = decide(&files::read_json(&self.eval)?, &files::read_json(&self.simulation)?, &limits);
        let (mut text, mut reasons) = (String::new(), Vec::new());
        for finding in &decision.findings {
            let word = match finding.outcome {
                Outcome::Holds => "holds",
                Outcome::Fails => "FAILS",
                Outcome::Ungated => "UNGATED",
                Outcome::NotComputable => "NOT COMPUTABLE",
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{word:<15} {}: {}", finding.rule, files::printable_line(&finding.why));
            if finding.outcome != Outcome::Holds {
                reasons.push(format!("{}: {}", finding.rule, files::printable_line(&finding.why)));
            }
        }
        crate::print::print(out, &text)?;
        let reasons = reasons.join("\n");
        match decision.outcome() {
            Outcome::Holds => Ok(()),
            Outcome::Fails => Err(Failure::Gate(reasons)),
            Outcome::Ungated => Err(Failure::Ungated(reasons)),
            Outcome::NotComputable => Err(Failure::NotComputable(reasons)),
        }
    }
}
