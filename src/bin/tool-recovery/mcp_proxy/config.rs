//! The configuration of the proxy: the table `[agent.recovery]` and the environment as everywhere, and the table `[mcp]` beside it.

use super::{answer::Advice, notes::say};
use crate::check_config;
use clap::ValueEnum as _;
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tool_recovery::{
    admission::Declarations,
    config::{Classifier, ConfigError, ConfigErrorKind, Origin, RecoveryConfig, in_range},
    facts::UndeclaredEffect,
};

/// How failures are classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Mode {
    /// By facts alone.
    Off,
    /// By facts and text rules.
    Keywords,
    /// By text rules, beside a decision model whose answers are only recorded.
    Compare,
    /// By a decision model, with the text rules as the fallback.
    Jev,
}

impl From<Mode> for Classifier {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Off => Self::Off,
            Mode::Keywords => Self::Keywords,
            Mode::Compare => Self::Compare,
            Mode::Jev => Self::Jev,
        }
    }
}

/// What is in effect.
pub(super) struct Loaded {
    pub(super) recovery: RecoveryConfig,
    pub(super) mcp: Mcp,
}

/// The table `[mcp]`.
#[derive(Default)]
pub(super) struct Mcp {
    pub(super) declared: Declarations,
    pub(super) advice: Option<Advice>,
    pub(super) timeout: Option<Duration>,
    pub(super) validate_arguments: bool,
    /// Where records go.
    pub(super) records: Option<PathBuf>,
    pub(super) records_max_files: Option<usize>,
    /// Where holds are kept.
    pub(super) state: Option<PathBuf>,
}

/// Reads the file, if there is one, and the environment.
pub(super) fn load(file: Option<&Path>, mode: Option<Mode>) -> Result<Loaded, String> {
    let check_config::Merged { text, layers, mut config } = check_config::merged(file)?;
    if let Some(mode) = mode {
        config.classifier = mode.into();
    }
    // Nobody may be there to declare or reconcile: an undeclared tool that once timed out has to stay usable.
    if layers.origin("undeclared_effect") == Origin::Default {
        config.undeclared_effect = UndeclaredEffect::Unknown;
    }
    config.validate().map_err(|error| error.to_string())?;
    let name = file.map_or_else(String::new, |file| format!("{}: ", file.display()));
    let mut mcp = Mcp::read(&text).map_err(|error| explained(&name, error))?;
    if matches!(config.classifier, Classifier::Jev | Classifier::Compare) {
        say(format_args!("the proxy asks no decision model: with the mode {} failures are classified as with keywords", config.classifier.as_str()));
    }
    // A path in the file is meant from where the file is.
    if let Some(folder) = file.and_then(Path::parent) {
        for path in [&mut mcp.records, &mut mcp.state].into_iter().flatten() {
            *path = folder.join(&*path);
        }
    }
    Ok(Loaded { recovery: config, mcp })
}

/// The error with the keys that would do.
fn explained(name: &str, error: ConfigError) -> String {
    let unknown = matches!(error.kind(), ConfigErrorKind::UnknownKey { .. });
    let key = error.key();
    let known = match key.starts_with("tools.") {
        _ if !unknown => String::new(),
        true if key.contains(".body_rule.") => format!("\nknown keys of a body_rule: {}", Declarations::BODY_RULE_KEYS.join(", ")),
        true if key.contains(".verify.") => format!("\nknown keys of a verify: {}", Declarations::VERIFY_KEYS.join(", ")),
        true => format!("\nknown keys of a tool: {}", Declarations::TOOL_KEYS.join(", ")),
        false => format!("\nknown keys of [mcp]: {}, {}", Mcp::KEYS.join(", "), Declarations::KEYS.join(", ")),
    };
    // The table itself has no key inside it.
    let error = if key == "mcp" && !unknown { error } else { error.within("mcp") };
    format!("{name}{error}{known}")
}

/// The key of the first number that JSON has no form for, and would have to be left out: infinite ones, and what is no number.
fn not_finite(value: &toml::Value, key: &str) -> Option<String> {
    let inside = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match value {
        toml::Value::Float(number) if !number.is_finite() => Some(key.to_owned()),
        toml::Value::Array(items) => items.iter().find_map(|item| not_finite(item, key)),
        // The value of a flag is a value as a whole: names inside it are no keys.
        toml::Value::Table(members) if key.ends_with(".failed_when") => members.values().find_map(|member| not_finite(member, key)),
        toml::Value::Table(members) => members.iter().find_map(|(name, member)| not_finite(member, &inside(&printable_key(name)))),
        _ => None,
    }
}

/// Whether a table is ours but for a slip in its name.
fn is_meant(name: &str, table: &toml::Value) -> bool {
    let is_near = (2..=4).contains(&name.len()) && strsim::damerau_levenshtein(&name.to_ascii_lowercase(), "mcp") <= 1;
    is_near && table.as_table().is_some_and(|members| Mcp::KEYS.iter().chain(&Declarations::KEYS).any(|key| members.contains_key(*key)))
}

/// Checks the table `[mcp]` of a file, if it has one. The error says which key is wrong.
pub(crate) fn check(text: &str) -> Result<(), String> {
    Mcp::read(text).map(drop).map_err(|error| explained("", error))
}

/// A name of the file, as far as an error shows it.
fn printable_key(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(64).collect()
}

impl Mcp {
    /// The keys beside those of declarations.
    const KEYS: [&str; 6] = ["advice", "timeout_ms", "validate_arguments", "records", "records_max_files", "state"];

    fn read(text: &str) -> Result<Self, ConfigError> {
        let invalid = |key: &str, expected: &str| ConfigError::new(key, ConfigErrorKind::Invalid { expected: expected.into() });
        let file: toml::Table = text.parse().map_err(|_| invalid("mcp", "part of a TOML file"))?;
        let Some(table) = file.get("mcp") else {
            if let Some(name) = file.iter().find_map(|(name, table)| is_meant(name, table).then_some(name)) {
                let rule = format!("is not there, but a table [{}] is: did you mean it?", printable_key(name));
                return Err(ConfigError::new("mcp", ConfigErrorKind::Contradiction { rule: rule.into() }));
            }
            // Whoever forgets the head of the table would declare nothing and not notice.
            let ours = Self::KEYS.iter().chain(&Declarations::KEYS).find(|key| file.contains_key(**key));
            return ours.map_or_else(
                || Ok(Self::default()),
                |key| Err(ConfigError::new(*key, ConfigErrorKind::Contradiction { rule: "it belongs under the line [mcp]".into() })),
            );
        };
        if let Some(key) = not_finite(table, "") {
            return Err(invalid(&key, "a number that is finite"));
        }
        let mut table = serde_json::to_value(table).map_err(|_| invalid("mcp", "a table that JSON can express"))?;
        let members = table.as_object_mut().ok_or_else(|| invalid("mcp", "a table: begin it with the line [mcp]"))?;
        let mut read = Self::default();
        if let Some(advice) = members.remove("advice") {
            let choice = advice.as_str().and_then(|text| Advice::from_str(text, false).ok());
            read.advice = Some(choice.ok_or_else(|| invalid("advice", "`off`, `meta` or `content`"))?);
        }
        if let Some(timeout) = members.remove("timeout_ms") {
            let ms = timeout.as_u64().ok_or_else(|| invalid("timeout_ms", "a whole number of milliseconds"))?;
            in_range("timeout_ms", ms, 1, 86_400_000)?;
            read.timeout = Some(Duration::from_millis(ms));
        }
        if let Some(validate) = members.remove("validate_arguments") {
            read.validate_arguments = validate.as_bool().ok_or_else(|| invalid("validate_arguments", "true or false"))?;
        }
        let path = |value: Value, key: &str| match value {
            Value::String(text) if !text.is_empty() => Ok(PathBuf::from(text)),
            _ => Err(invalid(key, "a path")),
        };
        read.records = members.remove("records").map(|value| path(value, "records")).transpose()?;
        read.state = members.remove("state").map(|value| path(value, "state")).transpose()?;
        if let Some(files) = members.remove("records_max_files") {
            let files = files.as_u64().ok_or_else(|| invalid("records_max_files", "a whole number"))?;
            in_range("records_max_files", files, 1, 100_000)?;
            read.records_max_files = usize::try_from(files).ok();
        }
        read.declared = Declarations::from_value(&Value::Object(std::mem::take(members)))?;
        Ok(read)
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
