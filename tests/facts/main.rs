//! The adapters that turn what a service answers into facts.
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

#[cfg(feature = "http")]
#[path = "../support/http_server.rs"]
mod http_server;

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(all(unix, feature = "process"))]
mod process;
#[cfg(feature = "tower")]
mod tower;
