//! A ledger that counts and refuses nothing.

use serde_json::Value;
use std::{
    cell::Cell,
    future::{Ready, ready},
    rc::Rc,
    sync::Arc,
};
use tool_recovery::{
    classify::Classification,
    facts::Code,
    ledger::{
        FailureDigest, Fingerprint, Gate, GateQuery, HoldId, HoldInfo, HoldPlace, HoldState, Ledger, LedgerConfig, MemoryLedger, Observation, OperationKey,
        Probe, RunKey, ScopeKey, Standing, Success,
    },
};

/// A [`MemoryLedger`] whose gates are asked and passed: a recorded call did run, whatever the gates would have said, so that its failure has to be counted and classified.
/// What they said is kept for the verdict.
#[derive(Clone)]
pub(super) struct Observing {
    memory: MemoryLedger,
    stood: Rc<Cell<Gate>>,
}

impl Observing {
    pub(super) fn new(memory: MemoryLedger) -> Self {
        Self { memory, stood: Rc::new(Cell::new(Gate::Open)) }
    }

    pub(super) fn memory(&self) -> &MemoryLedger {
        &self.memory
    }

    /// Forgets what the gates said of the call before.
    pub(super) fn expect(&self) {
        self.stood.set(Gate::Open);
    }

    /// What stood against the latest call. A pause does not count, because nobody recorded how long the agent waited.
    pub(super) fn stood(&self) -> Gate {
        self.stood.get()
    }

    /// A pause hides the hold behind it.
    fn behind_a_pause(&self, query: &GateQuery) -> Gate {
        let against = |hold: &HoldInfo| hold.operation == query.call.operation && hold.state != HoldState::Identical;
        let hold = self.memory.holds().into_iter().find(against);
        hold.map_or(Gate::Open, |hold| Gate::Held { place: HoldPlace::Operation, id: hold.id })
    }
}

impl Ledger for Observing {
    type Gate = Ready<Gate>;
    type Observe = Ready<Standing>;

    fn config(&self) -> Option<&LedgerConfig> {
        Some(self.memory.config())
    }

    fn run_key(&self, run: &str) -> RunKey {
        self.memory.run_key(run)
    }

    fn scope_key(&self, scope: &str) -> ScopeKey {
        self.memory.scope_key(scope)
    }

    fn operation_key(&self, tool: &str, operation: Option<&str>, scope: ScopeKey) -> OperationKey {
        self.memory.operation_key(tool, operation, scope)
    }

    fn fingerprint(&self, arguments: &Value, superficial: &[Arc<str>]) -> Fingerprint {
        self.memory.fingerprint(arguments, superficial)
    }

    fn digest(&self, text: &str) -> u64 {
        self.memory.digest(text)
    }

    fn failure_digest(&self, classification: &Classification, code: Option<&Code>, line: &str) -> FailureDigest {
        self.memory.failure_digest(classification, code, line)
    }

    fn probe(&self, run: RunKey) -> Probe {
        self.memory.probe(run)
    }

    fn gate(&self, query: &GateQuery) -> Ready<Gate> {
        let said = self.memory.gate(query).into_inner();
        self.stood.set(if matches!(said, Gate::Paced { .. }) { self.behind_a_pause(query) } else { said });
        ready(Gate::Open)
    }

    fn recheck(&self, _: &GateQuery) -> Gate {
        Gate::Open
    }

    fn succeeded(&self, success: &Success) {
        self.memory.succeeded(success);
    }

    fn observe(&self, observation: Observation) -> Ready<Standing> {
        self.memory.observe(observation)
    }

    fn abandon(&self, observation: Observation) {
        self.memory.abandon(observation);
    }

    fn settling(&self, observation: &Observation) -> Option<HoldId> {
        self.memory.settling(observation)
    }

    fn settled(&self, observation: &Observation, hold: Option<HoldId>) {
        self.memory.settled(observation, hold);
    }
}
