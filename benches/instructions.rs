//! Instructions of the success path and of the reading of failures, counted by valgrind: figures that hold on a noisy machine.
//!
//! `cargo bench --bench instructions` needs valgrind and `gungraun-runner` of the version in Cargo.lock. Each benchmark makes 1,000 calls, so that the difference between two of
//! them divided by 1,000 is the cost of one call.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod support;

use gungraun::{library_benchmark, library_benchmark_group, main};
use serde_json::Value;
use std::{hint::black_box, sync::Arc};
use support::{Bare, Benched, arguments, call, once, warmed};
use tool_recovery::{
    Recovery, ToolCall,
    classify::{Keywords, TextEvidence},
    facts::Adapter,
};

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

/// A log of about `bytes` bytes whose last line says what went wrong.
fn log(bytes: usize) -> (Keywords, String) {
    let line = "2026-01-02 build step finished without notice of any kind\n";
    let mut text = line.repeat(bytes / line.len());
    text.push_str("error: could not connect to server: Connection refused\n");
    (Keywords::new(), text)
}

#[library_benchmark]
#[bench::b300(args = (300), setup = log)]
#[bench::k16(args = (16_000), setup = log)]
fn verdict((keywords, text): (Keywords, String)) -> (Keywords, String) {
    for _ in 0..CALLS {
        black_box(keywords.classify(black_box(&TextEvidence::new(&text, Adapter::Process))));
    }
    (keywords, text)
}

// Each call fails, in a run of its own.
#[library_benchmark]
#[bench::b200(args = (200), setup = stacked)]
fn failure((mut service, _): (Recovery<Bare, Benched>, Arc<Value>)) -> Recovery<Bare, Benched> {
    let arguments: Arc<Value> = Arc::new(serde_json::json!({"fail": "x".repeat(180)}));
    for run in 0..CALLS {
        let _ = black_box(once(&mut service, ToolCall::new("tool_2", arguments.clone()).with_run(format!("failing-{run}"))));
    }
    service
}

library_benchmark_group!(name = success; benchmarks = inner, read, write);
library_benchmark_group!(name = failing; benchmarks = verdict, failure);
main!(library_benchmark_groups = success, failing);
