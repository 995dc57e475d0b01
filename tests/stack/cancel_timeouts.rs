//! Timeouts in direct dispatch: of a tool, of a run, and the grace that a write is given.

use crate::{
    support,
    support::{Answer, Counted, End, Plan, Script, begin, builder, call, counted, now_instant, poll_once, rejection, report},
};
use std::time::Duration;
use tokio::time::advance;
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Outcome, RejectionKind, ToolCall,
    advice::Action,
    classify::Class,
    facts::{Effect, FailureKind, TimeoutOwner},
    ledger::MemoryLedger,
};
use tower::Layer;

const SECOND: Duration = Duration::from_secs(1);

fn never() -> Script {
    Script::always(End::Never)
}

fn to(tool: &str) -> ToolCall {
    ToolCall::new(tool, support::args(1))
}

async fn times_out(tool: &str, left: Option<Duration>, script: &Script) -> (Answer, Duration, Counted) {
    let ledger = MemoryLedger::default();
    let mut service = builder(&ledger).build().unwrap().layer(script.tool());
    let began = now_instant();
    let request = left.map_or_else(|| to(tool), |left| to(tool).with_deadline(began + left));
    let answer = call(&mut service, request.with_cancellation(&CancellationToken::new())).await;
    (answer, now_instant() - began, counted(&ledger))
}

#[tokio::test(start_paused = true)]
async fn the_effective_timeout_is_the_smaller_of_the_tools_and_the_runs() {
    for (tool, left, expected) in [("slow_read", None, 10), ("slow_read", Some(3), 3), ("slow_read", Some(30), 10), ("read", Some(4), 4)] {
        let (answer, took, counted) = times_out(tool, left.map(|left| left * SECOND), &never()).await;
        assert_eq!((answer.outcome.clone(), took), (Outcome::TimedOut, expected * SECOND), "{tool} {left:?}");
        assert_eq!(report(&answer).facts.kind, FailureKind::Timeout(TimeoutOwner::Layer));
        assert_eq!(report(&answer).classification.class, Class::Transient);
        assert_eq!(counted, Counted { failures: 1, ..Counted::default() });
    }
}

#[tokio::test(start_paused = true)]
async fn without_any_limit_a_call_is_not_ended() {
    let script = Script::always(Plan::from(End::Done).after(Duration::from_secs(86_400)));
    let (answer, took, _) = times_out("read", None, &script).await;
    assert!(answer.outcome.is_completed());
    assert_eq!(took, Duration::from_secs(86_400));
}

#[tokio::test(start_paused = true)]
async fn a_run_without_time_left_calls_nothing() {
    let script = never();
    let (answer, took, counted) = times_out("read", Some(Duration::ZERO), &script).await;
    assert_eq!((rejection(&answer), took, script.calls()), (Some(RejectionKind::Deadline), Duration::ZERO, 0));
    assert_eq!(counted, Counted { refusals: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn a_write_that_timed_out_is_given_the_grace_and_then_held() {
    let script = never();
    let (answer, took, of_write) = times_out("slow_write", None, &script).await;
    assert_eq!((answer.outcome.clone(), took), (Outcome::TimedOut, 12 * SECOND));
    assert_eq!((report(&answer).effect, &report(&answer).advice.action), (Effect::UncertainWrite, &Action::Reconcile));
    assert_eq!(of_write, Counted { failures: 1, holds: 1, ..Counted::default() });

    let script = Script::always(Plan::from(End::Never).when_stopped(SECOND, End::Done));
    let (answer, took, of_write) = times_out("slow_write", None, &script).await;
    assert!(answer.outcome.is_completed(), "the tool was told, and its answer is the truth");
    assert_eq!((took, of_write), (11 * SECOND, Counted::default()));
}

#[tokio::test(start_paused = true)]
async fn a_drop_in_the_grace_is_what_began_the_grace() {
    for (cancels, expected) in [
        (false, Counted { failures: 1, abandoned: 1, holds: 1, ..Counted::default() }),
        (true, Counted { cancelled: 1, abandoned: 1, holds: 1, ..Counted::default() }),
    ] {
        let (ledger, script, token) = (MemoryLedger::default(), never(), CancellationToken::new());
        let mut service = builder(&ledger).build().unwrap().layer(script.tool());
        let mut future = begin(&mut service, to("slow_write").with_cancellation(&token)).await;
        assert!(poll_once(&mut future).is_pending());
        if cancels {
            token.cancel();
        } else {
            advance(10 * SECOND).await;
        }
        assert!(poll_once(&mut future).is_pending(), "in its grace");
        drop(future);
        assert_eq!(counted(&ledger), expected);
    }
}
