//! 64 tasks on one stack and one ledger: each failure is counted once, and so is each dropped future.

use crate::{
    support,
    support::{
        End, Plan, Script, args, builder, counted,
        deciders::{Evaluator, Manner},
        lost, open, poll_once, rejection, settled,
    },
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task::Poll,
    time::Duration,
};
use tokio::sync::Barrier;
use tokio_util::sync::CancellationToken;
use tool_recovery::{Outcome, ToolCall, classify::Class, ledger::MemoryLedger};
use tower::{Layer, Service, ServiceExt};

const TASKS: u64 = 64;
const ROUNDS: u64 = 60;

#[derive(Default)]
struct Totals {
    completed: AtomicU64,
    failed: AtomicU64,
    cancelled: AtomicU64,
    rejected: AtomicU64,
    dropped: AtomicU64,
    dropped_cancelled: AtomicU64,
}

impl Totals {
    fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Relaxed);
    }
}

/// Plans come in any order to the tasks, so that only totals can be told.
fn plans(script: &Script) {
    for n in 0..TASKS * ROUNDS {
        script.then(match n % 6 {
            0 => Plan::from(End::Done),
            1 => Plan::from(End::Failed(settled(Class::Permission))),
            2 => Plan::from(End::Raised(lost())),
            3 => Plan::from(End::Failed(open("boom"))),
            4 => Plan::from(End::Failed(open("later"))).after(Duration::from_micros(50)),
            _ => Plan::from(End::Done).after(Duration::from_micros(50)),
        });
    }
}

async fn task(task: u64, mut service: impl Service<ToolCall, Response = support::Answer, Error = support::Raised>, totals: Arc<Totals>, start: Arc<Barrier>) {
    start.wait().await;
    for round in 0..ROUNDS {
        let token = CancellationToken::new();
        let tool = ["read", "list", "write", "edit", "plain", "raed"][usize::try_from((task + round) % 6).unwrap()];
        let request = ToolCall::new(tool, args(round % 5)).with_run((task % 4).to_string()).with_scope((round % 3).to_string()).with_cancellation(&token);
        let mut future = Box::pin(service.ready().await.unwrap().call(request));
        let answer = match (task + round) % 5 {
            0 => {
                drop(future);
                Totals::add(&totals.dropped);
                continue;
            }
            1 => {
                token.cancel();
                drop(future);
                Totals::add(&totals.dropped_cancelled);
                continue;
            }
            2 => match poll_once(&mut future) {
                Poll::Ready(answer) => answer.unwrap(),
                Poll::Pending => {
                    drop(future);
                    Totals::add(&totals.dropped);
                    continue;
                }
            },
            _ => future.await.unwrap(),
        };
        Totals::add(match answer.outcome {
            Outcome::Completed(_) => &totals.completed,
            Outcome::Rejected(_) => &totals.rejected,
            Outcome::Cancelled => &totals.cancelled,
            _ => &totals.failed,
        });
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_call_of_64_tasks_is_counted_once() {
    for manner in [Manner::Silent, Manner::Flaps, Manner::PanicsInPoll, Manner::SaysAfter(Class::Permission, Duration::from_micros(50))] {
        let (ledger, script, totals) = (MemoryLedger::default(), Script::always(End::Done), Arc::new(Totals::default()));
        plans(&script);
        let layer = builder(&ledger).decider(Evaluator::new(manner)).build().unwrap();
        let start = Arc::new(Barrier::new(usize::try_from(TASKS).unwrap()));
        let tasks: Vec<_> = (0..TASKS)
            .map(|n| {
                let (totals, start) = (totals.clone(), start.clone());
                // Half of them in deferred dispatch, on the same ledger.
                if n % 2 == 0 {
                    tokio::spawn(task(n, layer.layer(script.tool()), totals, start))
                } else {
                    tokio::spawn(task(n, layer.deferred().layer(script.tool()), totals, start))
                }
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        let (counted, of) = (counted(&ledger), |counter: &AtomicU64| counter.load(Relaxed));
        let (dropped, dropped_cancelled) = (of(&totals.dropped), of(&totals.dropped_cancelled));
        let all = of(&totals.completed) + of(&totals.failed) + of(&totals.cancelled) + of(&totals.rejected) + dropped + dropped_cancelled;
        assert_eq!(all, TASKS * ROUNDS, "every call ended in one way");
        assert!(of(&totals.failed) > 0 && of(&totals.rejected) > 0 && of(&totals.completed) > 0);
        assert_eq!(counted.abandoned, dropped + dropped_cancelled, "each dropped future once");
        assert_eq!(counted.observations(), all - of(&totals.completed), "each failure once, and no success");
        assert_eq!(script.seen().in_flight, 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_failures_of_one_operation_are_counted_each() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(Plan::from(End::Failed(open("boom"))).after(Duration::from_millis(200))));
    let service = builder(&ledger).build().unwrap().layer(script.tool());
    let start = Arc::new(Barrier::new(usize::try_from(TASKS).unwrap()));
    let tasks: Vec<_> = (0..TASKS)
        .map(|n| {
            let (mut service, start) = (service.clone(), start.clone());
            tokio::spawn(async move {
                start.wait().await;
                support::call(&mut service, ToolCall::new("read", args(n % 8))).await
            })
        })
        .collect();
    let (mut ran, mut streaks) = (0, Vec::new());
    for task in tasks {
        let answer = task.await.unwrap();
        if rejection(&answer).is_none() {
            ran += 1;
            streaks.push(support::report(&answer).standing.streak);
        }
    }
    streaks.sort_unstable();
    assert_eq!(streaks, (1..=ran).collect::<Vec<u32>>(), "every failure has a number of its own");
    assert_eq!(u64::from(ran), counted(&ledger).failures);
}
