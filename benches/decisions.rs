//! What a decision costs, for people: `cargo bench --bench decisions --features compare,jev`. A server on the loopback answers at once, so that what is left is ours: the time that
//! the mode `jev` adds to the bare HTTP round trip, how many failures a second it takes with 256 at once, and what ending a decision costs. And what the mode `compare` adds to
//! a call in the mode `keywords`; its worker works between the calls that are timed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout, clippy::disallowed_methods, missing_docs)]

#[path = "../tests/support/systemone_server.rs"]
mod systemone_server;

use serde_json::{Value, json};
use std::{
    future::{Ready, ready},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};
use systemone_server::{Reply, Server, answer};
use tokio::{runtime, sync::Semaphore};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Attempt, RecoveryLayer, ToolCall,
    admission::{Catalog, ToolDescriptor},
    classify::Source,
    compare::{Compare, CompareSink, Comparison, Shadow},
    config::RecoveryConfig,
    decide::{Asking, RecoveryEvaluator},
    facts::ResultFacts,
    jev::{Jev, Preset, Provider},
    systemone::{Answers, Batch, EvaluationError, EvaluationErrorKind},
};
use tower::{Service, ServiceExt, service_fn};
use tower_layer::Layer;

const ROUNDS: usize = 4_000;
const AT_ONCE: usize = 256;
const FAILURES: usize = 10_000;
/// Calls that are timed together: a success alone is shorter than a reading of the clock.
const TOGETHER: usize = 32;
const TURNS: usize = 1_000;
/// The text rules read it, and are not certain of it.
const TEXT: &str = "the widget gave up, please try again later";

/// A server in a thread of its own; what it tells is its base URL.
fn serve(stalls: bool) -> String {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async move {
            let server = Server::start(move |request, _| if stalls { Reply::Stall(Vec::new()) } else { answer(request, "transient") }).await;
            tell.send(server.base()).unwrap();
            std::future::pending::<()>().await;
        });
    });
    told.recv().unwrap()
}

fn config(mode: &str) -> RecoveryConfig {
    let thresholds = json!({ "version": "bench", "class": 0.7, "recoverability": 0.7, "correction": 0.7, "alternate": 0.7 });
    let config = json!({
        "classifier": mode, "thresholds": thresholds, "decisions_per_run": 1000, "decision_timeout_ms": 60_000,
        "decision_concurrency": { "per_run": 64, "total": 1024 },
    });
    RecoveryConfig::from_value(config).unwrap()
}

fn stack(base: Option<&str>) -> impl Service<ToolCall, Response = Attempt<(), String>, Error = String, Future: Send> + Clone + Send + 'static {
    let config = config(if base.is_some() { "jev" } else { "keywords" });
    let provider = base.map(|base| Provider::anonymous_at(Preset::SELF_HOSTED, base.parse().unwrap()).unwrap());
    let jev = provider.into_iter().fold(Jev::builder(), |builder, provider| builder.provider(provider)).build().unwrap();
    let catalog = Catalog::builder().tool(ToolDescriptor::new("widget").read_only()).build().unwrap();
    let layer = RecoveryLayer::builder().catalog(catalog).facts(ResultFacts::new()).decider(Asking::new(jev)).config(config).build().unwrap();
    layer.layer(service_fn(|_: ToolCall| std::future::ready(Err::<(), _>(TEXT.to_owned()))))
}

fn call(number: usize) -> ToolCall {
    ToolCall::new("widget", json!({ "n": number })).with_run(format!("run-{number}"))
}

/// The request that the stack sends, as the server received it.
async fn request() -> Value {
    let server = Server::start(|request, _| answer(request, "transient")).await;
    let mut stack = stack(Some(&server.base()));
    let _ = stack.ready().await.unwrap().call(call(0)).await.unwrap();
    server.received()[0].body.clone()
}

fn quantile(times: &mut [Duration], q: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * q) as usize]
}

/// One after the other in turn, so that a busy moment meets all of them.
async fn added(base: &str) {
    let body = serde_json::to_vec(&request().await).unwrap();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let bare = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{base}/v1/systemone");
    let (mut deciding, mut reading) = (stack(Some(base)), stack(None));
    let (mut bare_times, mut jev_times, mut keywords_times) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let began = Instant::now();
        let reply = bare.post(&url).header("content-type", "application/json").body(body.clone()).send().await.unwrap();
        assert!(!reply.bytes().await.unwrap().is_empty());
        bare_times.push(began.elapsed());
        let began = Instant::now();
        let attempt = deciding.ready().await.unwrap().call(call(round)).await.unwrap();
        jev_times.push(began.elapsed());
        assert_eq!(attempt.report.unwrap().classification.source, Source::Jev);
        let began = Instant::now();
        let _ = reading.ready().await.unwrap().call(call(round)).await.unwrap();
        keywords_times.push(began.elapsed());
    }
    for q in [0.5, 0.9, 0.99] {
        let (bare, jev, keywords) = (quantile(&mut bare_times, q), quantile(&mut jev_times, q), quantile(&mut keywords_times, q));
        println!(
            "p{:<4} bare round trip {bare:>10.1?}   mode jev {jev:>10.1?}   added {:>10.1?}   mode keywords {keywords:>10.1?}",
            q * 100.0,
            jev.saturating_sub(bare)
        );
    }
}

async fn throughput(base: &str) {
    let deciding = stack(Some(base));
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let began = Instant::now();
    let mut running = tokio::task::JoinSet::new();
    for number in 0..FAILURES {
        let place = places.clone().acquire_owned().await.unwrap();
        let mut deciding = deciding.clone();
        running.spawn(async move {
            let attempt = deciding.ready().await.unwrap().call(call(number)).await.unwrap();
            drop(place);
            attempt.report.unwrap().classification.source == Source::Jev
        });
    }
    let followed = running.join_all().await.into_iter().filter(|followed| *followed).count();
    let took = began.elapsed();
    println!("{AT_ONCE} at once: {FAILURES} failures in {took:.2?}, {:.0} a second, {followed} decided", FAILURES as f64 / took.as_secs_f64());
}

async fn cancelled(base: &str) {
    let mut deciding = stack(Some(base));
    let (mut told, mut dropped) = (Vec::new(), Vec::new());
    for round in 0..400 {
        let token = CancellationToken::new();
        let mut running = Box::pin(deciding.ready().await.unwrap().call(call(round).with_cancellation(&token)));
        // Long enough to have sent the request.
        assert!(tokio::time::timeout(Duration::from_millis(3), &mut running).await.is_err());
        let began = Instant::now();
        if round % 2 == 0 {
            token.cancel();
            let _ = running.await.unwrap();
            told.push(began.elapsed());
        } else {
            drop(running);
            dropped.push(began.elapsed());
        }
    }
    println!("a decision that is cancelled ends in {:.1?}, one whose call is dropped in {:.1?} (p50)", quantile(&mut told, 0.5), quantile(&mut dropped, 0.5));
}

/// Has no answer, at once.
struct NoAnswer;

impl RecoveryEvaluator for NoAnswer {
    type Evaluation = Ready<Result<Answers, EvaluationError>>;

    fn evaluate(&self, _: Batch, _: tokio::time::Instant) -> Self::Evaluation {
        ready(Err(EvaluationError::new(EvaluationErrorKind::Unavailable)))
    }
}

/// Keeps nothing.
struct Nowhere;

impl CompareSink for Nowhere {
    fn record(&self, _: &Comparison) {}
}

/// The half of a comparison in the stack; the other one works whenever the stack waits.
fn shadow() -> Shadow {
    let (shadow, worker) = Compare::new(NoAnswer).sink(Nowhere).build(&config("compare")).unwrap();
    tokio::spawn(worker);
    shadow
}

macro_rules! stack_with {
    ($mode:literal, $decider:expr, $end:expr) => {{
        let catalog = Catalog::builder().tool(ToolDescriptor::new("widget").read_only()).build().unwrap();
        let layer = RecoveryLayer::builder().catalog(catalog).facts(ResultFacts::new()).decider($decider).config(config($mode)).build().unwrap();
        layer.layer(service_fn(|_: ToolCall| ready($end)))
    }};
}

/// The time of one of some calls in a row, each in a run of its own.
async fn each<S: Service<ToolCall, Error = String>>(stack: &mut S, round: usize) -> Duration {
    let calls: Vec<_> = (0..TOGETHER).map(|number| call(round * TOGETHER + number)).collect();
    let began = Instant::now();
    for call in calls {
        drop(stack.ready().await.unwrap().call(call).await.unwrap());
    }
    let took = began.elapsed() / TOGETHER as u32;
    // What is behind the timed calls: the worker's part.
    for _ in 0..2 * TOGETHER {
        tokio::task::yield_now().await;
    }
    took
}

/// Both modes in turn, and each first in every other round.
async fn turns(what: &str, mut keywords: impl Service<ToolCall, Error = String>, mut compare: impl Service<ToolCall, Error = String>) {
    let (mut keywords_times, mut compare_times) = (Vec::new(), Vec::new());
    for round in 0..TURNS {
        if round % 2 == 0 {
            keywords_times.push(each(&mut keywords, round).await);
            compare_times.push(each(&mut compare, round).await);
        } else {
            compare_times.push(each(&mut compare, round).await);
            keywords_times.push(each(&mut keywords, round).await);
        }
    }
    for q in [0.1, 0.5, 0.9] {
        let (keywords, compare) = (quantile(&mut keywords_times, q), quantile(&mut compare_times, q));
        let added = compare.as_secs_f64() / keywords.as_secs_f64() - 1.0;
        println!("p{:<4} {what:<8} mode keywords {keywords:>10.1?}   mode compare {compare:>10.1?}   added {:>5.1} %", q * 100.0, added * 100.0);
    }
}

async fn compared() {
    let end = || Ok::<(), String>(());
    turns("success", stack_with!("keywords", (), end()), stack_with!("compare", shadow(), end())).await;
    let end = || Err::<(), _>(TEXT.to_owned());
    let shadow = shadow();
    turns("failure", stack_with!("keywords", (), end()), stack_with!("compare", shadow.clone(), end())).await;
    println!("of the failures: {:?}", shadow.counters());
}

fn main() {
    // `cargo test --benches` runs this without `--bench`: there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let (answering, stalling) = (serve(false), serve(true));
    let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(compared());
    runtime.block_on(added(&answering));
    runtime.block_on(throughput(&answering));
    runtime.block_on(cancelled(&stalling));
}
