//! JSON of whatever kind, kept only where it is small and may be wanted. Nothing is built of the rest.

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use std::{collections::HashSet, fmt};

/// A value of which only a scalar is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Loose {
    /// The member is not there.
    #[default]
    Absent,
    Null,
    Bool(bool),
    Number(f64),
    Text(Box<str>),
    /// An array or an object.
    Composite,
}

impl Loose {
    pub(super) fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// A count, exact below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range and whole, as just checked")]
    pub(super) fn count(&self) -> Option<u64> {
        self.number().filter(|number| (0.0..9_007_199_254_740_992.0).contains(number) && number.fract() == 0.0).map(|number| number as u64)
    }
}

/// An object of which every member is kept, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) enum Members<T> {
    /// The member is not there.
    #[default]
    Absent,
    /// It is no object.
    Other,
    /// Its members, and whether a name stood twice.
    Object { members: Vec<(Box<str>, T)>, repeated: bool },
}

impl<T> Members<T> {
    pub(super) const fn is_repeated(&self) -> bool {
        matches!(self, Self::Object { repeated: true, .. })
    }
}

/// The methods of a visitor for which only the kind of the value counts.
macro_rules! visit_scalars {
    ($value:ty: $null:expr, $bool:expr, $number:expr, $text:expr) => {
        fn visit_unit<E>(self) -> Result<$value, E> {
            Ok($null)
        }

        fn visit_bool<E>(self, value: bool) -> Result<$value, E> {
            Ok($bool(value))
        }

        #[allow(clippy::cast_precision_loss, reason = "a probability that is so large is out of range anyway")]
        fn visit_u64<E>(self, value: u64) -> Result<$value, E> {
            Ok($number(value as f64))
        }

        #[allow(clippy::cast_precision_loss, reason = "a probability that is so small is out of range anyway")]
        fn visit_i64<E>(self, value: i64) -> Result<$value, E> {
            Ok($number(value as f64))
        }

        fn visit_f64<E>(self, value: f64) -> Result<$value, E> {
            Ok($number(value))
        }

        fn visit_str<E>(self, value: &str) -> Result<$value, E> {
            Ok($text(value))
        }
    };
}

/// Passes over an array without keeping anything of it.
pub(super) fn skip_array<'de, A: SeqAccess<'de>>(mut array: A) -> Result<(), A::Error> {
    while array.next_element::<Skipped>()?.is_some() {}
    Ok(())
}

/// A value that is passed over. Serde's `IgnoredAny` would do, but serde_json goes through it to any depth.
pub(super) struct Skipped;

impl<'de> Deserialize<'de> for Skipped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Skipped {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    visit_scalars!(Self: Self, |_| Self, |_| Self, |_| Self);

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<Self, A::Error> {
        skip_array(array).map(|()| Self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while map.next_entry::<Self, Self>()?.is_some() {}
        Ok(Self)
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Scalar;

        impl<'de> Visitor<'de> for Scalar {
            type Value = Loose;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON value")
            }

            visit_scalars!(Loose: Loose::Null, Loose::Bool, Loose::Number, |text: &str| Loose::Text(text.into()));

            fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<Loose, A::Error> {
                skip_array(array).map(|()| Loose::Composite)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loose, A::Error> {
                while map.next_entry::<Skipped, Skipped>()?.is_some() {}
                Ok(Loose::Composite)
            }
        }

        deserializer.deserialize_any(Scalar)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Members<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Members<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON value")
            }

            visit_scalars!(Members<T>: Members::Other, |_| Members::Other, |_| Members::Other, |_| Members::Other);

            fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<Members<T>, A::Error> {
                skip_array(array).map(|()| Members::Other)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<T>, A::Error> {
                let (mut members, mut seen, mut repeated) = (Vec::new(), HashSet::new(), false);
                while let Some((name, value)) = map.next_entry::<Box<str>, T>()? {
                    repeated |= !seen.insert(name.clone());
                    members.push((name, value));
                }
                Ok(Members::Object { members, repeated })
            }
        }

        deserializer.deserialize_any(Object(std::marker::PhantomData))
    }
}

/// Defines a record that is filled from an object by the names of its members; any other value leaves it empty. What is not in the record is passed over; whether one of its names stood twice is kept beside it.
macro_rules! record {
    ($(#[$doc:meta])* $record:ident { $($name:literal => $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        struct $record {
            $($field: $kind,)*
            /// Whether one of its own names stood twice.
            repeated: bool,
        }

        impl<'de> serde::Deserialize<'de> for $record {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Fields;

                impl<'de> serde::de::Visitor<'de> for Fields {
                    type Value = $record;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("any JSON value")
                    }

                    visit_scalars!($record: $record::default(), |_| $record::default(), |_| $record::default(), |_| $record::default());

                    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, array: A) -> Result<$record, A::Error> {
                        skip_array(array).map(|()| $record::default())
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$record, A::Error> {
                        let mut record = $record::default();
                        let mut seen: Vec<&'static str> = Vec::new();
                        let mut once = |name: &'static str| {
                            let again = seen.contains(&name);
                            seen.push(name);
                            again
                        };
                        while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
                            match &*name {
                                $($name => {
                                    record.repeated |= once($name);
                                    record.$field = map.next_value()?;
                                })*
                                _ => {
                                    map.next_value::<loose::Skipped>()?;
                                }
                            }
                        }
                        Ok(record)
                    }
                }

                deserializer.deserialize_any(Fields)
            }
        }
    };
}

pub(super) use {record, visit_scalars};
