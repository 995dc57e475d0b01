//! The wrapper property that a tool's contract may allow around the arguments.

use crate::admission::ToolDescriptor;
use serde_json::Value;

/// The wrapper's name, where `arguments` are wrapped in it: the contract allows it, it is the only property, its value is an object, and the schema has no
/// such property. A wrapper in a wrapper is left for the schema to judge, because nobody can say whether the inner one is an argument.
pub(super) fn around<'t>(arguments: &Value, tool: Option<&'t ToolDescriptor>) -> Option<&'t str> {
    let tool = tool?;
    let name = tool.wrapper.as_deref()?;
    let inner = only_object(arguments, name)?;
    (only_object(inner, name).is_none() && !tool.schema_may_have_property(name)).then_some(name)
}

fn only_object<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    object.get(name).filter(|inner| inner.is_object())
}

#[cfg(test)]
#[path = "wrapper_tests.rs"]
mod tests;
