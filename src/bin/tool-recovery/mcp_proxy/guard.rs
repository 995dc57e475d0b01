//! The recovery stack around the calls of one client.

use super::{
    answer::{Advice, answer},
    call::Call,
    facts::WireFacts,
    holds::{Told, Unverified},
    message::{CallParams, Id},
    pipes::Outlet,
    tools::{Known, Tools},
    upstream::Upstream,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Outcome, RecoveryLayer, Stages,
    classify::TextClassifier,
    config::{ConfigError, RecoveryConfig},
    ledger::MemoryLedger,
};
use tower_layer::Layer as _;
use tower_service::Service as _;

type Stack = RecoveryLayer<Stages<Tools, (), WireFacts, MemoryLedger, TextClassifier, ()>>;

/// Everything that is known about the calls of one client.
pub(super) struct Guard {
    config: RecoveryConfig,
    ledger: MemoryLedger,
    advice: Advice,
    run: Arc<str>,
    /// The stack of now. A changed list of tools makes another one, on the same ledger; calls that are under way keep theirs.
    stack: Mutex<Arc<Stack>>,
    known: Mutex<Known>,
    unverified: Mutex<Unverified>,
    /// The calls that are under way, to be cancelled by the client.
    under_way: Mutex<HashMap<Id, CancellationToken>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guard {
    pub(super) fn new(config: RecoveryConfig, known: Known, advice: Advice, run: &str) -> Result<Self, ConfigError> {
        let ledger = MemoryLedger::new(config.ledger.clone()).map_err(|error| error.within("ledger"))?;
        let stack = Mutex::new(Arc::new(build(&config, &ledger, known.tools())?));
        Ok(Self { config, ledger, advice, run: run.into(), stack, known: Mutex::new(known), unverified: Mutex::default(), under_way: Mutex::default() })
    }

    fn stack(&self) -> Arc<Stack> {
        lock(&self.stack).clone()
    }

    /// Makes the stack anew for the tools that are known now. The configuration was checked, so that it can be built again.
    fn rebuild(&self, known: &Known) {
        if let Ok(stack) = build(&self.config, &self.ledger, known.tools()) {
            *lock(&self.stack) = Arc::new(stack);
        }
    }

    /// Takes over a page of the server's list. Once it is complete: how many tools there are, and how many of them are undeclared.
    pub(super) fn page(&self, first: bool, response: &str) -> Option<(usize, usize)> {
        let mut known = lock(&self.known);
        let complete = known.page(first, response)?;
        self.rebuild(&known);
        complete.then(|| known.counts())
    }

    /// The server says that its tools have changed: until they are listed again, nothing is checked against what they were.
    pub(super) fn list_changed(&self) {
        let mut known = lock(&self.known);
        if known.forget_schemas() {
            self.rebuild(&known);
        }
    }

    /// What is declared of a tool counts, also where the client has not listed it on this connection.
    fn meet(&self, name: &str) {
        let mut known = lock(&self.known);
        if known.call(name) {
            self.rebuild(&known);
        }
    }

    /// Reads a call and what its client says beside it. `None` where that cannot be read.
    pub(super) fn admit(&self, id: Id, params: &CallParams<'_>, text: &str) -> Option<Call> {
        let told = Told::read(params.meta).ok()?;
        let run = told.run().map_or_else(|| self.run.clone(), Arc::from);
        told.apply(&self.ledger, &run);
        self.meet(&params.name);
        let call = Call::new(id, params, run, text.to_owned(), self.config.normalize.max_depth);
        lock(&self.under_way).insert(call.id.clone(), call.client.clone());
        Some(call)
    }

    /// Whether a call of this id is under way.
    pub(super) fn is_under_way(&self, id: &Id) -> bool {
        lock(&self.under_way).contains_key(id)
    }

    /// The client cancels a call.
    pub(super) fn cancel(&self, id: &Id) {
        if let Some(token) = lock(&self.under_way).get(id) {
            token.cancel();
        }
    }

    /// The calls that nobody has answered so far.
    pub(super) fn take_under_way(&self) -> Vec<Id> {
        lock(&self.under_way).drain().map(|(id, _)| id).collect()
    }

    /// Runs a call to its answer for the client.
    pub(super) async fn run(self: Arc<Self>, service: Upstream, client: Outlet, call: Call) {
        let (id, tool, arguments) = (call.id.clone(), call.tool.clone(), call.value());
        let sent = lock(&self.unverified).sent();
        let attempt = self.stack().deferred().layer(service).call(call).await;
        let answer = match attempt {
            Ok(attempt) => {
                match &attempt.outcome {
                    Outcome::Completed(_) => {
                        lock(&self.unverified).succeeded(&self.ledger, &tool, arguments.as_deref(), sent);
                    }
                    Outcome::Rejected(_) => {}
                    _ if attempt.report.as_ref().is_some_and(|report| report.standing.held) => {
                        lock(&self.unverified).held(&self.ledger, &lock(&self.known).declared, &tool, arguments);
                    }
                    _ => {}
                }
                answer(attempt, &id, self.advice)
            }
            Err(lost) => Some(super::answer::unavailable(&id, &lost)),
        };
        // Only who still has the call answers it.
        let ours = lock(&self.under_way).remove(&id).is_some();
        if let (true, Some(line)) = (ours, answer) {
            client.send(line);
        }
    }
}

/// A stack over the ledger that all of them share.
fn build(config: &RecoveryConfig, ledger: &MemoryLedger, tools: Tools) -> Result<Stack, ConfigError> {
    RecoveryLayer::builder().catalog(tools).facts(WireFacts).ledger(ledger.clone()).config(config.clone()).build()
}
