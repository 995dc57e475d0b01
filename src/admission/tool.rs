//! A declared tool whose declaration was checked.

#[cfg(feature = "schema")]
use super::schema::CompiledSchema;
use super::{SchemaFault, ToolDescriptor};
use crate::{
    advice::printable,
    config::{ConfigError, ConfigErrorKind},
};
use serde_json::Value;
use std::{fmt, ops::Deref};

/// A tool whose declaration was checked and whose schema is compiled. Dereferences to its [`ToolDescriptor`].
pub struct Tool {
    descriptor: ToolDescriptor,
    #[cfg(feature = "schema")]
    validator: Option<CompiledSchema>,
}

impl Tool {
    /// The longest name in bytes.
    pub const MAX_NAME: usize = 256;

    /// Checks a declaration and compiles its schema. A `$ref` out of the schema is never fetched.
    ///
    /// # Errors
    ///
    /// Names the tool and the field: a name that is empty, too long or not printable, a pointer that is no JSON Pointer (RFC 6901), a timeout of zero, an empty
    /// wrapper, a schema that does not compile or whose references make it too large to check, or a schema in a build without the feature `schema`.
    pub fn new(descriptor: ToolDescriptor) -> Result<Self, ConfigError> {
        check_name(&descriptor.name)?;
        check_fields(&descriptor).map_err(|(field, expected)| invalid(&descriptor.name, field, expected))?;
        #[cfg(feature = "schema")]
        let validator = match &descriptor.schema {
            None => None,
            Some(schema) => {
                let compile = if descriptor.schema_served { CompiledSchema::compile_served } else { CompiledSchema::compile };
                Some(compile(schema).map_err(|expected| invalid(&descriptor.name, "schema", &expected))?)
            }
        };
        #[cfg(not(feature = "schema"))]
        if descriptor.schema.is_some() {
            return Err(ConfigError::new(key(&descriptor.name, "schema"), ConfigErrorKind::MissingFeature { feature: "schema" }));
        }
        Ok(Self {
            descriptor,
            #[cfg(feature = "schema")]
            validator,
        })
    }

    /// The declaration.
    #[must_use]
    pub fn descriptor(&self) -> &ToolDescriptor {
        &self.descriptor
    }

    /// Whether `arguments` fit the schema; where none is declared, everything fits. Arguments that fit cost the bare validation and allocate nothing of ours.
    ///
    /// # Errors
    ///
    /// At least one and at most [`SchemaFault::MAX`] faults.
    #[inline]
    pub fn check(&self, arguments: &Value) -> Result<(), Box<[SchemaFault]>> {
        #[cfg(feature = "schema")]
        if let Some(validator) = &self.validator {
            return validator.check(arguments);
        }
        let _ = arguments;
        Ok(())
    }
}

impl Deref for Tool {
    type Target = ToolDescriptor;

    #[inline]
    fn deref(&self) -> &ToolDescriptor {
        &self.descriptor
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tool").field(&self.descriptor).finish()
    }
}

/// Checks a tool's name or alias.
pub(super) fn check_name(name: &str) -> Result<(), ConfigError> {
    // Characters that nobody sees count as well: what the model is shown has to be what it must write.
    if name.is_empty() || name.len() > Tool::MAX_NAME || printable(name, usize::MAX) != name {
        let expected = format!("a name of 1 to {} bytes without control characters and others that are not seen", Tool::MAX_NAME).into();
        return Err(ConfigError::new(key(name, "name"), ConfigErrorKind::Invalid { expected }));
    }
    Ok(())
}

fn check_fields(tool: &ToolDescriptor) -> Result<(), (&'static str, &'static str)> {
    const BELOW_ROOT: &str = "a JSON Pointer (RFC 6901) to something inside the arguments, such as `/id`";
    let inside = |pointer: &str| !pointer.is_empty() && is_pointer(pointer);
    if !tool.idempotency_key.iter().all(|pointer| inside(pointer)) {
        return Err(("idempotency_key", BELOW_ROOT));
    }
    if !tool.effect_key.iter().all(|pointer| inside(pointer)) {
        return Err(("effect_key", BELOW_ROOT));
    }
    if !tool.superficial.iter().all(|pointer| inside(pointer)) {
        return Err(("superficial", BELOW_ROOT));
    }
    if !tool.body_rule.iter().all(|rule| is_pointer(&rule.pointer)) {
        return Err(("body_rule.pointer", "a JSON Pointer (RFC 6901)"));
    }
    if tool.timeout.is_some_and(|timeout| timeout.is_zero()) {
        return Err(("timeout", "longer than zero"));
    }
    if tool.wrapper.as_deref() == Some("") {
        return Err(("wrapper", "the name of a property"));
    }
    Ok(())
}

/// RFC 6901 §3: empty, or segments that each begin with `/`; `~` only as `~0` or `~1`.
fn is_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/')) && text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']))
}

fn invalid(name: &str, field: &str, expected: &str) -> ConfigError {
    ConfigError::new(key(name, field), ConfigErrorKind::Invalid { expected: expected.into() })
}

fn key(name: &str, field: &str) -> String {
    format!("tools.{}.{field}", printable(name, 64))
}

#[cfg(test)]
#[path = "tool_tests.rs"]
mod tests;
