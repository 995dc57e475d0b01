//! Instructions of the success path and of the reading of failures, counted by valgrind: figures that hold on a noisy machine.
//!
//! `cargo bench --bench instructions` needs valgrind and `gungraun-runner` of the version in Cargo.lock. Each benchmark makes 1,000 calls, so that the difference between two of
//! them divided by 1,000 is the cost of one call.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

mod support;

use gungraun::{library_benchmark, library_benchmark_group, main};
use serde_json::Value;
use std::{hint::black_box, sync::Arc};
use support::{Bare, Benched, Failing, Reading, TEXTS, arguments, call, failing, once, reads_text, text_arguments, text_schema, warmed};
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

// Calls with text arguments, parsed and validated without a stack.
#[library_benchmark]
#[bench::b190(setup = text_arguments)]
fn parse_and_validate(text: String) -> String {
    let validator = jsonschema::validator_for(&text_schema()).unwrap();
    for _ in 0..CALLS {
        let value: Arc<Value> = Arc::new(serde_json::from_str(black_box(&text)).unwrap());
        assert!(validator.is_valid(&value));
        let _ = black_box(once(&mut Bare, ToolCall::new("read", value)));
    }
    text
}

// What is done once for [`parse_and_validate`] and [`text`].
#[library_benchmark]
#[bench::b190(setup = text_arguments)]
fn text_setup(text: String) -> String {
    black_box(jsonschema::validator_for(&text_schema()).unwrap());
    text
}

fn reading() -> (Reading, Arc<str>) {
    (reads_text(), text_arguments().into())
}

// The same calls through a stack.
#[library_benchmark]
#[bench::b190(setup = reading)]
fn text((mut service, text): (Reading, Arc<str>)) -> (Reading, Arc<str>) {
    for _ in 0..CALLS {
        let _ = black_box(once(&mut service, ToolCall::from_text("read", black_box(text.clone()))));
    }
    (service, text)
}

// Each call fails with the text, in a run of its own.
#[library_benchmark]
#[bench::transient(args = (0), setup = failing_calls)]
#[bench::rate_limited(args = (1), setup = failing_calls)]
#[bench::authentication(args = (2), setup = failing_calls)]
#[bench::permission(args = (3), setup = failing_calls)]
#[bench::wrong_arguments(args = (4), setup = failing_calls)]
#[bench::wrong_tool(args = (5), setup = failing_calls)]
#[bench::unavailable(args = (6), setup = failing_calls)]
#[bench::unsupported(args = (7), setup = failing_calls)]
#[bench::unknown(args = (8), setup = failing_calls)]
fn failure((mut service, calls): (Failing, Vec<ToolCall>)) -> Failing {
    for call in calls {
        let _ = black_box(once(&mut service, call));
    }
    service
}

fn failing_calls(text: usize) -> (Failing, Vec<ToolCall>) {
    let arguments = arguments(200);
    let calls = (0..CALLS).map(|run| ToolCall::new("read", arguments.clone()).with_run(format!("failing-{run}"))).collect();
    let mut service = failing(TEXTS[text]);
    // What is made for the first failure of a process is none of a call's.
    let _ = once(&mut service, ToolCall::new("read", arguments));
    (service, calls)
}

library_benchmark_group!(name = success; benchmarks = inner, read, write, parse_and_validate, text_setup, text);
library_benchmark_group!(name = failing; benchmarks = verdict, failure);
main!(library_benchmark_groups = success, failing);
