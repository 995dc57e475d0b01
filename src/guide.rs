//! The book: the pages of `docs/`, each with code that is compiled.

/// Which gates a call passes, and what each rejection says.
#[doc = include_str!("../docs/admission.md")]
pub mod admission {}

/// What is trusted of an outcome, and why.
#[cfg_attr(all(feature = "http", feature = "process"), doc = include_str!("../docs/facts.md"))]
#[cfg_attr(not(all(feature = "http", feature = "process")), doc = "\nThis page is here in builds with the features `http` and `process`.")]
pub mod facts {}

/// Which arguments are repaired.
#[doc = include_str!("../docs/normalize.md")]
pub mod normalize {}
