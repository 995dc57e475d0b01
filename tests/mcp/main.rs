//! `tool-recovery mcp-proxy` between real clients and real servers.
#![cfg(all(feature = "cli", unix))]
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

#[path = "../support/cli/mod.rs"]
mod cli_support;
mod support;

mod ends;
mod hostile;
mod http;
mod listen;
mod proxy;
mod real;
mod records;
mod state;
#[cfg(feature = "jev")]
mod tls;
mod told;
