//! `compare` is invisible: whatever its evaluator does, everything that can be seen of a stack is what the mode `keywords` shows.

use crate::support::{
    Answer, End, Raised, Script,
    deciders::{Evaluator, Manner},
    evaluators::{Does, Service, deciding},
    now_instant,
    play::{Boxed, Player, Seen, Setting, Step, builder, paused, setting, step},
};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::{
    fmt::Debug,
    future::Future,
    pin::Pin,
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};
use tool_recovery::{
    ToolCall,
    classify::Class,
    compare::{Compare, CompareSink, Comparison, Shadow},
    config::{Classifier, RecoveryConfig},
    decide::Decide,
    facts::UntrustedText,
    ledger::{LedgerSnapshot, MemoryLedger},
};
use tower::{Layer, util::BoxService};

/// A ledger of nothing, with the seed of its keys.
static BLANK: LazyLock<LedgerSnapshot> = LazyLock::new(|| MemoryLedger::default().snapshot());

/// How many sequences of calls are played, each in both modes.
const SEQUENCES: u32 = 10_000;

/// Texts of every kind: those that the rules are certain of, those that they guess, and those that they leave open.
const TEXTS: [&str; 12] = [
    "connection reset by peer while reading the file",
    "permission denied: '/srv/data'",
    "the widget could not be opened",
    "429 Too Many Requests",
    "no such file or directory: 'notes.md'",
    "invalid value for limit: expected an integer",
    "it did not work out this time, sorry",
    "the token has expired, sign in again",
    "module 'left' is not installed",
    "not implemented in this version",
    "cannot do that to this kind of thing",
    "password=hunter2 was given, and the gadget is gone",
];

fn config(classifier: Classifier) -> RecoveryConfig {
    let mut config = deciding();
    (config.classifier, config.decisions_per_run) = (classifier, 8);
    config.pacing.max_wait_ms = 0;
    config
}

/// Counts how often the futures of a service are polled.
struct Polls<S> {
    inner: S,
    polls: Arc<AtomicUsize>,
}

impl<S: tower::Service<ToolCall, Response = Answer, Error = Raised>> tower::Service<ToolCall> for Polls<S>
where
    S::Future: Send + 'static,
{
    type Response = Answer;
    type Error = Raised;
    type Future = Polled<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Raised>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, call: ToolCall) -> Self::Future {
        Polled { future: Box::pin(self.inner.call(call)), polls: self.polls.clone() }
    }
}

struct Polled<F> {
    future: Pin<Box<F>>,
    polls: Arc<AtomicUsize>,
}

impl<F: Future> Future for Polled<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        self.polls.fetch_add(1, Relaxed);
        self.future.as_mut().poll(cx)
    }
}

/// Counts comparisons, and how many of the answers say another class than the one that was served.
#[derive(Clone, Default)]
struct Tally(Arc<Mutex<(usize, usize, usize)>>);

impl CompareSink for Tally {
    fn record(&self, comparison: &Comparison) {
        let mut tally = self.0.lock().unwrap();
        tally.0 += 1;
        if let Some(answered) = &comparison.decision.answered {
            tally.1 += 1;
            tally.2 += usize::from(answered.top().0 != comparison.served.class);
        }
    }
}

/// Answers late, wrongly, not at all, or with a panic; and where it answers, mostly something that the rules did not say.
fn evaluator(seed: usize) -> Service {
    let says = |n: usize| {
        let class = Class::ALL[n % 8];
        let blocked = matches!(class, Class::Authentication | Class::Permission | Class::Unavailable | Class::Unsupported);
        Does::Says(class, f64::from(u8::from(blocked)))
    };
    let script = (0..40).map(|n| match (n + seed) % 8 {
        3 => Does::PanicsAtOnce,
        4 => Does::PanicsInPoll,
        5 => Does::Babbles,
        6 => Does::Hangs,
        n => says(n * 3 + seed),
    });
    let service = Service::new(script);
    if seed.is_multiple_of(3) { service.after(Duration::from_millis(1500)) } else { service }
}

fn player<D: Decide + Send + Sync + 'static>(setting: &Setting, config: RecoveryConfig, decider: D, polls: &Arc<AtomicUsize>) -> Player
where
    D::Future: Send,
{
    // All of them go on where one was begun, so that their keys can be compared.
    let ledger = MemoryLedger::restore(Player::ledger_config(setting), &BLANK).unwrap();
    let script = Script::always(End::Done);
    let layer = builder(setting, &ledger, config).decider(decider).build().unwrap();
    let service: Boxed = BoxService::new(Polls { inner: layer.layer(script.tool()), polls: polls.clone() });
    Player { script, ledger, evaluator: Evaluator::new(Manner::Silent), service }
}

/// All that can be seen of one stack while the steps are played on it.
async fn play(mut player: Player, steps: &[Step], polls: &AtomicUsize) -> (Vec<(Seen, usize, Duration)>, impl PartialEq + Debug + use<>) {
    let began = now_instant();
    let mut seen = Vec::new();
    for step in steps {
        let one = player.step(step).await;
        seen.push((one, polls.load(Relaxed), began.elapsed()));
        // Whoever else has work gets a turn.
        tokio::task::yield_now().await;
    }
    let in_all = (player.ledger.counters(), player.script.seen(), player.ledger.holds().len(), serde_json::to_string(&player.ledger.snapshot()).unwrap());
    (seen, in_all)
}

/// Gives the failures of the script texts that rules have something to say about.
fn told(steps: &mut [Step], seed: usize) {
    for (n, step) in steps.iter_mut().enumerate() {
        let Step::Call(call) = step else { continue };
        for end in [Some(&mut call.plan.end), call.plan.stopped.as_mut().map(|(_, end)| end)].into_iter().flatten() {
            if let End::Failed(facts) | End::Raised(facts) = end
                && (facts.settled.is_none() || seed.is_multiple_of(2))
            {
                facts.settled = None;
                facts.text = Some(UntrustedText::new(TEXTS[(seed + n * 5) % TEXTS.len()]));
            }
        }
    }
}

#[derive(Default)]
struct Sums {
    asked: usize,
    queued: u64,
    dropped: u64,
    answered: usize,
    contradicted: usize,
}

fn compare(setting: &Setting, steps: &[Step], seed: usize, sums: &Mutex<Sums>) -> Result<(), TestCaseError> {
    let keywords = paused(async {
        let polls = Arc::default();
        let player = player(setting, config(Classifier::Keywords), (), &polls);
        play(player, steps, &polls).await
    });
    let (service, tally) = (evaluator(seed), Tally::default());
    let (compared, counters) = paused(async {
        let polls = Arc::default();
        let queue = if seed % 7 < 2 { 1 } else { 64 };
        let (shadow, worker) = Compare::new(service.clone()).sink(tally.clone()).queue(queue).build(&config(Classifier::Compare)).unwrap();
        let player = player(setting, config(Classifier::Compare), shadow.clone(), &polls);
        // Now and then it comes too late for all of it.
        let late = seed.is_multiple_of(7);
        let (early, worker) = if late { (None, Some(worker)) } else { (Some(tokio::spawn(worker)), None) };
        let played = play(player, steps, &polls).await;
        let counters = shadow.counters();
        drop::<Shadow>(shadow);
        early.or_else(|| worker.map(tokio::spawn)).unwrap().await.expect("it ends by itself");
        (played, counters)
    });
    for ((step, one), other) in steps.iter().zip(&keywords.0).zip(&compared.0) {
        if one != other {
            return Err(TestCaseError::fail(format!("{step:?}\nkeywords: {one:?}\ncompare: {other:?}")));
        }
    }
    if keywords.1 != compared.1 {
        return Err(TestCaseError::fail(format!("keywords: {:?}\ncompare: {:?}", keywords.1, compared.1)));
    }
    let mut sums = sums.lock().unwrap();
    let tally = tally.0.lock().unwrap();
    assert_eq!(tally.0 as u64, counters.queued, "each that was handed over is recorded");
    sums.asked += service.asked();
    sums.queued += counters.queued;
    sums.dropped += counters.dropped;
    sums.answered += tally.1;
    sums.contradicted += tally.2;
    Ok(())
}

#[test]
fn everything_that_can_be_seen_is_what_keywords_shows() {
    let sums = Mutex::new(Sums::default());
    let seeds = AtomicUsize::new(0);
    // The same scripts every time, so that the sums do not depend on luck.
    let config = Config { cases: SEQUENCES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::XorShift));
    let steps = proptest::collection::vec(step(), 8..13);
    let outcome = runner.run(&(setting(), steps), |(setting, mut steps)| {
        let seed = seeds.fetch_add(1, Relaxed);
        told(&mut steps, seed);
        compare(&setting, &steps, seed, &sums)
    });
    outcome.unwrap();
    let Sums { asked, queued, dropped, answered, contradicted } = sums.into_inner().unwrap();
    println!(
        "{SEQUENCES} sequences: {queued} failures handed over, {dropped} dropped, {asked} asked, {answered} answered, {contradicted} of them contradict the text rules"
    );
    assert!(asked > 3_000 && dropped > 50 && answered > 1_000, "{asked} {dropped} {answered}");
    assert!(contradicted * 2 >= answered, "{contradicted} of {answered}");
}
