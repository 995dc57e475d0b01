//! Tools that may be advised in place of a failed call.
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

mod support;

mod conditions;
#[cfg(feature = "embeddings")]
mod http;
#[cfg(feature = "embeddings-local")]
mod local;
mod recall;
