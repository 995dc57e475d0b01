//! The book: the pages of `docs/`, each with code that is compiled.

/// Which gates a call passes, and what each rejection says.
#[doc = include_str!("../docs/admission.md")]
pub mod admission {}

/// Which tools may be advised in place of a failed call.
#[cfg_attr(feature = "embeddings", doc = include_str!("../docs/alternates.md"))]
#[cfg_attr(not(feature = "embeddings"), doc = "\nThis page is here in builds with the feature `embeddings`.")]
pub mod alternates {}

/// Every case and every invariant, with the tests that hold it.
#[doc = include_str!("../docs/cases.md")]
pub mod cases {}

/// In which order evidence is read.
#[doc = include_str!("../docs/classify.md")]
pub mod classify {}

/// The binary.
#[doc = include_str!("../docs/cli.md")]
pub mod cli {}

/// Every key of the configuration.
#[doc = include_str!("../docs/configuration.md")]
pub mod configuration {}

/// What a call costs.
#[doc = include_str!("../docs/costs.md")]
pub mod costs {}

/// When a decision model is asked, and what of its answers is followed.
#[doc = include_str!("../docs/decide.md")]
pub mod decide {}

/// When a call waits before it runs, and for how long.
#[doc = include_str!("../docs/dispatch.md")]
pub mod dispatch {}

/// What is trusted of an outcome, and why.
#[cfg_attr(all(feature = "http", feature = "process"), doc = include_str!("../docs/facts.md"))]
#[cfg_attr(not(all(feature = "http", feature = "process")), doc = "\nThis page is here in builds with the features `http` and `process`.")]
pub mod facts {}

/// Who is asked in the mode `jev`, what is sent and read, and what can go wrong.
#[cfg_attr(feature = "jev", doc = include_str!("../docs/jev.md"))]
#[cfg_attr(not(feature = "jev"), doc = "\nThis page is here in builds with the feature `jev`.")]
pub mod jev {}

/// What is counted, and what follows from it.
#[doc = include_str!("../docs/ledger.md")]
pub mod ledger {}

/// MCP: in Rust, and as a proxy.
#[cfg_attr(feature = "mcp", doc = include_str!("../docs/mcp.md"))]
#[cfg_attr(not(feature = "mcp"), doc = "\nThis page is here in builds with the feature `mcp`.")]
pub mod mcp {}

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

/// The check of a proposal before it runs.
#[doc = include_str!("../docs/proposal.md")]
pub mod proposal {}

/// What of a tool's text may reach a decision service.
#[doc = include_str!("../docs/scrub.md")]
pub mod scrub {}
/// What is recorded, where it goes, and how it is judged again.
#[cfg_attr(feature = "record", doc = include_str!("../docs/records.md"))]
#[cfg_attr(not(feature = "record"), doc = "\nThis page is here in builds with the feature `record`.")]
pub mod records {}

/// Which failures there are, and who owns the remedy.
#[doc = include_str!("../docs/taxonomy.md")]
pub mod taxonomy {}
