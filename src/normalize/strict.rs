//! JSON text to a value, strictly: a repeated key, a level too many and anything after the value are errors.
//!
//! One pass and one tree, as in `serde_json::from_str::<Value>`: what is added is a countdown of levels, and the look-up that an insertion makes anyway tells
//! whether the key was there. RFC 8259 §4 leaves a repeated name undefined ("unpredictable"); most readers let the last one win, which would turn an ambiguous
//! call into a certain one.

use super::fault::{Fault, NormalizeFault, Position};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value, map::Entry};
use std::{borrow::Cow, cell::Cell, fmt};

/// Parses `text`, which the caller has bounded in bytes, down to `max_depth` nested arrays and objects.
///
/// # Errors
///
/// The first fault in the order of the text.
pub(super) fn parse(text: &str, max_depth: usize) -> Result<Parsed, NormalizeFault> {
    let notes = Notes::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    // `Strict` has its own bound, checked before each descent.
    reader.disable_recursion_limit();
    let seed = Strict { levels_left: max_depth, notes: &notes };
    let parsed = seed.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    match parsed {
        Ok(value) => Ok(Parsed { value, doubles: notes.doubles.get() }),
        Err(error) => Err(fault(&error, notes.refusal.get(), max_depth)),
    }
}

/// What text says.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) value: Value,
    /// A number among it was read as a double, which may have lost digits.
    pub(super) doubles: bool,
}

/// What the visitor saw.
#[derive(Default)]
struct Notes {
    refusal: Cell<Option<Refusal>>,
    doubles: Cell<bool>,
}

/// What the visitor refuses in text that is JSON by its syntax. It travels beside `serde_json::Error`, which has no place for it.
#[derive(Clone, Copy)]
enum Refusal {
    TooDeep,
    DuplicateKey,
}

#[cold]
fn fault(error: &serde_json::Error, refusal: Option<Refusal>, max_depth: usize) -> NormalizeFault {
    let fault = match refusal {
        Some(Refusal::TooDeep) => Fault::TooDeep { limit: max_depth },
        Some(Refusal::DuplicateKey) => Fault::DuplicateKey,
        None if error.is_eof() => Fault::CutOff,
        None => Fault::Syntax(syntax(error)),
    };
    NormalizeFault::at(fault, Position { line: error.line(), column: error.column() })
}

/// The rule of syntax that was broken, in serde_json's words, which quote nothing of the input for this category of errors.
fn syntax(error: &serde_json::Error) -> Cow<'static, str> {
    let said = if error.is_syntax() { error.to_string() } else { String::new() };
    said.rsplit_once(" at line ").map_or(Cow::Borrowed("unreadable value"), |(rule, _)| Cow::Owned(rule.to_owned()))
}

#[derive(Clone, Copy)]
struct Strict<'a> {
    levels_left: usize,
    notes: &'a Notes,
}

impl Strict<'_> {
    #[cold]
    fn refuse<E: Error>(self, refusal: Refusal) -> E {
        self.notes.refusal.set(Some(refusal));
        E::custom("refused")
    }

    #[inline]
    fn one_level_down<E: Error>(self) -> Result<Self, E> {
        match self.levels_left.checked_sub(1) {
            Some(levels_left) => Ok(Self { levels_left, ..self }),
            None => Err(self.refuse(Refusal::TooDeep)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    #[inline]
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    #[inline]
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    #[inline]
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    #[inline]
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    #[inline]
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        self.notes.doubles.set(true);
        Ok(Value::from(value))
    }

    #[inline]
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    #[inline]
    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let inner = self.one_level_down()?;
        let mut array = Vec::new();
        while let Some(element) = elements.next_element_seed(inner)? {
            array.push(element);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut next = members.next_key_seed(NameSeed)?;
        if let Some(Name::OfNumber) = next {
            let digits: String = members.next_value()?;
            return digits.parse::<Number>().map(Value::Number).map_err(|_| A::Error::custom("invalid number"));
        }
        let inner = self.one_level_down()?;
        let mut object = Map::new();
        while let Some(Name::OfMember(name)) = next {
            match object.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(members.next_value_seed(inner)?);
                }
                Entry::Occupied(_) => return Err(self.refuse(Refusal::DuplicateKey)),
            }
            next = members.next_key_seed(NameSeed)?;
        }
        Ok(Value::Object(object))
    }
}

/// Another crate of the build may switch on serde_json's `arbitrary_precision`, and then every number arrives as a map with one private name. A name that
/// stands in the text reaches the visitor as a newtype and the private one does not, so that no text can pass for a number, whatever its names.
enum Name {
    OfMember(String),
    OfNumber,
}

struct NameSeed;

impl<'de> DeserializeSeed<'de> for NameSeed {
    type Value = Name;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_newtype_struct("Name", self)
    }
}

impl<'de> Visitor<'de> for NameSeed {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        String::deserialize(deserializer).map(Name::OfMember)
    }

    #[cold]
    fn visit_str<E>(self, _: &str) -> Result<Name, E> {
        Ok(Name::OfNumber)
    }
}

#[cfg(test)]
#[path = "strict_tests.rs"]
mod tests;
