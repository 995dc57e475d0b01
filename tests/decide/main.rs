//! Decision models: the client, the stack with one, and comparisons.
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

#[cfg(feature = "jev")]
#[path = "../support/jev_asking.rs"]
mod jev_asking;
#[path = "../support/mod.rs"]
mod support;
#[cfg(feature = "jev")]
#[path = "../support/systemone_server.rs"]
mod systemone_server;

mod alternates;
#[cfg(feature = "compare")]
mod compare;
#[cfg(feature = "compare")]
mod compare_invisible;
mod decider;
#[cfg(feature = "jev")]
mod jev_connections;
#[cfg(feature = "jev")]
mod jev_faults;
#[cfg(feature = "jev")]
mod jev_samples;
#[cfg(feature = "jev")]
mod jev_stack;
