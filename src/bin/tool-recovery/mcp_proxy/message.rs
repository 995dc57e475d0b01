//! JSON-RPC messages as lines of text, of which only the heads are read: what a message holds passes unchanged.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap as _,
};
use serde_json::value::RawValue;
use std::{collections::BTreeSet, fmt};

/// What is read of a message. A member that stands there twice is an error: two readers would see two messages.
#[derive(Deserialize)]
pub(super) struct Head<'a> {
    #[serde(borrow, default)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) method: Option<String>,
    #[serde(borrow, default)]
    pub(super) params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) error: Option<&'a RawValue>,
}

/// One line from either side.
pub(super) enum Message<'a> {
    One(Head<'a>),
    /// A batch of JSON-RPC: MCP has had it for a while.
    Batch(Vec<&'a RawValue>),
}

impl<'a> Message<'a> {
    /// `None` where the text is no JSON, or neither an object nor an array, or has a member of the head twice.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        match text.trim_start().as_bytes().first()? {
            b'[' => serde_json::from_str(text).ok().map(Self::Batch),
            b'{' => serde_json::from_str(text).ok().map(Self::One),
            _ => None,
        }
    }
}

impl Head<'_> {
    pub(super) fn is(&self, method: &str) -> bool {
        self.method.as_deref() == Some(method)
    }

    /// The id of a response; a request of the other side has one, too, and a method.
    pub(super) fn answers(&self) -> Option<Id> {
        if self.method.is_some() || (self.result.is_none() && self.error.is_none()) { None } else { self.id.and_then(Id::read) }
    }
}

/// The id of a request, compared as JSON-RPC compares it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Id {
    Number(i64),
    Text(Box<str>),
    /// Anything else, by its text.
    Other(Box<str>),
}

impl Id {
    /// The longest id that is kept.
    const MAX: usize = 1024;

    pub(super) fn read(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        if text.len() > Self::MAX {
            return None;
        }
        if let Ok(number) = text.parse() {
            return Some(Self::Number(number));
        }
        Some(serde_json::from_str::<String>(text).map_or_else(|_| Self::Other(text.into()), |text| Self::Text(text.into())))
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Other(text) => RawValue::from_string(text.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer),
        }
    }
}

/// Why a call is refused whose `params` cannot be read.
pub(super) const UNREADABLE: &str = "The params of tools/call cannot be read: they need a name, and members only once";

/// The `params` of `tools/call`.
#[derive(Deserialize)]
pub(super) struct CallParams<'a> {
    pub(super) name: String,
    #[serde(borrow, default)]
    pub(super) arguments: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    pub(super) meta: Option<&'a RawValue>,
}

/// The part of the `params` of a list that says which page.
#[derive(Deserialize)]
pub(super) struct Cursor<'a> {
    #[serde(borrow, default)]
    cursor: Option<&'a RawValue>,
}

impl Cursor<'_> {
    /// Whether the first page is asked for.
    pub(super) fn is_first(params: Option<&RawValue>) -> bool {
        params.and_then(|params| serde_json::from_str::<Cursor<'_>>(params.get()).ok()).is_none_or(|page| page.cursor.is_none())
    }
}

/// The part of the `params` of `notifications/cancelled` that says which request.
#[derive(Deserialize)]
pub(super) struct Cancelled<'a> {
    #[serde(borrow, default, rename = "requestId")]
    id: Option<&'a RawValue>,
}

impl Cancelled<'_> {
    /// The request that is cancelled.
    pub(super) fn id(params: Option<&RawValue>) -> Option<Id> {
        Id::read(serde_json::from_str::<Cancelled<'_>>(params?.get()).ok()?.id?)
    }
}

/// An object whose members keep their order and their text.
#[derive(Clone, Debug, Default)]
pub(super) struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(super) fn get(&self, name: &str) -> Option<&RawValue> {
        self.0.iter().find(|(member, _)| member == name).map(|(_, value)| &**value)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(member, value)| (&**member, &**value))
    }

    /// The first member that stands there twice.
    pub(super) fn twice(&self) -> Option<&str> {
        let mut seen = BTreeSet::new();
        self.iter().map(|(member, _)| member).find(|member| !seen.insert(*member))
    }

    /// Replaces a member where it stands, or appends it.
    pub(super) fn set(&mut self, name: &str, value: Box<RawValue>) {
        match self.0.iter_mut().find(|(member, _)| member == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A value as raw JSON. Ours hold nothing that JSON cannot express, so that `None` does not happen.
pub(super) fn raw(value: &impl Serialize) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(value).ok()
}

/// A line out of a message: one that was written over several lines is brought onto one. In JSON a line break stands only between tokens.
pub(super) fn line(mut text: String) -> Vec<u8> {
    if text.contains(['\n', '\r']) {
        text = text.replace(['\n', '\r'], " ");
    }
    text.push('\n');
    text.into_bytes()
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
