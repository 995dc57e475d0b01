//! What tower's own layers turn into around and inside this one. Each row of `docs/placement.md` names its test.

use crate::{
    support,
    support::{Counted, args, counted, now_instant, poll_once},
};
use std::{
    future::{Ready, pending, ready},
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tool_recovery::{
    Attempt, Outcome, RecoveryLayer, Stages, ToolCall, Verdict,
    admission::Catalog,
    advice::{Action, Owner},
    facts::{Effect, FailureKind, IoFacts, TimeoutOwner, TowerFacts},
    ledger::MemoryLedger,
};
use tower::{
    BoxError, Layer, Service, ServiceBuilder, ServiceExt,
    buffer::{Buffer, BufferLayer},
    limit::ConcurrencyLimitLayer,
    load_shed::{LoadShedLayer, error::Overloaded},
    retry::RetryLayer,
    service_fn,
    timeout::{TimeoutLayer, error::Elapsed},
};

type Answer = Attempt<&'static str, BoxError>;
type Parts = Stages<Catalog, (), TowerFacts<IoFacts>, MemoryLedger, (), ()>;

const SECONDS: Duration = Duration::from_secs(5);

fn layer(ledger: &MemoryLedger) -> RecoveryLayer<Parts> {
    RecoveryLayer::builder().catalog(support::catalog()).facts(TowerFacts::new(IoFacts::new())).ledger(ledger.clone()).classifier(()).build().unwrap()
}

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, args(1))
}

trait ToolService: Service<ToolCall, Response = &'static str, Error = BoxError, Future: Send + 'static> + Clone + Send + 'static {}

impl<S: Service<ToolCall, Response = &'static str, Error = BoxError, Future: Send + 'static> + Clone + Send + 'static> ToolService for S {}

/// Counts calls and never answers.
fn stuck(calls: &Arc<AtomicUsize>) -> impl ToolService + use<> {
    let calls = calls.clone();
    service_fn(move |_: ToolCall| {
        calls.fetch_add(1, Relaxed);
        pending()
    })
}

/// Counts calls, and fails by a reset after the first `failures` of them no more.
fn flaky(calls: &Arc<AtomicUsize>, failures: usize) -> impl ToolService + use<> {
    let calls = calls.clone();
    service_fn(move |_: ToolCall| {
        let fails = calls.fetch_add(1, Relaxed) < failures;
        ready(if fails { Err(BoxError::from(io::Error::from(io::ErrorKind::ConnectionReset))) } else { Ok("done") })
    })
}

async fn answer<S: Service<ToolCall, Response = Answer, Error = BoxError>>(service: &mut S, call: ToolCall) -> Answer {
    service.ready().await.unwrap().call(call).await.unwrap()
}

/// A call that no tower layer let through: not a failure of the tool.
fn assert_not_dispatched(answer: &Answer, ledger: &MemoryLedger) {
    let report = answer.report.as_deref().unwrap();
    assert!(matches!(answer.outcome, Outcome::Errored(_)), "the error itself is kept");
    assert_eq!((report.facts.kind, report.effect), (FailureKind::NotDispatched, Effect::NotApplied));
    assert_eq!((answer.verdict, report.advice.owner, &report.advice.action), (Verdict::Continue, Owner::Application, &Action::None));
    assert_eq!((report.standing.identical, report.standing.held), (0, false), "no step of the ladder, nothing held");
    assert_eq!(counted(ledger), Counted { not_dispatched: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn timeout_inside() {
    for (tool, effect, holds) in [("read", Effect::ReadOnly, 0), ("write", Effect::UncertainWrite, 1)] {
        let (ledger, calls) = (MemoryLedger::default(), Arc::default());
        let mut service = ServiceBuilder::new().layer(layer(&ledger)).layer(TimeoutLayer::new(SECONDS)).service(stuck(&calls));
        let answer = answer(&mut service, to(tool)).await;
        let report = answer.report.as_deref().unwrap();
        assert_eq!((report.facts.kind, report.effect), (FailureKind::Timeout(TimeoutOwner::Tower), effect));
        assert_eq!(report.advice.owner, Owner::Application);
        assert_eq!(counted(&ledger), Counted { failures: 1, holds, ..Counted::default() });
        assert_eq!(calls.load(Relaxed), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn timeout_outside() {
    for (tool, holds) in [("read", 0), ("write", 1)] {
        let (ledger, calls) = (MemoryLedger::default(), Arc::default());
        let mut service = ServiceBuilder::new().layer(TimeoutLayer::new(SECONDS)).layer(layer(&ledger)).service(stuck(&calls));
        let error = service.ready().await.unwrap().call(to(tool)).await.unwrap_err();
        assert!(error.is::<Elapsed>(), "the caller gets no attempt and no advice");
        assert_eq!(counted(&ledger), Counted { failures: 1, abandoned: 1, holds, ..Counted::default() }, "the drop is what the ledger sees");
    }
}

#[tokio::test(start_paused = true)]
async fn load_shed_inside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(layer(&ledger)).layer(LoadShedLayer::new()).layer(ConcurrencyLimitLayer::new(1)).service(stuck(&calls));
    let mut first = Box::pin(service.ready().await.unwrap().call(to("read")));
    assert!(poll_once(&mut first).is_pending());
    let shed = answer(&mut service, to("write")).await;
    assert_not_dispatched(&shed, &ledger);
    assert_eq!(calls.load(Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn load_shed_outside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(LoadShedLayer::new()).layer(layer(&ledger)).layer(ConcurrencyLimitLayer::new(1)).service(stuck(&calls));
    let mut first = Box::pin(service.ready().await.unwrap().call(to("read")));
    assert!(poll_once(&mut first).is_pending());
    let error = service.ready().await.unwrap().call(to("write")).await.unwrap_err();
    assert!(error.is::<Overloaded>());
    assert_eq!((counted(&ledger), calls.load(Relaxed)), (Counted::default(), 1), "the stack has not seen the call");
}

#[tokio::test(start_paused = true)]
async fn load_shed_outside_of_deferred_dispatch() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service =
        ServiceBuilder::new().layer(LoadShedLayer::new()).layer(layer(&ledger).deferred()).layer(ConcurrencyLimitLayer::new(1)).service(stuck(&calls));
    let mut futures: Vec<_> = Vec::new();
    for _ in 0..3 {
        let mut future = Box::pin(service.ready().await.unwrap().call(to("read")));
        assert!(poll_once(&mut future).is_pending(), "deferred dispatch is always ready, so that nothing is shed");
        futures.push(future);
    }
    assert_eq!(calls.load(Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn concurrency_limit_inside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(layer(&ledger)).layer(ConcurrencyLimitLayer::new(1)).service(stuck(&calls));
    let mut first = Box::pin(service.ready().await.unwrap().call(to("read")));
    assert!(poll_once(&mut first).is_pending());
    let mut unready = Box::pin(service.ready());
    assert!(poll_once(&mut unready).is_pending(), "readiness is forwarded: the second caller waits before its call");
    drop(unready);
    drop(first);
    assert!(service.ready().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn concurrency_limit_inside_of_deferred_dispatch() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(layer(&ledger).deferred()).layer(ConcurrencyLimitLayer::new(1)).service(stuck(&calls));
    let mut first = Box::pin(service.ready().await.unwrap().call(to("read")));
    assert!(poll_once(&mut first).is_pending());
    let began = now_instant();
    let second = answer(&mut service, to("write").with_deadline(began + SECONDS)).await;
    assert!(matches!(second.outcome, Outcome::Rejected(_)), "the wait for a permit ends with the run: {second:?}");
    assert_eq!((counted(&ledger), calls.load(Relaxed)), (Counted { refusals: 1, ..Counted::default() }, 1));
}

#[tokio::test(start_paused = true)]
async fn concurrency_limit_outside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(ConcurrencyLimitLayer::new(1)).layer(layer(&ledger)).service(flaky(&calls, 0));
    assert!(answer(&mut service, to("no_such_tool")).await.report.is_some());
    assert!(answer(&mut service, to("read")).await.outcome.is_completed(), "a rejected call gives its permit back like any other");
}

#[tokio::test(start_paused = true)]
async fn buffer_inside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let (buffer, worker) = Buffer::pair(flaky(&calls, 0), 4);
    let mut service = layer(&ledger).layer(buffer);
    service.ready().await.unwrap();
    let response = service.call(to("write"));
    drop(worker);
    assert_not_dispatched(&response.await.unwrap(), &ledger);
    assert_eq!(calls.load(Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn buffer_inside_and_the_call_is_dropped() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = layer(&ledger).layer(Buffer::new(stuck(&calls), 4));
    let mut future = Box::pin(service.ready().await.unwrap().call(to("write")));
    assert!(poll_once(&mut future).is_pending());
    tokio::task::yield_now().await;
    drop(future);
    assert_eq!(counted(&ledger), Counted { failures: 1, abandoned: 1, holds: 1, ..Counted::default() }, "the worker may have begun it: the write is held");
}

#[tokio::test(start_paused = true)]
async fn buffer_outside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(BufferLayer::<ToolCall>::new(4)).layer(layer(&ledger)).service(stuck(&calls));
    let mut future = Box::pin(service.ready().await.unwrap().call(to("write")));
    assert!(poll_once(&mut future).is_pending());
    tokio::task::yield_now().await;
    assert!(poll_once(&mut future).is_pending());
    assert_eq!(calls.load(Relaxed), 1);
    drop(future);
    tokio::task::yield_now().await;
    assert_eq!(counted(&ledger), Counted { failures: 1, abandoned: 1, holds: 1, ..Counted::default() }, "the drop reaches the stack");
}

/// Repeats a call up to so many times, whatever stands against it.
#[derive(Clone)]
struct Again(usize);

impl<T, E> tower::retry::Policy<ToolCall, T, E> for Again {
    type Future = Ready<()>;

    fn retry(&mut self, _: &mut ToolCall, outcome: &mut Result<T, E>) -> Option<Ready<()>> {
        (outcome.is_err() && self.0 > 0).then(|| {
            self.0 -= 1;
            ready(())
        })
    }

    fn clone_request(&mut self, call: &ToolCall) -> Option<ToolCall> {
        Some(call.clone())
    }
}

#[tokio::test(start_paused = true)]
async fn retry_inside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(layer(&ledger)).layer(RetryLayer::new(Again(2))).service(flaky(&calls, 9));
    let answer = answer(&mut service, to("write")).await;
    assert_eq!(calls.load(Relaxed), 3, "the layer executes once, and what stands inside it three times: a retry inside can duplicate an effect");
    assert!(answer.report.unwrap().standing.held);
    assert_eq!(counted(&ledger), Counted { failures: 1, holds: 1, ..Counted::default() }, "one invocation, one observation");
}

/// Repeats whatever did not complete.
#[derive(Clone)]
struct Stubborn(usize);

impl tower::retry::Policy<ToolCall, Answer, BoxError> for Stubborn {
    type Future = Ready<()>;

    fn retry(&mut self, _: &mut ToolCall, outcome: &mut Result<Answer, BoxError>) -> Option<Ready<()>> {
        let failed = outcome.as_ref().is_ok_and(|answer| !answer.outcome.is_completed());
        (failed && self.0 > 0).then(|| {
            self.0 -= 1;
            ready(())
        })
    }

    fn clone_request(&mut self, call: &ToolCall) -> Option<ToolCall> {
        Some(call.clone())
    }
}

#[tokio::test(start_paused = true)]
async fn retry_outside() {
    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(RetryLayer::new(Again(5))).layer(layer(&ledger)).service(flaky(&calls, 9));
    assert!(answer(&mut service, to("write")).await.report.is_some());
    assert_eq!(calls.load(Relaxed), 1, "a failure is a response here, which a policy for errors does not see");

    let (ledger, calls) = (MemoryLedger::default(), Arc::default());
    let mut service = ServiceBuilder::new().layer(RetryLayer::new(Stubborn(5))).layer(layer(&ledger)).service(flaky(&calls, 9));
    let last = answer(&mut service, to("write")).await;
    assert!(matches!(last.outcome, Outcome::Rejected(_)));
    assert_eq!(calls.load(Relaxed), 1, "the write is held: its repeats pass the same gates");
    assert_eq!(counted(&ledger), Counted { failures: 1, refusals: 5, holds: 1, ..Counted::default() });
}
