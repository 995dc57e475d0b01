//! JSON Schema of the arguments, compiled once per tool. Nothing of the schema crate is visible outside of this module and its wording.

use super::{SchemaFault, fault::quoted, schema_cost::Cost, schema_graph::patterns, schema_text};
use jsonschema::{PatternOptions, ValidationError, ValidationOptions, Validator, error::ValidationErrorKind};
use serde_json::Value;
use std::sync::Arc;

/// Arguments with more values than this get their first fault only: collecting every fault costs memory for each of them.
const MAX_VALUES: usize = 1024;

/// A schema and its compiled validator.
#[derive(Debug)]
pub(super) struct CompiledSchema {
    validator: Validator,
    source: Arc<Value>,
    /// The schema refers to a part of itself, so that validation may go as deep as the arguments do.
    recursive: bool,
    cost: Cost,
    /// Arguments that would cost too much are not checked.
    bounded: bool,
}

/// How deep arguments may be for a schema that refers to itself: the stack of a thread bears it, and no normalized text is deeper.
const MAX_DEPTH: usize = 512;

/// How many bytes one compiled pattern of a served schema may take: some thousand states, which bounds the time for each byte of a text as well.
const PATTERN_SIZE: usize = 512 * 1024;

/// The most patterns of one served schema: compiling takes about a millisecond for each where nothing is optimized.
const MAX_PATTERNS: usize = 1_000;

/// How many all patterns of one served schema may take.
const PATTERNS_SIZE: usize = 64 * 1024 * 1024;

/// What the schema crate would decode and parse.
const CONTENT_ENCODINGS: [&str; 5] = ["base64", "base64url", "base32", "base32hex", "base16"];
const CONTENT_TYPES: [&str; 1] = ["application/json"];

impl CompiledSchema {
    /// Compiles a schema. References are resolved inside the schema and the published metaschemas only, also when another crate enables retrieval.
    ///
    /// On error says what is accepted. The words of the schema itself are not repeated beyond the place: a server may have written them.
    pub(super) fn compile(schema: &Arc<Value>) -> Result<Self, String> {
        Self::build(schema, jsonschema::options(), false)
    }

    /// Compiles a schema that nobody vouches for. Arguments that are too deep or too many for it are left to the tool. Its patterns are matched in time linear in the text,
    /// so that one with look-around or a back reference does not compile; formats and encoded contents are not checked.
    pub(super) fn compile_served(schema: &Arc<Value>) -> Result<Self, String> {
        let count = count_of_patterns(schema);
        if count > MAX_PATTERNS {
            return Err("a JSON Schema of at most 1,000 patterns".into());
        }
        let size = PATTERNS_SIZE.checked_div(count).unwrap_or(PATTERN_SIZE).min(PATTERN_SIZE);
        let patterns = PatternOptions::regex().size_limit(size).dfa_size_limit(PATTERN_SIZE);
        let options = jsonschema::options().with_pattern_options(patterns).should_validate_formats(false);
        // A text would be decoded and parsed once for each keyword.
        let options = CONTENT_ENCODINGS.iter().fold(options, |options, name| options.without_content_encoding_support(name));
        let options = CONTENT_TYPES.iter().fold(options, |options, name| options.without_content_media_type_support(name));
        Self::build(schema, options, true)
    }

    fn build(schema: &Arc<Value>, options: ValidationOptions<'_>, bounded: bool) -> Result<Self, String> {
        // Before anything follows the references.
        let cost = Cost::of(schema)?;
        match options.offline().build(schema) {
            Ok(validator) => Ok(Self { validator, source: schema.clone(), recursive: refers(schema), cost, bounded }),
            Err(error) => Err(defect(&error)),
        }
    }

    /// Whether `arguments` fit.
    #[inline]
    pub(super) fn check(&self, arguments: &Value) -> Result<(), Box<[SchemaFault]>> {
        if self.bounded && !self.cost.allows(arguments) {
            return Ok(());
        }
        if self.recursive && !is_within(arguments, MAX_DEPTH) {
            return Err(Box::new([SchemaFault::new("", "arguments that are not nested deeper than 512 levels")]));
        }
        if self.validator.is_valid(arguments) { Ok(()) } else { Err(self.faults(arguments)) }
    }

    #[cold]
    #[inline(never)]
    fn faults(&self, arguments: &Value) -> Box<[SchemaFault]> {
        let mut faults = Vec::with_capacity(SchemaFault::MAX);
        if !self.cost.explains(arguments) {
            // What fits is too much to look for.
        } else if fits_within(arguments, &mut { MAX_VALUES }) {
            for error in self.validator.iter_errors(arguments) {
                if !schema_text::explain(&error, &self.source, arguments, &mut faults) {
                    break;
                }
            }
        } else if let Err(error) = self.validator.validate(arguments) {
            schema_text::explain(&error, &self.source, arguments, &mut faults);
        }
        if faults.is_empty() {
            faults.push(SchemaFault::new("", "arguments that fit the tool's schema"));
        }
        faults.into()
    }
}

/// How many patterns stand anywhere in a schema.
fn count_of_patterns(schema: &Value) -> usize {
    let (mut open, mut count) = (vec![schema], 0_u64);
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    count += patterns(name, member);
                    open.push(member);
                }
            }
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Whether a schema has a reference anywhere. A schema is the host's or was parsed within the parser's bound of depth; what is deeper than ours counts as one that has.
fn refers(schema: &Value) -> bool {
    fn within(schema: &Value, levels: usize) -> bool {
        let Some(left) = levels.checked_sub(1) else { return true };
        match schema {
            Value::Object(members) => {
                members.iter().any(|(name, member)| matches!(name.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef") || within(member, left))
            }
            Value::Array(items) => items.iter().any(|item| within(item, left)),
            _ => false,
        }
    }
    within(schema, MAX_DEPTH)
}

/// Whether `value` is nested at most `levels` deep. It goes no deeper than that.
fn is_within(value: &Value, levels: usize) -> bool {
    let Some(left) = levels.checked_sub(1) else { return false };
    match value {
        Value::Object(members) => members.values().all(|member| is_within(member, left)),
        Value::Array(items) => items.iter().all(|item| is_within(item, left)),
        _ => true,
    }
}

/// Whether `value` holds at most `left` values, itself included. It looks at no more than that.
fn fits_within(value: &Value, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    match value {
        Value::Array(items) => items.iter().all(|item| fits_within(item, left)),
        Value::Object(members) => members.values().all(|member| fits_within(member, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

fn defect(error: &ValidationError<'_>) -> String {
    if matches!(error.kind(), ValidationErrorKind::Referencing(_)) {
        return "a JSON Schema whose every `$ref` points into itself: nothing is fetched".into();
    }
    let at = SchemaFault::new(error.instance_path().as_str(), "");
    format!("a valid JSON Schema: at {} its own rule {} fails", quoted(at.pointer()), quoted(error.kind().keyword()))
}

#[cfg(test)]
#[path = "schema_hostile_tests.rs"]
mod hostile;
#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
