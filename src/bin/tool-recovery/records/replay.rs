//! `replay`: verify records and judge their decisions again.

use super::{input, rules};
use crate::{Failure, print::print, same_file::apart, table::table, why::why};
use clap::{ArgGroup, Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::{
    fs,
    io::{self, BufWriter, IsTerminal as _, Write},
    path::{Path, PathBuf},
};
use tool_recovery::record::{ReplayPlan, ReplayReport, Transition, replay, wilson};

#[derive(Args)]
#[command(group(ArgGroup::new("rules").args(["thresholds", "policy"]).multiple(true)))]
pub(crate) struct Replay {
    /// Files with records, in the order of their chain, or folders of a file sink; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Judge every decision again by these thresholds; without them and a policy the records are verified and counted
    #[arg(long, value_name = "FILE")]
    thresholds: Option<PathBuf>,
    /// Judge every decision again by the modes and the outage table of this policy, and by its thresholds unless others are given
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Judge decisions, too, that were made for another wording or projection
    #[arg(long)]
    allow_mismatch: bool,
    /// What to do with a line that is no record
    #[arg(long, value_enum, default_value_t = OnBadLine::Fail)]
    on_bad_line: OnBadLine,
    /// Write the records as they would have been; must not be one of the inputs
    #[arg(long, value_name = "FILE", requires = "rules")]
    write: Option<PathBuf>,
    /// Print one JSON object in place of tables
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnBadLine {
    /// Report it and go on
    Skip,
    /// End the replay there
    Fail,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let thresholds = self.thresholds.as_deref().map(rules::thresholds).transpose()?;
        let policy = self.policy.as_deref().map(rules::policy).transpose()?;
        let files = input::files(&self.files)?;
        let (sources, size) = input::sources(&files)?;
        let mut output = self.write.as_deref().map(|path| create(path, &files)).transpose()?;
        let mut plan = ReplayPlan::default();
        (plan.thresholds, plan.policy, plan.allow_mismatch) = (thresholds.as_ref(), policy.as_ref(), self.allow_mismatch);
        plan.skip_bad_lines = self.on_bad_line == OnBadLine::Skip;
        let bar = progress(size);
        let report = replay(sources, &plan, output.as_mut().map(|out| out as &mut (dyn Write + Send)), &|read| bar.set_position(read));
        bar.finish_and_clear();
        let report = report.map_err(|error| Failure::Io(format!("a file cannot be read or written: {}", why(error.kind()))))?;
        if let Some(mut out) = output {
            out.flush().map_err(|error| Failure::Io(format!("the output cannot be written: {}", why(error.kind()))))?;
        }
        let text = if self.json { format!("{}\n", summary(&report)) } else { page(&report, &plan) };
        print(&mut io::stdout().lock(), &text)?;
        self.judge(&report)
    }

    /// Whether the records are in order.
    fn judge(&self, report: &ReplayReport) -> Result<(), Failure> {
        let wrong = |what: String| Err(Failure::Wrong(what));
        if report.ended_early && report.mismatches > 0 && !self.allow_mismatch {
            return wrong("a decision was made for other words than the thresholds were chosen for: see above, or give --allow-mismatch".to_owned());
        }
        if report.ended_early {
            return wrong("a line is no record: see above, or give --on-bad-line skip".to_owned());
        }
        if report.chain_faults > 0 {
            return wrong(format!("the chain has {} faults", report.chain_faults));
        }
        Ok(())
    }
}

fn create(path: &Path, inputs: &[PathBuf]) -> Result<BufWriter<fs::File>, Failure> {
    apart(path, inputs.iter().map(PathBuf::as_path))?;
    match fs::File::create(path) {
        Ok(file) => Ok(BufWriter::with_capacity(256 * 1024, file)),
        Err(error) => Err(Failure::Io(format!("{} cannot be written: {}", path.display(), why(error.kind())))),
    }
}

/// Shown on a terminal alone.
fn progress(size: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match size {
        Some(size) => (ProgressBar::new(size), "{bar:30} {percent}% of {total_bytes}, {bytes_per_sec}, {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {bytes}, {bytes_per_sec}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn page(report: &ReplayReport, plan: &ReplayPlan<'_>) -> String {
    let mut page = format!("{} lines, {:.1} MB\n", report.lines, megabytes(report.bytes));
    page.push_str(&table(&report.kinds.iter().map(|(kind, count)| vec![kind.as_str().to_owned(), count.to_string()]).collect::<Vec<_>>(), &[1]));
    page.push_str(&match report.chain_faults {
        0 => "The chain is whole.\n".to_owned(),
        faults => format!("The chain is BROKEN at {faults} lines.\n"),
    });
    for (count, what) in [
        (report.bad_lines, "lines are no records"),
        (report.torn, "files end in a line that was cut off"),
        (report.dropped, "records are missing, by what gaps say"),
        (report.mismatches, "decisions were made for other words than the thresholds were chosen for"),
    ] {
        if count > 0 {
            page.push_str(&format!("{count} {what}.\n"));
        }
    }
    for (name, line, problem) in &report.problems {
        page.push_str(&format!("  {name}, line {line}: {problem}\n"));
    }
    let by: Vec<String> = [plan.policy.map(|policy| format!("policy {}", policy.version())), plan.judged_by().map(|thresholds| thresholds.id().to_string())]
        .into_iter()
        .flatten()
        .collect();
    if !by.is_empty() {
        page.push_str(&changes(report, &by.join(" and ")));
    }
    let codes: Vec<Vec<String>> = report
        .codes
        .seen()
        .map(|(code, count)| vec![code.to_string(), count.to_string(), code.row().what.to_owned(), code.row().owner.as_str().to_owned()])
        .collect();
    if !codes.is_empty() {
        page.push_str("\nFailures by code; one failure can have several\n");
        page.push_str(&table(&codes, &[1]));
    }
    page
}

fn changes(report: &ReplayReport, by: &str) -> String {
    let judged = report.judged();
    let mut page = format!("\nUnder {by}: {judged} decisions judged again, {} would have changed\n", report.changed());
    let row = |transition: &Transition, count: u64| {
        let arrow = |before: &str, after: &str| if before == after { before.to_owned() } else { format!("{before} -> {after}") };
        let verdict = arrow(transition.verdict.0.as_str(), transition.verdict.1.as_str());
        let action = arrow(transition.action.0.as_str(), transition.action.1.as_str());
        vec![verdict, action, count.to_string(), share(count, judged), interval(count, judged)]
    };
    let head = ["verdict", "action", "decisions", "share", "95% interval"].map(str::to_owned).to_vec();
    let rows = std::iter::once(head).chain(report.transitions.iter().map(|(transition, count)| row(transition, *count)));
    page.push_str(&table(&rows.collect::<Vec<_>>(), &[2, 3]));
    for (kept, count) in &report.kept {
        page.push_str(&format!("{count} stay as recorded: {} ({})\n", kept.as_str(), kept.what()));
    }
    if report.changed() > 0 {
        page.push_str("\nLabels of decisions that would have changed\n");
        let rows: Vec<Vec<String>> = report
            .labels
            .iter()
            .map(|(((before, after), criterion, value), count)| vec![format!("{before} -> {after}"), criterion.clone(), value.clone(), count.to_string()])
            .collect();
        page.push_str(&if rows.is_empty() { "  none\n".to_owned() } else { table(&rows, &[3]) });
    }
    if report.unremembered > 0 {
        page.push_str(&format!("  {} changed decisions were forgotten for later ones: labels that follow after these are missing\n", report.unremembered));
    }
    page
}

#[allow(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn share(count: u64, of: u64) -> String {
    if of == 0 { String::new() } else { format!("{:.2} %", count as f64 / of as f64 * 100.0) }
}

#[allow(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn interval(count: u64, of: u64) -> String {
    wilson(count, of).map_or_else(String::new, |interval| format!("{:.2} to {:.2} %", interval.low * 100.0, interval.high * 100.0))
}

/// The same for programs.
fn summary(report: &ReplayReport) -> Value {
    let judged = report.judged();
    let ci = |count: u64| wilson(count, judged).map(|interval| [interval.low, interval.high]);
    let transitions: Vec<Value> = report
        .transitions
        .iter()
        .map(|(Transition { verdict, action }, count)| json!({"verdict": [verdict.0, verdict.1], "action": [action.0, action.1], "k": count, "n": judged, "ci": ci(*count)}))
        .collect();
    let labels: Vec<Value> = report
        .labels
        .iter()
        .map(|((verdict, criterion, value), count)| json!({"verdict": [verdict.0, verdict.1], "criterion": criterion, "value": value, "count": count}))
        .collect();
    let problems: Vec<Value> =
        report.problems.iter().map(|(file, line, problem)| json!({"file": file, "line": line, "problem": problem.to_string()})).collect();
    json!({
        "lines": report.lines,
        "bytes": report.bytes,
        "kinds": report.kinds.iter().map(|(kind, count)| (kind.as_str(), *count)).collect::<std::collections::BTreeMap<_, _>>(),
        "bad_lines": report.bad_lines,
        "chain_faults": report.chain_faults,
        "torn": report.torn,
        "dropped": report.dropped,
        "mismatches": report.mismatches,
        "judged": judged,
        "changed": report.changed(),
        "transitions": transitions,
        "kept": report.kept.iter().map(|(kept, count)| (kept.as_str(), *count)).collect::<std::collections::BTreeMap<_, _>>(),
        "labels": labels,
        "unremembered": report.unremembered,
        "codes": report.codes.seen().map(|(code, count)| (code.as_str(), count)).collect::<std::collections::BTreeMap<_, _>>(),
        "owners": report.codes.owners().into_iter().map(|(owner, count)| (owner.as_str(), count)).collect::<std::collections::BTreeMap<_, _>>(),
        "problems": problems,
        "ended_early": report.ended_early,
    })
}
