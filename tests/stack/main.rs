//! The stack as a caller sees it: admission, execution, outcomes, cancellation, and what holds for every call.
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

#[path = "../support/mod.rs"]
mod support;

mod admission;
mod auto_traits;
mod building;
mod canaries;
mod cancel;
mod cancel_deferred;
mod cancel_timeouts;
mod complaints;
mod config;
mod contract;
mod guard_sequences;
mod hostile;
mod hostile_hosts;
mod invariants;
#[cfg(feature = "keywords")]
mod lost_by_words;
mod one_effect;
mod outcomes;
mod panics;
#[cfg(feature = "tower")]
mod placement;
mod requests;
mod stacked_equals_fused;
mod stress;
mod telemetry;
