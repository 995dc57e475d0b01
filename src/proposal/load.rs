//! The policy of a host's configuration: the table `[agent.proposal]`.

use super::ProposalPolicy;
use crate::{
    advice::printable,
    config::{ConfigError, ConfigErrorKind},
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The longest key that an error repeats.
const MAX_KEY: usize = 64;

impl ProposalPolicy {
    /// Reads the contents of the table `[agent.proposal]`, and checks them. What is not there has its default.
    ///
    /// # Errors
    ///
    /// The first key that is unknown or whose value is of the wrong kind, without the value; or as [`validate`](Self::validate).
    pub fn from_value(value: Value) -> Result<Self, ConfigError> {
        let Value::Object(members) = value else { return Err(invalid("agent.proposal", "a table")) };
        // One key at a time, so that an error can name it.
        for (key, value) in &members {
            let alone = Map::from_iter([(key.clone(), value.clone())]);
            Self::deserialize(Value::Object(alone)).map_err(|error| wrong(key, &error.to_string()))?;
        }
        let policy = Self::deserialize(Value::Object(members)).map_err(|_| invalid("agent.proposal", "a table whose keys go together"))?;
        policy.validate()?;
        Ok(policy)
    }
}

fn invalid(key: &str, expected: &str) -> ConfigError {
    ConfigError::new(key, ConfigErrorKind::Invalid { expected: expected.into() })
}

/// Keeps of serde's message what it expected, which this crate wrote, and drops what it found, which may be a secret.
fn wrong(key: &str, message: &str) -> ConfigError {
    let key = printable(key, MAX_KEY);
    let plain = key.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-'));
    let key = if plain { key.as_str() } else { "(not a plain name)" };
    match message.rsplit_once(", expected ") {
        _ if message.starts_with("unknown field") && !ProposalPolicy::has_key(key) => ConfigError::new(key, ConfigErrorKind::UnknownKey { similar: None }),
        Some((_, expected)) => invalid(key, expected),
        None => invalid(key, "a value of another kind"),
    }
}

impl ProposalPolicy {
    fn has_key(key: &str) -> bool {
        serde_json::to_value(Self::default()).is_ok_and(|defaults| defaults.get(key).is_some())
    }
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
