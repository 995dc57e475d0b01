//! Environment over file over defaults, and where each value came from.

use super::{ConfigError, ConfigErrorKind, RecoveryConfig, environment, tree};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// Nobody set it.
    Default,
    /// The file.
    File,
    /// The environment variable of this name.
    Environment(Box<str>),
}

/// One key of the effective configuration.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The key, with dots between its parts.
    pub key: String,
    /// Its value; null where an optional key is not set.
    pub value: Value,
    /// Where the value came from.
    pub origin: Origin,
}

/// The layers of a configuration, merged one by one. A later layer overrides an earlier one key by key.
///
/// ```
/// use serde_json::json;
/// use tool_recovery::config::{Layers, Origin};
///
/// let layers = Layers::new()?
///     .file(json!({ "decisions_per_run": 3, "settle_grace_ms": 500 }))?
///     .environment([("TOOL_RECOVERY_SETTLE_GRACE_MS".to_owned(), "250".to_owned())])?;
/// let config = layers.config()?;
/// assert_eq!((config.decisions_per_run, config.settle_grace_ms), (3, 250));
/// assert_eq!(layers.origin("decisions_per_run"), Origin::File);
/// # Ok::<(), tool_recovery::config::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layers {
    defaults: Value,
    merged: Value,
    origins: BTreeMap<String, Origin>,
}

impl Layers {
    /// The defaults alone.
    ///
    /// # Errors
    ///
    /// None as long as every section of [`RecoveryConfig`] can be written as JSON, which a test asserts.
    pub fn new() -> Result<Self, ConfigError> {
        let defaults = serde_json::to_value(RecoveryConfig::default())
            .map_err(|_| ConfigError::new("agent.recovery", ConfigErrorKind::Invalid { expected: "a table that JSON can express".into() }))?;
        Ok(Self { merged: defaults.clone(), defaults, origins: BTreeMap::new() })
    }

    /// Lays the contents of the table `[agent.recovery]` over what is there.
    ///
    /// # Errors
    ///
    /// The first key that is unknown or whose value is of the wrong kind.
    pub fn file(mut self, value: Value) -> Result<Self, ConfigError> {
        if !value.is_object() {
            return Err(ConfigError::new("agent.recovery", ConfigErrorKind::Invalid { expected: "a table".into() }));
        }
        for (path, leaf) in tree::leaves(value) {
            // An empty table of a known section sets nothing.
            let empty = leaf.as_object().is_some_and(serde_json::Map::is_empty);
            if empty && tree::get(&self.defaults, &path).is_some_and(Value::is_object) {
                continue;
            }
            tree::check(&self.defaults, &path, &leaf)?;
            self.put(&path, leaf, Origin::File);
        }
        Ok(self)
    }

    /// Lays the table `[agent.recovery]` of a TOML text over what is there. A text without that table sets nothing.
    ///
    /// # Errors
    ///
    /// As [`file`](Self::file); [`NotToml`](ConfigErrorKind::NotToml) with line, column and reason; a table whose name is a misspelling of ours, or a key of ours outside of
    /// it, where our table is not there.
    #[cfg(feature = "toml")]
    pub fn toml(self, text: &str) -> Result<Self, ConfigError> {
        match super::toml_text::table(text, &self.defaults)? {
            Some(table) => self.file(table),
            None => Ok(self),
        }
    }

    /// Lays environment variables over what is there. Names that do not begin with [`PREFIX`](super::PREFIX) are passed over, and so is an empty value, which counts
    /// as not set.
    ///
    /// # Errors
    ///
    /// The first variable, by its name, that matches no key or whose value cannot be read.
    pub fn environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Result<Self, ConfigError> {
        for (name, text) in variables {
            let Some(path) = environment::path(&name).filter(|_| !text.is_empty()) else { continue };
            let leaf = self.read(&path, &text).map_err(|kind| ConfigError::new(tree::dotted(std::slice::from_ref(&name)), environment::in_its_terms(kind)))?;
            self.put(&path, leaf, Origin::Environment(name.into()));
        }
        Ok(self)
    }

    fn read(&self, path: &[String], text: &str) -> Result<Value, ConfigErrorKind> {
        let mut refused = None;
        for meaning in environment::meanings(tree::get(&self.defaults, path), text).map_err(|kind| tree::with_range(&self.defaults, path, kind))? {
            match tree::check(&self.defaults, path, &meaning) {
                Ok(()) => return Ok(meaning),
                Err(error) => refused = refused.or_else(|| Some(error.kind().clone())),
            }
        }
        Err(refused.unwrap_or_else(|| ConfigErrorKind::UnknownKey { similar: tree::similar(&self.defaults, path) }))
    }

    fn put(&mut self, path: &[String], leaf: Value, origin: Origin) {
        tree::set(&mut self.merged, path, leaf);
        self.origins.insert(path.join("."), origin);
    }

    /// The effective configuration, checked.
    ///
    /// # Errors
    ///
    /// The first key that is outside its range, in contradiction to another, or asks for a mode that this build lacks.
    pub fn config(&self) -> Result<RecoveryConfig, ConfigError> {
        let config = RecoveryConfig::deserialize(&self.merged)
            .map_err(|_| ConfigError::new("agent.recovery", ConfigErrorKind::Invalid { expected: "a table whose keys go together".into() }))?;
        config.validate()?;
        Ok(config)
    }

    /// Where the value of `key`, with dots between its parts, came from.
    #[must_use]
    pub fn origin(&self, key: &str) -> Origin {
        self.origins.get(key).cloned().unwrap_or(Origin::Default)
    }

    /// Every key with its value and where that came from. Values are shown as they were given: an address keeps its path.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let entry = |(path, value): (Vec<String>, Value)| {
            let key = path.join(".");
            Entry { origin: self.origin(&key), key, value }
        };
        tree::leaves(self.merged.clone()).into_iter().map(entry).collect()
    }
}

#[cfg(test)]
#[path = "layers_tests.rs"]
mod tests;
