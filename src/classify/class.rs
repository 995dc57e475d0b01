//! The nine classes of failure, and the finer kinds inside three of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of obstacle a failed call met: the question is what would have to change for the next call to succeed.
///
/// Cancellation, denial, policy, terminal faults and uncertain effects are [facts](crate::facts), never classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Class {
    /// The same call can succeed later without anyone acting: a timeout, a reset, a lock, a 502.
    Transient,
    /// The producer says: too much, too fast.
    RateLimited,
    /// Credentials are missing, invalid or expired.
    Authentication,
    /// A known caller may not do this.
    Permission,
    /// Another argument would do.
    WrongArguments,
    /// Another tool that is offered fits the intent.
    WrongTool,
    /// The service, the module or the tool behind the call is not there.
    Unavailable,
    /// What was asked for is not implemented at all.
    Unsupported,
    /// The evidence does not say: an explicit abstention.
    Unknown,
}

impl Class {
    /// Every class, in the order of the declaration.
    pub const ALL: [Self; 9] = [
        Self::Transient,
        Self::RateLimited,
        Self::Authentication,
        Self::Permission,
        Self::WrongArguments,
        Self::WrongTool,
        Self::Unavailable,
        Self::Unsupported,
        Self::Unknown,
    ];

    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Transient => "transient",
            Self::RateLimited => "rate_limited",
            Self::Authentication => "authentication",
            Self::Permission => "permission",
            Self::WrongArguments => "wrong_arguments",
            Self::WrongTool => "wrong_tool",
            Self::Unavailable => "unavailable",
            Self::Unsupported => "unsupported",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A finer kind, where the remedy differs inside a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Subkind {
    /// [`Class::RateLimited`]: a rate that falls by waiting.
    Throttle,
    /// [`Class::RateLimited`]: a spent allowance, which waiting for minutes does not restore.
    Quota,
    /// [`Class::Unavailable`]: a service refused, or its host is unknown.
    Service,
    /// [`Class::Unavailable`]: a module, program or tool is not installed or not found.
    Module,
}

impl Subkind {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Throttle => "throttle",
            Self::Quota => "quota",
            Self::Service => "service",
            Self::Module => "module",
        }
    }
}

impl fmt::Display for Subkind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who decided the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Source {
    /// Facts from an adapter that the host installed.
    Trusted,
    /// The text rules.
    Keywords,
    /// The decision model.
    Jev,
}

impl Source {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Trusted => "trusted",
            Self::Keywords => "keywords",
            Self::Jev => "jev",
        }
    }
}

/// A class with who decided it and by what evidence. It never holds the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classification {
    /// The class; [`Class::Unknown`] is an abstention.
    pub class: Class,
    /// The finer kind, where the class has one.
    pub subkind: Option<Subkind>,
    /// Who decided.
    pub source: Source,
    /// The id of the rule that decided: a row of the rule table, or the name of a fact.
    pub rule: &'static str,
    /// Byte offsets of the deciding words in the text that was classified, where words decided.
    pub span: Option<(u32, u32)>,
    /// Whether the evidence hardly allows another class, so that no decision model is asked. Facts always are certain.
    pub certain: bool,
    /// Byte offsets of the part that says what went wrong by its place alone, where whoever classified has looked for it.
    pub(crate) message: Option<(u32, u32)>,
}

impl Classification {
    /// A classification by `source` under the rule `rule`.
    #[must_use]
    pub const fn new(class: Class, source: Source, rule: &'static str) -> Self {
        Self { class, subkind: None, source, rule, span: None, certain: matches!(source, Source::Trusted), message: None }
    }

    /// The abstention of `source`: nothing in the evidence decides.
    #[must_use]
    pub const fn unknown(source: Source) -> Self {
        Self::new(Class::Unknown, source, "none")
    }

    /// Adds the finer kind.
    #[must_use]
    pub const fn with_subkind(mut self, subkind: Subkind) -> Self {
        self.subkind = Some(subkind);
        self
    }

    /// Says whether the evidence hardly allows another class.
    #[must_use]
    pub const fn with_certainty(mut self, certain: bool) -> Self {
        self.certain = certain;
        self
    }

    /// Adds the byte offsets of the deciding words.
    #[must_use]
    pub const fn with_span(mut self, start: u32, end: u32) -> Self {
        self.span = Some((start, end));
        self
    }
}
