//! What is wrong with a configuration, by the name of its key.

use std::fmt;

/// A configuration that cannot be used. Says which key, what was given, and what would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    key: Box<str>,
    kind: ConfigErrorKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigErrorKind {
    /// A number outside its range.
    OutOfRange {
        /// What was given.
        given: Box<str>,
        /// What is accepted.
        range: Box<str>,
    },
    /// A value of the wrong kind.
    Invalid {
        /// What is accepted.
        expected: Box<str>,
    },
    /// Two keys that contradict each other.
    Contradiction {
        /// What has to hold between them.
        rule: Box<str>,
    },
    /// A key that nobody knows.
    UnknownKey {
        /// The known key that is spelt most like it, with dots between its parts, where one is.
        similar: Option<Box<str>>,
    },
    /// A key nobody knows that looks like the name of a credential. Credentials do not belong in a configuration: they are handed over in code.
    Credential,
    /// A mode whose Cargo feature is off.
    MissingFeature {
        /// The feature to enable.
        feature: &'static str,
    },
    /// A part that a builder needs was not given.
    Missing,
    /// A text that is not TOML.
    NotToml {
        /// The line at which reading stopped, from 1.
        line: usize,
        /// The character within the line, from 1.
        column: usize,
        /// What is wrong there. Nothing of the text is repeated.
        reason: Box<str>,
    },
}

impl ConfigError {
    /// An error about `key`.
    pub fn new(key: impl Into<Box<str>>, kind: ConfigErrorKind) -> Self {
        Self { key: key.into(), kind }
    }

    /// The key that is wrong, with dots between its parts.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What is wrong with it.
    #[must_use]
    pub fn kind(&self) -> &ConfigErrorKind {
        &self.kind
    }

    /// The same error about a key inside the section `prefix`.
    #[must_use]
    pub fn within(self, prefix: &str) -> Self {
        Self { key: format!("{prefix}.{}", self.key).into(), kind: self.kind }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = &self.key;
        match &self.kind {
            ConfigErrorKind::OutOfRange { given, range } => write!(f, "`{key}` is {given}, but must be {range}"),
            ConfigErrorKind::Invalid { expected } => write!(f, "`{key}` must be {expected}"),
            ConfigErrorKind::Contradiction { rule } => write!(f, "`{key}`: {rule}"),
            ConfigErrorKind::UnknownKey { similar: None } => write!(f, "`{key}` is not a known key"),
            ConfigErrorKind::UnknownKey { similar: Some(similar) } => write!(f, "`{key}` is not a known key: did you mean `{similar}`?"),
            ConfigErrorKind::Credential => {
                write!(f, "`{key}` looks like a credential, which is never part of this configuration: remove it, and hand it to the provider in code")
            }
            ConfigErrorKind::MissingFeature { feature } => {
                write!(f, "`{key}` needs the Cargo feature `{feature}` of tool-recovery, which is off in this build")
            }
            ConfigErrorKind::Missing => write!(f, "`{key}` is needed and was not given"),
            ConfigErrorKind::NotToml { line, column, reason } => write!(f, "not TOML at line {line}, column {column}: {reason}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Checks that `given` lies in `low..=high`.
///
/// # Errors
///
/// [`ConfigErrorKind::OutOfRange`] with the key and the range.
pub fn in_range<T: PartialOrd + fmt::Display + Copy>(key: &str, given: T, low: T, high: T) -> Result<(), ConfigError> {
    if given >= low && given <= high {
        return Ok(());
    }
    let range = format!("from {low} to {high}").into();
    Err(ConfigError::new(key, ConfigErrorKind::OutOfRange { given: given.to_string().into(), range }))
}
