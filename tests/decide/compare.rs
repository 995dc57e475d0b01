//! The worker of `compare`: what it is given, what it records, and how it ends.

use crate::support::{
    End, Script, args, builder, call,
    capture::Capture,
    evaluators::{Does, Service, deciding},
    now_instant, open,
    play::paused,
    poll_once, report,
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    FromConfig, ToolCall,
    classify::{Class, Source},
    compare::{Compare, CompareSink, CompareWorker, Comparison, Shadow},
    config::{Classifier, RecoveryConfig},
    ledger::MemoryLedger,
};
use tower::Layer;

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<Comparison>>>);

impl Kept {
    fn all(&self) -> Vec<Comparison> {
        self.0.lock().unwrap().clone()
    }

    /// What was decided, or why nothing was.
    fn decided(&self) -> Vec<String> {
        self.all().iter().map(|one| one.decision.advice.as_ref().map_or_else(ToString::to_string, |advice| advice.class.unwrap().to_string())).collect()
    }
}

impl CompareSink for Kept {
    fn record(&self, comparison: &Comparison) {
        self.0.lock().unwrap().push(comparison.clone());
    }
}

fn comparing() -> RecoveryConfig {
    in_mode(Classifier::Compare)
}

fn in_mode(classifier: Classifier) -> RecoveryConfig {
    let mut config = deciding();
    config.classifier = classifier;
    config
}

fn halves(service: &Service, queue: usize) -> (Shadow, CompareWorker<Service, Kept>, Kept) {
    let kept = Kept::default();
    let (shadow, worker) = Compare::new(service.clone()).sink(kept.clone()).queue(queue).build(&comparing()).unwrap();
    (shadow, worker, kept)
}

/// As many failing reads, each in a run of its own unless `run` says otherwise.
async fn failures(shadow: &Shadow, texts: &[&str], run: impl Fn(usize) -> String) {
    let ledger = MemoryLedger::default();
    let script = Script::always(End::Done);
    let mut stack = builder(&ledger).classifier(FromConfig).decider(shadow.clone()).config(comparing()).build().unwrap().layer(script.tool());
    for (n, text) in texts.iter().enumerate() {
        script.forget();
        script.then(End::Failed(open(text)));
        let answer = call(&mut stack, ToolCall::new("read", args(n as u64)).with_run(run(n))).await;
        let report = report(&answer);
        assert_ne!(report.classification.source, Source::Jev);
        assert_eq!(report.decision, None, "nothing of a decision is in the report");
    }
}

/// Texts that the rules leave open, or are not certain of.
const OPEN: [&str; 3] = ["the widget could not be opened", "the gadget is somewhere else", "no widget of this kind today"];

#[test]
fn both_results_are_recorded() {
    paused(async {
        let service = Service::new([Does::Says(Class::Permission, 1.0)]).after(Duration::from_millis(200));
        let (shadow, worker, kept) = halves(&service, 8);
        let worker = tokio::spawn(worker);
        failures(&shadow, &OPEN, |n| n.to_string()).await;
        drop(shadow);
        worker.await.expect("it ends when all shadows are gone");
        let all = kept.all();
        assert_eq!((all.len(), kept.decided()), (3, vec!["permission".to_owned(); 3]));
        for one in &all {
            assert_eq!((one.served.source, one.agrees(), one.latency), (Source::Keywords, Some(false), Duration::from_millis(200)));
        }
    });
}

#[test]
fn what_does_not_fit_is_dropped_and_counted() {
    paused(async {
        let service = Service::new([Does::Says(Class::Permission, 1.0)]);
        let (shadow, worker, kept) = halves(&service, 2);
        failures(&shadow, &[OPEN[0]; 5], |n| n.to_string()).await;
        assert_eq!((shadow.counters().queued, shadow.counters().dropped, service.asked()), (2, 3, 0));
        let counters = shadow.clone();
        drop(shadow);
        let mut worker = Box::pin(worker);
        // The other clone keeps it alive.
        assert!(poll_once(&mut worker).is_pending());
        assert_eq!((counters.counters().recorded, kept.all().len()), (2, 2));
        drop(counters);
        worker.await;
    });
}

#[test]
fn a_worker_that_is_gone_costs_nothing_but_a_count() {
    paused(async {
        let (shadow, worker, _) = halves(&Service::new([Does::Hangs]), 8);
        drop(worker);
        failures(&shadow, &OPEN, |n| n.to_string()).await;
        assert_eq!((shadow.counters().queued, shadow.counters().dropped), (0, 3));
    });
}

#[test]
fn panics_failures_and_silence_are_recorded_as_such() {
    paused(async {
        use tool_recovery::systemone::EvaluationErrorKind::Connection;
        let service =
            Service::new([Does::PanicsAtOnce, Does::PanicsInPoll, Does::Fails(Connection), Does::Babbles, Does::Hangs, Does::Says(Class::Permission, 1.0)]);
        let (shadow, worker, kept) = halves(&service, 8);
        let worker = tokio::spawn(worker);
        failures(&shadow, &[OPEN[0], OPEN[0], OPEN[0], OPEN[0], OPEN[0], OPEN[0], "AKIAIOSFODNN7EXAMPLE"], |n| (n / 6).to_string()).await;
        drop(shadow);
        worker.await.expect("panics are contained");
        let mut decided = kept.decided();
        decided.sort();
        assert_eq!(decided, ["connection", "deadline", "invalid", "panicked", "panicked", "permission", "too_little"]);
        let late = kept.all().into_iter().find(|one| one.decision.advice.as_ref().is_err_and(|reason| reason.as_str() == "deadline")).unwrap();
        assert_eq!(late.latency, Duration::from_millis(comparing().decision_timeout_ms), "each has the whole deadline, however long it waited");
    });
}

#[test]
fn a_sink_that_panics_ends_nothing() {
    struct Panics;
    impl CompareSink for Panics {
        fn record(&self, _: &Comparison) {
            std::panic::resume_unwind(Box::new("the sink panicked"));
        }
    }
    paused(async {
        let service = Service::new([Does::Says(Class::Permission, 1.0)]);
        let (shadow, worker) = Compare::new(service.clone()).sink(Panics).build(&comparing()).unwrap();
        let worker = tokio::spawn(worker);
        failures(&shadow, &OPEN, |n| n.to_string()).await;
        let counters = shadow.clone();
        drop(shadow);
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!((counters.counters().recorded, service.asked()), (0, 3));
        drop(counters);
        worker.await.expect("it is contained");
    });
}

/// One decision of a run at a time, as when it is served; others go on beside it.
#[test]
fn the_bounds_are_those_of_the_mode_that_asks() {
    paused(async {
        let service = Service::new([Does::Says(Class::Permission, 1.0)]).after(Duration::from_secs(1));
        for (runs, seconds) in [(false, 3), (true, 1)] {
            let (shadow, worker, kept) = halves(&service, 8);
            failures(&shadow, &OPEN, |n| if runs { n.to_string() } else { "one".to_owned() }).await;
            drop(shadow);
            let before = now_instant();
            worker.await;
            assert_eq!((before.elapsed(), kept.all().len()), (Duration::from_secs(seconds), 3));
        }
        let mut few = comparing();
        few.decisions_per_run = 1;
        let kept = Kept::default();
        let (shadow, worker) = Compare::new(service).sink(kept.clone()).build(&few).unwrap();
        failures(&shadow, &OPEN, |_| "one".to_owned()).await;
        drop(shadow);
        worker.await;
        let mut decided = kept.decided();
        decided.sort();
        assert_eq!(decided, ["permission", "run_limit", "run_limit"]);
    });
}

#[test]
fn a_shutdown_ends_it_at_once() {
    paused(async {
        let service = Service::new([Does::Hangs]);
        let (shadow, worker, kept) = halves(&service, 8);
        let token = CancellationToken::new();
        let worker = tokio::spawn(worker.until(token.clone().cancelled_owned()));
        failures(&shadow, &OPEN, |n| n.to_string()).await;
        tokio::task::yield_now().await;
        assert_eq!(service.asked(), 3);
        let before = now_instant();
        token.cancel();
        worker.await.unwrap();
        assert_eq!((before.elapsed(), kept.all().len()), (Duration::ZERO, 0));
    });
}

#[test]
fn other_modes_copy_nothing() {
    paused(async {
        for classifier in [Classifier::Off, Classifier::Keywords] {
            let config = in_mode(classifier);
            let (shadow, _worker) = Compare::new(Service::new([Does::Hangs])).build(&config).unwrap();
            failures(&shadow, &OPEN, |n| n.to_string()).await;
            assert_eq!((shadow.counters().queued, shadow.counters().dropped), (0, 0));
        }
    });
}

/// What the model is told is scrubbed, and nothing of it is in the event.
#[test]
fn nothing_unscrubbed_leaves() {
    let (capture, guard) = Capture::begin();
    let service = Service::new([Does::Says(Class::Permission, 1.0)]);
    paused(async {
        let (shadow, worker) = Compare::new(service.clone()).build(&comparing()).unwrap();
        let text = "the widget of ann@example.com could not be opened: password=hunter2zq7 /home/nathaniel/x";
        failures(&shadow, &[text], |_| "run-zq7".to_owned()).await;
        drop(shadow);
        worker.await;
    });
    drop(guard);
    let told = service.states().concat();
    let events = format!("{:?}", capture.events());
    assert!(told.contains("could not be opened") && events.contains("comparison"), "{told} {events}");
    for canary in ["ann@", "hunter2", "nathaniel", "zq7"] {
        assert!(!told.contains(canary) && !events.contains(canary), "{canary}: {told} {events}");
    }
}
