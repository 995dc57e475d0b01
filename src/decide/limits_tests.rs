use super::*;
use proptest::prelude::*;

fn limits(asked: u32, per_run: u32, total: u32) -> Limits {
    let mut concurrency = DecisionConcurrency::default();
    (concurrency.per_run, concurrency.total) = (per_run, total);
    Limits::new(asked, concurrency)
}

#[test]
fn a_run_has_so_many_decisions_and_no_more() {
    let limits = limits(2, 9, 9);
    for _ in 0..2 {
        limits.acquire(RunKey(1)).unwrap().spend();
    }
    assert_eq!(limits.acquire(RunKey(1)).unwrap_err(), Abstained::RunLimit);
    assert!(limits.acquire(RunKey(2)).is_ok(), "every run has its own");
}

#[test]
fn what_was_not_asked_for_does_not_count() {
    let limits = limits(1, 1, 1);
    for _ in 0..5 {
        drop(limits.acquire(RunKey(1)).unwrap());
    }
    let mut permit = limits.acquire(RunKey(1)).unwrap();
    permit.spend();
    drop(permit);
    assert_eq!(limits.acquire(RunKey(1)).unwrap_err(), Abstained::RunLimit);
}

#[test]
fn nobody_waits_for_a_place() {
    let limits = limits(100, 1, 2);
    let (one, two) = (limits.acquire(RunKey(1)).unwrap(), limits.acquire(RunKey(2)).unwrap());
    assert_eq!(limits.acquire(RunKey(1)).unwrap_err(), Abstained::Busy, "in this run");
    assert_eq!(limits.acquire(RunKey(3)).unwrap_err(), Abstained::Busy, "in all of them");
    drop(one);
    assert_eq!(limits.acquire(RunKey(2)).unwrap_err(), Abstained::Busy);
    let three = limits.acquire(RunKey(3)).unwrap();
    drop((two, three));
    assert!(limits.acquire(RunKey(2)).is_ok());
}

#[test]
fn none_is_none() {
    assert_eq!(limits(0, 1, 1).acquire(RunKey(1)).unwrap_err(), Abstained::RunLimit);
}

#[test]
fn runs_are_forgotten_in_the_order_in_which_they_asked_and_never_while_they_await() {
    let limits = limits(1, 1, 1024);
    let ask = |run: usize| {
        limits.acquire(RunKey(run as u128)).map(|mut permit| {
            permit.spend();
            permit
        })
    };
    let awaited = ask(0).unwrap();
    for run in 1..GENERATION * 3 {
        drop(ask(run).unwrap());
    }
    let runs = limits.runs.lock().unwrap();
    let kept = runs.young.len() + runs.old.len();
    drop(runs);
    assert!(kept <= 2 * GENERATION + 1, "{kept}");
    assert_eq!(ask(0).unwrap_err(), Abstained::RunLimit, "it awaits still");
    assert_eq!(ask(GENERATION * 3 - 1).unwrap_err(), Abstained::RunLimit, "it asked just now");
    assert!(ask(1).is_ok(), "that is long ago");
    drop(awaited);
}

proptest! {
    /// Whatever is acquired, asked for and dropped: the bounds hold, and when all is over every place is free again.
    #[test]
    fn places_are_neither_lost_nor_made(steps in prop::collection::vec((0u128..3, any::<bool>(), any::<bool>()), 0..60)) {
        let limits = limits(5, 2, 3);
        let mut open: Vec<(u128, Permit)> = Vec::new();
        let mut asked = [0; 3];
        for (run, spend, leave) in steps {
            if leave && !open.is_empty() {
                open.remove(0);
                continue;
            }
            let here = open.iter().filter(|(other, _)| *other == run).count();
            match limits.acquire(RunKey(run)) {
                Ok(mut permit) => {
                    prop_assert!(here < 2 && open.len() < 3);
                    if spend {
                        permit.spend();
                        asked[run as usize] += 1;
                    }
                    open.push((run, permit));
                }
                Err(Abstained::Busy) => prop_assert!(here == 2 || open.len() == 3),
                Err(_) => prop_assert!(asked[run as usize] + here >= 5),
            }
            prop_assert!(asked.iter().all(|asked| *asked <= 5));
        }
        drop(open);
        prop_assert_eq!(limits.awaited.load(Relaxed), 0);
        for run in limits.runs.lock().unwrap().young.values() {
            prop_assert_eq!(run.awaited.load(Relaxed), 0);
        }
    }
}
