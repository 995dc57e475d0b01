//! What arguments look like, without what they say.

use super::{Scrubbed, scrubber::passes};
use serde_json::{Map, Value};

/// How deep a shape goes; what is deeper is `...`.
const DEPTH: u8 = 4;
/// The most members of one object that are named.
const MEMBERS: usize = 24;
/// The longest name that is repeated, in bytes.
const NAME: usize = 40;
/// No member is begun behind this length, in bytes.
const BYTES: usize = 1024;

/// The names and JSON types of arguments, and never a value: `{limit: integer, path: string, tags: [string]}`.
///
/// A name that is long, is not made of letters, digits, `_`, `-`, `.` and `$`, or looks like a secret, an address or a number of somebody is written `<name>`. Depth, members and
/// length are bounded; what is left out is `...`.
///
/// ```
/// use serde_json::json;
/// use tool_recovery::scrub::shape_of;
///
/// let arguments = json!({"to": "ann@example.com", "limit": 5, "tags": ["a"], "by": {"ann@example.com": true}});
/// assert_eq!(shape_of(&arguments).as_str(), "{by: {<name>: boolean}, limit: integer, tags: [string], to: string}");
/// ```
#[must_use]
pub fn shape_of(arguments: &Value) -> Scrubbed {
    let mut out = String::new();
    write(&mut out, arguments, DEPTH);
    Scrubbed::new(out)
}

/// The most members that an outline has in all. Each takes six bytes of a shape or more, so that a shape ends sooner.
#[cfg(feature = "compare")]
const OUTLINED: usize = 512;

/// A bounded copy of arguments that has the same shape and no values.
#[cfg(feature = "compare")]
pub(crate) fn outline(arguments: &Value) -> Value {
    outlined(arguments, DEPTH, &mut 0)
}

#[cfg(feature = "compare")]
fn outlined(value: &Value, depth: u8, count: &mut usize) -> Value {
    let inner = depth.checked_sub(1);
    match (value, inner) {
        (Value::Object(members), Some(depth)) => {
            let mut copy = Map::new();
            for (index, (name, value)) in members.iter().take(MEMBERS + 1).enumerate() {
                *count += 1;
                if *count > OUTLINED {
                    break;
                }
                copy.insert(outlined_name(name, index), outlined(value, depth, count));
            }
            copy.into()
        }
        (Value::Array(items), Some(depth)) => {
            let rest = items.iter().skip(1).take(MEMBERS - 1).map(|item| outlined(item, 0, count));
            let rest: Vec<Value> = rest.collect();
            items.first().map(|first| outlined(first, depth, count)).into_iter().chain(rest).collect()
        }
        (Value::Object(_), None) => Map::new().into(),
        (Value::Array(_), None) => Value::Array(Vec::new()),
        (Value::String(_), _) => Value::String(String::new()),
        (Value::Number(number), _) if number.is_f64() => 0.5.into(),
        (Value::Number(_), _) => 0.into(),
        (Value::Bool(_), _) => false.into(),
        (Value::Null, _) => Value::Null,
    }
}

/// A name that a shape does not repeat is as good as any other one that is too long; it stays in its place and apart from its neighbours.
#[cfg(feature = "compare")]
fn outlined_name(name: &str, index: usize) -> String {
    if name.len() <= NAME {
        return name.to_owned();
    }
    let end = (NAME + 1..name.len()).find(|end| name.is_char_boundary(*end)).unwrap_or(name.len());
    format!("{}{index:02}", name.get(..end).unwrap_or(name))
}

fn write(out: &mut String, value: &Value, depth: u8) {
    match value {
        Value::Object(members) => object(out, members, depth),
        Value::Array(items) => array(out, items, depth),
        scalar => out.push_str(type_of(scalar)),
    }
}

fn object(out: &mut String, members: &Map<String, Value>, depth: u8) {
    let Some(depth) = depth.checked_sub(1) else { return out.push_str("{...}") };
    out.push('{');
    for (index, (name, value)) in members.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if index == MEMBERS || out.len() > BYTES {
            out.push_str("...");
            break;
        }
        out.push_str(if is_plain(name) { name } else { "<name>" });
        out.push_str(": ");
        write(out, value, depth);
    }
    out.push('}');
}

fn array(out: &mut String, items: &[Value], depth: u8) {
    let Some(depth) = depth.checked_sub(1) else { return out.push_str("[...]") };
    out.push('[');
    if let Some(first) = items.first() {
        if items.iter().take(MEMBERS).all(|item| type_of(item) == type_of(first)) {
            write(out, first, depth);
        } else {
            out.push_str("mixed");
        }
    }
    out.push(']');
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn is_plain(name: &str) -> bool {
    let known = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$'));
    known && !name.is_empty() && name.len() <= NAME && passes(name) == name
}

#[cfg(test)]
#[path = "shape_tests.rs"]
mod tests;
