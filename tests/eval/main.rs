//! Measuring: rows, metrics, and live records.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::needless_pass_by_value,
    clippy::cast_possible_truncation,
    missing_docs,
    unreachable_pub,
    reason = "tests, which fail by panicking and print what they measured"
)]

#[cfg(all(feature = "cli", feature = "eval", feature = "compare", feature = "record", unix))]
#[path = "../support/cli/mod.rs"]
mod cli_support;
#[cfg(all(feature = "cli", feature = "eval", feature = "compare", feature = "record", unix))]
#[path = "../support/proposal/mod.rs"]
mod proposal_support;
#[cfg(all(feature = "cli", feature = "eval", feature = "compare", feature = "record", unix))]
#[path = "../support/mod.rs"]
mod support;

#[cfg(all(feature = "cli", feature = "eval", feature = "compare", feature = "record", unix))]
mod live;
#[cfg(feature = "eval")]
mod metrics;
#[cfg(all(feature = "eval", feature = "schema"))]
mod rows;
