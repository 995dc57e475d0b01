//! The real stacks, by mode.

#[cfg(any(feature = "compare", feature = "jev"))]
use super::evaluator::Scripted;
use super::{
    Evaluations, Parameters,
    episode::Setting,
    ours::{Asking, SeenFacts},
    world::Seen,
};
#[cfg(feature = "compare")]
use crate::compare::{Compare, CompareSink, CompareWorker, Comparison, Shadow};
#[cfg(any(feature = "compare", feature = "jev"))]
use crate::config::Classifier;
#[cfg(feature = "jev")]
use crate::decide::{Asking as Evaluating, Decider};
use crate::{
    Attempt, RecoveryLayer, Stages, ToolCall,
    admission::Catalog,
    classify::TextClassifier,
    config::{ConfigError, RecoveryConfig},
    ledger::MemoryLedger,
};
#[cfg(feature = "compare")]
use std::time::Duration;
use std::{
    convert::Infallible,
    future::Future as _,
    pin::pin,
    task::{Context, Poll, Waker},
};
use tower_layer::Layer as _;
use tower_service::Service;

type Layer<D> = RecoveryLayer<Stages<Catalog, (), SeenFacts, MemoryLedger, TextClassifier, D>>;

/// A stack, and who decides for it or beside it.
pub(super) enum Stack {
    Plain(Layer<()>),
    #[cfg(feature = "compare")]
    Compare(Layer<Shadow>, Box<Beside>),
    #[cfg(feature = "jev")]
    Jev(Layer<Decider<Scripted>>, Scripted),
}

impl Stack {
    pub(super) fn new(catalog: Catalog, ledger: MemoryLedger, config: RecoveryConfig) -> Result<Self, ConfigError> {
        let builder = RecoveryLayer::builder().catalog(catalog).facts(SeenFacts).ledger(ledger);
        match config.classifier {
            #[cfg(feature = "compare")]
            Classifier::Compare => {
                let beside = Box::new(Beside::new(&config)?);
                Ok(Self::Compare(builder.decider(beside.shadow.clone()).config(config).build()?, beside))
            }
            #[cfg(feature = "jev")]
            Classifier::Jev => {
                let evaluator = Scripted::new();
                Ok(Self::Jev(builder.decider(Evaluating::new(evaluator.clone())).config(config).build()?, evaluator))
            }
            _ => Ok(Self::Plain(builder.config(config).build()?)),
        }
    }

    #[cfg_attr(not(any(feature = "compare", feature = "jev")), allow(unused_variables, clippy::unused_self, reason = "scripts are for these"))]
    pub(super) fn begin(&self, parameters: &Parameters, setting: &Setting) {
        match self {
            Self::Plain(_) => {}
            #[cfg(feature = "compare")]
            Self::Compare(_, beside) => beside.evaluator.begin(parameters, setting),
            #[cfg(feature = "jev")]
            Self::Jev(_, evaluator) => evaluator.begin(parameters, setting),
        }
    }

    pub(super) fn evaluations(&self) -> Option<Evaluations> {
        match self {
            Self::Plain(_) => None,
            #[cfg(feature = "compare")]
            Self::Compare(_, beside) => Some(beside.evaluator.evaluations()),
            #[cfg(feature = "jev")]
            Self::Jev(_, evaluator) => Some(evaluator.evaluations()),
        }
    }

    /// Only where a decision is served is anything awaited.
    pub(super) async fn call(&mut self, tool: Asking<'_>, call: ToolCall) -> Option<Attempt<Seen, Infallible>> {
        match self {
            Self::Plain(layer) => finished(layer.layer(tool), call),
            #[cfg(feature = "compare")]
            Self::Compare(layer, beside) => {
                let attempt = finished(layer.layer(tool), call);
                beside.work();
                attempt
            }
            #[cfg(feature = "jev")]
            Self::Jev(layer, _) => {
                let mut service = layer.layer(tool);
                std::future::poll_fn(|cx| service.poll_ready(cx)).await.ok()?;
                service.call(call).await.ok()
            }
        }
    }

    /// The episode is over: what is still asked beside the stack was asked about it.
    pub(super) async fn end(&mut self) {
        match self {
            Self::Plain(_) => {}
            #[cfg(feature = "compare")]
            Self::Compare(_, beside) => beside.finish().await,
            // What is awaited is over with its call.
            #[cfg(feature = "jev")]
            Self::Jev(..) => {}
        }
    }
}

/// Calls a service that answers at once.
fn finished<S>(mut service: S, call: ToolCall) -> Option<Attempt<Seen, Infallible>>
where
    S: Service<ToolCall, Response = Attempt<Seen, Infallible>, Error = Infallible>,
{
    let mut cx = Context::from_waker(Waker::noop());
    if !matches!(service.poll_ready(&mut cx), Poll::Ready(Ok(()))) {
        return None;
    }
    match pin!(service.call(call)).poll(&mut cx) {
        Poll::Ready(Ok(attempt)) => Some(attempt),
        Poll::Pending | Poll::Ready(Err(_)) => None,
    }
}

/// Keeps nothing: the worker's counters say that a comparison was made.
#[cfg(feature = "compare")]
struct Nowhere;

#[cfg(feature = "compare")]
impl CompareSink for Nowhere {
    fn record(&self, _: &Comparison) {}
}

/// The worker of `compare`, which is polled after every call.
#[cfg(feature = "compare")]
pub(super) struct Beside {
    shadow: Shadow,
    worker: CompareWorker<Scripted, Nowhere>,
    evaluator: Scripted,
}

#[cfg(feature = "compare")]
impl Beside {
    /// More steps than a full queue takes to its last deadline.
    const STEPS: usize = 4000;

    fn new(config: &RecoveryConfig) -> Result<Self, ConfigError> {
        let evaluator = Scripted::new();
        let (shadow, worker) = Compare::new(evaluator.clone()).sink(Nowhere).build(config)?;
        Ok(Self { shadow, worker, evaluator })
    }

    fn work(&mut self) {
        // It ends with the last shadow, and one is kept here.
        let _ = std::pin::Pin::new(&mut self.worker).poll(&mut Context::from_waker(Waker::noop()));
    }

    async fn finish(&mut self) {
        for _ in 0..Self::STEPS {
            self.work();
            let counters = self.shadow.counters();
            if counters.recorded == counters.queued {
                return;
            }
            tokio::time::advance(Duration::from_millis(100)).await;
        }
    }
}
