//! `check-config`: is this configuration right, and what does it come to?

use crate::{place::place_behind, why::why};
use clap::Args;
use serde_json::Value;
use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};
use tool_recovery::config::{BaseUrl, ConfigError, ConfigErrorKind, Entry, Layers, Origin, PREFIX, RecoveryConfig};
use tool_recovery::proposal::ProposalPolicy;

pub(crate) const LONG_ABOUT: &str = "\
Check a configuration file and print what is in effect, with where each value came from

Reads the table [agent.recovery] of a TOML file, and checks the tables [agent.proposal] and [mcp]
where it has them. Other tables belong to the host. Environment variables that begin with
TOOL_RECOVERY_ override the file, and the file overrides the defaults. The output is the table
[agent.recovery] as TOML: it can be kept, changed and checked again.

Credentials are never part of this configuration, and errors repeat no text from it.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  Check the file of a host:
    tool-recovery check-config agent.toml

  See every key with its default (an empty file sets nothing):
    tool-recovery check-config /dev/null

  Try a value without changing the file; two underscores lead into a table:
    TOOL_RECOVERY_LEDGER__REPEAT_TTL_MS=60000 tool-recovery check-config agent.toml

  Check what a template makes, from standard input:
    render-config | tool-recovery check-config -

A file looks like this:
    [agent.recovery]
    classifier = \"keywords\"      # or off, compare, jev
    settle_grace_ms = 2000

    [agent.recovery.pacing]
    max_wait_ms = 10000

Exit codes:
  0  the configuration is right; standard output has what is in effect
  2  the command line, the file or a value is wrong; standard error names the key and what would do";

/// A configuration is a page or two: whatever is longer is another file.
const MAX_BYTES: u64 = 1024 * 1024;

#[derive(Args)]
pub(crate) struct CheckConfig {
    /// The TOML file; `-` is standard input
    file: PathBuf,
}

/// The configuration in a file with the environment over it. The error says what is wrong and what to do.
pub(crate) fn load(file: &Path) -> Result<RecoveryConfig, String> {
    merged(Some(file)).map(|merged| merged.config)
}

/// A configuration with what it was made of.
pub(crate) struct Merged {
    /// The text of the file; empty where there is none.
    pub(crate) text: String,
    pub(crate) layers: Layers,
    pub(crate) config: RecoveryConfig,
}

/// The configuration in a file, if there is one, with the environment over it.
pub(crate) fn merged(file: Option<&Path>) -> Result<Merged, String> {
    let command = CheckConfig { file: file.map_or_else(PathBuf::new, Path::to_owned) };
    let text = if file.is_some() { command.read(&mut io::empty())? } else { String::new() };
    let (layers, config) = command.of_text(&text)?;
    Ok(Merged { text, layers, config })
}

impl CheckConfig {
    /// Prints what is in effect. The error says what is wrong and what to do.
    pub(crate) fn run(&self, stdin: &mut impl Read, out: &mut impl Write, notes: &mut impl Write) -> Result<(), String> {
        let text = self.read(stdin)?;
        let (merged, _) = self.of_text(&text)?;
        beside(&text).map_err(|error| format!("{}: {error}", self.name()))?;
        let entries = merged.entries();
        if !entries.iter().any(|entry| entry.origin == Origin::File) {
            let _ = writeln!(notes, "note: {} sets nothing in the table [agent.recovery]", self.name());
        }
        match write!(out, "{}", page(&entries)).and_then(|()| out.flush()) {
            // Whoever reads the output has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other.map_err(|error| format!("standard output cannot be written: {}", why(error.kind()))),
        }
    }

    fn of_text(&self, text: &str) -> Result<(Layers, RecoveryConfig), String> {
        let defaults = Layers::new().map_err(|error| error.to_string())?;
        let from_file = defaults.clone().toml(text).map_err(|error| self.explain(&error, &defaults))?;
        let merged =
            environment(std::env::vars_os()).and_then(|variables| from_file.environment(variables).map_err(|error| self.explain(&error, &defaults)))?;
        let config = merged.config().map_err(|error| self.explain(&error, &merged))?;
        Ok((merged, config))
    }

    fn name(&self) -> String {
        if self.file == Path::new("-") { "standard input".to_owned() } else { self.file.display().to_string() }
    }

    fn read(&self, stdin: &mut impl Read) -> Result<String, String> {
        let mut bytes = Vec::new();
        let read = if self.file == Path::new("-") {
            stdin.take(MAX_BYTES + 1).read_to_end(&mut bytes)
        } else {
            File::open(&self.file).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        };
        read.map_err(|error| format!("{} cannot be read: {}", self.name(), why(error.kind())))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(format!("{} is longer than {MAX_BYTES} bytes: is it a configuration file?", self.name()));
        }
        String::from_utf8(bytes).map_err(|error| format!("{}: {}", self.name(), not_text(error.as_bytes(), error.utf8_error().valid_up_to())))
    }

    /// The error with the place of the value and what to do about it.
    fn explain(&self, error: &ConfigError, layers: &Layers) -> String {
        let key = error.key();
        let place = match layers.entries().into_iter().filter(|entry| is_part(&entry.key, key)).find_map(|entry| variable(&entry.origin)) {
            Some(name) => format!("environment variable {name}"),
            None if key.starts_with(PREFIX) => "environment".to_owned(),
            None => self.name(),
        };
        format!("{place}: {error}{}", hint(error, layers))
    }
}

/// Checks our other tables, where the text has them.
fn beside(text: &str) -> Result<(), String> {
    let file: toml::Table = text.parse().map_err(|_| "not TOML".to_owned())?;
    if let Some(proposal) = file.get("agent").and_then(|agent| agent.get("proposal")) {
        let table = serde_json::to_value(proposal).map_err(|_| "`agent.proposal` holds what JSON cannot express".to_owned())?;
        ProposalPolicy::from_value(table).map_err(|error| error.within("agent.proposal").to_string())?;
    }
    crate::mcp_proxy::check(text)
}

fn not_text(bytes: &[u8], at: usize) -> String {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return "not UTF-8 text, as TOML has to be: it looks like UTF-16; save it as UTF-8".to_owned();
    }
    let (line, column) = place_behind(&String::from_utf8_lossy(bytes.get(..at).unwrap_or_default()));
    format!("not UTF-8 text, as TOML has to be, at line {line}, column {column}: save it as UTF-8")
}

/// Whether `key` is `whole` or lies inside it.
fn is_part(key: &str, whole: &str) -> bool {
    key.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn variable(origin: &Origin) -> Option<Box<str>> {
    match origin {
        Origin::Environment(name) => Some(name.clone()),
        _ => None,
    }
}

fn hint(error: &ConfigError, layers: &Layers) -> String {
    match error.kind() {
        ConfigErrorKind::UnknownKey { similar: None } => {
            let key = error.key().strip_prefix(PREFIX).map_or_else(|| error.key().to_owned(), |name| name.replace("__", ".").to_lowercase());
            format!("\nknown keys: {}", known(&key, layers).join(", "))
        }
        ConfigErrorKind::MissingFeature { feature } => {
            format!("\nchoose another mode, or build with the feature: cargo install --path . --features cli,{feature}")
        }
        _ => String::new(),
    }
}

/// The keys beside `key`: those of its table where there is such a table, else all.
fn known(key: &str, layers: &Layers) -> Vec<String> {
    let all: Vec<String> = layers.entries().into_iter().map(|entry| entry.key).collect();
    let table = key.split_once('.').map(|(table, _)| format!("{table}."));
    let beside: Vec<String> = all.iter().filter(|known| table.as_ref().is_some_and(|table| known.starts_with(table))).cloned().collect();
    if beside.is_empty() { all } else { beside }
}

/// Our variables as text. Those of others are not looked at.
fn environment(variables: impl Iterator<Item = (OsString, OsString)>) -> Result<Vec<(String, String)>, String> {
    variables
        .filter_map(|(name, text)| Some((name.into_string().ok().filter(|name| name.starts_with(PREFIX))?, text)))
        .map(|(name, text)| match text.into_string() {
            Ok(text) => Ok((name, text)),
            Err(_) => Err(format!("environment variable {name} is not UTF-8 text")),
        })
        .collect()
}

fn page(entries: &[Entry]) -> String {
    let lines: Vec<(String, &Origin)> = entries.iter().map(|entry| (line(entry), &entry.origin)).collect();
    let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or_default();
    let rows = lines.iter().map(|(line, origin)| format!("{line:width$}  # {}\n", name(origin)));
    std::iter::once("[agent.recovery]\n".to_owned()).chain(rows).collect()
}

fn name(origin: &Origin) -> String {
    match origin {
        Origin::Default => "default".to_owned(),
        Origin::File => "file".to_owned(),
        Origin::Environment(name) => format!("environment: {name}"),
        _ => "elsewhere".to_owned(),
    }
}

fn line(entry: &Entry) -> String {
    let key = &entry.key;
    match &entry.value {
        Value::Null => format!("# {key} is not set"),
        // A path of an address may be private, and half an address would be wrong as TOML.
        Value::String(text) if key == "jev_base_url" => match text.parse::<BaseUrl>() {
            Ok(url) if matches!(url.path(), "" | "/") => format!("{key} = \"{}\"", url.origin()),
            Ok(url) => format!("# {key} = \"{}\" and a path, which is not shown", url.origin()),
            Err(_) => format!("# {key} is not shown"),
        },
        value => format!("{key} = {}", toml_value(value)),
    }
}

/// A value as TOML writes it on one line.
fn toml_value(value: &Value) -> String {
    toml::Value::try_from(value).map(|value| value.to_string()).unwrap_or_default()
}
