//! The records of calls that are dropped while somebody is asked about them, and of ledgers of a host.

use crate::{
    support,
    support::{
        End, Script, begin, call,
        deciders::{Evaluator, Manner},
        lost, poll_once,
        recorded::{recorded, story, to, told},
        settled,
    },
};
use serde_json::Value;
use std::{
    future::{Future, Ready},
    pin::Pin,
    sync::Arc,
    time::Duration,
};
use tool_recovery::{
    classify::Class,
    ledger::{Fingerprint, Gate, GateQuery, HoldId, Ledger, MemoryLedger, Observation, OperationKey, Probe, RunKey, ScopeKey, Standing, Success},
    record::MemorySink,
};
use tower::Layer;

#[tokio::test(start_paused = true)]
async fn a_call_dropped_during_the_decision_had_failed() {
    let (sink, script) = (MemorySink::new(100), Script::always(End::Failed(support::open("boom"))));
    let mut service = recorded(&sink).decider(Evaluator::new(Manner::Hangs)).build().unwrap().layer(script.tool());
    let mut future = begin(&mut service, to("read", 1)).await;
    assert!(poll_once(&mut future).is_pending());
    drop(future);
    assert_eq!(story(&told(&sink)), ["authorization:permit", "execution:tool_error"]);
}

/// Answers a second after it was told of a failure, and panics when it is told of a success where that is asked for.
#[derive(Clone)]
struct Slow {
    inner: MemoryLedger,
    panics: bool,
}

impl Ledger for Slow {
    type Gate = Ready<Gate>;
    type Observe = Pin<Box<dyn Future<Output = Standing> + Send>>;
    fn run_key(&self, run: &str) -> RunKey {
        self.inner.run_key(run)
    }
    fn scope_key(&self, scope: &str) -> ScopeKey {
        self.inner.scope_key(scope)
    }
    fn operation_key(&self, tool: &str, operation: Option<&str>, scope: ScopeKey) -> OperationKey {
        self.inner.operation_key(tool, operation, scope)
    }
    fn fingerprint(&self, arguments: &Value, superficial: &[Arc<str>]) -> Fingerprint {
        self.inner.fingerprint(arguments, superficial)
    }
    fn digest(&self, text: &str) -> u64 {
        self.inner.digest(text)
    }
    fn probe(&self, run: RunKey) -> Probe {
        self.inner.probe(run)
    }
    fn gate(&self, query: &GateQuery) -> Ready<Gate> {
        self.inner.gate(query)
    }
    fn recheck(&self, query: &GateQuery) -> Gate {
        self.inner.recheck(query)
    }
    fn succeeded(&self, success: &Success) {
        assert!(!self.panics, "a ledger of a host");
        self.inner.succeeded(success);
    }
    fn observe(&self, observation: Observation) -> Self::Observe {
        let standing = self.inner.observe(observation);
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            standing.await
        })
    }
    fn abandon(&self, observation: Observation) {
        self.inner.abandon(observation);
    }
    fn settling(&self, observation: &Observation) -> Option<HoldId> {
        self.inner.settling(observation)
    }
    fn settled(&self, observation: &Observation, hold: Option<HoldId>) {
        self.inner.settled(observation, hold);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_dropped_while_the_ledger_answers_has_failed() {
    let (inner, sink, script) = (MemoryLedger::default(), MemorySink::new(100), Script::always(End::Never));
    let ledger = Slow { inner: inner.clone(), panics: false };
    let mut service = recorded(&sink).ledger(ledger).build().unwrap().layer(script.tool());
    script.then(End::Failed(settled(Class::WrongArguments)));
    let _ = call(&mut service, to("read", 1)).await;
    let _ = told(&sink);
    for (end, tool, status, effect) in [
        (End::Failed(settled(Class::WrongArguments)), "read", "execution:tool_error", "none"),
        (End::Raised(lost()), "write", "execution:transport_error", "unknown"),
        (End::Done, "no_such_tool", "execution:not_run", "none"),
    ] {
        script.then(end);
        let before = inner.counters().failures + inner.counters().refusals;
        let mut future = begin(&mut service, to(tool, 2)).await;
        for _ in 0..3 {
            assert!(poll_once(&mut future).is_pending());
        }
        drop(future);
        let records = told(&sink);
        assert_eq!(story(&records).last().unwrap(), status, "{tool}: no success, and nothing made good");
        assert_eq!(records.last().unwrap()["effect"], effect, "{tool}");
        assert!(inner.counters().failures + inner.counters().refusals > before || tool == "no_such_tool");
    }
}

#[tokio::test(start_paused = true)]
async fn a_success_is_recorded_whatever_the_ledger_makes_of_it() {
    let (sink, script) = (MemorySink::new(100), Script::always(End::Done));
    let ledger = Slow { inner: MemoryLedger::default(), panics: true };
    let mut service = recorded(&sink).ledger(ledger).build().unwrap().layer(script.tool());
    let mut future = begin(&mut service, to("write", 1)).await;
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| poll_once(&mut future).is_ready()));
    drop(future);
    assert!(panicked.is_err());
    assert_eq!(story(&told(&sink)), ["authorization:permit", "execution:ok"]);
}
