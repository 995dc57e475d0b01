//! Many tasks on one ledger: each observation is counted once.

use crate::support::{Agent, Tool, fault};
use serde_json::json;
use std::sync::Arc;
use tool_recovery::{
    classify::Class,
    ledger::{BoundsConfig, EventKind, Gate, Ledger, LedgerConfig, Success, WorldChange},
};

const TASKS: u64 = 64;
const ROUNDS: u64 = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_failure_of_64_tasks_in_one_run_is_counted_once() {
    let agent = Arc::new(Agent::new());
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| {
            let agent = Arc::clone(&agent);
            tokio::spawn(async move {
                let mut highest = 0;
                for round in 0..ROUNDS {
                    let o = agent.observation(&Tool::reading("shared"), &json!({"n": round % 7}), agent.stamp(), fault(Class::Unknown));
                    if (task + round) % 2 == 0 {
                        highest = highest.max(agent.ledger.observe(o).await.streak);
                    } else {
                        agent.ledger.abandon(o);
                    }
                    tokio::task::yield_now().await;
                }
                highest
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let counters = agent.ledger.counters();
    assert_eq!((counters.failures, counters.abandoned), (TASKS * ROUNDS, TASKS * ROUNDS / 2));
    assert!(matches!(agent.gate(&Tool::reading("shared"), &json!({})), Gate::Halted { failures, .. } if u64::from(failures) == TASKS * ROUNDS));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn runs_that_come_and_go_leave_nothing_open() {
    let bounds = BoundsConfig { max_runs: 600, ..BoundsConfig::default() };
    let agent = Arc::new(Agent::with(LedgerConfig { bounds, ..LedgerConfig::default() }));
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| {
            let agent = Arc::clone(&agent);
            tokio::spawn(async move {
                for round in 0..ROUNDS {
                    let name = format!("run {task} {}", round % 20);
                    let run = agent.ledger.run_key(&name);
                    let mut o = agent.observation(&Tool::reading("t"), &json!(round), agent.ledger.probe(run).stamp, fault(Class::Unknown));
                    o.call.run = run;
                    agent.ledger.observe(o).await;
                    agent.ledger.succeeded(&Success { run, call: Some(o.call), change: WorldChange::Weak });
                    if round % 3 == 0 {
                        o.kind = EventKind::HardRejection;
                        agent.ledger.observe(o).await;
                    }
                    agent.ledger.finish_run(&name);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(agent.ledger.counters().failures, TASKS * ROUNDS);
    assert_eq!(agent.ledger.open_runs(), 0);
    for run in (0..TASKS).flat_map(|task| (0..20).map(move |n| format!("run {task} {n}"))) {
        assert!(!agent.ledger.probe(agent.ledger.run_key(&run)).open, "the lock-free count went back to nothing");
    }
}
