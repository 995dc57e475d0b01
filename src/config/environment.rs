//! Environment variables as one more layer over the file.

use super::ConfigErrorKind;
use serde_json::{Number, Value};

/// What the names of overriding environment variables begin with. The rest is the key in capitals, with two underscores between the parts of a nested one:
/// `TOOL_RECOVERY_LEDGER__REPEAT_TTL_MS` is `ledger.repeat_ttl_ms`.
pub const PREFIX: &str = "TOOL_RECOVERY_";

/// The path of the key that a variable overrides; `None` for a variable of somebody else.
pub(super) fn path(name: &str) -> Option<Vec<String>> {
    let key = name.strip_prefix(PREFIX)?;
    Some(key.split("__").map(str::to_ascii_lowercase).collect())
}

/// The same error with a suggested key as the variable that overrides it.
pub(super) fn in_its_terms(kind: ConfigErrorKind) -> ConfigErrorKind {
    match kind {
        ConfigErrorKind::UnknownKey { similar: Some(key) } => {
            ConfigErrorKind::UnknownKey { similar: Some(format!("{PREFIX}{}", key.replace('.', "__").to_ascii_uppercase()).into()) }
        }
        kind => kind,
    }
}

/// What `text` can mean for a key whose default is `default`, the likeliest first.
pub(super) fn meanings(default: Option<&Value>, text: &str) -> Result<Vec<Value>, ConfigErrorKind> {
    let invalid = |expected: &str| ConfigErrorKind::Invalid { expected: expected.into() };
    let as_text = Value::String(text.to_owned());
    match default {
        Some(Value::Bool(_)) => text.parse().map(|flag| vec![Value::Bool(flag)]).map_err(|_| invalid("true or false")),
        Some(Value::Number(_)) => text.parse::<Number>().map(|number| vec![Value::Number(number)]).map_err(|_| invalid("a number")),
        Some(Value::Array(_)) => list(text).map(|list| vec![list]).ok_or_else(|| invalid("a list: items with commas between them, or a JSON array")),
        Some(Value::Object(members)) if !members.is_empty() => Err(invalid("overridden by its parts: append `__` and the name of a key in this table")),
        Some(Value::Object(_)) => serde_json::from_str(text).map(|value| vec![value]).map_err(|_| invalid("a JSON object")),
        Some(Value::String(_)) => Ok(vec![as_text]),
        // The default of an optional key says nothing about its kind.
        Some(Value::Null) | None => Ok(std::iter::once(as_text).chain(serde_json::from_str(text)).collect()),
    }
}

fn list(text: &str) -> Option<Value> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).ok();
    }
    Some(text.split(',').map(|item| Value::from(item.trim())).collect())
}
