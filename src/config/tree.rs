//! Reading one key at a time, so that an error can name the key without repeating the value.

use super::{ConfigError, ConfigErrorKind, RecoveryConfig};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The longest part of an unknown key that an error repeats.
const MAX_SHOWN: usize = 64;

/// The leaves of `value` with their paths. An object without members is a leaf.
pub(super) fn leaves(value: Value) -> Vec<(Vec<String>, Value)> {
    fn walk(path: &mut Vec<String>, value: Value, out: &mut Vec<(Vec<String>, Value)>) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (name, member) in members {
                    path.push(name);
                    walk(path, member, out);
                    path.pop();
                }
            }
            leaf => out.push((path.clone(), leaf)),
        }
    }
    let mut out = Vec::new();
    walk(&mut Vec::new(), value, &mut out);
    out
}

/// What stands at `path`.
pub(super) fn get<'a>(root: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(root, |at, part| at.get(part))
}

/// Puts `leaf` at `path`. Whatever stands in the way is replaced.
pub(super) fn set(root: &mut Value, path: &[String], leaf: Value) {
    let mut at = root;
    for part in path {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        let Some(members) = at.as_object_mut() else { return };
        at = members.entry(part.as_str()).or_insert(Value::Null);
    }
    *at = leaf;
}

/// Checks the name and the kind of one leaf, with every other key at its default.
pub(super) fn check(defaults: &Value, path: &[String], leaf: &Value) -> Result<(), ConfigError> {
    let mut alone = defaults.clone();
    set(&mut alone, path, leaf.clone());
    RecoveryConfig::deserialize(alone).map(|_| ()).map_err(|error| ConfigError::new(dotted(path), kind(path, &error.to_string())))
}

/// The path with dots. A part that is no plain name is not repeated: it may be a value in the wrong place.
pub(super) fn dotted(path: &[String]) -> String {
    let plain = |part: &String| part.len() <= MAX_SHOWN && part.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-'));
    let shown: Vec<&str> = path.iter().map(|part| if plain(part) { part.as_str() } else { "(not a plain name)" }).collect();
    shown.join(".")
}

/// Keeps of serde's message what it expected, which this crate wrote, and drops what it found, which may be a secret.
fn kind(path: &[String], message: &str) -> ConfigErrorKind {
    if message.starts_with("unknown field") {
        return if path.iter().any(|part| names_credential(part)) { ConfigErrorKind::Credential } else { ConfigErrorKind::UnknownKey };
    }
    let expected = match message.rsplit_once(", expected ").map(|(_, expected)| expected) {
        Some("u8" | "u16" | "u32" | "u64" | "usize") => "a whole number that is not negative",
        Some("f32" | "f64") => "a number",
        Some("a boolean") => "true or false",
        Some("a string" | "string or map") => "a text",
        Some("a sequence") => "a list",
        Some(other) if other.starts_with("struct ") => "a table",
        Some(other) => other,
        None => "a value of another kind",
    };
    ConfigErrorKind::Invalid { expected: expected.into() }
}

fn names_credential(part: &str) -> bool {
    const WORDS: [&str; 9] = ["apikey", "accesskey", "privatekey", "token", "secret", "password", "passwd", "credential", "authorization"];
    let folded: String = part.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    WORDS.iter().any(|word| folded.contains(word)) || folded.ends_with("bearer")
}
