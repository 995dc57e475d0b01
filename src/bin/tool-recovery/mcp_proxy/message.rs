//! JSON-RPC messages as lines of text, of which only the heads are read: what a message holds passes unchanged.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap as _,
};
use serde_json::value::RawValue;
use std::{
    collections::BTreeSet,
    fmt,
    hash::{Hash, Hasher},
};

/// Why a message does not pass.
pub(super) const AMBIGUOUS: &str = "The message has a member whose name differs from one of JSON-RPC by case alone";
pub(super) const ODD_ID: &str = "An id must be a text or a whole number, of at most 1024 bytes";
pub(super) const UNREADABLE_PARAMS: &str =
    "The params of tools/call cannot be read: they need a name, members only once, and none whose name differs from one of theirs by case alone";

/// What is read of a message: an object. A member that stands there twice is an error: two readers would see two messages.
pub(super) struct Head<'a> {
    pub(super) id: Option<&'a RawValue>,
    pub(super) method: Option<String>,
    pub(super) params: Option<&'a RawValue>,
    pub(super) result: Option<&'a RawValue>,
    pub(super) error: Option<&'a RawValue>,
    /// Whether a reader that ignores case, as some do, sees another message.
    pub(super) ambiguous: bool,
}

impl<'de: 'a, 'a> Deserialize<'de> for Head<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Named { values: [_, id, method, params, result, error], ambiguous } =
            Named::read(["jsonrpc", "id", "method", "params", "result", "error"], deserializer)?;
        let method = given(method).map(|method| serde_json::from_str(method.get())).transpose().map_err(serde::de::Error::custom)?;
        // A result may be null; of the others that is the same as none.
        Ok(Self { id: given(id), method, params: given(params), result, error: given(error), ambiguous })
    }
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
    /// Whether it is a request whose id a server may give back in another form, so that its answer would be that of nothing.
    pub(super) fn has_odd_id(&self) -> bool {
        self.method.is_some() && self.id.is_some_and(|id| Id::read(id).is_none_or(|id| id.is_odd()))
    }

    pub(super) fn is(&self, method: &str) -> bool {
        self.method.as_deref() == Some(method)
    }

    /// The id of a response; a request of the other side has one, too, and a method.
    pub(super) fn answers(&self) -> Option<Id> {
        if self.method.is_some() || (self.result.is_none() && self.error.is_none()) { None } else { self.id.and_then(Id::read) }
    }
}

/// The request that a message answers which cannot be read, because a member stands there twice. `None` where two readers may see another id, or a request.
pub(super) fn doubtful_answer(text: &str) -> Option<Id> {
    let members = Members::read(text)?;
    let alike = |name: &'static str| members.iter().filter(move |(member, _)| is_alike(name, member));
    let mut ids = alike("id");
    let (Some(("id", id)), None) = (ids.next(), ids.next()) else { return None };
    let is_response = alike("result").chain(alike("error")).next().is_some() && alike("method").next().is_none();
    if is_response { Id::read(id) } else { None }
}

/// The id of a request. Numbers are compared as doubles, which is what many servers read them as: one may give 2^53 + 1 back as 2^53, or 1 as 1.0.
#[derive(Clone, Debug)]
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

impl Id {
    /// The bits of a number as a double.
    #[allow(clippy::cast_precision_loss, reason = "as a server loses it")]
    fn number(&self) -> Option<u64> {
        let number: f64 = match self {
            Self::Number(number) => *number as f64,
            Self::Text(_) => return None,
            Self::Other(text) => text.parse().ok()?,
        };
        // Both zeros are one.
        Some((number + 0.0).to_bits())
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Text(text) | Self::Other(text) => Some(text),
        }
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        match (self.number(), other.number()) {
            (Some(number), Some(other)) => number == other,
            (None, None) => std::mem::discriminant(self) == std::mem::discriminant(other) && self.text() == other.text(),
            _ => false,
        }
    }
}

impl Eq for Id {}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.number(), self.text().filter(|_| self.number().is_none())).hash(state);
    }
}

impl Id {
    /// Neither a text nor a whole number without fraction and exponent.
    fn is_odd(&self) -> bool {
        matches!(self, Self::Other(text) if !text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()))
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

/// The `params` of `tools/call`.
pub(super) struct CallParams<'a> {
    pub(super) name: String,
    pub(super) arguments: Option<&'a RawValue>,
    pub(super) meta: Option<&'a RawValue>,
}

impl<'a> CallParams<'a> {
    /// `None` where it is no object, has no name, or is ambiguous.
    pub(super) fn read(params: Option<&'a RawValue>) -> Option<Self> {
        let [name, arguments, meta] = unambiguous(params?, ["name", "arguments", "_meta"])?;
        Some(Self { name: serde_json::from_str(name?.get()).ok()?, arguments: given(arguments), meta: given(meta) })
    }
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
        params.and_then(|params| object::<Cursor<'_>>(params.get())).is_none_or(|page| page.cursor.is_none())
    }
}

/// The request that `notifications/cancelled` names. An error where a server may read another one.
pub(super) fn cancelled(params: Option<&RawValue>) -> Result<Option<Id>, ()> {
    let Some(params) = params else { return Ok(None) };
    let [id] = unambiguous(params, ["requestId"]).ok_or(())?;
    let id = given(id).map(|id| Id::read(id).filter(|id| !id.is_odd()).ok_or(()));
    id.transpose()
}

/// The members of these names, of an object in which each stands at most once.
struct Named<'a, const N: usize> {
    values: [Option<&'a RawValue>; N],
    /// Whether there is a member that has one of the names only where case is ignored.
    ambiguous: bool,
}

impl<'a, const N: usize> Named<'a, N> {
    fn read<D: Deserializer<'a>>(names: [&'static str; N], deserializer: D) -> Result<Self, D::Error> {
        struct Among<const N: usize>([&'static str; N]);

        impl<'de, const N: usize> Visitor<'de> for Among<N> {
            type Value = Named<'de, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut named = Named { values: [None; N], ambiguous: false };
                while let Some(member) = map.next_key::<String>()? {
                    let value: &'de RawValue = map.next_value()?;
                    if let Some((name, place)) = self.0.iter().zip(&mut named.values).find(|(name, _)| **name == member) {
                        if place.replace(value).is_some() {
                            return Err(serde::de::Error::duplicate_field(name));
                        }
                    } else {
                        named.ambiguous |= self.0.iter().any(|name| is_alike(name, &member));
                    }
                }
                Ok(named)
            }
        }

        deserializer.deserialize_map(Among(names))
    }
}

/// Whether a name is another one where case is ignored, as Unicode folds it: two letters beyond ASCII fold to letters of it.
fn is_alike(name: &str, other: &str) -> bool {
    let fold = |letter: char| match letter {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    name.chars().map(fold).eq(other.chars().map(fold))
}

/// The members of these names, where every reader sees the same ones.
fn unambiguous<'a, const N: usize>(object: &'a RawValue, names: [&'static str; N]) -> Option<[Option<&'a RawValue>; N]> {
    let named = Named::read(names, &mut serde_json::Deserializer::from_str(object.get())).ok()?;
    Some(named.values).filter(|_| !named.ambiguous)
}

/// A member that is null is none.
fn given(value: Option<&RawValue>) -> Option<&RawValue> {
    value.filter(|value| value.get() != "null")
}

/// Reads an object: what is derived reads an array as well, by the order of its fields.
pub(super) fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    if text.trim_start().starts_with('{') { serde_json::from_str(text).ok() } else { None }
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
