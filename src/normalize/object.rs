//! Arguments that a transport carries as raw JSON, read as strictly as text.

use super::{
    NormalizeFault, digits, strict,
    text::{not_an_object, without_rounding},
};
use serde_json::Value;
use std::borrow::Cow;

/// Reads `text` as one JSON object without repairing anything: for a transport whose arguments are raw JSON inside a message, which is bounded already.
///
/// A call with such an object passes the normalize stage unread; what is refused here can be handed over as [`ArgumentsRef::Text`](crate::ArgumentsRef::Text),
/// and then the stage repairs or rejects it.
///
/// # Errors
///
/// A member that stands there twice, more than `max_depth` nested arrays and objects, a number that reading would round, anything that is not JSON, and JSON that is no object.
pub fn parse_object(text: &str, max_depth: usize) -> Result<Value, NormalizeFault> {
    without_rounding(text, strict::parse(text, max_depth)?).and_then(object)
}

/// Reads `text` as [`parse_object`] does, for a transport that hands on the text itself and needs the object only to tell calls apart: a number whose digits reading
/// would lose is there as the string of its digits, so that two calls which differ in such a digit are two.
///
/// # Errors
///
/// As those of [`parse_object`], but for numbers.
pub fn parse_object_to_compare(text: &str, max_depth: usize) -> Result<Value, NormalizeFault> {
    let parsed = strict::parse(text, max_depth)?;
    match if parsed.doubles { digits::quoted(text) } else { Cow::Borrowed(text) } {
        Cow::Owned(text) => strict::parse(&text, max_depth).and_then(|parsed| object(parsed.value)),
        Cow::Borrowed(_) => object(parsed.value),
    }
}

fn object(value: Value) -> Result<Value, NormalizeFault> {
    match value {
        object @ Value::Object(_) => Ok(object),
        other => Err(not_an_object(&other)),
    }
}

#[cfg(test)]
#[path = "object_tests.rs"]
mod tests;
