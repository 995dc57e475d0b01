//! The book: the pages of `docs/`, each with code that is compiled.

/// Which gates a call passes, and what each rejection says.
#[doc = include_str!("../docs/admission.md")]
pub mod admission {}

/// Every case and every invariant, with the tests that hold it.
#[doc = include_str!("../docs/cases.md")]
pub mod cases {}

/// In which order evidence is read.
#[doc = include_str!("../docs/classify.md")]
pub mod classify {}

/// The binary.
#[doc = include_str!("../docs/cli.md")]
pub mod cli {}

/// What a call costs.
#[doc = include_str!("../docs/costs.md")]
pub mod costs {}

/// What is trusted of an outcome, and why.
#[cfg_attr(all(feature = "http", feature = "process"), doc = include_str!("../docs/facts.md"))]
#[cfg_attr(not(all(feature = "http", feature = "process")), doc = "\nThis page is here in builds with the features `http` and `process`.")]
pub mod facts {}

/// What is counted, and what follows from it.
#[doc = include_str!("../docs/ledger.md")]
pub mod ledger {}

/// How good it is, and how that is found out.
#[cfg_attr(feature = "eval", doc = include_str!("../docs/measuring.md"))]
#[cfg_attr(not(feature = "eval"), doc = "\nThis page is here in builds with the feature `eval`.")]
pub mod measuring {}

/// Which arguments are repaired.
#[doc = include_str!("../docs/normalize.md")]
pub mod normalize {}

/// What becomes of tower's own layers, inside and outside.
#[doc = include_str!("../docs/placement.md")]
pub mod placement {}
