//! Panics of what the host or the tool brings along: the call is counted once all the same, and the next call finds everything in order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod support;

use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use support::{
    Counted, End, Raised, Reply, Script, ScriptFacts, args, builder, call, counted,
    deciders::{Evaluator, Manner},
    open, report,
};
use tool_recovery::{
    Outcome, ToolCall, Verdict,
    admission::ToolDescriptor,
    facts::{FactExtractor, Judgement},
    ledger::{MemoryLedger, Reason},
};
use tower::{Layer, ServiceExt, service_fn};

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, args(1))
}

fn unwinds() -> ! {
    resume_unwind(Box::new("a panic of the test"))
}

#[tokio::test]
async fn a_tool_that_panics_in_call_or_poll_is_counted_once_and_its_write_is_held() {
    for in_call in [true, false] {
        let ledger = MemoryLedger::default();
        let tool = service_fn(move |_: ToolCall| {
            if in_call {
                unwinds();
            }
            async { if true { unwinds() } else { Ok::<Reply, Raised>(Reply::Done(0)) } }
        });
        let layer = builder(&ledger).build().unwrap();
        let fused = tokio::spawn(layer.layer(tool).oneshot(to("write")));
        assert!(fused.await.unwrap_err().is_panic(), "the panic is not swallowed");
        assert_eq!(counted(&ledger), Counted { failures: 1, abandoned: 1, holds: 1, ..Counted::default() });
        let deferred = tokio::spawn(layer.deferred().layer(tool).oneshot(to("read")));
        assert!(deferred.await.unwrap_err().is_panic());
        assert_eq!(counted(&ledger), Counted { failures: 2, abandoned: 2, holds: 1, ..Counted::default() });
    }
}

/// Panics once.
struct Fragile(Arc<AtomicBool>);

impl FactExtractor<Reply, Raised> for Fragile {
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&Reply, &Raised>) -> Judgement {
        if self.0.swap(false, Relaxed) {
            unwinds();
        }
        ScriptFacts.judge(tool, outcome)
    }
}

#[tokio::test]
async fn an_extractor_that_panics_leaves_the_effect_uncertain() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let service = builder(&ledger).facts(Fragile(Arc::new(AtomicBool::new(true)))).build().unwrap().layer(script.tool());
    let panicked = tokio::spawn(service.clone().oneshot(to("write")));
    assert!(panicked.await.unwrap_err().is_panic());
    assert_eq!(counted(&ledger), Counted { failures: 1, abandoned: 1, holds: 1, ..Counted::default() }, "nobody has read what the tool answered");
    assert!(service.oneshot(to("read")).await.unwrap().outcome.is_completed());
}

#[tokio::test]
async fn an_evaluator_that_panics_changes_nothing() {
    for manner in [Manner::PanicsAtOnce, Manner::PanicsInPoll] {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("boom"))));
        let mut service = builder(&ledger).decider(Evaluator::new(manner)).build().unwrap().layer(script.tool());
        let mut verdicts = Vec::new();
        for _ in 0..3 {
            let answer = call(&mut service, to("read")).await;
            assert!(matches!(answer.outcome, Outcome::Failed(_)));
            assert!(matches!(report(&answer).standing.reason, Reason::None | Reason::ExactRepeat));
            verdicts.push(answer.verdict);
        }
        assert_eq!(verdicts, [Verdict::Continue, Verdict::Nudge, Verdict::Halt], "{manner:?}");
        assert_eq!(counted(&ledger).failures, 3);
    }
}

#[tokio::test]
async fn a_policy_that_panics_admits_nothing() {
    struct Panics;
    impl tool_recovery::admission::Policy for Panics {
        fn authorize(&self, _: &tool_recovery::admission::PolicyRequest<'_>) -> tool_recovery::admission::Authorization {
            unwinds()
        }
    }
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let service = builder(&ledger).policy(Panics).build().unwrap().layer(script.tool());
    assert!(tokio::spawn(async move { service.oneshot(to("read")).await }).await.unwrap_err().is_panic());
    assert_eq!(script.calls(), 0);
}
