//! Success costs the layer no allocation, and the future of a call stays small. A counting allocator of its own binary proves it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, missing_docs)]
#![allow(unsafe_code, reason = "a global allocator cannot be written without it")]

#[path = "../benches/support/mod.rs"]
mod support;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};
use support::{arguments, call, once, warmed};
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::Catalog,
    alternates::CatalogAlternates,
    config::RecoveryConfig,
    decide::{Decider, RecoveryEvaluator},
    systemone::{Answers, Batch, EvaluationError},
};
use tower_layer::Layer;
use tower_service::Service;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed on unchanged to the system allocator; counting touches a thread-local that needs no allocation.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn success_allocates_nothing_from_the_first_call_to_the_100_000th() {
    for size in [200, 10_000, 1_000_000] {
        let arguments = arguments(size);
        let mut service = warmed();
        for (tool, at) in [("tool_0", 1), ("tool_1", 2), ("tool_0", 100_000), ("tool_1", 100_001)] {
            if at == 100_000 {
                for _ in 0..100_000 {
                    let _ = once(&mut service, call("tool_0", &arguments));
                }
            }
            let one = call(tool, &arguments);
            let mut made = None;
            assert_eq!(allocations(|| made = Some(once(&mut service, one))), 0, "call {at} of {tool} with {size} bytes");
            assert!(made.is_some_and(|attempt| attempt.outcome.is_completed()));
        }
    }
}

#[test]
fn a_fresh_stack_allocates_nothing_for_its_first_success() {
    let arguments = arguments(200);
    for tool in ["tool_0", "tool_1"] {
        let mut service = support::layer().layer(support::Bare);
        let one = call(tool, &arguments);
        assert_eq!(allocations(|| drop(once(&mut service, one))), 0, "{tool}");
    }
}

#[test]
fn success_allocates_nothing_while_another_call_of_the_run_has_failed() {
    let mut service = warmed();
    let failing = ToolCall::new("tool_2", serde_json::json!({"fail": true})).with_run("run-7f3a9c");
    assert!(once(&mut service, failing).report.is_some());
    for tool in ["tool_0", "tool_1"] {
        let one = call(tool, &arguments(200));
        assert_eq!(allocations(|| drop(once(&mut service, one))), 0, "{tool}");
    }
}

/// A decision model that never answers.
struct Silent;

impl RecoveryEvaluator for Silent {
    type Evaluation = std::future::Pending<Result<Answers, EvaluationError>>;

    fn evaluate(&self, _: Batch, _: tokio::time::Instant) -> Self::Evaluation {
        std::future::pending()
    }
}

/// Other tools are sought after a failure only: until then a handle of the request is all that is kept.
#[test]
fn success_allocates_nothing_where_other_tools_are_sought() {
    let mut config = RecoveryConfig::default();
    config.alternate_tools = true;
    let arguments = arguments(200);
    let alternates = CatalogAlternates::new(Catalog::builder().build().unwrap(), ());
    let decider = Decider::with_alternates(Silent, alternates, &config).unwrap();
    let mut declared = support::builder().decider(decider.clone()).build().unwrap().layer(support::Bare);
    let mut undeclared = RecoveryLayer::builder().facts(support::AnswerFacts).decider(decider).build().unwrap().layer(support::Bare);
    for tool in ["tool_0", "tool_1"] {
        let [first, second] = [(); 2].map(|()| call(tool, &arguments).with_scope("account"));
        assert_eq!(allocations(|| drop(once(&mut declared, first))), 0, "{tool}, declared");
        assert_eq!(allocations(|| drop(once(&mut undeclared, second))), 0, "{tool}, undeclared");
    }
}

#[test]
fn a_fingerprint_allocates_nothing() {
    use tool_recovery::ledger::{Ledger, MemoryLedger};
    let ledger = MemoryLedger::default();
    for size in [200, 10_000] {
        let arguments = arguments(size);
        let made = allocations(|| {
            std::hint::black_box(ledger.fingerprint(&arguments, &[]));
        });
        assert_eq!(made, 0, "{size} bytes");
    }
}

#[test]
fn a_failure_does_allocate() {
    let mut service = warmed();
    let one = ToolCall::new("tool_2", serde_json::json!({"fail": true}));
    assert!(allocations(|| drop(once(&mut service, one))) > 0, "otherwise this test counts nothing");
}

#[test]
fn the_future_stays_small() {
    let mut service = warmed();
    let arguments = arguments(200);
    let mut cx = Context::from_waker(Waker::noop());
    let inner = size_of::<std::future::Ready<Result<support::Answer, String>>>();
    let _ = service.poll_ready(&mut cx);
    let future = service.call(call("tool_0", &arguments));
    let outer = size_of_val(&future);
    println!("inner future {inner} B, with the stack {outer} B");
    assert!(outer <= inner + 96, "{outer} B is more than {inner} + 96 B");
    assert!(matches!(pin!(future).poll(&mut cx), Poll::Ready(Ok(_))));
    drop(Arc::clone(&arguments));
}
