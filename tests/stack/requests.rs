//! Requests of a host's own, and ledgers that answer later.

use crate::support::{Counted, End, Script, args, begin, builder, call, counted, lost, now_instant, poll_once, rejection, report, settled};
use serde_json::{Value, json};
use std::{borrow::Cow, future::Future, pin::Pin, sync::Arc, time::Duration};
use tokio::time::sleep;
use tool_recovery::{
    ArgumentsRef, RejectionKind, ToolCall, ToolRequest,
    admission::{Catalog, ToolDescriptor},
    classify::Class,
    facts::{Facts, UndeclaredEffect},
    ledger::{Fingerprint, Gate, GateQuery, HoldId, Ledger, MemoryLedger, Observation, OperationKey, Probe, RunKey, ScopeKey, Standing, Success},
};
use tower::{Layer, ServiceExt};

/// A request that owns its arguments, so that nothing of them can be kept.
struct Owned {
    tool: String,
    arguments: Value,
}

impl ToolRequest for Owned {
    type Cancelled = std::future::Pending<()>;

    fn tool(&self) -> &str {
        &self.tool
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        ArgumentsRef::Owned(&self.arguments)
    }

    fn with_arguments(self, arguments: Arc<Value>) -> Self {
        Self { arguments: Arc::unwrap_or_clone(arguments), ..self }
    }

    fn with_tool(self, name: &str) -> Self {
        Self { tool: name.to_owned(), ..self }
    }

    fn cancelled(&self) -> Self::Cancelled {
        std::future::pending()
    }
}

fn operation(arguments: &Value) -> Option<Cow<'_, str>> {
    arguments["do"].as_str().map(Cow::Borrowed)
}

fn catalog() -> Catalog {
    Catalog::builder()
        .tool(ToolDescriptor::new("one").write())
        .tool(ToolDescriptor::new("many").write().operation(operation))
        .tool(ToolDescriptor::new("noisy").write().superficial("/id"))
        .tool(ToolDescriptor::new("keyed").write().idempotency_key("/key"))
        .tool(ToolDescriptor::new("narrow").write().effect_key("/account").superficial("/id"))
        .tool(ToolDescriptor::new("plain"))
        .build()
        .unwrap()
}

/// A stack that is called in both ways, on one ledger.
async fn in_both_ways(catalogued: bool, undeclared: UndeclaredEffect, facts: Facts, calls: &[(&str, Value)]) -> Vec<Vec<(Option<RejectionKind>, u32, bool)>> {
    let mut found = Vec::new();
    for ways in [[false, false], [true, true], [false, true], [true, false]] {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(facts.clone())));
        let mut seen = Vec::new();
        for (n, (tool, arguments)) in calls.iter().enumerate() {
            let by_owner = ways[n % 2];
            let answer = match (catalogued, by_owner) {
                (true, false) => {
                    call(
                        &mut builder(&ledger).catalog(catalog()).undeclared_effect(undeclared).build().unwrap().layer(script.tool()),
                        ToolCall::new(*tool, arguments.clone()),
                    )
                    .await
                }
                (false, false) => {
                    call(
                        &mut builder(&ledger).catalog(()).undeclared_effect(undeclared).build().unwrap().layer(script.tool()),
                        ToolCall::new(*tool, arguments.clone()),
                    )
                    .await
                }
                (true, true) => {
                    let inner = script.tool().map_request(|owned: Owned| ToolCall::new(owned.tool, owned.arguments));
                    let service = builder(&ledger).catalog(catalog()).undeclared_effect(undeclared).build().unwrap().layer(inner);
                    service.oneshot(Owned { tool: (*tool).to_owned(), arguments: arguments.clone() }).await.unwrap()
                }
                (false, true) => {
                    let inner = script.tool().map_request(|owned: Owned| ToolCall::new(owned.tool, owned.arguments));
                    let service = builder(&ledger).catalog(()).undeclared_effect(undeclared).build().unwrap().layer(inner);
                    service.oneshot(Owned { tool: (*tool).to_owned(), arguments: arguments.clone() }).await.unwrap()
                }
            };
            seen.push((rejection(&answer), report(&answer).standing.identical, report(&answer).standing.held));
        }
        found.push(seen);
    }
    found
}

#[tokio::test(start_paused = true)]
async fn owned_and_shared_arguments_have_the_same_keys() {
    let calls = [
        vec![("one", args(1)), ("one", args(1)), ("one", args(2)), ("one", args(1))],
        vec![
            ("many", json!({"do": "a", "n": 1})),
            ("many", json!({"do": "a", "n": 1})),
            ("many", json!({"do": "b", "n": 1})),
            ("many", json!({"do": "a", "n": 1})),
        ],
        vec![("noisy", json!({"id": 1, "n": 1})), ("noisy", json!({"id": 2, "n": 1})), ("noisy", json!({"n": 1})), ("noisy", json!({"n": 2}))],
        vec![
            ("keyed", json!({"key": "k", "n": 1})),
            ("keyed", json!({"key": "k", "n": 1})),
            ("keyed", json!({"key": "l", "n": 1})),
            ("keyed", json!({"key": "k", "n": 1})),
        ],
        vec![("narrow", json!({"account": 1, "id": 1})), ("narrow", json!({"account": 1, "id": 2})), ("narrow", json!({"account": 2})), ("narrow", json!({}))],
        vec![("plain", args(1)), ("plain", args(1)), ("plain", args(2)), ("plain", args(1))],
    ];
    for calls in calls {
        for (catalogued, undeclared) in [
            (true, UndeclaredEffect::Write),
            (true, UndeclaredEffect::Unknown),
            (false, UndeclaredEffect::Write),
            (false, UndeclaredEffect::Unknown),
            (false, UndeclaredEffect::ReadOnly),
        ] {
            for facts in [settled(Class::WrongArguments), lost()] {
                let found = in_both_ways(catalogued, undeclared, facts, &calls).await;
                assert!(found.iter().all(|seen| *seen == found[0]), "{calls:?} {catalogued} {undeclared:?}: {found:?}");
            }
        }
    }
}

/// A ledger on another machine: what it records is on its way at once, its answers take a second.
#[derive(Clone)]
struct Remote(MemoryLedger);

type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

fn later<T: Send + 'static>(answer: impl Future<Output = T> + Send + 'static) -> Later<T> {
    Box::pin(async move {
        sleep(Duration::from_secs(1)).await;
        answer.await
    })
}

impl Ledger for Remote {
    type Gate = Later<Gate>;
    type Observe = Later<Standing>;

    fn run_key(&self, run: &str) -> RunKey {
        self.0.run_key(run)
    }

    fn scope_key(&self, scope: &str) -> ScopeKey {
        self.0.scope_key(scope)
    }

    fn operation_key(&self, tool: &str, operation: Option<&str>, scope: ScopeKey) -> OperationKey {
        self.0.operation_key(tool, operation, scope)
    }

    fn fingerprint(&self, arguments: &Value, superficial: &[Arc<str>]) -> Fingerprint {
        self.0.fingerprint(arguments, superficial)
    }

    fn digest(&self, text: &str) -> u64 {
        self.0.digest(text)
    }

    fn probe(&self, run: RunKey) -> Probe {
        self.0.probe(run)
    }

    fn gate(&self, query: &GateQuery) -> Later<Gate> {
        later(self.0.gate(query))
    }

    fn recheck(&self, query: &GateQuery) -> Gate {
        self.0.recheck(query)
    }

    fn succeeded(&self, success: &Success) {
        self.0.succeeded(success);
    }

    fn observe(&self, observation: Observation) -> Later<Standing> {
        later(self.0.observe(observation))
    }

    fn abandon(&self, observation: Observation) {
        self.0.abandon(observation);
    }

    fn settling(&self, observation: &Observation) -> Option<HoldId> {
        self.0.settling(observation)
    }

    fn settled(&self, observation: &Observation, hold: Option<HoldId>) {
        self.0.settled(observation, hold);
    }
}

#[tokio::test(start_paused = true)]
async fn a_ledger_that_answers_later_is_waited_for() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(settled(Class::WrongArguments))));
    let layer = builder(&ledger).ledger(Remote(ledger.clone())).build().unwrap();
    let mut service = layer.deferred().layer(script.tool());
    let began = now_instant();
    let first = call(&mut service, ToolCall::new("read", args(1))).await;
    assert_eq!((report(&first).standing.identical, now_instant() - began), (1, Duration::from_secs(1)), "nothing was open: no gate is asked");
    let second = call(&mut service, ToolCall::new("read", args(1))).await;
    assert_eq!((report(&second).standing.identical, now_instant() - began), (2, Duration::from_secs(3)), "a gate and an observation");
    let mut third = begin(&mut service, ToolCall::new("read", args(1))).await;
    assert!(poll_once(&mut third).is_pending());
    assert_eq!(script.calls(), 2, "nothing runs before the gate has answered");
    drop(third);
    assert_eq!(counted(&ledger), Counted { failures: 2, not_dispatched: 1, abandoned: 1, ..Counted::default() });
}

#[tokio::test(start_paused = true)]
async fn a_drop_while_the_ledger_answers_counts_nothing_twice() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(settled(Class::WrongArguments))));
    let mut service = builder(&ledger).ledger(Remote(ledger.clone())).build().unwrap().deferred().layer(script.tool());
    let mut future = begin(&mut service, ToolCall::new("read", args(1))).await;
    assert!(poll_once(&mut future).is_pending());
    assert_eq!(script.seen().in_flight, 0);
    drop(future);
    assert_eq!(counted(&ledger), Counted { failures: 1, ..Counted::default() });
}
