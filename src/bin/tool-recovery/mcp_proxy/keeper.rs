//! The ledger, and what is known of its holds beside it; kept in a file where one is named.

use super::{
    call::Call,
    facts::{Lost, Reply},
    holds::Unverified,
    names::Names,
    notes::say,
    store::{Contents, Store, unusable},
    told::Told,
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
};
use tool_recovery::{
    ToolRequest as _,
    admission::{Declarations, ToolDescriptor, hold_place, idempotency},
    config::RecoveryConfig,
    facts::{Effect, UndeclaredEffect},
    ledger::{CallKey, EventKind, HoldId, HoldPlace, Ledger as _, MemoryLedger, Observation},
};
use tower_service::Service;

/// Holds the ledger. With a file, every hold is in it before the client hears of it, and every declared write before it is sent: one that the end of the proxy cuts off is
/// held when the proxy comes back.
pub(super) struct Keeper {
    pub(super) ledger: MemoryLedger,
    declared: Declarations,
    undeclared: UndeclaredEffect,
    unverified: Mutex<Unverified>,
    names: Mutex<Names>,
    store: Option<Store>,
    under_way: Mutex<BTreeMap<u64, Write>>,
    last: AtomicU64,
}

/// A write that was sent and has no answer yet, as the observation that nobody got one.
#[derive(Clone)]
struct Write {
    observation: Observation,
    tool: String,
    arguments: Arc<Value>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Keeper {
    /// A ledger that goes on where the file was left. The error says what to do.
    pub(super) fn open(config: &RecoveryConfig, declared: &Declarations, file: Option<&Path>) -> Result<Self, String> {
        let fresh = || MemoryLedger::new(config.ledger.clone()).map_err(|error| error.within("ledger").to_string());
        let (store, contents) = match file {
            Some(file) => Store::open(file).map(|(store, contents)| (Some(store), contents))?,
            None => (None, None),
        };
        let (ledger, unverified, names) = match (&store, contents) {
            (Some(store), Some(contents)) => {
                let ledger = MemoryLedger::restore(config.ledger.clone(), &contents.ledger).map_err(|error| unusable(store.path(), &error.to_string()))?;
                told(&ledger, store.path());
                (ledger, contents.unverified.restored(declared), contents.names)
            }
            _ => (fresh()?, Unverified::default(), Names::default()),
        };
        let keeper = Self {
            ledger,
            declared: declared.clone(),
            undeclared: config.undeclared_effect,
            unverified: Mutex::new(unverified),
            names: Mutex::new(names),
            store,
            under_way: Mutex::default(),
            last: AtomicU64::new(0),
        };
        keeper.save();
        Ok(keeper)
    }

    /// The moment at which a call is sent.
    pub(super) fn sent(&self) -> u64 {
        lock(&self.unverified).sent()
    }

    /// Takes the client's word, or none of it. The error says why.
    pub(super) fn apply(&self, told: &Told, run: &str, knows: impl Fn(&str) -> bool) -> Result<(), String> {
        told.check(&self.ledger, knows)?;
        if told.apply(&self.ledger, run) {
            self.save();
        }
        Ok(())
    }

    /// A write ended in a hold.
    pub(super) fn held(&self, hold: HoldId, tool: &str, arguments: Option<&Value>) {
        lock(&self.unverified).held(&self.ledger, &self.declared, hold, tool, arguments);
        // Nobody reads them but out of the file.
        if self.store.is_some() {
            lock(&self.names).held(&self.ledger, hold, tool);
        }
    }

    /// A call succeeded: how many holds that has ended. `shows` is asked only where it could end one.
    pub(super) fn succeeded(&self, tool: &str, arguments: Option<&Value>, sent: u64, shows: impl FnOnce() -> bool) -> usize {
        lock(&self.unverified).succeeded(&self.ledger, tool, arguments, sent, shows)
    }

    /// Watches a call, where what it does has to be kept.
    pub(super) fn watch<S>(self: &Arc<Self>, service: S) -> Watched<S> {
        let flight = self.store.is_some().then(|| Arc::new(Flight { keeper: self.clone(), write: AtomicU64::new(0) }));
        Watched { service, flight }
    }

    /// Brings the file up to date.
    pub(super) fn save(&self) {
        let Some(store) = &self.store else { return };
        let under_way: Vec<Write> = lock(&self.under_way).values().cloned().collect();
        let (mut unverified, mut names) = (lock(&self.unverified).clone(), lock(&self.names).clone());
        let snapshot = self.ledger.snapshot();
        // What is under way is written down as it would be if this were the end.
        let end = MemoryLedger::restore(self.ledger.config().clone(), &snapshot).ok().filter(|_| !under_way.is_empty());
        let snapshot = match end {
            Some(ledger) => {
                for write in under_way {
                    if let Some(hold) = ledger.observe(write.observation).into_inner().hold {
                        unverified.held(&ledger, &self.declared, hold, &write.tool, Some(&write.arguments));
                        names.held(&ledger, hold, &write.tool);
                    }
                }
                ledger.snapshot()
            }
            None => snapshot,
        };
        store.write(&Contents::new(snapshot, unverified, names));
    }

    /// Notes a declared write that is about to be sent. `None` for everything else.
    fn begin(&self, call: &Call) -> Option<u64> {
        let (observation, arguments) = self.unanswered(call)?;
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        lock(&self.under_way).insert(number, Write { observation, tool: call.tool.clone(), arguments });
        self.save();
        Some(number)
    }

    /// What is held until a call has ended, if its client leaves before.
    pub(super) fn awaited(&self, call: &Call) -> Arc<Awaited> {
        let write = self.unanswered(call).map(|(observation, _)| observation);
        Arc::new(Awaited { ledger: self.ledger.clone(), write, client: Mutex::new(Waits::Yes) })
    }

    /// The observation that nobody got an answer to a declared write.
    fn unanswered(&self, call: &Call) -> Option<(Observation, Arc<Value>)> {
        let tool = self.declared.apply(ToolDescriptor::new(&*call.tool));
        let arguments = call.value().unwrap_or_default();
        let ledger = &self.ledger;
        let place = hold_place(&tool, self.undeclared, &arguments, |value| ledger.fingerprint(value, &[])).filter(|place| *place != HoldPlace::Identical)?;
        let (run, scope) = (ledger.run_key(call.run()), ledger.scope_key(""));
        let (operation, fingerprint) = (ledger.operation_key(&call.tool, None, scope), ledger.fingerprint(&arguments, &tool.superficial));
        let mut observation = Observation::new(CallKey { run, scope, operation, fingerprint, service: None }, ledger.probe(run).stamp, EventKind::Cancelled);
        observation.effect = Effect::UncertainWrite;
        observation.hold = Some(place);
        observation.idempotency = idempotency(&tool, &arguments).map(|value| ledger.fingerprint(value, &[]));
        Some((observation, arguments))
    }
}

/// A call whose client may leave before its answer: it cannot know what was done, and may send the call again.
pub(super) struct Awaited {
    ledger: MemoryLedger,
    /// `None` where it is no declared write.
    write: Option<Observation>,
    client: Mutex<Waits>,
}

enum Waits {
    Yes,
    /// Held by this meanwhile.
    Left(Option<HoldId>),
    Answered,
}

impl Awaited {
    /// The client has left: the write is held until it has ended.
    pub(super) fn leave(&self) {
        let mut client = lock(&self.client);
        if let (Waits::Yes, Some(write)) = (&*client, &self.write) {
            *client = Waits::Left(self.ledger.settling(write));
        }
    }

    /// The ledger knows how the call ended.
    pub(super) fn over(&self) {
        let left = std::mem::replace(&mut *lock(&self.client), Waits::Answered);
        if let (Waits::Left(hold), Some(write)) = (left, &self.write) {
            self.ledger.settled(write, hold);
        }
    }
}

fn told(ledger: &MemoryLedger, path: &Path) {
    let holds = ledger.holds().len();
    if holds > 0 {
        let (what, stand) = if holds == 1 { ("hold", "stands") } else { ("holds", "stand") };
        say(format_args!(
            "{holds} {what} of earlier sessions {stand}, from {}: nobody knows the outcome of those calls. `tool-recovery mcp-holds` lists them, and settles them while no proxy runs",
            path.display()
        ));
    }
}

/// One call whose write is noted before it is sent.
pub(super) struct Flight {
    keeper: Arc<Keeper>,
    /// The number of the write; 0 for none.
    write: AtomicU64,
}

impl Flight {
    /// The ledger knows how the call ended. Whether it was a write that is noted.
    fn over(&self) -> bool {
        lock(&self.keeper.under_way).remove(&self.write.swap(0, Ordering::Relaxed)).is_some()
    }
}

/// A call that nobody awaits any more has its hold from the ledger.
impl Drop for Flight {
    fn drop(&mut self) {
        self.over();
    }
}

/// A service that notes writes before it sends them.
#[derive(Clone)]
pub(super) struct Watched<S> {
    service: S,
    flight: Option<Arc<Flight>>,
}

impl<S> Watched<S> {
    /// What tells when the call is over.
    pub(super) fn end(&self) -> impl FnOnce() -> bool + use<S> {
        let flight = self.flight.clone();
        move || flight.is_some_and(|flight| flight.over())
    }
}

impl<S: Service<Call, Response = Reply, Error = Lost>> Service<Call> for Watched<S> {
    type Response = Reply;
    type Error = Lost;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Lost>> {
        self.service.poll_ready(cx)
    }

    fn call(&mut self, call: Call) -> S::Future {
        if let Some(flight) = &self.flight {
            flight.write.store(flight.keeper.begin(&call).unwrap_or_default(), Ordering::Relaxed);
        }
        self.service.call(call)
    }
}
