//! `simulate`: which guard does what to which agent in which world?

use crate::{Failure, files};
use clap::Args;
use std::{fmt::Write as _, io::Write, path::PathBuf};
use tool_recovery::eval::{
    html,
    simulate::{Difference, Evaluations, GuardKind, Halts, Measure, Parameters, Simulation, simulate},
};

pub(crate) const LONG_ABOUT: &str = "\
Play scripted agents in scripted worlds under several guards, in virtual time

Guards: none; three retries; a plain ladder (identical failures 2 and 3, varied ones 4 and 6); this
crate in the modes off and keywords, keywords with the policy that refuses hopeless repeats, and
the modes compare and jev where the build has them. This crate is the real RecoveryLayer around a
service that asks the world. Every guard plays the same episodes, so that differences are the
guard's. Where this crate loses is told first.

No model is asked. The evaluator of compare and jev is a script that knows the world and is right
as often as --evaluator-accuracy says; how often a real model is right is what eval is for.

Worlds and agents have parameters. Those that were measured on public trajectories say so in
--print-parameters; most are assumed. The numbers compare guards; they predict nothing.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  tool-recovery simulate --episodes 100000 --html simulation.html
  tool-recovery simulate --evaluator-accuracy 0.5 --evaluator-fails 0.2
  tool-recovery simulate --print-parameters > parameters.json
  tool-recovery simulate --parameters parameters.json --json simulation.json

Exit codes:
  0  every episode was played
  2  the command line or the parameters are wrong, or a file cannot be read or written";

#[derive(Args)]
pub(crate) struct Simulate {
    /// How many episodes every guard plays
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    episodes: u64,
    /// The seed; it decides every episode, whatever the number of threads
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; without this option as many as there are processors
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: Option<u64>,
    /// What worlds and agents are like; what is absent keeps its default
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,
    /// How likely the scripted evaluator of compare and jev is right, instead of what the parameters say
    #[arg(long, value_name = "SHARE", value_parser = share)]
    evaluator_accuracy: Option<f64>,
    /// How likely it abstains
    #[arg(long, value_name = "SHARE", value_parser = share)]
    evaluator_abstains: Option<f64>,
    /// How likely a request to it fails
    #[arg(long, value_name = "SHARE", value_parser = share)]
    evaluator_fails: Option<f64>,
    /// Print the defaults, and play nothing
    #[arg(long)]
    print_parameters: bool,
    /// Where everything is written as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Where everything is written as one page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Simulate {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut parameters: Parameters = self.parameters.as_deref().map_or_else(|| Ok(Parameters::default()), files::read_json)?;
        if self.print_parameters {
            let text = serde_json::to_string_pretty(&parameters).map_err(|error| Failure::Wrong(error.to_string()))?;
            return crate::print::print(out, &format!("{text}\n"));
        }
        parameters.evaluator_accuracy = self.evaluator_accuracy.unwrap_or(parameters.evaluator_accuracy);
        parameters.evaluator_abstains = self.evaluator_abstains.unwrap_or(parameters.evaluator_abstains);
        parameters.evaluator_fails = self.evaluator_fails.unwrap_or(parameters.evaluator_fails);
        let threads = self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get() as u64));
        let found = simulate(&parameters, self.episodes, self.seed, threads).map_err(|error| Failure::Wrong(error.to_string()))?;
        if let Some(path) = &self.json {
            files::write_json(path, &found)?;
        }
        if let Some(path) = &self.html {
            let page = html::simulation(&found).map_err(|error| Failure::Wrong(error.to_string()))?;
            std::fs::write(path, page).map_err(|error| files::unwritable(path, &error))?;
        }
        crate::print::print(out, &table(&found))
    }
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "it is a number from 0 to 1".to_owned())
}

/// How many losses and gains a terminal shows.
const SHOWN: usize = 12;

fn table(found: &Simulation) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} episodes under each guard, seed {}\n\nWhere `keywords` loses (interval excludes zero; costliest first, {} of {}):",
        found.episodes,
        found.seed,
        SHOWN.min(found.losses.len()),
        found.losses.len()
    );
    found.losses.iter().take(SHOWN).for_each(|one| add(&mut text, one));
    let _ = writeln!(text, "\n{:<26}{}", "all episodes", Measure::ALL.map(|measure| format!("{:>20}", measure.as_str())).concat());
    for guard in GuardKind::compiled() {
        let cells = Measure::ALL.map(|measure| {
            let cell = found.overall.iter().find(|cell| cell.guard == guard && cell.measure == measure);
            let mean = cell.and_then(|cell| Some((cell.mean.mean?, cell.mean.ci.upper? - cell.mean.mean?)));
            mean.map_or_else(|| format!("{:>20}", "-"), |(mean, half)| format!("{:>20}", format!("{mean:.4} \u{b1} {half:.4}")))
        });
        let _ = writeln!(text, "{:<26}{}", guard.label(&found.parameters), cells.concat());
    }
    text.push_str(&simulated(found));
    let early: Vec<&Halts> = found.halts.iter().filter(|one| one.guard == GuardKind::Keywords && one.premature > 0).take(SHOWN).collect();
    let _ = writeln!(text, "\nWhat halts too early under `keywords` (of 10,000 episodes, most first):");
    for one in early {
        let place = format!("{:?}, {:?}", one.world, one.agent);
        let of = |count: u64| count as f64 * 10_000.0 / found.episodes.max(1) as f64;
        let _ = writeln!(text, "  {place:<30} {:<16} {:<18} {:>8.1} of {:.1} halts", one.class, one.rule, of(one.premature), of(one.halted));
    }
    let _ = writeln!(text, "\nWhere it gains ({} of {}):", SHOWN.min(found.gains.len()), found.gains.len());
    found.gains.iter().take(SHOWN).for_each(|one| add(&mut text, one));
    text
}

/// Whose answers were simulated, and who was not played.
fn simulated(found: &Simulation) -> String {
    let mut text = String::new();
    for one in &found.simulated {
        let Evaluations { asked, right, wrong, abstained, failed } = one.evaluations;
        let _ = writeln!(
            text,
            "`{}`: its answers are SIMULATED, and no model was asked. A script is right with probability {}, abstains with {} and fails with {}: {asked} requests, {right} right, {wrong} wrong, {abstained} abstentions, {failed} failures",
            one.guard.as_str(),
            one.accuracy,
            one.abstains,
            one.fails
        );
    }
    for guard in GuardKind::ALL.into_iter().filter(|guard| !guard.is_compiled()) {
        let _ = writeln!(text, "`{0}` was not played: this program was built without the feature `{0}`", guard.as_str());
    }
    text
}

fn add(text: &mut String, one: &Difference) {
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:+.3}"));
    let place = format!("{:?}, {:?}", one.world, one.agent);
    let ci = one.difference.ci;
    let _ = writeln!(
        text,
        "  {place:<30} against {:<16} {:<20} {:>8} ({}..{}), n = {}",
        one.against.as_str(),
        one.measure.as_str(),
        number(one.difference.mean),
        number(ci.lower),
        number(ci.upper),
        one.difference.n
    );
}
