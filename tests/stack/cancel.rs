//! Calls that end early in direct dispatch: dropped futures, cancelled tokens, timeouts. Each is counted exactly once.

use crate::{
    support,
    support::{
        Answer, Counted, End, Plan, Script, begin, builder, call, counted,
        deciders::{Evaluator, Manner},
        letter, lost, now_instant, open, poll_once, rejection, report, settled,
    },
};
use std::{sync::Arc, task::Poll, time::Duration};
use tokio::time::{advance, sleep};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    ArgumentsRef, Outcome, RejectionKind, ToolCall, ToolRequest, Verdict,
    advice::Action,
    classify::Class,
    facts::{Effect, FailureKind, UndeclaredEffect},
    ledger::{MemoryLedger, Reason, Reconciled},
};
use tower::Layer;

const SECOND: Duration = Duration::from_secs(1);

fn never() -> Script {
    Script::always(End::Never)
}

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, support::args(1))
}

async fn drops(tool: &str, script: &Script, polls: bool, token: Option<&CancellationToken>) -> Counted {
    let ledger = MemoryLedger::default();
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    let request = token.map_or_else(|| to(tool), |token| to(tool).with_cancellation(token));
    let mut future = begin(&mut service, request).await;
    if polls {
        assert!(poll_once(&mut future).is_pending());
    }
    if let Some(token) = token {
        token.cancel();
    }
    drop(future);
    assert_eq!(script.seen().in_flight, 0, "a drop ends the inner call");
    counted(&ledger)
}

#[tokio::test(start_paused = true)]
async fn a_drop_of_a_dispatched_call_is_one_timeout() {
    for polls in [false, true] {
        let read = Counted { failures: 1, abandoned: 1, ..Counted::default() };
        assert_eq!(drops("read", &never(), polls, None).await, read);
        assert_eq!(drops("write", &never(), polls, None).await, Counted { holds: 1, ..read }, "nobody knows what the write did");
        assert_eq!(drops("plain", &never(), polls, None).await, Counted { holds: 1, ..read });
    }
}

#[tokio::test(start_paused = true)]
async fn a_drop_with_a_cancelled_token_is_one_cancellation() {
    for polls in [false, true] {
        let read = Counted { cancelled: 1, abandoned: 1, ..Counted::default() };
        assert_eq!(drops("read", &never(), polls, Some(&CancellationToken::new())).await, read);
        assert_eq!(drops("write", &never(), polls, Some(&CancellationToken::new())).await, Counted { holds: 1, ..read });
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_whose_effect_is_unknown_is_not_held() {
    for (undeclared, holds) in [(UndeclaredEffect::Unknown, 0), (UndeclaredEffect::Write, 1)] {
        let (ledger, script) = (MemoryLedger::default(), never());
        let mut service = builder(&ledger).undeclared_effect(undeclared).build().unwrap().layer(script.tool());
        let token = CancellationToken::new();
        let dropped = begin(&mut service, to("plain").with_cancellation(&token)).await;
        token.cancel();
        drop(dropped);
        assert_eq!(counted(&ledger), Counted { cancelled: 1, abandoned: 1, holds, ..Counted::default() });
        drop(begin(&mut service, ToolCall::new("plain", support::args(2))).await);
        assert_eq!(counted(&ledger).holds, 1, "a call that nobody cancelled is held either way");
        if holds == 0 {
            let again = begin(&mut service, to("plain")).await;
            assert_eq!(script.seen().in_flight, 1, "the same call runs");
            drop(again);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_is_no_step_of_the_ladder() {
    let (ledger, script) = (MemoryLedger::default(), never());
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    for _ in 0..4 {
        let token = CancellationToken::new();
        let future = begin(&mut service, to("read").with_cancellation(&token)).await;
        token.cancel();
        drop(future);
    }
    script.otherwise(End::Failed(settled(Class::WrongArguments)));
    let first = call(&mut service, to("read")).await;
    assert_eq!((first.verdict, report(&first).standing.identical, report(&first).standing.streak), (Verdict::Continue, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_drop_after_the_answer_counts_nothing_more() {
    for (end, expected) in [(End::Done, Counted::default()), (End::Failed(settled(Class::Unknown)), Counted { failures: 1, ..Counted::default() })] {
        let (ledger, script) = (MemoryLedger::default(), Script::always(end));
        let mut service = builder(&ledger).build().unwrap().layer(script.tool());
        let mut future = begin(&mut service, to("read")).await;
        assert!(poll_once(&mut future).is_ready());
        drop(future);
        assert_eq!(counted(&ledger), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_refusal_that_nobody_awaits_is_counted_as_what_it_is() {
    let (ledger, script) = (MemoryLedger::default(), never());
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    drop(begin(&mut service, to("raed")).await);
    assert_eq!(counted(&ledger), Counted { hard: 1, abandoned: 1, ..Counted::default() });
    drop(begin(&mut service, ToolCall::from_text("read", "{")).await);
    assert_eq!(counted(&ledger), Counted { hard: 2, abandoned: 2, ..Counted::default() });
    drop(begin(&mut service, to("raed")).await);
    let closed = call(&mut service, to("raed")).await;
    assert_eq!(rejection(&closed), Some(RejectionKind::Halted), "two rejections close the name, awaited or not");
    assert_eq!(script.calls(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_drop_during_the_decision_records_the_known_failure() {
    let (ledger, evaluator) = (MemoryLedger::default(), Evaluator::new(Manner::Hangs));
    let script = Script::always(End::Failed(open("boom")));
    let mut service = builder(&ledger).decider(evaluator.clone()).build().unwrap().layer(script.tool());
    let mut future = begin(&mut service, to("read")).await;
    assert!(poll_once(&mut future).is_pending());
    assert_eq!(script.seen().in_flight, 0, "what the inner call held is given back before the decision");
    drop(future);
    assert_eq!((evaluator.asked(), evaluator.dropped()), (1, 1));
    assert_eq!(counted(&ledger), Counted { failures: 1, abandoned: 1, ..Counted::default() });
    let mut future = begin(&mut service, to("read")).await;
    assert!(poll_once(&mut future).is_pending());
    advance(3 * SECOND).await;
    let Poll::Ready(second) = poll_once(&mut future) else { panic!("the decision deadline is three seconds") };
    assert_eq!(report(&second.unwrap()).standing.identical, 2, "the dropped one was a step of the ladder");
}

#[tokio::test(start_paused = true)]
async fn the_token_ends_a_decision_at_once_and_the_failure_stands() {
    let (ledger, evaluator) = (MemoryLedger::default(), Evaluator::new(Manner::Hangs));
    let script = Script::always(End::Failed(open("boom")));
    let mut service = builder(&ledger).decider(evaluator.clone()).build().unwrap().layer(script.tool());
    let token = CancellationToken::new();
    let mut future = begin(&mut service, to("read").with_cancellation(&token)).await;
    assert!(poll_once(&mut future).is_pending());
    token.cancel();
    let Poll::Ready(answer) = poll_once(&mut future) else { panic!("ends at once") };
    assert!(matches!(answer.unwrap().outcome, Outcome::Failed(_)), "the original outcome is kept");
    assert_eq!(evaluator.dropped(), 1);
    assert_eq!(counted(&ledger), Counted { failures: 1, ..Counted::default() });
}

async fn cancelled_after_a_second(tool: &str, script: &Script, ledger: &MemoryLedger) -> (Answer, Duration) {
    let mut service = builder(ledger).build().unwrap().layer(script.tool());
    let token = CancellationToken::new();
    let future = begin(&mut service, to(tool).with_cancellation(&token)).await;
    let began = now_instant();
    tokio::spawn(async move {
        sleep(SECOND).await;
        token.cancel();
    });
    let answer = future.await.unwrap();
    (answer, now_instant() - began)
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_read_ends_at_once() {
    let ledger = MemoryLedger::default();
    let (answer, took) = cancelled_after_a_second("read", &never(), &ledger).await;
    assert_eq!((answer.outcome.clone(), took), (Outcome::Cancelled, SECOND));
    assert_eq!((report(&answer).facts.kind, report(&answer).effect), (FailureKind::Cancelled, Effect::ReadOnly));
    assert_eq!((answer.verdict, report(&answer).standing.reason), (Verdict::Continue, Reason::Cancelled));
    assert_eq!(counted(&ledger), Counted { cancelled: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_write_is_told_and_given_the_grace() {
    let ledger = MemoryLedger::default();
    let script = Script::always(Plan::from(End::Never).when_stopped(9 * SECOND, End::Done));
    let (answer, took) = cancelled_after_a_second("write", &script, &ledger).await;
    assert_eq!((answer.outcome.clone(), took), (Outcome::Cancelled, 3 * SECOND));
    assert_eq!(script.seen().told_to_stop, 1);
    assert_eq!((report(&answer).effect, &report(&answer).advice.action), (Effect::UncertainWrite, &Action::Reconcile));
    assert!(report(&answer).standing.held);
    assert_eq!(counted(&ledger), Counted { cancelled: 1, holds: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn the_real_answer_of_a_write_in_its_grace_is_used() {
    let ledger = MemoryLedger::default();
    let script = Script::always(Plan::from(End::Never).when_stopped(SECOND, End::Done));
    let (answer, took) = cancelled_after_a_second("write", &script, &ledger).await;
    assert!(answer.outcome.is_completed(), "{:?}", answer.outcome);
    assert_eq!((took, counted(&ledger)), (2 * SECOND, Counted::default()));

    let script = Script::always(Plan::from(End::Never).when_stopped(SECOND, End::Failed(settled(Class::Unknown).applied(false))));
    let (answer, _) = cancelled_after_a_second("write", &script, &ledger).await;
    assert!(matches!(answer.outcome, Outcome::Failed(_)));
    assert_eq!(report(&answer).effect, Effect::NotApplied);
    assert_eq!(counted(&ledger), Counted { failures: 1, ..Counted::default() });
}

/// What another call of a write meets while the first one, cancelled, may still say what it did; and what one meets after that.
async fn during_and_after_the_grace(script: &Script) -> (Option<RejectionKind>, Option<RejectionKind>) {
    let ledger = MemoryLedger::default();
    let layer = builder(&ledger).build().unwrap();
    let (mut first, mut second) = (layer.layer(script.tool()), layer.layer(script.tool()));
    let token = CancellationToken::new();
    let mut cancelled = begin(&mut first, to("write").with_cancellation(&token)).await;
    assert!(poll_once(&mut cancelled).is_pending());
    token.cancel();
    assert!(poll_once(&mut cancelled).is_pending(), "it has the grace");
    let during = rejection(&call(&mut second, to("write")).await);
    assert_eq!(ledger.holds().len(), 1, "a host can see it, and a snapshot keeps it");
    drop(cancelled.await.unwrap());
    (during, rejection(&call(&mut second, to("write")).await))
}

#[tokio::test(start_paused = true)]
async fn a_write_is_held_while_nobody_knows_yet_what_its_cancellation_left() {
    let not_applied = End::Failed(settled(Class::Unknown).applied(false));
    for (end, after) in [(End::Done, None), (not_applied, None), (End::Never, Some(RejectionKind::Held))] {
        let script = Script::always(End::Done);
        script.then(Plan::from(End::Never).when_stopped(SECOND, end.clone()));
        assert_eq!(during_and_after_the_grace(&script).await, (Some(RejectionKind::Held), after), "{end:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_is_held_while_nobody_knows_yet_what_its_timeout_left() {
    let ledger = MemoryLedger::default();
    let layer = builder(&ledger).build().unwrap();
    let script = Script::always(End::Done);
    script.then(End::Never);
    let (mut first, mut second) = (layer.layer(script.tool()), layer.layer(script.tool()));
    let mut late = begin(&mut first, to("write").with_deadline(now_instant() + SECOND)).await;
    assert!(poll_once(&mut late).is_pending());
    advance(SECOND).await;
    assert!(poll_once(&mut late).is_pending());
    assert_eq!(rejection(&call(&mut second, to("write")).await), Some(RejectionKind::Held));
    drop(late);
    assert_eq!(rejection(&call(&mut second, to("write")).await), Some(RejectionKind::Held), "dropped: nobody will know");
    assert_eq!(counted(&ledger), Counted { failures: 1, abandoned: 1, refusals: 2, holds: 1, ..Counted::default() });
}

/// The host may settle a hold while its call still has the grace. What that call then says is about itself alone.
#[tokio::test(start_paused = true)]
async fn what_one_call_says_in_its_grace_ends_no_hold_of_another() {
    let ledger = MemoryLedger::default();
    let layer = builder(&ledger).build().unwrap();
    let script = Script::always(End::Done);
    script.then(Plan::from(End::Never).when_stopped(SECOND, End::Done));
    script.then(End::Never);
    let mut stopped = Vec::new();
    for _ in 0..2 {
        let token = CancellationToken::new();
        let mut service = layer.layer(script.tool());
        let mut future = begin(&mut service, to("write").with_cancellation(&token)).await;
        assert!(poll_once(&mut future).is_pending(), "nothing stands against it");
        token.cancel();
        assert!(poll_once(&mut future).is_pending(), "it has the grace");
        if stopped.is_empty() {
            assert!(ledger.reconcile_hold(ledger.holds()[0].id, Reconciled::NotApplied));
        }
        stopped.push(future);
    }
    let second = stopped.pop().unwrap();
    assert!(stopped.pop().unwrap().await.unwrap().outcome.is_completed());
    assert_eq!(rejection(&call(&mut layer.layer(script.tool()), to("write")).await), Some(RejectionKind::Held), "nobody knows yet what the second did");
    drop(second);
    assert_eq!((ledger.holds().len(), script.calls()), (1, 2));
}

#[tokio::test(start_paused = true)]
async fn a_write_that_does_not_listen_is_given_the_grace_too() {
    let ledger = MemoryLedger::default();
    let script = Script::always(Plan::from(End::Done).after(Duration::from_millis(2500)));
    let (answer, took) = cancelled_after_a_second("write", &script, &ledger).await;
    assert!(answer.outcome.is_completed());
    assert_eq!((took, counted(&ledger)), (Duration::from_millis(2500), Counted::default()));
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_call_is_not_put_to_an_evaluator() {
    let (ledger, evaluator) = (MemoryLedger::default(), Evaluator::new(Manner::Says(Class::Permission)));
    let script = Script::always(Plan::from(End::Never).when_stopped(SECOND, End::Failed(open("stopped"))));
    let mut service = builder(&ledger).decider(evaluator.clone()).build().unwrap().layer(script.tool());
    let (answer, _) = {
        let token = CancellationToken::new();
        let future = begin(&mut service, to("write").with_cancellation(&token)).await;
        token.cancel();
        (future.await.unwrap(), ())
    };
    assert!(matches!(answer.outcome, Outcome::Failed(_)));
    assert_eq!((evaluator.asked(), counted(&ledger)), (0, Counted { failures: 1, ..Counted::default() }));
    let late = call(&mut service, to("slow_write").with_cancellation(&CancellationToken::new())).await;
    assert!(matches!(late.outcome, Outcome::Failed(_)));
    assert_eq!(evaluator.asked(), 0);
}

/// A request whose cancellation may not be polled again after it came, as is usual for futures.
struct Strict(ToolCall, Arc<CancellationToken>);

impl ToolRequest for Strict {
    type Cancelled = std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;

    fn tool(&self) -> &str {
        self.0.tool()
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        self.0.arguments()
    }

    fn with_arguments(self, arguments: Arc<serde_json::Value>) -> Self {
        Self(self.0.with_arguments(arguments), self.1)
    }

    fn with_tool(self, name: &str) -> Self {
        Self(self.0.with_tool(name), self.1)
    }

    fn cancelled(&self) -> Self::Cancelled {
        let token = self.1.clone();
        Box::pin(async move { token.cancelled().await })
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_is_polled_no_more_after_it_came() {
    let (ledger, evaluator) = (MemoryLedger::default(), Evaluator::new(Manner::Hangs));
    let token = Arc::new(CancellationToken::new());
    let script = Script::always(Plan::from(End::Failed(open("late"))).after(2 * SECOND));
    let inner = tower::ServiceBuilder::new().map_request(|Strict(call, _)| call).service(script.tool());
    let service = builder(&ledger).decider(evaluator).build().unwrap().layer(inner);
    let canceller = token.clone();
    tokio::spawn(async move {
        sleep(SECOND).await;
        canceller.cancel();
    });
    let answer = tower::ServiceExt::oneshot(service, Strict(to("write"), token)).await.unwrap();
    assert!(matches!(answer.outcome, Outcome::Failed(_)));
    assert_eq!(counted(&ledger).failures, 1);
}

#[tokio::test(start_paused = true)]
async fn lost_answers_climb_like_other_failures() {
    let ledger = MemoryLedger::default();
    let script = Script::always(End::Raised(lost()));
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    let mut letters = String::new();
    for _ in 0..4 {
        letters.push(letter(&call(&mut service, to("read")).await));
    }
    assert_eq!(letters, ".nHB");
}
