//! Normalizing never changes a valid object, and never makes a call of an ambiguous or unreadable text. What text means is found out here in another way: layers are taken off
//! naively, and members are counted.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;
use tool_recovery::{
    ArgumentsRef, RejectionKind,
    admission::ToolDescriptor,
    normalize::{Normalization, Normalizer},
};

/// How many members a JSON text has at all levels, repeated ones included.
struct Members(usize);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counts;

        impl<'de> Visitor<'de> for Counts {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Members, E> {
                Ok(Members(0))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Members, E> {
                Ok(Members(0))
            }

            fn visit_i64<E>(self, _: i64) -> Result<Members, E> {
                Ok(Members(0))
            }

            fn visit_u64<E>(self, _: u64) -> Result<Members, E> {
                Ok(Members(0))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Members, E> {
                Ok(Members(0))
            }

            fn visit_str<E>(self, _: &str) -> Result<Members, E> {
                Ok(Members(0))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Members, A::Error> {
                let mut count = 0;
                while let Some(Members(more)) = array.next_element()? {
                    count += more;
                }
                Ok(Members(count))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut count = 0;
                while let Some((_, Members(more))) = map.next_entry::<String, Members>()? {
                    count += 1 + more;
                }
                Ok(Members(count))
            }
        }

        deserializer.deserialize_any(Counts)
    }
}

fn members(value: &Value) -> usize {
    match value {
        Value::Object(map) => map.values().map(|value| 1 + members(value)).sum(),
        Value::Array(array) => array.iter().map(members).sum(),
        _ => 0,
    }
}

/// The value of a JSON text, and whether a name stands twice in one of its objects. serde_json reads no deeper than 128 levels.
fn read(text: &str) -> Option<(Value, bool)> {
    let value = serde_json::from_str::<Value>(text).ok()?;
    let Members(counted) = serde_json::from_str(text).ok()?;
    let ambiguous = counted != members(&value);
    Some((value, ambiguous))
}

/// The text inside every layer that a model may add.
fn innermost(text: &str) -> String {
    let mut text = text.to_owned();
    loop {
        let bare = text.strip_prefix('\u{feff}').unwrap_or(&text).trim();
        let fenced = bare.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")).map(str::trim);
        let unlabelled = fenced.map(|inside| match inside.split_at_checked(4) {
            Some((label, rest)) if label.eq_ignore_ascii_case("json") => rest,
            _ => inside,
        });
        let inside = unlabelled.map(str::to_owned).or_else(|| serde_json::from_str::<String>(bare).ok());
        match inside {
            Some(inside) => text = inside,
            None => return bare.to_owned(),
        }
    }
}

/// The first byte chooses what is known of the tool; the others are the arguments.
pub fn check(data: &[u8]) {
    let [tool, text @ ..] = data else { return };
    let text = String::from_utf8_lossy(text);
    let empty = serde_json::json!({ "type": "object", "properties": {} });
    let tool = match tool % 3 {
        0 => None,
        1 => Some(ToolDescriptor::new("now").read_only().schema(empty)),
        _ => Some(ToolDescriptor::new("put").write().schema(empty)),
    };
    let normalizer = Normalizer::default();
    let normalized = normalizer.normalize(ArgumentsRef::Text(&text), tool.as_ref());
    let bare = text.strip_prefix('\u{feff}').unwrap_or(&text).trim();
    if let Some((value @ Value::Object(_), ambiguous)) = read(bare) {
        match &normalized {
            Ok(Normalization::Replaced { arguments, .. }) => assert!(!ambiguous && **arguments == value, "{text:?} became another call"),
            Ok(Normalization::Unchanged) => panic!("text is never an object already: {text:?}"),
            Err(fault) if ambiguous => assert!(matches!(fault.kind(), RejectionKind::DuplicateKey | RejectionKind::TooDeep), "{text:?}: {fault}"),
            Err(fault) => assert!(matches!(fault.kind(), RejectionKind::TooDeep | RejectionKind::TooLarge), "a valid object was refused: {text:?}: {fault}"),
        }
    }
    let Ok(Normalization::Replaced { arguments, .. }) = normalized else { return };
    assert!(arguments.is_object(), "{text:?}");
    match read(&innermost(&text)) {
        Some((value @ Value::Object(_), ambiguous)) => assert!(!ambiguous && value == *arguments, "{text:?} became another call"),
        // Nothing, or `null`: the call without arguments.
        other => {
            let nothing = other.map_or(bare.is_empty(), |(value, _)| value.is_null());
            assert!(nothing && *arguments == Value::Object(serde_json::Map::new()), "a call was made of {text:?}");
        }
    }
    // A second look changes nothing.
    assert!(matches!(normalizer.normalize(ArgumentsRef::Shared(&arguments), tool.as_ref()), Ok(Normalization::Unchanged)));
}
