//! What a host declares about one tool.

use crate::{
    facts::{BodyRule, EffectDeclaration, UntrustedText},
    macros::names,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{borrow::Cow, fmt, sync::Arc, time::Duration};

/// Who may see a tool, and how it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Declared to the model.
    #[default]
    Direct,
    /// Found by a discovery call, which advice names: see [`ToolCatalog::discovery`](super::ToolCatalog::discovery).
    Deferred,
    /// Never named in suggestions or advice.
    Hidden,
}

names! {
    /// What is at stake when a call is wrong.
    #[derive(Default)]
    pub enum Consequence {
        /// Reads what may be read by anyone in the scope.
        Read = "read",
        /// Reads something sensitive.
        ReadSensitive = "read_sensitive",
        /// Changes what can be changed back.
        ReversibleWrite = "reversible_write",
        /// Pays, deletes, sends, deploys.
        Irreversible = "irreversible",
        /// Not declared: treated as irreversible.
        #[default]
        Unknown = "unknown",
    }
}

/// Keywords of JSON Schema under which properties are declared elsewhere than in `properties`.
const INDIRECT: [&str; 12] =
    ["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies", "patternProperties"];

/// Keywords that, when they are there and not `false`, invite properties that are not listed.
const OPENING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

/// Finds the operation inside a multi-purpose tool's arguments, such as `git commit` for a shell.
pub type OperationFn = dyn for<'a> Fn(&'a Value) -> Option<Cow<'a, str>> + Send + Sync;

/// A tool as its host declares it.
///
/// Everything is optional but the name: what is not declared takes the safe reading.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct ToolDescriptor {
    /// The canonical name.
    pub name: Arc<str>,
    /// JSON Schema of the arguments.
    pub schema: Option<Arc<Value>>,
    /// Whether the schema is of somebody who is not trusted: what checking it costs is bounded.
    pub(crate) schema_served: bool,
    /// Whether the tool changes anything.
    pub effect: Option<EffectDeclaration>,
    /// What is at stake.
    pub consequence: Consequence,
    /// Where the idempotency key stands in the arguments, as a JSON Pointer, where the tool has such a contract.
    pub idempotency_key: Option<Arc<str>>,
    /// JSON Pointers to the arguments that say what is affected: after an uncertain write only calls with equal values are held.
    pub effect_key: Vec<Arc<str>>,
    /// Polling with the same arguments is the tool's purpose.
    pub pollable: bool,
    /// A failure is the tool's answer (a test runner, a linter): it never climbs the ladder.
    pub report: bool,
    /// JSON Pointers to arguments that do not matter, such as a request id: calls that differ only there are identical.
    pub superficial: Vec<Arc<str>>,
    /// The service behind the tool; tools of one service share its unavailability.
    pub service: Option<Arc<str>>,
    /// The service may be absent: its unavailability is said once per run and then counted silently.
    pub optional_service: bool,
    /// How long a call may take.
    pub timeout: Option<Duration>,
    /// What the tool can do, in the host's words.
    pub capability: Option<Arc<str>>,
    /// What a server says of the tool: text from outside, never taken for the host's words.
    pub description: Option<Arc<UntrustedText>>,
    /// Who may see the tool.
    pub visibility: Visibility,
    /// Exit codes that are answers and not failures, such as 1 of grep, diff and test.
    pub answers: Vec<i32>,
    /// When a flag in the body means failure.
    pub body_rule: Option<Arc<BodyRule>>,
    /// The wrapper property, such as `arguments`, that may enclose the whole object.
    pub wrapper: Option<Arc<str>>,
    /// Finds the operation of one call; without it the tool is one operation.
    pub operation: Option<Arc<OperationFn>>,
}

impl ToolDescriptor {
    /// A tool of which nothing is declared.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Declares that the tool changes nothing.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.effect = Some(EffectDeclaration::ReadOnly);
        if self.consequence == Consequence::Unknown {
            self.consequence = Consequence::Read;
        }
        self
    }

    /// Declares that the tool may change something.
    #[must_use]
    pub fn write(mut self) -> Self {
        self.effect = Some(EffectDeclaration::Write);
        self
    }

    /// Declares what is at stake.
    #[must_use]
    pub fn consequence(mut self, consequence: Consequence) -> Self {
        self.consequence = consequence;
        self
    }

    /// Declares the JSON Schema of the arguments.
    #[must_use]
    pub fn schema(mut self, schema: impl Into<Arc<Value>>) -> Self {
        self.schema = Some(schema.into());
        self.schema_served = false;
        self
    }

    /// The JSON Schema of the arguments as somebody gives it who is not trusted, such as a server. Arguments against which it could not be checked within a bounded number of
    /// steps are left unchecked; a schema that costs too much for any arguments is refused, as any other is. So is one whose patterns cannot be matched in time linear in the
    /// text: look-around and back references. `format` is not checked.
    #[must_use]
    pub fn served_schema(mut self, schema: impl Into<Arc<Value>>) -> Self {
        self.schema = Some(schema.into());
        self.schema_served = true;
        self
    }

    /// Declares where the idempotency key stands.
    #[must_use]
    pub fn idempotency_key(mut self, pointer: impl Into<Arc<str>>) -> Self {
        self.idempotency_key = Some(pointer.into());
        self
    }

    /// Declares an argument that says what is affected.
    #[must_use]
    pub fn effect_key(mut self, pointer: impl Into<Arc<str>>) -> Self {
        self.effect_key.push(pointer.into());
        self
    }

    /// Declares an argument that does not matter.
    #[must_use]
    pub fn superficial(mut self, pointer: impl Into<Arc<str>>) -> Self {
        self.superficial.push(pointer.into());
        self
    }

    /// Declares that polling is the tool's purpose.
    #[must_use]
    pub fn pollable(mut self) -> Self {
        self.pollable = true;
        self
    }

    /// Declares that a failure is the tool's answer.
    #[must_use]
    pub fn report(mut self) -> Self {
        self.report = true;
        self
    }

    /// Declares the service behind the tool.
    #[must_use]
    pub fn service(mut self, name: impl Into<Arc<str>>) -> Self {
        self.service = Some(name.into());
        self
    }

    /// Declares that the service may be absent.
    #[must_use]
    pub fn optional_service(mut self) -> Self {
        self.optional_service = true;
        self
    }

    /// Declares how long a call may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Declares what the tool can do.
    #[must_use]
    pub fn capability(mut self, text: impl Into<Arc<str>>) -> Self {
        self.capability = Some(text.into());
        self
    }

    /// Keeps what a server says of the tool.
    #[must_use]
    pub fn description(mut self, text: UntrustedText) -> Self {
        self.description = Some(Arc::new(text));
        self
    }

    /// Declares who may see the tool.
    #[must_use]
    pub fn visibility(mut self, visibility: Visibility) -> Self {
        self.visibility = visibility;
        self
    }

    /// Declares exit codes that are answers.
    #[must_use]
    pub fn answers(mut self, codes: impl IntoIterator<Item = i32>) -> Self {
        self.answers.extend(codes);
        self
    }

    /// Declares when a flag in the body means failure.
    #[must_use]
    pub fn body_rule(mut self, rule: BodyRule) -> Self {
        self.body_rule = Some(Arc::new(rule));
        self
    }

    /// Declares a wrapper property that may enclose the arguments.
    #[must_use]
    pub fn wrapper(mut self, property: impl Into<Arc<str>>) -> Self {
        self.wrapper = Some(property.into());
        self
    }

    /// Declares how the operation of one call is found.
    #[must_use]
    pub fn operation(mut self, operation: impl for<'a> Fn(&'a Value) -> Option<Cow<'a, str>> + Send + Sync + 'static) -> Self {
        self.operation = Some(Arc::new(operation));
        self
    }

    /// Whether the schema is known to have the property `name`.
    #[must_use]
    pub fn schema_has_property(&self, name: &str) -> bool {
        self.properties().is_some_and(|properties| properties.contains_key(name))
    }

    /// Whether the schema has the property `name`, or declares properties where this look at its top level cannot see them (`$ref`, `allOf`, ...).
    #[must_use]
    pub fn schema_may_have_property(&self, name: &str) -> bool {
        self.schema_has_property(name) || self.schema_has_any(&INDIRECT)
    }

    /// Whether the schema declares that there are no properties: an object that requires, lists and composes none, and that does not open itself to others.
    #[must_use]
    pub fn takes_no_properties(&self) -> bool {
        let Some(schema) = self.schema.as_deref() else { return false };
        let required = schema.get("required").and_then(Value::as_array).is_some_and(|names| !names.is_empty());
        let open = OPENING.iter().any(|keyword| schema.get(keyword).is_some_and(|value| *value != Value::Bool(false)));
        !required
            && !open
            && !self.schema_has_any(&INDIRECT)
            && schema.get("type") == Some(&Value::from("object"))
            && self.properties().is_none_or(serde_json::Map::is_empty)
    }

    fn schema_has_any(&self, keywords: &[&str]) -> bool {
        self.schema.as_deref().is_some_and(|schema| keywords.iter().any(|keyword| schema.get(keyword).is_some()))
    }

    fn properties(&self) -> Option<&serde_json::Map<String, Value>> {
        self.schema.as_deref()?.get("properties")?.as_object()
    }
}

impl fmt::Debug for ToolDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDescriptor").field("name", &self.name).field("effect", &self.effect).finish_non_exhaustive()
    }
}
