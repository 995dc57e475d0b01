//! The proposal check.
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

#[path = "../support/proposal/rig.rs"]
mod proposal_rig;
#[path = "../support/proposal/mod.rs"]
mod proposal_support;
#[path = "../support/mod.rs"]
mod support;

mod check;
mod properties;
