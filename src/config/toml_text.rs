//! The table `[agent.recovery]` of a TOML text.

use super::{ConfigError, ConfigErrorKind, tree};
use serde_json::{Map, Value};

/// The contents of the table, if the text has it.
pub(super) fn table(text: &str, defaults: &Value) -> Result<Option<Value>, ConfigError> {
    let file: toml::Table = text.parse().map_err(|error: toml::de::Error| not_toml(text, error.span().map_or(0, |span| span.start), error.message()))?;
    match file.get("agent").and_then(|agent| agent.get("recovery")) {
        Some(recovery) => Ok(Some(value(recovery))),
        None => astray(&file, defaults).map_or(Ok(None), Err),
    }
}

/// The least likeness of a table's name that is a misspelling of ours.
const MISSPELT: f64 = 0.85;

/// What was meant for our table, and stands elsewhere. Other tables belong to the host.
fn astray(file: &toml::Table, defaults: &Value) -> Option<ConfigError> {
    let unknown = |given: &[String], meant: &str| ConfigError::new(tree::dotted(given), ConfigErrorKind::UnknownKey { similar: Some(meant.into()) });
    let inner = file.iter().filter_map(|(outer, members)| Some((outer, members.as_table()?)));
    let inner = inner.flat_map(|(outer, members)| members.iter().map(move |(name, member)| (vec![outer.clone(), name.clone()], member)));
    let tables = file.iter().map(|(name, member)| (vec![name.clone()], member)).chain(inner).filter(|(_, member)| member.is_table());
    for (path, _) in tables {
        let name = path.join(".").to_ascii_lowercase();
        let short = name.len() <= 64;
        if short && (name == "recovery" || strsim::normalized_damerau_levenshtein(&name, "agent.recovery") >= MISSPELT) {
            return Some(unknown(&path, "agent.recovery"));
        }
    }
    let everything = file.iter().map(|(name, member)| (name.clone(), value(member))).collect();
    let known = |path: &[String]| tree::get(defaults, path).is_some_and(|default| !default.is_object());
    tree::leaves(Value::Object(everything)).into_iter().find_map(|(path, _)| {
        let ours = if path.first().is_some_and(|outer| outer == "agent") { path.get(1..)? } else { &path };
        (!ours.is_empty() && known(ours)).then(|| unknown(&path, &format!("agent.recovery.{}", ours.join("."))))
    })
}

/// Phrases of the parser that say what is wrong, in our words. Its messages may repeat parts of the text, so that only known phrases come out.
const REASONS: [(&str, &str); 31] = [
    ("duplicate key", "a key or a table is given twice"),
    ("unclosed table", "the name of a table is not closed"),
    ("unclosed array table", "the name of a table is not closed"),
    ("unclosed array", "a list is not closed"),
    ("unclosed inline table", "an inline table is not closed"),
    ("missing comma", "a comma is missing"),
    ("string values must be quoted", "a text must stand in quotes"),
    ("key with no value", "a key has no value: `=` is missing"),
    ("missing value", "a value is missing"),
    ("missing assignment", "`=` is missing"),
    ("missing key", "a key is missing"),
    ("unquoted keys", "a key is missing"),
    ("invalid unquoted key", "a key has a character that must stand in quotes"),
    ("invalid basic string", "a text is not closed, or has a character that it may not have"),
    ("invalid literal string", "a text is not closed, or has a character that it may not have"),
    ("recur", "it is nested too deep"),
    ("number overflowed", "a number is too large"),
    ("extra `=`", "there is an `=` too many"),
    ("extra assignment", "there is an `=` too many"),
    ("unexpected `=`", "there is an `=` too many"),
    ("extra comma", "there is a comma too many"),
    ("missing opening quote", "a text must stand in quotes"),
    ("invalid key-value pair", "each line is `key = value`"),
    ("leading zero", "a number begins with a zero too many"),
    ("sign", "a number has a sign that it may not have"),
    ("radix", "a number is written in a way that TOML does not have"),
    ("digits", "a number or an escape is written in a way that TOML does not have"),
    ("escaped value", "a backslash in a text is written twice, or the text stands in single quotes"),
    ("carriage return", "a line ends in a carriage return alone"),
    ("unexpected content", "what came before has ended, and this needs a line of its own"),
    ("unexpected key or value", "what came before has ended, and this needs a line of its own"),
];

fn reason(text: &str, message: &str) -> &'static str {
    if text.trim_start().starts_with('{') {
        return "it looks like JSON; in TOML a table is a line `[agent.recovery]`, and each line below it `key = value`";
    }
    REASONS.iter().find(|(phrase, _)| message.contains(phrase)).map_or("this is neither a key nor a value of TOML", |(_, words)| *words)
}

/// The parser's own message quotes the line, which may hold a secret of another table: only the place and a reason in our words are told.
fn not_toml(text: &str, at: usize, message: &str) -> ConfigError {
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    ConfigError::new("file", ConfigErrorKind::NotToml { line, column, reason: reason(text, message).into() })
}

/// A number that JSON cannot express becomes null, which no number accepts.
fn value(toml: &toml::Value) -> Value {
    match toml {
        toml::Value::String(text) => Value::from(text.as_str()),
        toml::Value::Integer(number) => Value::from(*number),
        toml::Value::Float(number) => Value::from(*number),
        toml::Value::Boolean(flag) => Value::from(*flag),
        toml::Value::Datetime(when) => Value::from(when.to_string()),
        toml::Value::Array(items) => items.iter().map(value).collect(),
        toml::Value::Table(members) => Value::Object(members.iter().map(|(name, member)| (name.clone(), value(member))).collect::<Map<_, _>>()),
    }
}
