//! `record`: real calls under declared faults, as rows.

mod help;
mod locale;
mod place;
mod recipe;
mod rows;
mod run;
mod server;

pub(crate) use help::{EXAMPLES, LONG_ABOUT};

use crate::{Failure, eval::systems, files, why::why};
use clap::{ArgGroup, Args};
use rows::{Recorded, Recorder};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead as _, Write},
    path::PathBuf,
};

#[derive(Args)]
#[command(group = ArgGroup::new("to").required(true).args(["out", "check"]))]
pub(crate) struct Record {
    /// The recipes; files that they name by {fixtures} stand beside them
    #[arg(long, value_name = "FILE")]
    recipes: PathBuf,
    /// Where the rows are written, one JSON object a line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Rows of an earlier time to compare with
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Only recipes of this family
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
    /// How many rows have to be compared at least
    #[arg(long, value_name = "ROWS", default_value_t = 1, requires = "check")]
    at_least: u64,
}

/// Recipes that are not compared, by family and template.
type Apart = BTreeMap<(String, String), Why>;

/// Why rows are not compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    Program,
    Locale,
}

/// How much has to come out as before.
const REPRODUCED: f64 = 0.9;

impl Record {
    pub(crate) fn run(&self, out: &mut impl Write, notes: &mut impl Write) -> Result<(), Failure> {
        self.out.iter().try_for_each(|out| crate::same_file::apart(out, [self.recipes.as_path()]))?;
        let (rows, apart) = self.record(notes)?;
        if let Some(path) = &self.check {
            return self.compare(path, &rows, &apart, out);
        }
        let Some(path) = &self.out else { return Ok(()) };
        let mut file = files::create(path)?;
        for row in &rows {
            writeln!(file, "{row}").map_err(|error| files::unwritable(path, &error))?;
        }
        file.flush().map_err(|error| files::unwritable(path, &error))?;
        crate::print::print(out, &summary(&rows))
    }

    /// The rows, and the recipes whose program or locale is not there.
    fn record(&self, notes: &mut impl Write) -> Result<(Vec<Value>, Apart), Failure> {
        let recipes: recipe::Recipes = files::read_json(&self.recipes)?;
        let real = self.recipes.canonicalize().map_err(|error| files::unreadable(&self.recipes, &error))?;
        let fixtures = real.parent().map(std::path::Path::to_owned).unwrap_or_default();
        let root = std::env::temp_dir().join(format!("tool-recovery-record-{}", std::process::id()));
        let port = server::start().map_err(|error| Failure::Wrong(format!("the fault server cannot listen: {}", why(error.kind()))))?;
        let recorder = Recorder { root: &root, port, fixtures: &fixtures };
        let wanted = |family: &str| self.family.as_deref().is_none_or(|wanted| wanted == family);
        let (mut rows, mut apart) = (Vec::new(), Apart::new());
        let mut take = |family: &str, template: &str, recorded: Result<Recorded, String>| {
            let mut leave_out = |why| apart.insert((family.to_owned(), template.to_owned()), why);
            let why = match recorded {
                Ok(Recorded::Rows(recorded)) => return rows.extend(recorded),
                Ok(Recorded::NotInstalled) => {
                    leave_out(Why::Program);
                    "not installed".to_owned()
                }
                Ok(Recorded::NoLocale(why)) => {
                    leave_out(Why::Locale);
                    why
                }
                Err(error) => error,
            };
            // Nothing is left to do where standard error is closed.
            drop(writeln!(notes, "skipped {family} {template}: {}", files::printable(&why)));
        };
        for case in recipes.cases.iter().filter(|case| wanted(&case.family)) {
            take(&case.family, &case.template, recorder.case(case));
        }
        for session in recipes.sessions.iter().filter(|session| wanted(&session.family)) {
            take("session", &session.name, recorder.session(session));
        }
        let _ = std::fs::remove_dir_all(&root);
        Ok((rows, apart))
    }

    /// How much came out with the same status and, by the text rules, the same class. Rows of a program or a locale that is not here are left out, and that is said.
    fn compare(&self, path: &std::path::Path, rows: &[Value], apart: &Apart, out: &mut impl Write) -> Result<(), Failure> {
        let mut now: BTreeMap<&str, (Value, Value)> = BTreeMap::new();
        for row in rows {
            now.insert(text_of(row, "/id"), outcome(row)?);
        }
        let (mut same, mut all, mut left_out, mut text) = (0_u64, 0_u64, [0_u64; 2], String::new());
        for line in files::open(path)?.lines() {
            let line = line.map_err(|error| files::unreadable(path, &error))?;
            let before: Value = serde_json::from_str(&line).map_err(|_| Failure::Wrong(format!("{} holds a line that is no row", path.display())))?;
            let id = text_of(&before, "/id");
            if self.family.as_deref().is_some_and(|family| text_of(&before, "/family") != family) {
                continue;
            }
            if let Some(why) = left_out_of(apart, &before) {
                let [programs, locales] = &mut left_out;
                *(if why == Why::Program { programs } else { locales }) += 1;
                continue;
            }
            all += 1;
            match now.get(id) {
                Some(found) if *found == outcome(&before)? => same += 1,
                Some(_) => text.push_str(&format!("different: {}\n", files::printable(id))),
                None => text.push_str(&format!("missing: {}\n", files::printable(id))),
            }
        }
        let share = if all == 0 { 0.0 } else { same as f64 / all as f64 };
        for (rows, what) in left_out.into_iter().zip(["program", "locale"]).filter(|(rows, _)| *rows > 0) {
            text.push_str(&format!("{rows} rows were not compared: their {what} is not here\n"));
        }
        text.push_str(&format!("{same} of {all} rows came out as before ({:.1}%)\n", share * 100.0));
        crate::print::print(out, &text)?;
        if all < self.at_least {
            return Err(Failure::NotComputable(format!("{all} rows were compared, and {} are needed", self.at_least)));
        }
        if share >= REPRODUCED { Ok(()) } else { Err(Failure::Gate("less than 90% of the rows came out as before".to_owned())) }
    }
}

/// Why a row is not compared. The steps of a session are those of its recipe, whatever their template.
fn left_out_of(apart: &Apart, row: &Value) -> Option<Why> {
    let (family, template) = (text_of(row, "/family").to_owned(), text_of(row, "/template").to_owned());
    let session = text_of(row, "/session").strip_prefix("session-").map(|name| ("session".to_owned(), name.to_owned()));
    apart.get(&(family, template)).or_else(|| apart.get(&session?)).copied()
}

/// The status of a row, and the class that facts and text rules give it.
fn outcome(row: &Value) -> Result<(Value, Value), Failure> {
    let status = ["exit_code", "signal", "http_status", "is_error"].map(|name| row.pointer(&format!("/result/{name}")).cloned().unwrap_or_default());
    let status = Value::Array(status.to_vec());
    let class = systems::class_of(row.to_string().as_bytes()).map_err(Failure::Wrong)?;
    Ok((status, Value::from(class)))
}

/// A text in a row; empty where there is none.
fn text_of<'a>(row: &'a Value, pointer: &str) -> &'a str {
    row.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

fn summary(rows: &[Value]) -> String {
    let distinct = |pointer: &str| rows.iter().map(|row| text_of(row, pointer)).collect::<BTreeSet<_>>().len();
    let mut classes: BTreeMap<String, u64> = BTreeMap::new();
    for row in rows {
        *classes.entry(row.pointer("/label/class").and_then(Value::as_str).unwrap_or("success").to_owned()).or_default() += 1;
    }
    let classes: Vec<String> = classes.iter().map(|(name, n)| format!("{name} {n}")).collect();
    format!("{} rows of {} families through {} transports\n{}\n", rows.len(), distinct("/family"), distinct("/result/transport"), classes.join(", "))
}
