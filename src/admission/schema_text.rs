//! What a schema expected, in words for the model. Values of the arguments never appear; names of properties are untrusted and quoted.

use super::{
    SchemaFault,
    fault::quoted,
    similar::{Shape, nearest},
};
use jsonschema::{
    JsonType, ValidationError,
    error::{TypeKind, ValidationErrorKind as Kind},
};
use serde_json::Value;

/// How many options or property names are listed.
const LISTED: usize = 8;
/// How deep alternatives inside alternatives are followed.
const DEPTH: usize = 3;

/// Adds what `error` says about `arguments` to `faults`. Returns whether there is room for more.
pub(super) fn explain(error: &ValidationError<'_>, schema: &Value, arguments: &Value, faults: &mut Vec<SchemaFault>) -> bool {
    let at = error.instance_path().as_str();
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            add(faults, &child(at, name), &required(error, schema, name));
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            for name in unexpected.iter().take(SchemaFault::MAX) {
                add(faults, &child(at, name), &unknown_property(error, schema, name));
            }
        }
        // `additionalProperties: false` beside no `properties` fails without the names, with one member's value for its instance.
        Kind::FalseSchema if error.schema_path().as_str().ends_with("/additionalProperties") => {
            let names = arguments.pointer(at).and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name);
            for name in names.take(SchemaFault::MAX) {
                add(faults, &child(at, name), "no such property");
            }
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            let (pointer, expected) = alternatives(at, context, DEPTH);
            add(faults, &pointer, &expected);
        }
        kind => add(faults, at, &expectation(kind, error.instance())),
    }
    faults.len() < SchemaFault::MAX
}

fn add(faults: &mut Vec<SchemaFault>, pointer: &str, expected: &str) {
    let fault = SchemaFault::new(pointer, expected);
    if faults.len() < SchemaFault::MAX && !faults.contains(&fault) {
        faults.push(fault);
    }
}

/// The pointer of a member, escaped as RFC 6901 §4 says.
fn child(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn required(error: &ValidationError<'_>, schema: &Value, name: &str) -> String {
    let declared = enclosing(error, schema).and_then(|object| object.get("properties")?.get(name)?.get("type")?.as_str());
    match declared {
        Some(kind) => format!("this required property: {}", article(kind)),
        None => "this required property".into(),
    }
}

fn unknown_property(error: &ValidationError<'_>, schema: &Value, name: &str) -> String {
    let declared = enclosing(error, schema).and_then(|object| object.get("properties")?.as_object());
    let names: Vec<&str> = declared.into_iter().flatten().map(|(name, _)| name.as_str()).take(64).collect();
    if names.is_empty() {
        return "no such property".into();
    }
    let shapes: Vec<Shape> = names.iter().map(|name| Shape::of(name)).collect();
    let near = nearest(name, 2, names.iter().zip(&shapes).map(|(name, shape)| (*name, 0, shape)));
    if near.is_empty() {
        return format!("no such property; there are {}", list(names.iter().map(|name| quoted(name)), names.len(), "and"));
    }
    format!("no such property; a similar one is {}", list(near.iter().map(|name| quoted(name)), near.len(), "or"))
}

/// The object of the schema that holds the keyword which failed.
fn enclosing<'a>(error: &ValidationError<'_>, schema: &'a Value) -> Option<&'a Value> {
    let (object, _keyword) = error.schema_path().as_str().rsplit_once('/')?;
    schema.pointer(object)
}

/// What would fit, where several alternatives failed: their types together, or else what the most likely alternative lacks.
fn alternatives(at: &str, context: &[Vec<ValidationError<'static>>], depth: usize) -> (String, String) {
    if let Some(kinds) = types_only(at, context) {
        return (at.into(), any_type(&kinds));
    }
    let likely = context.iter().rev().max_by_key(|branch| likelihood(at, branch)).and_then(|branch| branch.first());
    let Some(error) = likely else { return (at.into(), "a value that fits one of the alternatives".into()) };
    let place = error.instance_path().as_str();
    match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } if depth > 0 => alternatives(place, context, depth - 1),
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            (child(place, name), format!("this property, for the nearest of {} alternatives", context.len()))
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let name = unexpected.first().map(String::as_str).unwrap_or_default();
            (child(place, name), format!("no such property, for the nearest of {} alternatives", context.len()))
        }
        kind => (place.into(), format!("{}, for the nearest of {} alternatives", expectation(kind, error.instance()), context.len())),
    }
}

/// The types that would fit, where every alternative fails by the type of the value at `at` alone.
fn types_only(at: &str, context: &[Vec<ValidationError<'static>>]) -> Option<Vec<&'static str>> {
    let mut kinds = Vec::new();
    for error in context.iter().map(|branch| branch.first()) {
        let error = error?;
        let Kind::Type { kind } = error.kind() else { return None };
        if error.instance_path().as_str() != at {
            return None;
        }
        for name in type_names(kind) {
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
    }
    (!kinds.is_empty()).then_some(kinds)
}

/// How likely the caller meant this alternative: its tag (a constant or an option) is right, its type is right, and it fails far inside.
fn likelihood(at: &str, branch: &[ValidationError<'static>]) -> (bool, bool, usize) {
    let tagged = branch.iter().all(|error| !matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. }));
    let typed = branch.iter().all(|error| !matches!(error.kind(), Kind::Type { .. }) || error.instance_path().as_str() != at);
    let depth = branch.iter().map(|error| error.instance_path().as_str().matches('/').count()).max().unwrap_or(0);
    (tagged, typed, depth)
}

/// What would fit in place of `instance`, of which nothing is repeated.
fn expectation(kind: &Kind, instance: &Value) -> String {
    match kind {
        Kind::Type { kind } => any_type(&type_names(kind)),
        Kind::Enum { options } => one_of(options, instance),
        Kind::Constant { expected_value } => format!("exactly {}", literal(expected_value)),
        Kind::Pattern { pattern } => format!("text that matches the pattern {}", quoted(pattern)),
        Kind::Format { format } => format!("text in the format {}", quoted(format)),
        Kind::Minimum { limit } => format!("a number of at least {}", literal(limit)),
        Kind::ExclusiveMinimum { limit } => format!("a number greater than {}", literal(limit)),
        Kind::Maximum { limit } => format!("a number of at most {}", literal(limit)),
        Kind::ExclusiveMaximum { limit } => format!("a number less than {}", literal(limit)),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("text of at least {limit} characters"),
        Kind::MaxLength { limit } => format!("text of at most {limit} characters"),
        Kind::MinItems { limit } => format!("at least {limit} items"),
        Kind::MaxItems { limit } => format!("at most {limit} items"),
        Kind::AdditionalItems { limit } => format!("no more than {limit} items"),
        Kind::MinProperties { limit } => format!("at least {limit} properties"),
        Kind::MaxProperties { limit } => format!("at most {limit} properties"),
        Kind::PropertyNames { error } => format!("other property names: each must be {}", expectation(error.kind(), error.instance())),
        Kind::UniqueItems => "items that differ from each other".into(),
        Kind::Contains => "an array that contains the items which the schema asks for".into(),
        Kind::UnevaluatedItems { .. } => "no further items".into(),
        Kind::OneOfMultipleValid { .. } => "a value that fits exactly one of the alternatives, not several".into(),
        Kind::FalseSchema => "nothing at this place: leave it out".into(),
        Kind::ContentEncoding { content_encoding } => format!("text encoded as {}", quoted(content_encoding)),
        Kind::ContentMediaType { content_media_type } => format!("text of the media type {}", quoted(content_media_type)),
        // The rest names no single value that would fit, or cannot say it without repeating the schema.
        _ => format!("a value that fits the rule {} of the schema", quoted(kind.keyword())),
    }
}

fn type_names(kind: &TypeKind) -> Vec<&'static str> {
    match kind {
        TypeKind::Single(kind) => vec![kind.as_str()],
        TypeKind::Multiple(kinds) => kinds.iter().map(JsonType::as_str).collect(),
    }
}

fn any_type(kinds: &[&str]) -> String {
    list(kinds.iter().map(|kind| article(kind)), kinds.len(), "or")
}

fn article(kind: &str) -> String {
    match kind {
        "null" => "null".into(),
        "array" | "integer" | "object" => format!("an {kind}"),
        "string" | "number" | "boolean" => format!("a {kind}"),
        other => format!("a value of type {}", quoted(other)),
    }
}

/// The options of an enumeration; where there are many, those first that resemble the text which was given.
fn one_of(options: &Value, instance: &Value) -> String {
    let all = options.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut shown: Vec<&Value> = Vec::with_capacity(LISTED);
    if let Some(given) = instance.as_str() {
        let texts: Vec<(&str, Shape)> = all.iter().take(256).filter_map(Value::as_str).map(|text| (text, Shape::of(text))).collect();
        let near = nearest(given, 3, texts.iter().map(|(text, shape)| (*text, 0, shape)));
        shown.extend(near.iter().filter_map(|text| all.iter().find(|option| option.as_str() == Some(text))));
    }
    for option in all {
        if shown.len() == LISTED {
            break;
        }
        if !shown.contains(&option) {
            shown.push(option);
        }
    }
    format!("one of {}", list(shown.iter().map(|option| literal(option)), all.len(), "or"))
}

/// A value out of the schema, as JSON.
fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(&format!("\"{text}\"")),
        Value::Array(_) => "the array that the schema gives".into(),
        Value::Object(_) => "the object that the schema gives".into(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// The first few items of `total`, with `word` before the last.
fn list(items: impl Iterator<Item = String>, total: usize, word: &str) -> String {
    let mut shown: Vec<String> = items.take(LISTED).collect();
    if total > shown.len() {
        return format!("{} {word} {} more", shown.join(", "), total - shown.len());
    }
    match (shown.pop(), shown.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} {word} {last}", shown.join(", ")),
    }
}

#[cfg(test)]
#[path = "schema_text_tests.rs"]
mod tests;
