//! The errors of real `tower` layers between this crate's layer and the tool.

use std::{
    future::{Ready, pending, ready},
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};
use tool_recovery::{
    admission::ToolDescriptor,
    facts::{
        Adapter, Effect, EffectDeclaration, FactExtractor, Facts, FailureKind, IoFacts, Judgement, Phase, Reach, ResultFacts, TimeoutOwner, TowerFacts,
        UndeclaredEffect,
    },
};
use tower::{
    BoxError, Service, ServiceBuilder, ServiceExt,
    buffer::Buffer,
    limit::ConcurrencyLimitLayer,
    load_shed::LoadShedLayer,
    retry::{Policy, RetryLayer},
    service_fn,
    timeout::TimeoutLayer,
};

fn judge<T>(outcome: &Result<T, BoxError>) -> Judgement {
    TowerFacts::new(IoFacts::new()).judge(&ToolDescriptor::new("tool"), outcome.as_ref())
}

fn failure<T>(outcome: &Result<T, BoxError>) -> Facts {
    match judge(outcome) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

fn effect_of_write(facts: &Facts) -> Effect {
    Effect::derive(Some(EffectDeclaration::Write), UndeclaredEffect::Write, facts.reach)
}

fn assert_not_dispatched(facts: &Facts, field: &str) {
    assert_eq!((facts.kind, facts.phase, facts.reach), (FailureKind::NotDispatched, Phase::PreExecution, Reach::NotReached));
    assert_eq!((facts.provenance.adapter, facts.provenance.field), (Adapter::Tower, field));
    assert_eq!(effect_of_write(facts), Effect::NotApplied);
}

/// Counts calls and never answers.
fn stuck(calls: &Arc<AtomicUsize>) -> impl Service<(), Response = (), Error = BoxError, Future: Send> + Clone + Send + 'static {
    let calls = calls.clone();
    service_fn(move |()| {
        calls.fetch_add(1, Relaxed);
        pending::<Result<(), BoxError>>()
    })
}

#[tokio::test(start_paused = true)]
async fn a_timeout_layer_leaves_a_write_uncertain() {
    let calls = Arc::default();
    let service = ServiceBuilder::new().layer(TimeoutLayer::new(Duration::from_secs(5))).service(stuck(&calls));
    let facts = failure(&service.oneshot(()).await);
    assert_eq!((facts.kind, effect_of_write(&facts)), (FailureKind::Timeout(TimeoutOwner::Tower), Effect::UncertainWrite));
    assert_eq!(calls.load(Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn a_shed_call_was_not_dispatched() {
    let calls = Arc::default();
    let mut service = ServiceBuilder::new().layer(LoadShedLayer::new()).layer(ConcurrencyLimitLayer::new(1)).service(stuck(&calls));
    let first = tokio::spawn(service.ready().await.expect("ready").call(()));
    tokio::task::yield_now().await;
    let outcome = service.ready().await.expect("load shed is always ready").call(()).await;
    assert_not_dispatched(&failure(&outcome), "load_shed");
    assert_eq!(calls.load(Relaxed), 1);
    first.abort();
}

#[tokio::test]
async fn a_buffer_whose_worker_is_gone_did_not_dispatch() {
    let calls = Arc::default();
    let (mut buffer, worker) = Buffer::pair(stuck(&calls), 4);
    let response = buffer.ready().await.expect("a place in the queue").call(());
    drop(worker);
    assert_not_dispatched(&failure(&response.await), "buffer.closed");
    assert_eq!(calls.load(Relaxed), 0);
    let later = buffer.ready().await.map(|_| ());
    assert_not_dispatched(&failure(&later), "buffer.closed");
}

/// Never becomes ready: its readiness fails.
struct Unready;

impl Service<()> for Unready {
    type Response = ();
    type Error = BoxError;
    type Future = Ready<Result<(), BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Err("no connection".into()))
    }

    fn call(&mut self, (): ()) -> Self::Future {
        panic!("called without being ready")
    }
}

#[tokio::test]
async fn a_buffered_service_that_fails_to_become_ready_did_not_dispatch() {
    let mut buffer = Buffer::new(Unready, 4);
    let outcome = buffer.ready().await.expect("a place in the queue").call(()).await;
    let facts = failure(&outcome);
    assert_not_dispatched(&facts, "buffer.service");
    assert_eq!(facts.text.expect("text").expose(), "no connection");
}

#[tokio::test]
async fn the_tools_own_error_passes_every_layer() {
    let failing = service_fn(|()| ready(Err::<(), BoxError>(io::Error::from(io::ErrorKind::ConnectionReset).into())));
    let buffered = Buffer::new(failing, 4);
    let service = ServiceBuilder::new()
        .layer(LoadShedLayer::new())
        .layer(ConcurrencyLimitLayer::new(1))
        .layer(TimeoutLayer::new(Duration::from_secs(5)))
        .service(buffered);
    let facts = failure(&service.oneshot(()).await);
    assert_eq!((facts.kind, facts.provenance.adapter, effect_of_write(&facts)), (FailureKind::Tool, Adapter::Io, Effect::UncertainWrite));
}

#[derive(Clone)]
struct Twice(usize);

impl Policy<(), (), BoxError> for Twice {
    type Future = Ready<()>;

    fn retry(&mut self, (): &mut (), outcome: &mut Result<(), BoxError>) -> Option<Ready<()>> {
        (outcome.is_err() && self.0 > 0).then(|| {
            self.0 -= 1;
            ready(())
        })
    }

    fn clone_request(&mut self, (): &()) -> Option<()> {
        Some(())
    }
}

#[tokio::test(start_paused = true)]
async fn a_retry_layer_inside_gives_its_last_error() {
    let calls: Arc<AtomicUsize> = Arc::default();
    let service = ServiceBuilder::new().layer(RetryLayer::new(Twice(2))).layer(TimeoutLayer::new(Duration::from_secs(1))).service(stuck(&calls));
    let facts = failure(&service.oneshot(()).await);
    assert_eq!(calls.load(Relaxed), 3);
    assert_eq!((facts.kind, facts.adapter_attempts), (FailureKind::Timeout(TimeoutOwner::Tower), 1));
}

#[tokio::test]
async fn a_success_is_left_to_the_inner_extractor() {
    let service = ServiceBuilder::new().layer(TimeoutLayer::new(Duration::from_secs(5))).service(service_fn(|()| ready(Ok::<_, BoxError>(7))));
    let outcome = service.oneshot(()).await;
    assert_eq!(TowerFacts::new(ResultFacts::new()).judge(&ToolDescriptor::new("tool"), outcome.as_ref()), Judgement::Success);
}
