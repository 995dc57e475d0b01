//! Flags inside a body: data, unless the host declares a rule for the tool.

use crate::classify::Class;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A host's declaration that a value inside a tool's successful answer means failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyRule {
    /// Where the flag stands, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The value that means failure.
    pub failed_when: Value,
    /// The class of such a failure, where the host knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
}

impl BodyRule {
    /// A rule that takes `failed_when` at `pointer` for a failure.
    pub fn new(pointer: impl Into<String>, failed_when: impl Into<Value>) -> Self {
        Self { pointer: pointer.into(), failed_when: failed_when.into(), class: None }
    }

    /// Whether `body` is a failure by this rule.
    #[must_use]
    pub fn matches(&self, body: &Value) -> bool {
        body.pointer(&self.pointer) == Some(&self.failed_when)
    }
}

/// A flag in a body that contradicts the outer one. Recorded as a fact, so that gateways which hide errors show up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyContradiction {
    /// A nested `isError: true` inside a successful result.
    NestedIsError,
    /// A top-level `ok: false` or `success: false` inside a successful result.
    NegativeFlag,
}

impl BodyContradiction {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NestedIsError => "nested_is_error",
            Self::NegativeFlag => "negative_flag",
        }
    }
}
