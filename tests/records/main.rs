//! Records: what is written of calls, decisions and proposals, and where to.
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

#[cfg(feature = "cli")]
#[path = "../support/cli/mod.rs"]
mod cli_support;
#[cfg(feature = "record")]
#[path = "../support/proposal/mod.rs"]
mod proposal_support;
#[cfg(feature = "record")]
#[path = "../support/mod.rs"]
mod support;
#[cfg(all(feature = "jev", feature = "record"))]
#[path = "../support/systemone_server.rs"]
mod systemone_server;

#[cfg(feature = "record")]
mod dropped;
#[cfg(feature = "otel")]
mod otel;
#[cfg(feature = "record")]
mod proposal;
#[cfg(all(feature = "jev", feature = "record"))]
mod recovery;
#[cfg(feature = "record")]
mod sink;
#[cfg(feature = "record")]
mod stack;
