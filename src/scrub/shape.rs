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
