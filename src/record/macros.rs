//! How checked texts and kinds of records are declared.

/// A text that was checked once and is then known to be of its form. It is borrowed from the line it stands in, where it can be.
macro_rules! checked_text {
    ($(#[$doc:meta])* $name:ident, $check:path, $expected:literal, $pattern:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name<'a>(std::borrow::Cow<'a, str>);

        impl<'a> $name<'a> {
            /// Checks a text.
            ///
            /// # Errors
            ///
            /// [`NotOfForm`](crate::record::NotOfForm), without the text.
            pub fn new(text: impl Into<std::borrow::Cow<'a, str>>) -> Result<Self, crate::record::NotOfForm> {
                let text = text.into();
                if $check(&text) { Ok(Self(text)) } else { Err(crate::record::NotOfForm { expected: $expected }) }
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The same with a text of its own.
            #[must_use]
            pub fn into_owned(self) -> $name<'static> {
                $name(std::borrow::Cow::Owned(self.0.into_owned()))
            }
        }

        impl std::fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl serde::Serialize for $name<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl<'de> serde::de::Visitor<'de> for Text {
                    type Value = $name<'de>;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_borrowed_str<E: serde::de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                        $name::new(text).map_err(E::custom)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                        $name::new(text.to_owned()).map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }

        #[cfg(test)]
        impl schemars::JsonSchema for $name<'_> {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).to_lowercase().into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

/// An object inside a record: members that must be there, members that may be there, and lists that may be empty. Members that nobody declared are refused.
macro_rules! object {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$must_doc:meta])* $must:ident: $must_type:ty),+ $(,)?;
        $($(#[$may_doc:meta])* $may:ident: $may_type:ty),* $(,)?;
        $($(#[$list_doc:meta])* $list:ident: $list_type:ty),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(remote = "Self", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub struct $name<'a> {
            $($(#[$must_doc])* pub $must: $must_type,)+
            $($(#[$may_doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $may: Option<$may_type>,)*
            $($(#[$list_doc])* #[serde(default, skip_serializing_if = "Vec::is_empty")] pub $list: Vec<$list_type>,)*
        }

        impl<'a> $name<'a> {
            /// With the members that every one of them has.
            #[must_use]
            #[allow(clippy::too_many_arguments, reason = "as many as there are members")]
            pub fn new($($must: $must_type),+) -> Self {
                Self { $($must,)+ $($may: None,)* $($list: Vec::new(),)* }
            }
        }

        impl serde::Serialize for $name<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, serializer)
            }
        }

        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $name::deserialize(crate::record::object::ObjectOnly(deserializer))
            }
        }
    };
}

/// The kinds of records: the body of each, and how it is read from a line with its head. Serde's `flatten` would copy every line and let unknown members pass.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident as $wire:ident = $text:literal {
        $($(#[$must_doc:meta])* $must:ident: $must_type:ty),+ $(,)?;
        $($(#[$may_doc:meta])* $may:ident: $may_type:ty),* $(,)?;
        $($(#[$list_doc:meta])* $list:ident: $list_type:ty),* $(,)?
    })+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, serde::Serialize)]
            #[non_exhaustive]
            pub struct $kind<'a> {
                $($(#[$must_doc])* pub $must: $must_type,)+
                $($(#[$may_doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $may: Option<$may_type>,)*
                $($(#[$list_doc])* #[serde(skip_serializing_if = "Vec::is_empty")] pub $list: Vec<$list_type>,)*
            }

            impl<'a> $kind<'a> {
                /// With the members that every one of them has.
                #[must_use]
                #[allow(clippy::too_many_arguments, reason = "as many as there are members")]
                pub fn new($($must: $must_type),+) -> Self {
                    Self { $($must,)+ $($may: None,)* $($list: Vec::new(),)* }
                }
            }

            impl<'a> From<$kind<'a>> for Body<'a> {
                fn from(body: $kind<'a>) -> Self {
                    Self::$kind(body)
                }
            }

            #[derive(serde::Deserialize)]
            #[serde(deny_unknown_fields, bound(deserialize = "'de: 'a"))]
            #[cfg_attr(test, derive(schemars::JsonSchema))]
            #[allow(dead_code, reason = "schema and kind were looked at before")]
            pub(super) struct $wire<'a> {
                schema: SchemaId<'a>,
                kind: Code<'a>,
                id: Code<'a>,
                call_id: Code<'a>,
                session: Option<Digest<'a>>,
                span: Option<Code<'a>>,
                agent_version: Option<Code<'a>>,
                ts: Timestamp<'a>,
                seq: u64,
                #[serde(deserialize_with = "Option::deserialize")]
                prev: Option<Digest<'a>>,
                $($must: $must_type,)+
                $($may: Option<$may_type>,)*
                $(#[serde(default)] $list: Vec<$list_type>,)*
            }

            impl<'a> From<$wire<'a>> for Record<'a> {
                fn from(line: $wire<'a>) -> Self {
                    let $wire { schema: _, kind: _, id, call_id, session, span, agent_version, ts, seq, prev, $($must,)+ $($may,)* $($list,)* } = line;
                    let head = Head { id, call_id, session, span, agent_version, ts, seq, prev };
                    Record { head, body: Body::$kind($kind { $($must,)+ $($may,)* $($list,)* }) }
                }
            }
        )+

        /// What a record says, by its kind.
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[serde(untagged)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, reason = "a record is written once and read in place")]
        pub enum Body<'a> {
            $($(#[$doc])* $kind($kind<'a>)),+
        }

        impl Body<'_> {
            /// Its kind.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Self::$kind(_) => Kind::$kind),+
                }
            }
        }

        crate::macros::names! {
            /// The kinds of records.
            pub enum Kind { $($(#[$doc])* $kind = $text),+ }
        }

        /// Reads a line of this kind.
        pub(super) fn read<'a>(kind: Kind, line: &'a str) -> Result<Record<'a>, serde_json::Error> {
            match kind {
                $(Kind::$kind => super::object::from_text::<$wire<'a>>(line).map(Record::from)),+
            }
        }

        /// The schema of each kind of line.
        #[cfg(test)]
        pub(super) fn schemas(generator: &mut schemars::SchemaGenerator) -> Vec<(&'static str, schemars::Schema)> {
            vec![$(($text, <$wire<'_> as schemars::JsonSchema>::json_schema(generator))),+]
        }
    };
}
