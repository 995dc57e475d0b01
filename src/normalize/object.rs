//! Arguments that a transport carries as raw JSON, read as strictly as text.

use super::{NormalizeFault, strict, text::not_an_object};
use serde_json::Value;

/// Reads `text` as one JSON object without repairing anything: for a transport whose arguments are raw JSON inside a message, which is bounded already.
///
/// A call with such an object passes the normalize stage unread; what is refused here can be handed over as [`ArgumentsRef::Text`](crate::ArgumentsRef::Text),
/// and then the stage repairs or rejects it.
///
/// # Errors
///
/// A member that stands there twice, more than `max_depth` nested arrays and objects, anything that is not JSON, and JSON that is no object.
pub fn parse_object(text: &str, max_depth: usize) -> Result<Value, NormalizeFault> {
    match strict::parse(text, max_depth)?.value {
        object @ Value::Object(_) => Ok(object),
        other => Err(not_an_object(&other)),
    }
}

#[cfg(test)]
#[path = "object_tests.rs"]
mod tests;
