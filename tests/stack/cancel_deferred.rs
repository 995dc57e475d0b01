//! Calls that end early in deferred dispatch: before they are dispatched, and after it.

use crate::{
    support,
    support::{ByName, Counted, End, Plan, Script, begin, builder, call, counted, now_instant, poll_once, rejection, report, settled, throttled},
};
use std::{future::Future, pin::Pin, task::Poll, time::Duration};
use tokio::time::{advance, sleep};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Outcome, RejectionKind, ToolCall, Verdict,
    admission::{ApprovalStore, ApprovalSubject, Authorization, Catalog, Policy, PolicyRequest, ScopePolicy, ToolDescriptor},
    classify::Class,
    deferred::AsyncPolicy,
    facts::Effect,
    ledger::{MemoryLedger, Reason},
};
use tower::{Layer, Service, ServiceExt};

const SECOND: Duration = Duration::from_secs(1);

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, support::args(1))
}

/// A policy that asks somewhere, and is answered after a while.
#[derive(Clone, Copy)]
struct Asks(Option<Duration>);

impl AsyncPolicy for Asks {
    type Future = Pin<Box<dyn Future<Output = Authorization> + Send>>;

    fn authorize(&self, request: &PolicyRequest<'_>) -> Self::Future {
        let (wait, answer) = (self.0, Policy::authorize(&ByName, request));
        Box::pin(async move {
            match wait {
                Some(wait) => sleep(wait).await,
                None => std::future::pending().await,
            }
            answer
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_drop_before_the_first_poll_is_counted_without_a_step() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).build().unwrap().deferred().layer(script.tool());
    drop(begin(&mut service, to("write")).await);
    assert_eq!(counted(&ledger), Counted { not_dispatched: 1, abandoned: 1, ..Counted::default() });
    assert_eq!(script.calls(), 0);
    script.otherwise(End::Failed(settled(Class::Unknown).applied(false)));
    let next = call(&mut service, to("write")).await;
    assert_eq!(report(&next).standing.identical, 1);
}

#[tokio::test(start_paused = true)]
async fn a_drop_while_policy_is_asked_is_counted_without_a_step() {
    for cancels in [false, true] {
        let (ledger, script, token) = (MemoryLedger::default(), Script::always(End::Done), CancellationToken::new());
        let mut service = builder(&ledger).policy(Asks(None)).build().unwrap().deferred().layer(script.tool());
        let mut future = begin(&mut service, to("write").with_cancellation(&token)).await;
        assert!(poll_once(&mut future).is_pending());
        if cancels {
            token.cancel();
        }
        drop(future);
        let expected = if cancels { Counted { cancelled: 1, ..Counted::default() } } else { Counted { not_dispatched: 1, ..Counted::default() } };
        assert_eq!(counted(&ledger), Counted { abandoned: 1, ..expected }, "it was not dispatched, so that nothing is held");
        assert_eq!(script.calls(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn the_token_ends_an_admission_wait_at_once() {
    let (ledger, script, token) = (MemoryLedger::default(), Script::always(End::Done), CancellationToken::new());
    let mut service = builder(&ledger).policy(Asks(None)).build().unwrap().deferred().layer(script.tool());
    let mut future = begin(&mut service, to("write").with_cancellation(&token)).await;
    assert!(poll_once(&mut future).is_pending());
    token.cancel();
    let Poll::Ready(answer) = poll_once(&mut future) else { panic!("ends at once") };
    let answer = answer.unwrap();
    assert_eq!((answer.outcome.clone(), answer.verdict, report(&answer).standing.reason), (Outcome::Cancelled, Verdict::Continue, Reason::Cancelled));
    assert_eq!(report(&answer).effect, Effect::NotApplied);
    drop(future);
    assert_eq!((counted(&ledger), script.calls()), (Counted { cancelled: 1, ..Counted::default() }, 0));
}

/// A service whose operation `read` is paced for five seconds.
async fn paced(ledger: &MemoryLedger, script: &Script) -> impl Service<ToolCall, Response = support::Answer, Error = support::Raised, Future: Send> + Clone {
    let mut service = builder(ledger).build().unwrap().deferred().layer(script.tool());
    script.then(End::Failed(throttled(Some(5 * SECOND))));
    let first = call(&mut service, to("read")).await;
    assert_eq!(report(&first).standing.paced, Some(5 * SECOND));
    service
}

#[tokio::test(start_paused = true)]
async fn a_paced_call_waits_and_then_runs() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = paced(&ledger, &script).await;
    let began = now_instant();
    let answer = call(&mut service, to("read")).await;
    assert!(answer.outcome.is_completed());
    assert_eq!((now_instant() - began, script.calls()), (5 * SECOND, 2));
    assert_eq!(counted(&ledger), Counted { failures: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn a_drop_or_a_token_in_the_pacing_wait_is_counted_once() {
    for (cancels, drops) in [(false, true), (true, false), (true, true)] {
        let (ledger, script, token) = (MemoryLedger::default(), Script::always(End::Done), CancellationToken::new());
        let mut service = paced(&ledger, &script).await;
        let mut future = begin(&mut service, to("read").with_cancellation(&token)).await;
        assert!(poll_once(&mut future).is_pending());
        if cancels {
            token.cancel();
        }
        if !drops {
            let Poll::Ready(Ok(answer)) = poll_once(&mut future) else { panic!("ends at once") };
            assert_eq!(answer.outcome, Outcome::Cancelled);
        }
        drop(future);
        let expected =
            Counted { failures: 1, cancelled: u64::from(cancels), not_dispatched: u64::from(!cancels), abandoned: u64::from(drops), ..Counted::default() };
        assert_eq!((counted(&ledger), script.calls()), (expected, 1), "{cancels} {drops}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_bound_or_the_run_is_not_begun() {
    for (wait, left) in [(11, None), (5, Some(4))] {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
        let mut service = builder(&ledger).build().unwrap().deferred().layer(script.tool());
        script.then(End::Failed(throttled(Some(wait * SECOND))));
        let _ = call(&mut service, to("read")).await;
        let began = now_instant();
        let request = left.map_or_else(|| to("read"), |left| to("read").with_deadline(began + left * SECOND));
        let answer = call(&mut service, request).await;
        assert_eq!((rejection(&answer), now_instant() - began), (Some(RejectionKind::Paced), Duration::ZERO));
        let Outcome::Rejected(rejection) = &answer.outcome else { panic!() };
        assert_eq!(rejection.retry_after(), Some(wait * SECOND));
    }
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_run_ends_an_admission_wait() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).policy(Asks(None)).build().unwrap().deferred().layer(script.tool());
    let began = now_instant();
    let answer = call(&mut service, to("read").with_deadline(began + 3 * SECOND)).await;
    assert_eq!((rejection(&answer), now_instant() - began, script.calls()), (Some(RejectionKind::Deadline), 3 * SECOND, 0));
    assert_eq!(counted(&ledger), Counted { refusals: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn an_approval_that_expires_in_the_wait_is_not_used() {
    let approvals = ApprovalStore::default();
    let policy = ScopePolicy::deny_by_default().require_approval("*", "read").approvals(approvals.clone()).build().unwrap();
    approvals.grant(ApprovalSubject::new("", "read"), Some(now_instant() + 3 * SECOND));
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).policy(policy).build().unwrap().deferred().layer(script.tool());
    script.then(End::Failed(throttled(Some(5 * SECOND))));
    let _ = call(&mut service, to("read")).await;
    let late = call(&mut service, to("read")).await;
    assert_eq!((rejection(&late), script.calls()), (Some(RejectionKind::ApprovalExpired), 1));
    assert_eq!(counted(&ledger), Counted { failures: 1, refusals: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn an_approval_that_is_revoked_in_the_wait_is_not_used() {
    let approvals = ApprovalStore::default();
    let policy = ScopePolicy::deny_by_default().require_approval("*", "read").approvals(approvals.clone()).build().unwrap();
    let subject = || ApprovalSubject::new("", "read");
    approvals.grant(subject(), None);
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let mut service = builder(&ledger).policy(policy).build().unwrap().deferred().layer(script.tool());
    script.then(End::Failed(throttled(Some(5 * SECOND))));
    let _ = call(&mut service, to("read")).await;
    let revoke = async {
        sleep(SECOND).await;
        assert!(approvals.revoke(&subject()));
    };
    let (late, ()) = tokio::join!(call(&mut service, to("read")), revoke);
    assert_eq!((rejection(&late), script.calls()), (Some(RejectionKind::ApprovalAbsent), 1));
}

#[tokio::test(start_paused = true)]
async fn a_permission_that_has_ended_already_permits_nothing() {
    let catalog = || Catalog::builder().tool(ToolDescriptor::new("lapsed").read_only()).build().unwrap();
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
    let layer = builder(&ledger).catalog(catalog()).policy(ByName).build().unwrap();
    let mut direct = layer.layer(script.tool());
    assert_eq!(rejection(&call(&mut direct, to("lapsed")).await), Some(RejectionKind::ApprovalExpired));
    let mut deferred = layer.deferred().layer(script.tool());
    assert_eq!(rejection(&call(&mut deferred, to("lapsed").with_run("other")).await), Some(RejectionKind::ApprovalExpired));
    assert_eq!(script.calls(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_another_one_closed_while_it_waited_does_not_run() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Raised(support::lost())));
    let slow = builder(&ledger).policy(Asks(Some(SECOND))).build().unwrap();
    let mut waiting = slow.deferred().layer(script.tool());
    let mut future = begin(&mut waiting, to("write")).await;
    assert!(poll_once(&mut future).is_pending());
    let mut at_once = builder(&ledger).build().unwrap().layer(script.tool());
    assert!(report(&call(&mut at_once, to("write")).await).standing.held);
    assert_eq!(rejection(&future.await.unwrap()), Some(RejectionKind::Held));
    assert_eq!(script.calls(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_world_is_that_of_the_dispatch_and_not_of_the_proposal() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(settled(Class::Unknown))));
    let mut service = builder(&ledger).build().unwrap().deferred().layer(script.tool());
    script.then(End::Failed(throttled(Some(5 * SECOND))));
    let _ = call(&mut service, to("read")).await;
    let waiting = begin(&mut service, to("read")).await;
    let waiting = tokio::spawn(waiting);
    advance(SECOND).await;
    script.then(End::Done);
    assert!(call(&mut service, to("edit")).await.outcome.is_completed());
    let second = waiting.await.unwrap().unwrap();
    assert_eq!(report(&second).standing.reason, Reason::Excused, "it ran after the write");
    let third = call(&mut service, to("read")).await;
    assert_ne!(report(&third).standing.reason, Reason::Excused, "one change excuses one repeat");
}

#[tokio::test(start_paused = true)]
async fn after_the_dispatch_deferred_calls_end_like_direct_ones() {
    let (ledger, script, token) = (MemoryLedger::default(), Script::always(End::Never), CancellationToken::new());
    let service = builder(&ledger).build().unwrap().deferred().layer(script.tool());
    let mut future = Box::pin(service.clone().oneshot(to("read").with_cancellation(&token)));
    assert!(poll_once(&mut future).is_pending());
    token.cancel();
    let Poll::Ready(Ok(answer)) = poll_once(&mut future) else { panic!("a read ends at once") };
    assert_eq!(answer.outcome, Outcome::Cancelled);
    assert_eq!(counted(&ledger), Counted { cancelled: 1, ..Counted::default() });

    let mut future = Box::pin(service.clone().oneshot(to("write")));
    assert!(poll_once(&mut future).is_pending());
    drop(future);
    assert_eq!(counted(&ledger), Counted { cancelled: 1, failures: 1, abandoned: 1, holds: 1, ..Counted::default() });

    script.otherwise(Plan::from(End::Never));
    let began = now_instant();
    let late = service.oneshot(to("slow_read")).await.unwrap();
    assert_eq!((late.outcome, now_instant() - began), (Outcome::TimedOut, 10 * SECOND));
}
