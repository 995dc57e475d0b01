//! The pages tell the truth: cases, examples, criteria, and the seeds of the fuzz targets.
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

#[path = "../../fuzz/checks/answers.rs"]
mod answers;
#[path = "../../fuzz/checks/normalize.rs"]
mod normalize;
#[path = "../../fuzz/checks/scrub.rs"]
mod scrub;

mod cases;
mod configuration;
mod examples;
mod fuzz_seeds;
mod proposal;
