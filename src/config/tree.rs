//! Reading one key at a time, so that an error can name the key without repeating the value.

use super::{ConfigError, ConfigErrorKind, RecoveryConfig};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The longest part of an unknown key that an error repeats.
const MAX_SHOWN: usize = 64;
/// The most parts of an unknown key that are compared with known ones.
const MAX_PARTS: usize = 4;
/// The least likeness that is worth a suggestion.
const WORTH: f64 = 0.7;

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
    RecoveryConfig::deserialize(alone).map(|_| ()).map_err(|error| ConfigError::new(dotted(path), kind(defaults, path, &error.to_string())))
}

/// The known key that is spelt most like `path`. A key at its right name in another table comes first.
pub(super) fn similar(defaults: &Value, path: &[String]) -> Option<Box<str>> {
    // What is longer than any key is no misspelling, and its length is somebody else's choice.
    let name = path.last().filter(|_| path.iter().all(|part| part.len() <= MAX_SHOWN) && path.len() <= MAX_PARTS)?;
    let given = path.join(".");
    let likeness = |(known, _): (Vec<String>, Value)| {
        let dotted = known.join(".");
        let whole = strsim::normalized_damerau_levenshtein(&dotted, &given);
        let alone = known.last().map_or(0.0, |last| strsim::normalized_damerau_levenshtein(last, name));
        (whole.max(alone), dotted)
    };
    let (alike, known) = leaves(defaults.clone()).into_iter().map(likeness).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (alike >= WORTH).then(|| known.into())
}

/// The path with dots. A part that is no plain name is not repeated: it may be a value in the wrong place.
pub(super) fn dotted(path: &[String]) -> String {
    let plain = |part: &String| part.len() <= MAX_SHOWN && part.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-'));
    let shown: Vec<&str> = path.iter().map(|part| if plain(part) { part.as_str() } else { "(not a plain name)" }).collect();
    shown.join(".")
}

/// Keeps of serde's message what it expected, which this crate wrote, and drops what it found, which may be a secret.
fn kind(defaults: &Value, path: &[String], message: &str) -> ConfigErrorKind {
    if message.starts_with("unknown field") {
        return match path.iter().any(|part| names_credential(part)) {
            true => ConfigErrorKind::Credential,
            false => ConfigErrorKind::UnknownKey { similar: similar(defaults, path) },
        };
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
    with_range(defaults, path, ConfigErrorKind::Invalid { expected: expected.into() })
}

/// The same error with the range, where a number was expected.
pub(super) fn with_range(defaults: &Value, path: &[String], kind: ConfigErrorKind) -> ConfigErrorKind {
    match kind {
        ConfigErrorKind::Invalid { expected } if expected.contains("number") || expected.starts_with("a nonzero") => {
            ConfigErrorKind::Invalid { expected: range(defaults, path).unwrap_or(expected) }
        }
        kind => kind,
    }
}

/// The numbers that a key accepts, in the words of its own check: the largest number of its kind is outside of every range.
fn range(defaults: &Value, path: &[String]) -> Option<Box<str>> {
    let whole = !get(defaults, path)?.is_f64();
    let largest = [u64::MAX, u64::from(u32::MAX), u64::from(u16::MAX), u64::from(u8::MAX)];
    let config = largest.into_iter().find_map(|number| {
        let mut alone = defaults.clone();
        set(&mut alone, path, Value::from(number));
        RecoveryConfig::deserialize(alone).ok()
    })?;
    let error = config.validate().err().filter(|error| error.key() == path.join("."))?;
    match error.kind() {
        ConfigErrorKind::OutOfRange { range, .. } => Some(format!("a {}number {range}", if whole { "whole " } else { "" }).into()),
        _ => None,
    }
}

fn names_credential(part: &str) -> bool {
    const WORDS: [&str; 9] = ["apikey", "accesskey", "privatekey", "token", "secret", "password", "passwd", "credential", "authorization"];
    let folded: String = part.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    WORDS.iter().any(|word| folded.contains(word)) || folded.ends_with("bearer")
}
