//! What every layer and service of this crate has, from one place, so that none is forgotten.

/// Defines a service over shared stages: construction, accessors, `Clone` and `Debug` without bounds on the stages.
macro_rules! stage_service {
    ($(#[$doc:meta])* $service:ident) => {
        $(#[$doc])*
        pub struct $service<S, P> {
            inner: S,
            stages: std::sync::Arc<P>,
        }

        impl<S, P> $service<S, P> {
            pub(crate) const fn new(inner: S, stages: std::sync::Arc<P>) -> Self {
                Self { inner, stages }
            }

            /// The inner service.
            pub const fn get_ref(&self) -> &S {
                &self.inner
            }

            /// The inner service.
            pub const fn get_mut(&mut self) -> &mut S {
                &mut self.inner
            }

            /// Takes the inner service back.
            pub fn into_inner(self) -> S {
                self.inner
            }
        }

        // A derive would demand that the stages be `Clone`.
        impl<S: Clone, P> Clone for $service<S, P> {
            fn clone(&self) -> Self {
                Self { inner: self.inner.clone(), stages: self.stages.clone() }
            }
        }

        impl<S: std::fmt::Debug, P> std::fmt::Debug for $service<S, P> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($service)).field("inner", &self.inner).finish_non_exhaustive()
            }
        }
    };
}

/// Defines the layer of a service made by [`stage_service!`].
macro_rules! stage_layer {
    ($(#[$doc:meta])* $layer:ident => $service:ident) => {
        $(#[$doc])*
        pub struct $layer<P> {
            stages: std::sync::Arc<P>,
        }

        impl<P> $layer<P> {
            pub(crate) const fn new(stages: std::sync::Arc<P>) -> Self {
                Self { stages }
            }

            /// The stages, shared with every service of this layer.
            #[must_use]
            pub const fn stages(&self) -> &std::sync::Arc<P> {
                &self.stages
            }
        }

        // A derive would demand that the stages be `Clone`.
        impl<P> Clone for $layer<P> {
            fn clone(&self) -> Self {
                Self { stages: self.stages.clone() }
            }
        }

        impl<P> std::fmt::Debug for $layer<P> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($layer)).finish_non_exhaustive()
            }
        }

        impl<S, P> tower_layer::Layer<S> for $layer<P> {
            type Service = $service<S, P>;

            fn layer(&self, inner: S) -> Self::Service {
                $service::new(inner, self.stages.clone())
            }
        }
    };
}

/// A closed list of names, with the name of each in files.
macro_rules! names {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $text)] $variant),+
        }

        impl $name {
            /// Every value, in the order of the declaration.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// The name used in files.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use {names, stage_layer, stage_service};
