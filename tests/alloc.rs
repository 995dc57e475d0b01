//! The layer allocates nothing for a call that succeeds. A process of its own, because the allocator is the process's.
#![allow(unsafe_code, reason = "a counting allocator cannot be written without")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout, clippy::needless_pass_by_value, missing_docs)]

mod support;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    convert::Infallible,
    future::{Ready, ready},
    sync::Arc,
};
use support::{args, now};
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::ScopePolicy,
    facts::{Judgement, facts_fn},
    ledger::MemoryLedger,
};
use tower::{Layer, Service, service_fn};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations<O>(of: impl FnOnce() -> O) -> (u64, O) {
    let before = ALLOCATIONS.with(Cell::get);
    let output = of();
    (ALLOCATIONS.with(Cell::get) - before, output)
}

fn tool(call: ToolCall) -> Ready<Result<u64, Infallible>> {
    let fails = call.value().and_then(|arguments| arguments.get("fail")).is_some();
    ready(Ok(u64::from(fails)))
}

fn layer()
-> RecoveryLayer<impl tool_recovery::Stack<Policy = ScopePolicy, Facts = impl tool_recovery::facts::FactExtractor<u64, Infallible>, Ledger = MemoryLedger>> {
    let facts = facts_fn(|_, outcome: Result<&u64, &Infallible>| match outcome {
        Ok(1) => support::open("boom").into(),
        _ => Judgement::Success,
    });
    let policy = ScopePolicy::deny_by_default().allow("*", "read").allow("*", "list").allow("*", "write").build().unwrap();
    RecoveryLayer::builder().catalog(support::catalog()).policy(policy).facts(facts).ledger(MemoryLedger::default()).build().unwrap()
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| Box::new(1)).0, 1);
}

#[test]
fn a_success_allocates_nothing() {
    let mut service = layer().layer(service_fn(tool));
    let arguments = Arc::new(args(1));
    let mut succeed = |name: &Arc<str>| {
        let request = ToolCall::new(name.clone(), arguments.clone());
        let (count, answer) = allocations(|| now(service.call(request)).unwrap());
        assert!(answer.outcome.is_completed());
        count
    };
    for name in ["read", "list", "write"].map(Arc::from) {
        for n in 0..1000 {
            assert_eq!(succeed(&name), 0, "{name}, call {n}");
        }
    }
}

#[test]
fn a_success_allocates_nothing_while_another_call_of_the_run_has_failed() {
    let mut service = layer().layer(service_fn(tool));
    let failing = ToolCall::new("list", serde_json::json!({"fail": 1}));
    assert!(now(service.call(failing)).unwrap().report.is_some());
    let request = ToolCall::new("read", args(1));
    let (count, answer) = allocations(|| now(service.call(request)).unwrap());
    assert!(answer.outcome.is_completed());
    assert_eq!(count, 0);
}

/// A future takes at most 96 bytes more than that of the tool.
#[test]
fn the_future_stays_small() {
    let mut service = layer().layer(service_fn(tool));
    let bare = tool(ToolCall::without_arguments("read"));
    let wrapped = service.call(ToolCall::new("read", args(1)));
    let more = size_of_val(&wrapped) - size_of_val(&bare);
    assert!(more <= 96, "{more} bytes more");
    drop(now(wrapped));
}
