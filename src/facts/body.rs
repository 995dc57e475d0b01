//! Flags inside a body: data, unless the host declares a rule for the tool.

use super::{Adapter, Facts, Judgement, Phase, Provenance, Reach, quote::bounded_text};
use crate::{admission::ToolDescriptor, classify::Class};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// A host's declaration that a value inside a tool's successful answer means failure.
///
/// ```
/// use serde_json::json;
/// use tool_recovery::facts::BodyRule;
///
/// let flag = BodyRule::new("/ok", false);
/// assert!(flag.matches(&json!({"ok": false})) && !flag.matches(&json!({"ok": true})));
/// let graphql = BodyRule::present("/errors");
/// assert!(graphql.matches(&json!({"errors": [{"message": "no such field"}]})) && !graphql.matches(&json!({"data": {}, "errors": []})));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyRule {
    /// Where the flag stands, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The value that means failure; `None` where anything does that says something: all but `null`, `false` and what is empty.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub failed_when: Option<Value>,
    /// The class of such a failure, where the host knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
}

impl BodyRule {
    /// A rule that takes `failed_when` at `pointer` for a failure.
    pub fn new(pointer: impl Into<String>, failed_when: impl Into<Value>) -> Self {
        Self { pointer: pointer.into(), failed_when: Some(failed_when.into()), class: None }
    }

    /// A rule that takes anything at `pointer` for a failure but `null`, `false` and what is empty: the form of GraphQL's `errors` (its specification, section 7.1).
    pub fn present(pointer: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), failed_when: None, class: None }
    }

    /// Adds the class of such a failure.
    #[must_use]
    pub const fn class(mut self, class: Class) -> Self {
        self.class = Some(class);
        self
    }

    /// Whether `body` is a failure by this rule.
    #[must_use]
    pub fn matches(&self, body: &Value) -> bool {
        body.pointer(&self.pointer).is_some_and(|found| match &self.failed_when {
            Some(value) => is_same(found, value),
            None => says_something(found),
        })
    }
}

/// Whether two values are the same; numbers are by their value, so that `1` is `1.0`.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) if one.is_f64() != other.is_f64() => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other)),
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len() && one.iter().all(|(name, one)| other.get(name).is_some_and(|other| is_same(one, other)))
        }
        _ => one == other,
    }
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) | Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

/// A value that is `null` is given all the same.
fn given<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

impl BodyRule {
    /// The facts of an answer that [matches](Self::matches): the tool itself said that it failed.
    #[must_use]
    pub fn facts(&self, adapter: Adapter) -> Facts {
        let facts = Facts::new(Provenance::new(adapter, "body_rule")).reached(Phase::Execution, Reach::Answered);
        match self.class {
            Some(class) if class != Class::Unknown => facts.settled(class, None, "body_rule"),
            _ => facts,
        }
    }
}

/// Judges the body of an outwardly successful answer: by the tool's rule where it has one, else by looking for flags that contradict the success.
///
/// It looks up a fixed number of keys and allocates only on failure.
#[must_use]
pub fn judge_body(tool: &ToolDescriptor, adapter: Adapter, body: &Value) -> Judgement {
    if let Some(rule) = tool.body_rule.as_deref().filter(|rule| rule.matches(body)) {
        return rule.facts(adapter).text_from(bounded_text(body), "body").into();
    }
    BodyContradiction::find(body).map_or(Judgement::Success, Judgement::Contradicted)
}

/// The largest text that is parsed for a [`BodyRule`], in bytes. Nobody knows what a larger one says.
pub const MAX_PARSED_BODY: usize = 1024 * 1024;

/// Judges the text of an outwardly successful answer as [`judge_body`] does, where it is JSON of at most `max` bytes.
///
/// Where the tool has a rule and the text is JSON that cannot be read, because it is longer or nested more than 127 levels deep, nobody knows what it says: that is a failure of which
/// nobody knows what was done, and no success, so that a write is held. A text that is no JSON is a success.
#[must_use]
pub fn judge_json(tool: &ToolDescriptor, adapter: Adapter, text: &[u8], max: usize) -> Judgement {
    // RFC 8259 section 8.1: a byte order mark may be passed over.
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let readable = text.len() <= max;
    if let Some(body) = readable.then(|| serde_json::from_slice(text).ok()).flatten() {
        return judge_body(tool, adapter, &body);
    }
    let opens = text.iter().find(|b| !b.is_ascii_whitespace()).is_some_and(|b| matches!(b, b'{' | b'['));
    // What is skipped may be nested as deep as it likes.
    let json = opens && tool.body_rule.is_some() && serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok();
    if json { Facts::new(Provenance::new(adapter, "body_rule")).reached(Phase::Execution, Reach::MayHaveReached).into() } else { Judgement::Success }
}

impl BodyContradiction {
    /// Looks for a flag at the top of `body`, and at the top of the two members in which gateways and MCP servers put the answer proper. At most eleven keys are
    /// looked up, whatever the size of the body.
    #[must_use]
    pub fn find(body: &Value) -> Option<Self> {
        let top = body.as_object()?;
        Self::at(top).or_else(|| ["result", "structuredContent"].into_iter().find_map(|member| Self::at(top.get(member)?.as_object()?)))
    }

    fn at(object: &Map<String, Value>) -> Option<Self> {
        if object.get("isError") == Some(&Value::Bool(true)) {
            return Some(Self::NestedIsError);
        }
        let negative = ["ok", "success"].into_iter().any(|flag| object.get(flag) == Some(&Value::Bool(false)));
        negative.then_some(Self::NegativeFlag)
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
    /// A JSON-RPC response with both a result and an error, which section 5 of its specification forbids.
    ResultAndError,
}

impl BodyContradiction {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NestedIsError => "nested_is_error",
            Self::NegativeFlag => "negative_flag",
            Self::ResultAndError => "result_and_error",
        }
    }
}

#[cfg(test)]
#[path = "body_tests.rs"]
mod tests;
