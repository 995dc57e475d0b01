//! The table `[agent.recovery]` of a TOML text.

use super::{ConfigError, ConfigErrorKind};
use serde_json::{Map, Value};

/// The contents of the table, if the text has it.
pub(super) fn table(text: &str) -> Result<Option<Value>, ConfigError> {
    let file: toml::Table = text.parse().map_err(|error: toml::de::Error| not_toml(text, error.span().map_or(0, |span| span.start)))?;
    let Some(recovery) = file.get("agent").and_then(|agent| agent.get("recovery")) else { return Ok(None) };
    Ok(Some(value(recovery)))
}

/// The parser's own message quotes the line, which may hold a secret of another table: only the place is told.
fn not_toml(text: &str, at: usize) -> ConfigError {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    let expected = format!("TOML, but cannot be read at line {line}, column {column}").into();
    ConfigError::new("file", ConfigErrorKind::Invalid { expected })
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
