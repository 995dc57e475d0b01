//! The files that a replay judges by: thresholds, and a policy.

use super::input;
use crate::{Failure, place::place_behind};
use serde_json::Value;
use std::{fs, path::Path};
use tool_recovery::{
    proposal::ProposalPolicy,
    record::{PolicyVersion, Thresholds},
};

/// The longest such file in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

pub(super) fn thresholds(path: &Path) -> Result<Thresholds, Failure> {
    Thresholds::parse(&text(path)?).map_err(|error| wrong(path, &error.to_string()))
}

/// The table `[agent.proposal]` of a configuration in TOML or JSON, or a file that has nothing but the contents of this table.
pub(super) fn policy(path: &Path) -> Result<PolicyVersion, Failure> {
    let text = text(path)?;
    let mut file = if text.trim_start().starts_with('{') {
        serde_json::from_str::<Value>(&text).map_err(|error| wrong(path, &format!("not JSON: line {}, column {}", error.line(), error.column())))?
    } else {
        // The parser's own message quotes the line, which may hold a secret of another table.
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| wrong(path, &not_toml(&text, error.span().map_or(0, |span| span.start))))?;
        serde_json::to_value(table).map_err(|_| wrong(path, "it holds what JSON cannot express"))?
    };
    let table = match file.get_mut("agent") {
        Some(agent) => agent.get_mut("proposal").map(Value::take).ok_or_else(|| wrong(path, "it has no table [agent.proposal]"))?,
        None => file,
    };
    ProposalPolicy::from_value(table).and_then(|policy| PolicyVersion::new(&policy)).map_err(|error| wrong(path, &error.to_string()))
}

fn not_toml(text: &str, at: usize) -> String {
    let (line, column) = place_behind(text.get(..at).unwrap_or_default());
    format!("neither TOML nor JSON: line {line}, column {column}")
}

fn text(path: &Path) -> Result<String, Failure> {
    let size = fs::metadata(path).map_err(|error| input::unreadable(path, &error))?.len();
    if size > MAX_BYTES {
        return Err(wrong(path, &format!("longer than {MAX_BYTES} bytes: is it the right file?")));
    }
    fs::read_to_string(path).map_err(|error| input::unreadable(path, &error))
}

fn wrong(path: &Path, what: &str) -> Failure {
    Failure::Wrong(format!("{}: {what}", path.display()))
}
