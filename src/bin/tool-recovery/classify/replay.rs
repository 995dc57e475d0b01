//! Recorded calls through the real stack.
//!
//! The inner service gives the recorded result, the extractor reads it by the adapter of its transport, and everything else is the stack as an agent would have it.

#[cfg(feature = "jev")]
use super::jev::Decided;
use super::{
    deciding::{Decider, Deciding},
    facts,
    observing::Observing,
};
use serde::Serialize;
use std::{
    convert::Infallible,
    future::{Ready, poll_fn, ready},
    sync::Arc,
    task::{Context, Poll},
};
use tool_recovery::{
    Attempt, Outcome, RecoveryLayer, Stages, ToolCall, Verdict,
    admission::{Catalog, ToolDescriptor},
    advice::Action,
    classify::{Class, Source, Subkind, TextClassifier},
    config::{ConfigError, RecoveryConfig},
    corpus::Row,
    facts::{FactExtractor, Judgement, UndeclaredEffect},
    ledger::{Gate, MemoryLedger, Reconciled},
};
use tower_layer::Layer as _;
use tower_service::Service;

/// The stack of a host without a policy.
type Stack = RecoveryLayer<Stages<Catalog, (), RowFacts, Observing, TextClassifier, Decider>>;

/// What is written for one row.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    id: &'a str,
    pub(crate) failed: bool,
    pub(crate) class: Option<Class>,
    subkind: Option<Subkind>,
    pub(crate) source: Source,
    action: &'static str,
    verdict: Verdict,
    pub(crate) retry_advised: bool,
    pub(crate) latency_ns: u64,
    /// What a decision model was asked and answered, where it was worth asking.
    #[cfg(feature = "jev")]
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<Decided>,
}

/// Replays runs. The classifier and the ledger are shared by all of them.
pub(crate) struct Replay {
    config: RecoveryConfig,
    classifier: TextClassifier,
    ledger: Observing,
    deciding: Deciding,
    runs: u64,
}

/// A run that is being replayed: the ledger's run and scope are its own, so that nothing of one reaches another.
pub(crate) struct Run<'a> {
    replay: &'a mut Replay,
    name: Arc<str>,
}

impl Replay {
    /// By facts and text rules alone, or by none of the text rules where the configuration says so.
    #[cfg(feature = "eval")]
    pub(crate) fn unaided(config: RecoveryConfig) -> Result<Self, String> {
        let classifier = TextClassifier::of(config.classifier);
        Self::new(config, classifier, Deciding::nobody()?).map_err(|error| error.to_string())
    }

    pub(super) fn new(mut config: RecoveryConfig, classifier: TextClassifier, deciding: Deciding) -> Result<Self, ConfigError> {
        // The effect of a row is a fact already, so that a row that says "unknown" is no write.
        config.undeclared_effect = UndeclaredEffect::Unknown;
        let ledger = MemoryLedger::new(config.ledger.clone()).map_err(|error| error.within("ledger"))?;
        Ok(Self { classifier, ledger: Observing::new(ledger), deciding, config, runs: 0 })
    }

    pub(crate) fn run(&mut self) -> Run<'_> {
        self.runs += 1;
        let name = self.runs.to_string().into();
        Run { replay: self, name }
    }
}

impl Run<'_> {
    /// Replays one call of the run. The answer is one line of JSON.
    pub(super) fn call(&mut self, row: &Arc<Row>) -> Result<String, String> {
        serde_json::to_string(&self.answer(row)?).map_err(|error| error.to_string())
    }

    /// Replays one call of the run.
    pub(crate) fn answer<'a>(&mut self, row: &'a Arc<Row>) -> Result<Answer<'a>, String> {
        let layer = self.layer(row).map_err(|error| error.to_string())?;
        let service = layer.layer(Recording(row.clone()));
        let call = ToolCall::new(row.tool.as_str(), row.arguments.clone()).with_run(self.name.clone()).with_scope(self.name.clone());
        self.replay.ledger.expect();
        let start = now();
        let attempt = self.replay.deciding.finish(finished(service, call)).flatten();
        let latency = start.elapsed();
        let stood = self.replay.ledger.stood();
        let attempt = attempt.ok_or("the stack did not answer at once")?;
        let mut answer = answer(&row.id, &attempt, stood).ok_or("the stack refused the call")?;
        answer.latency_ns = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX);
        Ok(answer)
    }

    /// The stack with a catalog of what this row offers.
    #[cfg_attr(not(feature = "jev"), allow(clippy::unit_arg, reason = "nobody is the unit"))]
    fn layer(&self, row: &Row) -> Result<Stack, ConfigError> {
        let mut others: Vec<&str> = row.candidates.iter().map(String::as_str).filter(|name| *name != row.tool).collect();
        others.sort_unstable();
        others.dedup();
        let catalog = Catalog::builder().tool(facts::descriptor(row)).tools(others.into_iter().map(ToolDescriptor::new)).build()?;
        RecoveryLayer::builder()
            .catalog(catalog)
            .facts(RowFacts)
            .ledger(self.replay.ledger.clone())
            .classifier(self.replay.classifier.clone())
            .decider(self.replay.deciding.source())
            .config(self.replay.config.clone())
            .build()
    }
}

/// The extractor of the stack: it reads a row by the adapter of its transport.
#[derive(Clone, Copy)]
struct RowFacts;

impl FactExtractor<Arc<Row>, Infallible> for RowFacts {
    fn judge(&self, _: &ToolDescriptor, recorded: Result<&Arc<Row>, &Infallible>) -> Judgement {
        match recorded {
            Ok(row) => facts::judge(row),
            Err(never) => match *never {},
        }
    }
}

impl Drop for Run<'_> {
    /// The run is over: nothing of it is kept.
    fn drop(&mut self) {
        let ledger = self.replay.ledger.memory();
        ledger.finish_run(&self.name);
        for hold in ledger.holds() {
            ledger.reconcile_hold(hold.id, Reconciled::NotApplied);
        }
    }
}

/// The tool: it gives what was recorded.
struct Recording(Arc<Row>);

impl Service<ToolCall> for Recording {
    type Response = Arc<Row>;
    type Error = Infallible;
    type Future = Ready<Result<Arc<Row>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: ToolCall) -> Self::Future {
        ready(Ok(self.0.clone()))
    }
}

/// What a service answers to a call.
async fn finished<S>(mut service: S, call: ToolCall) -> Option<Attempt<Arc<Row>, Infallible>>
where
    S: Service<ToolCall, Response = Attempt<Arc<Row>, Infallible>, Error = Infallible>,
{
    poll_fn(|cx| service.poll_ready(cx)).await.ok()?;
    service.call(call).await.ok()
}

/// `None` where the call did not run, which a ledger that only observes leaves no reason for.
fn answer<'a>(id: &'a str, attempt: &Attempt<Arc<Row>, Infallible>, stood: Gate) -> Option<Answer<'a>> {
    let Some(report) = attempt.report.as_deref() else {
        return Some(Answer {
            id,
            failed: false,
            class: None,
            subkind: None,
            source: Source::Trusted,
            action: Action::None.as_str(),
            verdict: attempt.verdict,
            retry_advised: false,
            latency_ns: 0,
            #[cfg(feature = "jev")]
            decision: None,
        });
    };
    if matches!(attempt.outcome, Outcome::Rejected(_)) {
        return None;
    }
    let (verdict, instead) = refused(stood).map_or((attempt.verdict, None), |action| (Verdict::Halt, action));
    let action = instead.as_ref().unwrap_or(&report.advice.action);
    let found = report.classification;
    Some(Answer {
        id,
        failed: true,
        class: Some(found.class),
        subkind: found.subkind,
        source: found.source,
        action: action.as_str(),
        verdict,
        retry_advised: action.advises_retry(),
        latency_ns: 0,
        #[cfg(feature = "jev")]
        decision: report.decision.as_deref().map(Decided::of),
    })
}

/// Whether the stack would have refused the call, and the action that would have come with that, where it is another than that of the failure.
fn refused(stood: Gate) -> Option<Option<Action>> {
    match stood {
        Gate::Open | Gate::Paced { .. } => None,
        Gate::Held { .. } | Gate::HoldsFull => Some(Some(Action::Reconcile)),
        Gate::Repeat { .. } => Some(Some(Action::StopRepeating)),
        _ => Some(None),
    }
}

#[allow(clippy::disallowed_methods, reason = "the latency of a row is wall time of this process, which no test pauses")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}
