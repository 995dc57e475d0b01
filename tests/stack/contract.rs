//! The contract of `tower::Service`: readiness, what is reserved, what needs to be `Clone` or `Send`, and composition with tower's own layers.

use crate::{
    support,
    support::{Answer, Counted, End, Plan, Raised, Script, args, begin, builder, call, counted, now_instant, poll_once, rejection, throttled},
};
use std::{
    convert::Infallible,
    future::{Future, Ready, ready},
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};
use tokio::sync::Semaphore;
use tool_recovery::{
    ArgumentsRef, Outcome, RecoveryLayer, RejectionKind, ToolCall, ToolRequest,
    facts::{FactExtractor, Judgement, ResultFacts},
    ledger::MemoryLedger,
};
use tower::{
    BoxError, Layer, Service, ServiceBuilder, ServiceExt,
    buffer::BufferLayer,
    limit::{ConcurrencyLimit, ConcurrencyLimitLayer},
    load_shed::LoadShedLayer,
    retry::RetryLayer,
    timeout::TimeoutLayer,
    util::BoxCloneService,
};

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, args(1))
}

/// The scripted tool panics when it is called without having been made ready, and its clones forget their readiness.
#[tokio::test]
async fn direct_dispatch_calls_the_service_that_was_made_ready() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    for _ in 0..3 {
        assert!(call(&mut service, to("read")).await.outcome.is_completed());
    }
    let mut clone = service.clone();
    assert!(call(&mut clone, to("write")).await.outcome.is_completed());
    assert_eq!((script.calls(), script.seen().peak), (4, 1));
}

#[tokio::test]
#[should_panic(expected = "made ready")]
async fn a_clone_is_not_ready_because_its_original_was() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    service.ready().await.unwrap();
    drop(service.clone().call(to("read")));
}

#[tokio::test]
async fn deferred_dispatch_makes_its_own_clone_ready() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().deferred().layer(script.tool());
    // Not even the outer readiness is needed.
    assert!(service.call(to("read")).await.unwrap().outcome.is_completed());
}

/// Nothing of this is `Clone`, `Send`, or has a bound that this crate could need.
struct Bare {
    tool: String,
    arguments: serde_json::Value,
    _local: Rc<()>,
}

struct BareAnswer(Rc<str>);

impl ToolRequest for Bare {
    type Cancelled = std::future::Pending<()>;

    fn tool(&self) -> &str {
        &self.tool
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        ArgumentsRef::Owned(&self.arguments)
    }

    fn with_arguments(self, arguments: Arc<serde_json::Value>) -> Self {
        Self { arguments: Arc::unwrap_or_clone(arguments), ..self }
    }

    fn with_tool(self, name: &str) -> Self {
        Self { tool: name.to_owned(), ..self }
    }

    fn cancelled(&self) -> Self::Cancelled {
        std::future::pending()
    }
}

struct BareTool {
    calls: Rc<std::cell::Cell<u32>>,
}

impl Service<Bare> for BareTool {
    type Response = BareAnswer;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<BareAnswer, Infallible>>>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Bare) -> Self::Future {
        self.calls.set(self.calls.get() + 1);
        Box::pin(async move { Ok(BareAnswer(request.tool.as_str().into())) })
    }
}

#[tokio::test]
async fn nothing_has_to_be_clone_or_send() {
    let calls = Rc::default();
    let layer = RecoveryLayer::builder().facts(ResultFacts::new()).build().unwrap();
    let mut service = layer.layer(BareTool { calls: Rc::clone(&calls) });
    let request = Bare { tool: "anything".to_owned(), arguments: args(1), _local: Rc::default() };
    let answer = service.ready().await.unwrap().call(request).await.unwrap();
    let Outcome::Completed(BareAnswer(said)) = answer.outcome else { panic!("completed") };
    assert_eq!((&*said, calls.get()), ("anything", 1));
}

/// Says what it is told of its readiness, and counts how often it was asked.
struct Readiness {
    says: Poll<Result<(), Raised>>,
    asked: usize,
}

impl Service<ToolCall> for Readiness {
    type Response = support::Reply;
    type Error = Raised;
    type Future = Ready<Result<support::Reply, Raised>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Raised>> {
        self.asked += 1;
        self.says.clone()
    }

    fn call(&mut self, _: ToolCall) -> Self::Future {
        ready(Ok(support::Reply::Done(0)))
    }
}

#[test]
fn poll_ready_only_forwards() {
    let ledger = MemoryLedger::default();
    let layer = builder(&ledger).build().unwrap();
    let error = Raised(support::lost());
    for says in [Poll::Pending, Poll::Ready(Ok(())), Poll::Ready(Err(error))] {
        let mut service = layer.layer(Readiness { says: says.clone(), asked: 0 });
        for _ in 0..3 {
            assert_eq!(service.poll_ready(&mut Context::from_waker(Waker::noop())), says);
        }
        assert_eq!(service.get_ref().asked, 3);
    }
    assert_eq!(counted(&ledger), Counted::default(), "readiness is no call");
}

#[tokio::test]
async fn a_handle_that_was_made_ready_and_dropped_reserves_nothing_of_ours() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let service = builder(&ledger).build().unwrap().layer(script.tool());
    for _ in 0..100 {
        service.clone().ready().await.unwrap();
    }
    assert_eq!((counted(&ledger), ledger.open_runs(), script.calls()), (Counted::default(), 0, 0));
}

#[tokio::test]
async fn a_rejected_call_leaves_the_permit_with_its_handle_until_the_next_call_or_drop() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let permits = Arc::new(Semaphore::new(1));
    let mut first = builder(&ledger).build().unwrap().layer(ConcurrencyLimit::with_semaphore(script.tool(), permits.clone()));
    let mut second = first.clone();

    let answer = call(&mut first, to("no_such_tool")).await;
    assert_eq!(rejection(&answer), Some(RejectionKind::UnknownTool));
    drop(answer);
    assert_eq!(permits.available_permits(), 0, "the permit that `poll_ready` took is still with the handle");
    assert!(second.poll_ready(&mut Context::from_waker(Waker::noop())).is_pending());

    assert!(call(&mut first, to("read")).await.outcome.is_completed(), "the next call uses it");
    assert_eq!(permits.available_permits(), 0, "it went to the waiting handle");
    assert!(call(&mut second, to("read")).await.outcome.is_completed());
    assert_eq!(permits.available_permits(), 1);

    assert!(rejection(&call(&mut first, to("no_such_tool")).await).is_some());
    assert_eq!(permits.available_permits(), 0);
    drop(first);
    assert_eq!(permits.available_permits(), 1, "a drop gives it back");
}

#[tokio::test(start_paused = true)]
async fn deferred_dispatch_is_always_ready_and_holds_no_permit_while_it_waits() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let permits = Arc::new(Semaphore::new(1));
    let mut service = builder(&ledger).build().unwrap().deferred().layer(ConcurrencyLimit::with_semaphore(script.tool(), permits.clone()));
    script.then(End::Failed(throttled(Some(Duration::from_secs(5)))));
    let _ = call(&mut service, to("read")).await;

    let mut paced = begin(&mut service, to("read")).await;
    assert!(poll_once(&mut paced).is_pending());
    assert_eq!((permits.available_permits(), script.calls()), (1, 1), "a paced call holds no permit");

    script.then(Plan::from(End::Done).after(Duration::from_secs(60)));
    let mut long = begin(&mut service, to("write")).await;
    assert!(poll_once(&mut long).is_pending());
    assert_eq!(permits.available_permits(), 0);
    assert_eq!(service.poll_ready(&mut Context::from_waker(Waker::noop())), Poll::Ready(Ok(())), "ready although the inner service is not");

    let began = now_instant();
    drop(long);
    assert!(paced.await.unwrap().outcome.is_completed());
    assert_eq!(now_instant() - began, Duration::from_secs(5));
    assert_eq!(permits.available_permits(), 1);
}

#[tokio::test]
async fn it_can_be_boxed() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let layer = builder(&ledger).build().unwrap();
    let direct = BoxCloneService::new(layer.layer(script.tool()));
    let deferred = BoxCloneService::new(layer.deferred().layer(script.tool()));
    for service in [direct, deferred] {
        let answer: Answer = tokio::spawn(async move { call(&mut service.clone(), to("read")).await }).await.unwrap();
        assert!(answer.outcome.is_completed());
    }
}

/// Leaves what is no error of `tower` to the script's own extractor.
#[derive(Clone, Copy)]
struct Boxed;

impl FactExtractor<support::Reply, BoxError> for Boxed {
    fn judge(&self, tool: &tool_recovery::admission::ToolDescriptor, outcome: Result<&support::Reply, &BoxError>) -> Judgement {
        match outcome {
            Ok(reply) => support::ScriptFacts.judge(tool, Ok::<_, &Raised>(reply)),
            Err(error) => ResultFacts::new().facts(error).into(),
        }
    }
}

#[derive(Clone)]
struct NoRetry;

impl<Q: Clone, T, E> tower::retry::Policy<Q, T, E> for NoRetry {
    type Future = Ready<()>;

    fn retry(&mut self, _: &mut Q, _: &mut Result<T, E>) -> Option<Ready<()>> {
        None
    }

    fn clone_request(&mut self, request: &Q) -> Option<Q> {
        Some(request.clone())
    }
}

#[tokio::test]
async fn it_composes_with_towers_layers_on_both_sides() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let layer = builder(&ledger).facts(Boxed).build().unwrap();
    let inner = || {
        ServiceBuilder::new()
            .layer(LoadShedLayer::new())
            .layer(BufferLayer::<ToolCall>::new(4))
            .layer(ConcurrencyLimitLayer::new(2))
            .layer(RetryLayer::new(NoRetry))
            .layer(TimeoutLayer::new(Duration::from_secs(5)))
            .service(script.tool().map_err(|Raised(_)| BoxError::from("raised")))
    };
    let mut inside = layer.layer(inner());
    let answer = inside.ready().await.unwrap().call(to("read")).await.unwrap();
    assert!(answer.outcome.is_completed(), "{answer:?}");

    let mut both = ServiceBuilder::new()
        .layer(LoadShedLayer::new())
        .layer(BufferLayer::<ToolCall>::new(4))
        .layer(ConcurrencyLimitLayer::new(2))
        .layer(RetryLayer::new(NoRetry))
        .layer(TimeoutLayer::new(Duration::from_secs(5)))
        .layer(layer.deferred())
        .service(inner());
    let answer = both.ready().await.unwrap().call(to("read")).await.unwrap();
    assert!(answer.outcome.is_completed());
    assert_eq!((script.calls(), counted(&ledger)), (2, Counted::default()));
}
