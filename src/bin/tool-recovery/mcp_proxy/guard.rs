//! The recovery stack around the calls of clients.

use super::{
    answer::{Advice, answer, unavailable},
    call::Call,
    facts::{Lost, Reply, WireFacts, is_contradicted},
    keeper::{Awaited, Keeper},
    message::{CallParams, Id},
    told::Told,
    tools::{Known, Overview, Tools},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Attempt, Outcome, RecoveryLayer, Stages,
    classify::TextClassifier,
    config::{ConfigError, RecoveryConfig},
    ledger::MemoryLedger,
    record::Records,
};
use tower_layer::Layer as _;
use tower_service::Service;

type Stack = RecoveryLayer<Stages<Tools, (), WireFacts, MemoryLedger, TextClassifier, ()>>;

/// Everything that is known about the calls of clients.
pub(super) struct Guard {
    config: RecoveryConfig,
    keeper: Arc<Keeper>,
    advice: Advice,
    records: Option<Records>,
    /// The stack of now. A changed list of tools makes another one, on the same ledger; calls that are under way keep theirs.
    stack: Mutex<Arc<Stack>>,
    known: Mutex<Known>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guard {
    pub(super) fn new(config: RecoveryConfig, known: Known, advice: Advice, keeper: Arc<Keeper>, records: Option<Records>) -> Result<Self, ConfigError> {
        let stack = Mutex::new(Arc::new(build(&config, &keeper.ledger, records.clone(), known.tools())?));
        Ok(Self { config, keeper, advice, records, stack, known: Mutex::new(known) })
    }

    /// The stack of now for a call of this name. What is declared of a name counts, also where the client has not listed it on this connection.
    fn stack(&self, name: &str) -> Arc<Stack> {
        let apart = lock(&self.known).unlisted(name);
        let apart = apart.and_then(|tools| build(&self.config, &self.keeper.ledger, self.records.clone(), tools).ok());
        apart.map_or_else(|| lock(&self.stack).clone(), Arc::new)
    }

    /// Makes the stack anew for the tools that are known now. The configuration was checked, so that it can be built again.
    fn rebuild(&self, known: &Known) {
        if let Ok(stack) = build(&self.config, &self.keeper.ledger, self.records.clone(), known.tools()) {
            *lock(&self.stack) = Arc::new(stack);
        }
    }

    /// Takes over a page of the server's list. Once it is complete: how it and the declarations fit together.
    pub(super) fn page(&self, first: bool, response: &str) -> Option<Overview> {
        let mut known = lock(&self.known);
        let complete = known.page(first, response)?;
        self.rebuild(&known);
        complete.then(|| known.overview())
    }

    /// The server says that its tools have changed: until they are listed again, nothing is checked against what they were.
    pub(super) fn list_changed(&self) {
        let mut known = lock(&self.known);
        if known.forget_schemas() {
            self.rebuild(&known);
        }
    }

    /// Reads a call and what its client says beside it. `run` is where it belongs unless its client says otherwise. The error says what of it cannot be read or done.
    pub(super) fn admit(&self, run: &Arc<str>, id: Id, params: &CallParams<'_>, text: &str) -> Result<Call, String> {
        let told = Told::read(params.meta)?;
        let run = told.run().map_or_else(|| run.clone(), Arc::from);
        self.keeper.apply(&told, &run, |tool| tool == params.name || lock(&self.known).knows(tool))?;
        Ok(Call::new(id, params, run, text.to_owned(), self.config.normalize.max_depth))
    }

    /// Runs a call through the stack of now.
    pub(super) async fn attempt<S>(&self, service: S, call: Call) -> Result<Attempt<Reply, Lost>, Lost>
    where
        S: Service<Call, Response = Reply, Error = Lost> + Clone,
    {
        let (tool, arguments) = (call.tool.clone(), call.value());
        let (sent, service) = (self.keeper.sent(), self.keeper.watch(service));
        let end = service.end();
        let attempt = self.stack(&tool).deferred().layer(service).call(call).await?;
        let mut changed = end();
        match &attempt.outcome {
            // A read that says inside that it failed has shown nothing.
            Outcome::Completed(reply) => changed |= self.keeper.succeeded(&tool, arguments.as_deref(), sent, || !is_contradicted(reply)) > 0,
            Outcome::Rejected(_) => {}
            _ => {
                if let Some(hold) = attempt.hold() {
                    self.keeper.held(hold, &tool, arguments.as_deref());
                    changed = true;
                }
            }
        }
        if changed {
            self.keeper.save();
        }
        Ok(attempt)
    }

    /// What is held of a call if its client leaves.
    pub(super) fn awaited(&self, call: &Call) -> Arc<Awaited> {
        self.keeper.awaited(call)
    }

    /// The line for the client; `None` where it cancelled the call.
    pub(super) fn answer(&self, attempt: Result<Attempt<Reply, Lost>, Lost>, id: &Id) -> Option<Vec<u8>> {
        match attempt {
            Ok(attempt) => answer(attempt, id, self.advice),
            Err(lost) => Some(unavailable(id, &lost)),
        }
    }
}

/// The calls of one connection that are under way, to be cancelled by its client.
#[derive(Clone, Default)]
pub(super) struct UnderWay(Arc<Mutex<HashMap<Id, CancellationToken>>>);

impl UnderWay {
    /// Keeps a call in mind. `false` where one of its id is under way already.
    pub(super) fn begin(&self, call: &Call) -> bool {
        let mut calls = lock(&self.0);
        if calls.contains_key(&call.id) {
            return false;
        }
        calls.insert(call.id.clone(), call.client.clone());
        true
    }

    /// Whether the call was still under way: only who ends it answers it.
    pub(super) fn end(&self, id: &Id) -> bool {
        lock(&self.0).remove(id).is_some()
    }

    /// The client cancels a call.
    pub(super) fn cancel(&self, id: &Id) {
        if let Some(token) = lock(&self.0).get(id) {
            token.cancel();
        }
    }

    /// Whether a call of this id is.
    pub(super) fn has(&self, id: &Id) -> bool {
        lock(&self.0).contains_key(id)
    }

    /// Whether none is.
    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }

    /// Ends them all.
    pub(super) fn take(&self) -> Vec<Id> {
        lock(&self.0).drain().map(|(id, _)| id).collect()
    }
}

/// A stack over the ledger that all of them share.
fn build(config: &RecoveryConfig, ledger: &MemoryLedger, records: Option<Records>, tools: Tools) -> Result<Stack, ConfigError> {
    let builder = RecoveryLayer::builder().catalog(tools).facts(WireFacts).ledger(ledger.clone()).config(config.clone());
    match records {
        Some(records) => builder.records(records).build(),
        None => builder.build(),
    }
}
