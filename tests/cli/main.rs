//! The program from outside, a file a subcommand.
#![cfg(feature = "cli")]
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
#[cfg(feature = "jev")]
#[path = "../support/systemone_server.rs"]
mod systemone_server;

#[cfg(feature = "eval")]
mod calibrate;
mod check_config;
mod classify;
mod classify_input;
#[cfg(feature = "eval")]
mod eval;
#[cfg(all(feature = "eval", unix))]
mod exit_codes;
#[cfg(feature = "jev")]
mod jev;
#[cfg(all(feature = "eval", unix))]
mod record;
mod records;
#[cfg(feature = "eval")]
mod simulate;
#[cfg(feature = "eval")]
mod split;
