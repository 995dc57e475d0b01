//! What the tests of the normalize stage share.
#![allow(dead_code, unreachable_pub, clippy::needless_pass_by_value, reason = "each test uses its part")]

use serde_json::{Value, json};
use std::sync::Arc;
use tool_recovery::{
    ArgumentsRef, RejectionKind,
    admission::ToolDescriptor,
    normalize::{Normalization, NormalizeFault, Normalizer},
};

/// What the stage says of arguments.
pub type Normalized = Result<Normalization, NormalizeFault>;

/// What the stage says of a text with the default limits.
pub fn text(text: &str, tool: Option<&ToolDescriptor>) -> Normalized {
    Normalizer::default().normalize(ArgumentsRef::Text(text), tool)
}

/// Why it refuses them.
pub fn kind(normalized: Normalized) -> Option<RejectionKind> {
    normalized.err().map(|fault| fault.kind())
}

/// What it makes of them.
pub fn value(normalized: Normalized) -> Option<Value> {
    match normalized {
        Ok(Normalization::Replaced { arguments, .. }) => Some(Arc::unwrap_or_clone(arguments)),
        Ok(Normalization::Unchanged) | Err(_) => None,
    }
}

/// A text as a JSON string.
pub fn encoded(text: &str) -> String {
    Value::from(text).to_string()
}

/// A read without arguments whose contract allows a wrapper: the tool for which the stage is most lenient.
pub fn lenient() -> ToolDescriptor {
    ToolDescriptor::new("now").read_only().wrapper("arguments").schema(json!({"type": "object", "properties": {}}))
}
