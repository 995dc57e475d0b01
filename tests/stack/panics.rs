//! Panics of what the host or the tool brings along: the call is counted once all the same, and the next call finds everything in order.

use crate::support::{
    Counted, End, Raised, Reply, Script, ScriptFacts, args, builder, call, counted,
    deciders::{Evaluator, Manner},
    evaluators::{Does, Service, deciding},
    lost, open, poll_once, report,
};
use serde_json::{Value, json};
use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};
use tool_recovery::{
    ArgumentsRef, Outcome, Retained, ToolCall, ToolRequest, Verdict,
    admission::{Catalog, ToolDescriptor},
    alternates::CatalogAlternates,
    decide::Decider,
    facts::{FactExtractor, Judgement},
    ledger::{MemoryLedger, Reason},
};
use tower::{Layer, Service as _, ServiceExt, service_fn};

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

/// A call whose handle is another one.
struct Handing {
    call: ToolCall,
    handle: Arc<dyn Retained>,
}

impl ToolRequest for Handing {
    type Cancelled = <ToolCall as ToolRequest>::Cancelled;

    fn tool(&self) -> &str {
        self.call.tool()
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        self.call.arguments()
    }

    fn with_arguments(self, arguments: Arc<Value>) -> Self {
        Self { call: self.call.with_arguments(arguments), ..self }
    }

    fn with_tool(self, name: &str) -> Self {
        Self { call: self.call.with_tool(name), ..self }
    }

    fn cancelled(&self) -> Self::Cancelled {
        self.call.cancelled()
    }

    fn retained(&self) -> Option<Arc<dyn Retained>> {
        Some(self.handle.clone())
    }
}

/// Says the truth about the arguments so often, and panics or lies from then on.
struct Handle {
    said: Value,
    truths: AtomicUsize,
    then: Option<Value>,
}

impl Retained for Handle {
    fn tool(&self) -> &str {
        "keyed"
    }

    fn arguments(&self) -> &Value {
        let left = self.truths.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        match &self.then {
            _ if left.is_ok() => &self.said,
            Some(lie) => lie,
            None => unwinds(),
        }
    }

    fn run(&self) -> &str {
        ""
    }

    fn scope(&self) -> &str {
        ""
    }
}

/// The handle is read where a call is dropped as well: a panic there would end the process.
#[tokio::test(start_paused = true)]
async fn a_handle_that_panics_or_lies_costs_neither_the_count_nor_the_hold() {
    let catalog = || Catalog::builder().tool(ToolDescriptor::new("keyed").write().effect_key("/id")).build().unwrap();
    let mut config = deciding();
    config.alternate_tools = true;
    for (truths, then, others_held) in [(0, None, false), (0, Some(json!({"id": 999})), false), (1, None, true)] {
        for dropped in [false, true] {
            let (ledger, script) = (MemoryLedger::default(), Script::always(if dropped { End::Never } else { End::Raised(lost()) }));
            let decider = Decider::with_alternates(Service::new([Does::Babbles]), CatalogAlternates::new(catalog(), ()), &config).unwrap();
            let layer = builder(&ledger).catalog(catalog()).decider(decider).build().unwrap();
            let inner = script.tool();
            let mut service = layer.layer(service_fn(move |handing: Handing| inner.clone().oneshot(handing.call)));
            let handle = Arc::new(Handle { said: json!({"id": 1}), truths: AtomicUsize::new(truths), then: then.clone() });
            let request = Handing { call: ToolCall::new("keyed", json!({"id": 1})), handle };
            let mut future = Box::pin(service.ready().await.unwrap().call(request));
            assert_eq!(poll_once(&mut future).is_pending(), dropped);
            drop(future);
            assert_eq!((counted(&ledger).failures, counted(&ledger).holds), (1, 1), "{truths} {then:?}");
            let mut plain = builder(&ledger).catalog(catalog()).build().unwrap().layer(Script::always(End::Done).tool());
            let again = call(&mut plain, ToolCall::new("keyed", json!({"id": 1}))).await;
            assert!(matches!(again.outcome, Outcome::Rejected(_)), "{truths} {then:?}");
            let other = call(&mut plain, ToolCall::new("keyed", json!({"id": 2}))).await;
            assert_eq!(matches!(other.outcome, Outcome::Rejected(_)), others_held, "{truths} {then:?}");
        }
    }
}
