//! What a host that acts late, or forgets a part of a request, can make of a stack: no call that nobody admitted.

use crate::{
    support,
    support::{Counted, End, Reply, Script, args, begin, builder, call, counted, now_instant, poll_once, rejection, tools},
};
use serde_json::Value;
use std::{
    future::{Future, pending},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    ArgumentsRef, Outcome, RejectionKind, ToolCall, ToolRequest,
    admission::{ApprovalSubject, ScopePolicy},
    ledger::MemoryLedger,
};
use tower::Layer;

/// Lets the host act between admission and execution, as a queue there would.
#[derive(Clone)]
struct Between<S>(S, tool_recovery::admission::ApprovalStore);

impl<S: tower::Service<tool_recovery::Admitted<ToolCall>>> tower::Service<tool_recovery::Admitted<ToolCall>> for Between<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, admitted: tool_recovery::Admitted<ToolCall>) -> S::Future {
        self.1.deny(ApprovalSubject::new("", "write"));
        self.0.call(admitted)
    }
}

#[tokio::test]
async fn a_denial_between_the_stages_of_a_stack_made_by_hand_is_seen_before_the_call_runs() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let policy = ScopePolicy::require_approval_by_default().build().unwrap();
    let approvals = policy.approvals().clone();
    approvals.grant(ApprovalSubject::new("", "write"), None);
    let layer = builder(&ledger).policy(policy).build().unwrap();
    let queue = approvals.clone();
    let mut service = tower::ServiceBuilder::new()
        .layer(layer.advise())
        .layer(layer.normalize())
        .layer(layer.admit())
        .layer_fn(move |inner| Between(inner, queue.clone()))
        .layer(layer.execute())
        .layer(layer.facts())
        .service(script.tool());
    let answer = call(&mut service, ToolCall::new("write", args(1))).await;
    assert_eq!(rejection(&answer), Some(RejectionKind::ApprovalDenied));
    assert_eq!(script.calls(), 0);
    assert_eq!(counted(&ledger), Counted { denials: 1, ..Counted::default() });
}

/// A request that can be cancelled, but has no handle to tell the tool by.
struct Silenced(ToolCall, CancellationToken);

impl ToolRequest for Silenced {
    type Cancelled = Pin<Box<dyn Future<Output = ()> + Send>>;

    fn tool(&self) -> &str {
        self.0.tool()
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        self.0.arguments()
    }

    fn with_arguments(self, arguments: Arc<Value>) -> Self {
        Self(self.0.with_arguments(arguments), self.1)
    }

    fn with_tool(self, name: &str) -> Self {
        Self(self.0.with_tool(name), self.1)
    }

    fn cancelled(&self) -> Self::Cancelled {
        Box::pin(self.1.clone().cancelled_owned())
    }
}

#[tokio::test]
async fn a_cancellation_in_the_moment_of_readiness_comes_first() {
    let (ledger, runs, token) = (MemoryLedger::default(), Arc::new(AtomicUsize::new(0)), CancellationToken::new());
    let counter = runs.clone();
    let tool = tower::service_fn(move |_: Silenced| {
        counter.fetch_add(1, Relaxed);
        std::future::ready(Ok::<Reply, support::Raised>(Reply::Done(0)))
    });
    let limit = tower::limit::ConcurrencyLimit::new(tool, 1);
    let mut busy = limit.clone();
    let permit = tower::ServiceExt::<Silenced>::ready(&mut busy).await.unwrap();
    let mut service = builder(&ledger).build().unwrap().deferred().layer(limit);
    let mut future = Box::pin(tower::Service::call(&mut service, Silenced(ToolCall::new("write", args(1)), token.clone())));
    assert!(poll_once(&mut future).is_pending());
    let _ = permit;
    drop(busy);
    token.cancel();
    let Poll::Ready(Ok(answer)) = poll_once(&mut future) else { panic!("ready") };
    assert!(matches!(answer.outcome, Outcome::Cancelled));
    assert_eq!((runs.load(Relaxed), counted(&ledger)), (0, Counted { cancelled: 1, ..Counted::default() }));
}

/// A request of a host that forgot to implement the setters.
struct Stubborn(ToolCall);

impl ToolRequest for Stubborn {
    type Cancelled = std::future::Pending<()>;

    fn tool(&self) -> &str {
        self.0.tool()
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        self.0.arguments()
    }

    fn with_arguments(self, _: Arc<Value>) -> Self {
        self
    }

    fn with_tool(self, _: &str) -> Self {
        self
    }

    fn cancelled(&self) -> Self::Cancelled {
        pending()
    }
}

#[tokio::test]
async fn a_request_that_takes_neither_name_nor_arguments_passes_no_gate_less() {
    let ledger = MemoryLedger::default();
    let policy = ScopePolicy::allow_by_default().deny("*", "write").build().unwrap();
    let catalog = tools().alias("put", "write").build().unwrap();
    let tool = tower::service_fn(|_: Stubborn| std::future::ready(Ok::<Reply, support::Raised>(Reply::Done(0))));
    let layer = builder(&ledger).catalog(catalog).policy(policy).build().unwrap();
    let cases = [
        (ToolCall::new("put", args(1)), RejectionKind::Denied),
        // What was not normalized is refused before anybody is asked about it.
        (ToolCall::from_text("put", "{}"), RejectionKind::Malformed),
        (ToolCall::from_text("write", "{}"), RejectionKind::Malformed),
        (ToolCall::without_arguments("write"), RejectionKind::Malformed),
    ];
    for (asked, expected) in cases {
        let answer = tower::ServiceExt::oneshot(layer.layer(tool), Stubborn(asked.clone())).await.unwrap();
        assert_eq!(rejection(&answer), Some(expected));
        let answer = tower::ServiceExt::oneshot(layer.deferred().layer(tool), Stubborn(asked)).await.unwrap();
        assert_eq!(rejection(&answer), Some(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn an_approval_that_is_renewed_in_the_wait_is_used() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(support::throttled(Some(Duration::from_secs(5))))));
    let policy = ScopePolicy::require_approval_by_default().build().unwrap();
    let approvals = policy.approvals().clone();
    let approve = |seconds| approvals.grant(ApprovalSubject::new("", "read"), Some(now_instant() + Duration::from_secs(seconds)));
    let mut config = tool_recovery::config::RecoveryConfig::default();
    config.pacing.max_wait_ms = 10_000;
    let mut service = builder(&ledger).policy(policy).config(config).build().unwrap().deferred().layer(script.tool());
    for (renewed, expected) in [(60, None), (4, Some(RejectionKind::ApprovalExpired))] {
        approve(3);
        script.then(End::Failed(support::throttled(Some(Duration::from_secs(5)))));
        let _ = call(&mut service, ToolCall::new("read", args(1))).await;
        script.otherwise(End::Done);
        let mut waiting = begin(&mut service, ToolCall::new("read", args(1))).await;
        assert!(poll_once(&mut waiting).is_pending());
        approve(renewed);
        assert_eq!(rejection(&waiting.await.unwrap()), expected);
    }
}
