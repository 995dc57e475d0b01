//! What the stack costs, for people: `cargo bench --bench overhead`. Times vary with the machine, so read them against each other; the figures that hold are in
//! `benches/instructions.rs` and `tests/alloc.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

mod support;

use divan::{
    Bencher, black_box,
    counter::{BytesCount, ItemsCount},
};
use serde_json::Value;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};
use support::{Bare, arguments, call, now, once, text_arguments, text_schema, warmed};
use tool_recovery::{
    ToolCall,
    classify::{Class, Keywords, Source, TextEvidence},
    facts::{Adapter, Effect},
    ledger::{CallKey, EventKind, Fingerprint, Ledger, MemoryLedger, Observation, OperationKey, RunKey, ScopeKey, Stamp},
};
use tower_layer::Layer;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [200, 10_000, 1_000_000];

mod success {
    use super::*;

    #[divan::bench(args = SIZES)]
    fn inner_alone(bencher: Bencher<'_, '_>, bytes: usize) {
        let (mut service, arguments) = (Bare, arguments(bytes));
        bencher.bench_local(|| once(&mut service, black_box(call("tool_0", &arguments))));
    }

    #[divan::bench(args = SIZES)]
    fn with_recovery(bencher: Bencher<'_, '_>, bytes: usize) {
        let (mut service, arguments) = (warmed(), arguments(bytes));
        bencher.bench_local(|| once(&mut service, black_box(call("tool_0", &arguments))));
    }

    #[divan::bench(args = SIZES)]
    fn with_box_clone_service(bencher: Bencher<'_, '_>, bytes: usize) {
        let (mut service, arguments) = (tower::util::BoxCloneService::new(Bare), arguments(bytes));
        bencher.bench_local(|| once(&mut service, black_box(call("tool_0", &arguments))));
    }

    #[divan::bench(args = SIZES)]
    fn with_tower_retry(bencher: Bencher<'_, '_>, bytes: usize) {
        let (mut service, arguments) = (tower::retry::RetryLayer::new(Twice(2)).layer(Bare), arguments(bytes));
        bencher.bench_local(|| once(&mut service, black_box(call("tool_0", &arguments))));
    }

    /// The plain policy of tower's documentation: try again while attempts are left.
    #[derive(Clone)]
    struct Twice(usize);

    impl tower::retry::Policy<ToolCall, support::Answer, String> for Twice {
        type Future = std::future::Ready<()>;

        fn retry(&mut self, _: &mut ToolCall, result: &mut Result<support::Answer, String>) -> Option<Self::Future> {
            if result.is_ok() || self.0 == 0 {
                return None;
            }
            self.0 -= 1;
            Some(std::future::ready(()))
        }

        fn clone_request(&mut self, request: &ToolCall) -> Option<ToolCall> {
            Some(request.clone())
        }
    }
}

mod text_arguments {
    use super::*;

    #[divan::bench]
    fn parse_and_validate_alone(bencher: Bencher<'_, '_>) {
        let (validator, text) = (jsonschema::validator_for(&text_schema()).unwrap(), text_arguments());
        bencher.bench_local(|| {
            let value: Arc<Value> = Arc::new(serde_json::from_str(black_box(&text)).unwrap());
            assert!(validator.is_valid(&value));
            once(&mut Bare, ToolCall::new("read", value))
        });
    }

    #[divan::bench]
    fn with_recovery(bencher: Bencher<'_, '_>) {
        let mut service = support::reads_text();
        let text: Arc<str> = text_arguments().into();
        bencher.bench_local(|| once(&mut service, ToolCall::from_text("read", black_box(text.clone()))));
    }
}

mod failure {
    use super::*;

    /// One failed call of a run of its own, from the call to the report.
    #[divan::bench(args = 0..support::TEXTS.len())]
    fn by_class(bencher: Bencher<'_, '_>, text: usize) {
        let mut service = support::failing(support::TEXTS[text]);
        let arguments = arguments(200);
        let mut run = 0_u64;
        bencher
            .with_inputs(|| {
                run += 1;
                ToolCall::new("read", arguments.clone()).with_run(format!("run-{run}"))
            })
            .bench_local_values(|call| once(&mut service, call));
    }
}

mod fingerprint {
    use super::*;

    #[divan::bench(args = [200, 10_000])]
    fn of_arguments(bencher: Bencher<'_, '_>, bytes: usize) {
        let (ledger, arguments) = (MemoryLedger::default(), arguments(bytes));
        bencher.counter(BytesCount::new(bytes)).bench_local(|| ledger.fingerprint(black_box(&arguments), &[]));
    }
}

mod keywords {
    use super::*;

    fn text(bytes: usize) -> String {
        let line = "2026-01-02 build step finished without notice of any kind\n";
        let mut text = line.repeat(bytes / line.len());
        text.push_str("error: could not connect to server: Connection refused\n");
        text
    }

    #[divan::bench(args = [300, 4_000, 16_000, 1_048_576])]
    fn verdict(bencher: Bencher<'_, '_>, bytes: usize) {
        let (keywords, text) = (Keywords::new(), text(bytes));
        let evidence = TextEvidence::new(&text, Adapter::Process);
        bencher.counter(BytesCount::new(text.len())).bench_local(|| keywords.classify(black_box(&evidence)));
    }

    /// The worst texts: words of rules over and over on one line, and halves of phrases that never meet the other half.
    #[divan::bench(args = ["rate limit exceeded ", "could not find ", "error: permission 429 ", "\"code\": \"", "a b: c, ", "\u{1b}[31m"])]
    fn worst(bencher: Bencher<'_, '_>, part: &str) {
        let (keywords, text) = (Keywords::new(), part.repeat(1_048_576 / part.len()));
        let evidence = TextEvidence::new(&text, Adapter::Process);
        bencher.counter(BytesCount::new(text.len())).bench_local(|| keywords.classify(black_box(&evidence)));
    }
}

mod ledger {
    use super::*;

    fn observation(run: u64) -> Observation {
        let call = CallKey {
            run: RunKey(u128::from(run).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)),
            scope: ScopeKey(1),
            operation: OperationKey(u128::from(run % 20) << 64 | 7),
            fingerprint: Fingerprint(u128::from(run) << 3 | 1),
            service: None,
        };
        let mut observation = Observation::new(call, Stamp::default(), EventKind::Failure);
        observation.class = Class::WrongArguments;
        observation.source = Source::Keywords;
        observation.effect = Effect::ReadOnly;
        observation
    }

    fn observe(ledger: &MemoryLedger, run: u64) {
        black_box(now(ledger.observe(observation(run))));
    }

    /// A ledger in which so many runs have failed once.
    fn filled(runs: u64) -> MemoryLedger {
        let mut config = tool_recovery::ledger::LedgerConfig::default();
        config.bounds.max_runs = 2_000_000;
        let ledger = MemoryLedger::new(config).unwrap();
        (0..runs).for_each(|run| observe(&ledger, run));
        ledger
    }

    /// Observations between two looks at the clock, which cost as much as one.
    const BATCH: u64 = 500;

    /// Threads take turns at batches, so that each has runs of its own.
    #[divan::bench(args = [1_000, 1_000_000], threads = [1, 2])]
    fn observed(bencher: Bencher<'_, '_>, runs: u64) {
        let (ledger, next) = (filled(runs), AtomicU64::new(0));
        bencher.counter(ItemsCount::new(BATCH)).bench(|| {
            let first = next.fetch_add(BATCH, Relaxed);
            (first..first + BATCH).for_each(|step| observe(&ledger, step * 7 % runs));
        });
    }

    /// All threads observe the same run, so that they wait for each other.
    #[divan::bench(threads = [1, 2])]
    fn observed_of_one_run(bencher: Bencher<'_, '_>) {
        let ledger = filled(1_000);
        bencher.counter(ItemsCount::new(BATCH)).bench(|| (0..BATCH).for_each(|_| observe(&ledger, 1)));
    }
}
