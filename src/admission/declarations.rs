//! Declarations of tools by name and by pattern, as a host writes them down for tools that it did not make.

use super::{Consequence, ToolDescriptor, glob::Glob, tool::check_name};
use crate::{
    classify::Class,
    config::{ConfigError, ConfigErrorKind, in_range},
    facts::{BodyRule, EffectDeclaration},
};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// What a host declares of tools that somebody else offers.
///
/// Two lists of patterns say which tools read and which write; a table of its own says more of one tool and outranks the lists. A name that both lists fit is a write.
/// A tool that nothing fits stays undeclared.
///
/// ```
/// use serde_json::json;
/// use tool_recovery::{admission::Declarations, facts::EffectDeclaration};
///
/// let declared = Declarations::from_value(&json!({
///     "read_only": ["read_*", "list_*"],
///     "write": ["*_file"],
///     "tools": { "create_order": { "effect": "write", "effect_key": "/order_id", "verify": "get_order" } },
/// }))?;
/// assert_eq!(declared.effect("list_directory"), Some(EffectDeclaration::ReadOnly));
/// assert_eq!(declared.effect("read_file"), Some(EffectDeclaration::Write));
/// assert_eq!(declared.effect("search"), None);
/// # Ok::<(), tool_recovery::config::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    pub(super) read_only: Vec<Glob>,
    pub(super) write: Vec<Glob>,
    pub(super) tools: BTreeMap<Box<str>, Table>,
}

/// A read that shows what a write did: once it succeeds after an uncertain outcome, the hold of that write ends.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verify {
    /// The tool that reads.
    pub tool: Box<str>,
    /// JSON Pointers at which the arguments of both calls have to be equal. Without any, every success of the reading tool counts.
    pub same: Vec<Box<str>>,
}

impl Verify {
    /// Whether a read with `read` looks at what the write with `written` changed. A value that is missing on either side matches nothing.
    #[must_use]
    pub fn concerns(&self, written: &Value, read: &Value) -> bool {
        self.same.iter().all(|pointer| written.pointer(pointer).is_some_and(|value| read.pointer(pointer) == Some(value)))
    }
}

/// What is declared of one tool.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    effect: Option<EffectDeclaration>,
    consequence: Option<Consequence>,
    effect_key: Vec<Arc<str>>,
    idempotency_key: Option<Arc<str>>,
    superficial: Vec<Arc<str>>,
    pollable: bool,
    report: bool,
    service: Option<Arc<str>>,
    optional_service: bool,
    timeout: Option<Duration>,
    body_rule: Option<Arc<BodyRule>>,
    pub(super) verify: Option<Verify>,
}

impl Declarations {
    /// The keys that [`from_value`](Self::from_value) knows.
    pub const KEYS: [&str; 3] = ["read_only", "write", "tools"];

    /// The keys of the table of one tool.
    pub const TOOL_KEYS: [&str; 12] = [
        "effect",
        "consequence",
        "effect_key",
        "idempotency_key",
        "superficial",
        "pollable",
        "report",
        "service",
        "optional_service",
        "timeout_ms",
        "body_rule",
        "verify",
    ];

    /// The keys of a `body_rule`.
    pub const BODY_RULE_KEYS: [&str; 3] = ["pointer", "failed_when", "class"];

    /// The keys of a `verify` that is a table.
    pub const VERIFY_KEYS: [&str; 2] = ["tool", "same"];

    /// How many patterns and tables may be declared in all.
    pub const MAX: usize = 4096;

    /// Reads the lists `read_only` and `write` and the table `tools`, in whatever format they were written.
    ///
    /// # Errors
    ///
    /// The first key that is unknown or of the wrong kind, a pattern in both lists, a pointer that is none, or a `verify` on a tool that does not write.
    pub fn from_value(value: &Value) -> Result<Self, ConfigError> {
        let mut declared = Self::default();
        for (key, value) in table(value, "declarations")? {
            match key.as_str() {
                "read_only" => declared.read_only = globs(value, "read_only")?,
                "write" => declared.write = globs(value, "write")?,
                "tools" => {
                    for (name, value) in table(value, "tools")? {
                        check_name(name)?;
                        declared.tools.insert(name.as_str().into(), read_table(value).map_err(|error| error.within(&format!("tools.{name}")))?);
                    }
                }
                _ => return Err(unknown(key, &Self::KEYS)),
            }
        }
        declared.check()?;
        Ok(declared)
    }

    fn check(&self) -> Result<(), ConfigError> {
        in_range("declarations", self.read_only.len() + self.write.len() + self.tools.len(), 0, Self::MAX)?;
        if let Some(both) = self.read_only.iter().find(|glob| self.write.contains(glob)) {
            let key = format!("read_only.{}", crate::advice::printable(both.as_str(), 64));
            return Err(ConfigError::new(key, ConfigErrorKind::Contradiction { rule: "the same pattern is declared to write".into() }));
        }
        for (name, table) in &self.tools {
            // Pointers, timeout and the like are checked as those of any other declaration.
            super::Tool::new(self.descriptor(name))?;
            if table.verify.is_some() && self.effect(name) != Some(EffectDeclaration::Write) {
                let rule = "only a declared write can be verified: add `effect = \"write\"`".into();
                return Err(ConfigError::new(format!("tools.{name}.verify"), ConfigErrorKind::Contradiction { rule }));
            }
        }
        Ok(())
    }

    /// What is declared of the effect of the tool `name`.
    #[must_use]
    pub fn effect(&self, name: &str) -> Option<EffectDeclaration> {
        let listed = |globs: &[Glob]| globs.iter().any(|glob| glob.matches(name));
        match self.tools.get(name).and_then(|table| table.effect) {
            Some(effect) => Some(effect),
            None if listed(&self.write) => Some(EffectDeclaration::Write),
            None if listed(&self.read_only) => Some(EffectDeclaration::ReadOnly),
            None => None,
        }
    }

    /// Whether anything is declared of the effect of the tool `name`.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.effect(name).is_some()
    }

    /// Whether a pattern fits the tool `name`, or a table is about it.
    #[must_use]
    pub fn mentions(&self, name: &str) -> bool {
        self.declares(name) || self.tools.contains_key(name)
    }

    /// The tool `name` with everything that is declared of it.
    #[must_use]
    pub fn descriptor(&self, name: &str) -> ToolDescriptor {
        self.apply(ToolDescriptor::new(name))
    }

    /// Adds to `tool` what is declared of its name. What is declared here outranks what `tool` holds.
    #[must_use]
    pub fn apply(&self, mut tool: ToolDescriptor) -> ToolDescriptor {
        tool = match self.effect(&tool.name) {
            Some(EffectDeclaration::ReadOnly) => tool.read_only(),
            Some(EffectDeclaration::Write) => tool.write(),
            None => tool,
        };
        let Some(table) = self.tools.get(&*tool.name) else { return tool };
        tool.consequence = table.consequence.unwrap_or(tool.consequence);
        tool.idempotency_key = table.idempotency_key.clone().or(tool.idempotency_key);
        tool.service = table.service.clone().or(tool.service);
        tool.timeout = table.timeout.or(tool.timeout);
        tool.body_rule = table.body_rule.clone().or(tool.body_rule);
        tool.effect_key.extend(table.effect_key.iter().cloned());
        tool.superficial.extend(table.superficial.iter().cloned());
        tool.pollable |= table.pollable;
        tool.report |= table.report;
        tool.optional_service |= table.optional_service;
        tool
    }

    /// The read that verifies the write `name`.
    #[must_use]
    pub fn verify(&self, name: &str) -> Option<&Verify> {
        self.tools.get(name)?.verify.as_ref()
    }
}

fn read_table(value: &Value) -> Result<Table, ConfigError> {
    let mut read = Table::default();
    for (key, value) in table(value, "tools")? {
        match key.as_str() {
            "effect" => read.effect = Some(choice(value, key, "`read_only` or `write`")?),
            "consequence" => read.consequence = Some(choice(value, key, "`read`, `read_sensitive`, `reversible_write`, `irreversible` or `unknown`")?),
            "effect_key" => read.effect_key = texts(value, key)?,
            "idempotency_key" => read.idempotency_key = Some(text(value, key)?.into()),
            "superficial" => read.superficial = texts(value, key)?,
            "pollable" => read.pollable = flag(value, key)?,
            "report" => read.report = flag(value, key)?,
            "service" => read.service = Some(text(value, key)?.into()),
            "optional_service" => read.optional_service = flag(value, key)?,
            "timeout_ms" => read.timeout = Some(milliseconds(value, key)?),
            "body_rule" => read.body_rule = Some(Arc::new(body_rule(value)?)),
            "verify" => read.verify = Some(verify(value)?),
            _ => return Err(unknown(key, &Declarations::TOOL_KEYS)),
        }
    }
    Ok(read)
}

fn body_rule(value: &Value) -> Result<BodyRule, ConfigError> {
    let members = value.as_object().ok_or_else(|| invalid("body_rule", "a table such as { pointer = \"/ok\", failed_when = false }"))?;
    let mut rule = BodyRule::present("");
    for (key, value) in members {
        match key.as_str() {
            "pointer" => rule.pointer = text(value, "body_rule.pointer")?.to_owned(),
            "failed_when" => rule.failed_when = Some(value.clone()),
            "class" => rule.class = Some(choice(value, "body_rule.class", &format!("one of `{}`", Class::ALL.map(Class::as_str).join("`, `")))?),
            _ => return Err(unknown(key, &Declarations::BODY_RULE_KEYS).within("body_rule")),
        }
    }
    // An empty pointer is one, too: that of the whole.
    if members.contains_key("pointer") { Ok(rule) } else { Err(ConfigError::new("body_rule.pointer", ConfigErrorKind::Missing)) }
}

fn verify(value: &Value) -> Result<Verify, ConfigError> {
    if let Value::String(tool) = value {
        return Ok(Verify { tool: tool.as_str().into(), same: Vec::new() });
    }
    let mut found = Verify { tool: "".into(), same: Vec::new() };
    for (key, value) in table(value, "verify")? {
        match key.as_str() {
            "tool" => found.tool = text(value, "verify.tool")?.into(),
            "same" => found.same = texts(value, "verify.same")?.iter().map(|pointer| Box::from(&**pointer)).collect(),
            _ => return Err(unknown(key, &Declarations::VERIFY_KEYS).within("verify")),
        }
    }
    if found.tool.is_empty() || found.same.iter().any(|pointer| !pointer.starts_with('/')) {
        return Err(invalid("verify", "the name of a tool, or a table with `tool` and with JSON Pointers in `same`"));
    }
    Ok(found)
}

fn table<'v>(value: &'v Value, key: &str) -> Result<&'v Map<String, Value>, ConfigError> {
    value.as_object().ok_or_else(|| invalid(key, "a table"))
}

fn text<'v>(value: &'v Value, key: &str) -> Result<&'v str, ConfigError> {
    value.as_str().ok_or_else(|| invalid(key, "a text"))
}

fn flag(value: &Value, key: &str) -> Result<bool, ConfigError> {
    value.as_bool().ok_or_else(|| invalid(key, "true or false"))
}

fn choice<T: serde::de::DeserializeOwned>(value: &Value, key: &str, expected: &str) -> Result<T, ConfigError> {
    T::deserialize(value).map_err(|_| invalid(key, expected))
}

fn milliseconds(value: &Value, key: &str) -> Result<Duration, ConfigError> {
    let given = value.as_u64().ok_or_else(|| invalid(key, "a whole number of milliseconds"))?;
    in_range(key, given, 1, 86_400_000)?;
    Ok(Duration::from_millis(given))
}

/// A list of texts, or one alone.
fn texts(value: &Value, key: &str) -> Result<Vec<Arc<str>>, ConfigError> {
    match value {
        Value::String(text) => Ok(vec![text.as_str().into()]),
        Value::Array(items) => items.iter().map(|item| text(item, key).map(Arc::from)).collect(),
        _ => Err(invalid(key, "a list of texts")),
    }
}

fn globs(value: &Value, key: &str) -> Result<Vec<Glob>, ConfigError> {
    let expected = "a list of names, in which `*` stands for any characters and `?` for one";
    texts(value, key)?.iter().map(|pattern| Glob::new(pattern).ok_or_else(|| invalid(key, expected))).collect()
}

fn invalid(key: &str, expected: &str) -> ConfigError {
    ConfigError::new(key, ConfigErrorKind::Invalid { expected: expected.into() })
}

fn unknown(key: &str, known: &[&str]) -> ConfigError {
    let alike = |known: &&&str| strsim::normalized_damerau_levenshtein(known, key);
    // What is longer than any key is no misspelling, and its length is somebody else's choice.
    let known = if key.len() <= 64 { known } else { &[] };
    let similar = known.iter().max_by(|one, other| alike(one).total_cmp(&alike(other))).filter(|known| alike(known) >= MISSPELT);
    ConfigError::new(crate::advice::printable(key, 64), ConfigErrorKind::UnknownKey { similar: similar.map(|known| (*known).into()) })
}

/// The least likeness of a key that is a misspelling of a known one.
const MISSPELT: f64 = 0.7;

#[cfg(test)]
#[path = "declarations_tests.rs"]
mod tests;
