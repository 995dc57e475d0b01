//! The text rules: recorded failures, wordings, traps, and what holds for every text.
#![cfg(feature = "keywords")]
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

mod corpus;
mod given;
mod properties;
mod traps;
mod wordings;
