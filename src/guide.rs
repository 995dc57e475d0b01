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

/// Which class a failure gets, and by which evidence.
#[doc = include_str!("../docs/classify.md")]
pub mod classify {}

/// What is counted, and what it leads to.
#[doc = include_str!("../docs/ledger.md")]
pub mod ledger {}

/// What tower's own layers turn into around this one.
#[doc = include_str!("../docs/placement.md")]
pub mod placement {}

/// The program `tool-recovery`.
#[doc = include_str!("../docs/cli.md")]
pub mod cli {}

/// Which test holds which case.
#[doc = include_str!("../docs/cases.md")]
pub mod cases {}
