//! Instructions of the success path, counted by valgrind: figures that hold on a noisy machine.
//!
//! `cargo bench --bench instructions` needs valgrind and `gungraun-runner` of the version in Cargo.lock. Each benchmark makes 1,000 calls, so that the difference between two of
//! them divided by 1,000 is the cost of one call.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod support;

use gungraun::{library_benchmark, library_benchmark_group, main};
use serde_json::Value;
use std::{hint::black_box, sync::Arc};
use support::{Bare, Benched, arguments, call, once, warmed};
use tool_recovery::Recovery;

const CALLS: usize = 1_000;

fn bare(bytes: usize) -> (Bare, Arc<Value>) {
    (Bare, arguments(bytes))
}

fn stacked(bytes: usize) -> (Recovery<Bare, Benched>, Arc<Value>) {
    (warmed(), arguments(bytes))
}

#[library_benchmark]
#[bench::b200(args = (200), setup = bare)]
#[bench::k10(args = (10_000), setup = bare)]
#[bench::m1(args = (1_000_000), setup = bare)]
fn inner((mut service, arguments): (Bare, Arc<Value>)) -> (Bare, Arc<Value>) {
    for _ in 0..CALLS {
        let _ = black_box(once(&mut service, black_box(call("tool_0", &arguments))));
    }
    (service, arguments)
}

#[library_benchmark]
#[bench::b200(args = (200), setup = stacked)]
#[bench::k10(args = (10_000), setup = stacked)]
#[bench::m1(args = (1_000_000), setup = stacked)]
fn read((mut service, arguments): (Recovery<Bare, Benched>, Arc<Value>)) -> (Recovery<Bare, Benched>, Arc<Value>) {
    for _ in 0..CALLS {
        let _ = black_box(once(&mut service, black_box(call("tool_0", &arguments))));
    }
    (service, arguments)
}

#[library_benchmark]
#[bench::b200(args = (200), setup = stacked)]
fn write((mut service, arguments): (Recovery<Bare, Benched>, Arc<Value>)) -> (Recovery<Bare, Benched>, Arc<Value>) {
    for _ in 0..CALLS {
        let _ = black_box(once(&mut service, black_box(call("tool_1", &arguments))));
    }
    (service, arguments)
}

library_benchmark_group!(name = success; benchmarks = inner, read, write);
main!(library_benchmark_groups = success);
