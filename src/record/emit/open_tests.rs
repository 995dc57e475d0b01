use super::*;
use crate::ledger::ScopeKey;

fn call(run: u128, operation: u128, arguments: u128) -> CallKey {
    CallKey { run: RunKey(run), scope: ScopeKey(0), operation: OperationKey(operation), fingerprint: Fingerprint(arguments), service: None }
}

fn id(n: u64) -> Code<'static> {
    Code::new(format!("r{n}")).unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_first_failure_of_an_operation_is_the_open_one() {
    let mut failures = OpenFailures::default();
    for (n, arguments) in [(1, 1), (2, 2)] {
        failures.call(&call(7, 1, arguments));
        failures.failed(&call(7, 1, arguments), id(n));
        tokio::time::advance(Duration::from_secs(3)).await;
    }
    failures.call(&call(7, 9, 1));
    assert_eq!(failures.succeeded(&call(7, 9, 1)), None, "another operation");
    failures.call(&call(8, 1, 1));
    assert_eq!(failures.succeeded(&call(8, 1, 1)), None, "another run");
    failures.call(&call(7, 1, 3));
    let how = Closing::ChangedArguments;
    assert_eq!(failures.succeeded(&call(7, 1, 3)), Some(Closed { recovery_id: id(1), after_calls: 3, after: Duration::from_secs(6), how }));
    assert_eq!(failures.succeeded(&call(7, 1, 3)), None, "closed once");
    assert!(failures.runs.is_empty() && failures.begun.is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_identical_call_is_told_apart() {
    let mut failures = OpenFailures::default();
    failures.failed(&call(1, 1, 5), id(1));
    failures.call(&call(1, 1, 5));
    let closed = failures.succeeded(&call(1, 1, 5)).unwrap();
    assert_eq!((closed.how, closed.after_calls), (Closing::SameCall, 1));
}

#[tokio::test(start_paused = true)]
async fn what_is_kept_is_bounded() {
    let mut failures = OpenFailures::default();
    for run in 0..3000u128 {
        for operation in 0..100 {
            failures.failed(&call(run, operation, 1), id(1));
        }
    }
    assert_eq!((failures.runs.len(), failures.begun.len()), (MAX_RUNS, MAX_RUNS));
    assert!(failures.runs.values().all(|run| run.open.len() == MAX_OPEN));
    assert!(failures.succeeded(&call(2999, 99, 1)).is_some() && failures.succeeded(&call(2999, 0, 1)).is_none());
}
