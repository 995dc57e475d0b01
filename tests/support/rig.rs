//! A stack around a scripted tool.

use super::{Raised, Reply, Script, ScriptFacts};
use serde_json::{Value, json};
use std::{
    future::Future,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
    time::Duration,
};
use tool_recovery::{
    Attempt, Builder, FromConfig, Outcome, RecoveryLayer, RejectionKind, Report, ToolCall, Verdict,
    admission::{Authorization, Catalog, Policy, PolicyRequest, ToolDescriptor},
    config::RecoveryConfig,
    ledger::{LedgerConfig, LedgerCounters, MemoryLedger, RepeatPolicy},
};
use tower::{Service, ServiceExt};

pub type Answer = Attempt<Reply, Raised>;

/// Tools of every kind of declaration.
pub fn catalog() -> Catalog {
    tools().build().unwrap()
}

pub fn tools() -> tool_recovery::admission::CatalogBuilder {
    Catalog::builder()
        .tool(ToolDescriptor::new("read").read_only())
        .tool(ToolDescriptor::new("list").read_only())
        .tool(ToolDescriptor::new("write").write())
        .tool(ToolDescriptor::new("edit").write())
        .tool(ToolDescriptor::new("plain"))
        .tool(ToolDescriptor::new("other"))
        .tool(ToolDescriptor::new("slow_read").read_only().timeout(Duration::from_secs(10)))
        .tool(ToolDescriptor::new("slow_write").write().timeout(Duration::from_secs(10)))
        .tool(ToolDescriptor::new("poll").read_only().pollable())
}

pub type RigBuilder = Builder<Catalog, (), tool_recovery::WithFacts<ScriptFacts>, MemoryLedger, (), ()>;

/// A builder with that catalog, a ledger of its own, and no reading of text.
pub fn builder(ledger: &MemoryLedger) -> RigBuilder {
    RecoveryLayer::builder().catalog(catalog()).facts(ScriptFacts).ledger(ledger.clone()).classifier(())
}

/// A ledger that refuses unexcused repeats.
pub fn refusing() -> MemoryLedger {
    MemoryLedger::new(LedgerConfig { repeat_policy: RepeatPolicy::Refuse, ..LedgerConfig::default() }).unwrap()
}

/// One call, awaited.
pub async fn call<S>(service: &mut S, call: ToolCall) -> Answer
where
    S: Service<ToolCall, Response = Answer>,
    S::Error: std::fmt::Debug,
{
    service.ready().await.unwrap().call(call).await.unwrap()
}

/// One future, begun and not polled.
pub async fn begin<S>(service: &mut S, call: ToolCall) -> Pin<Box<S::Future>>
where
    S: Service<ToolCall, Response = Answer>,
    S::Error: std::fmt::Debug,
{
    Box::pin(service.ready().await.unwrap().call(call))
}

/// Polls a future once.
pub fn poll_once<F: Future + ?Sized>(future: &mut Pin<Box<F>>) -> Poll<F::Output> {
    future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// Polls a future that has to be ready.
pub fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("has to be ready at once"),
    }
}

pub fn args(n: u64) -> Value {
    json!({"path": format!("/data/{n}"), "limit": n})
}

pub fn rejection(answer: &Answer) -> Option<RejectionKind> {
    match &answer.outcome {
        Outcome::Rejected(rejection) => Some(rejection.kind()),
        _ => None,
    }
}

pub fn report(answer: &Answer) -> &Report {
    answer.report.as_deref().expect("a failure has a report")
}

/// `.` continue or success, `n` nudge, `H` halt, `B` refused before the call ran.
pub fn letter(answer: &Answer) -> char {
    match (rejection(answer), answer.verdict) {
        (Some(kind), _) if !kind.is_fault() => 'B',
        (_, Verdict::Continue) => '.',
        (_, Verdict::Nudge) => 'n',
        (_, Verdict::Halt) => 'H',
    }
}

/// The counters that say how many observations there were, and of which kind.
pub fn counted(ledger: &MemoryLedger) -> Counted {
    Counted::from(ledger.counters())
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counted {
    pub failures: u64,
    pub hard: u64,
    pub denials: u64,
    pub refusals: u64,
    pub cancelled: u64,
    pub terminal: u64,
    pub not_dispatched: u64,
    pub abandoned: u64,
    pub holds: u64,
}

impl Counted {
    /// What was counted after `before`.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            failures: self.failures - before.failures,
            hard: self.hard - before.hard,
            denials: self.denials - before.denials,
            refusals: self.refusals - before.refusals,
            cancelled: self.cancelled - before.cancelled,
            terminal: self.terminal - before.terminal,
            not_dispatched: self.not_dispatched - before.not_dispatched,
            abandoned: self.abandoned - before.abandoned,
            holds: self.holds - before.holds,
        }
    }

    /// All observations.
    #[must_use]
    pub fn observations(self) -> u64 {
        self.failures + self.hard + self.denials + self.refusals + self.cancelled + self.terminal + self.not_dispatched
    }
}

impl From<LedgerCounters> for Counted {
    fn from(c: LedgerCounters) -> Self {
        Self {
            failures: c.failures,
            hard: c.hard_rejections,
            denials: c.denials,
            refusals: c.refusals,
            cancelled: c.cancelled,
            terminal: c.terminal,
            not_dispatched: c.not_dispatched,
            abandoned: c.abandoned,
            holds: c.holds,
        }
    }
}

/// Answers by the name of the tool.
#[derive(Clone, Copy, Debug)]
pub struct ByName;

impl Policy for ByName {
    fn authorize(&self, request: &PolicyRequest<'_>) -> Authorization {
        match request.name {
            "forbidden" => Authorization::Denied,
            "unapproved" => Authorization::ApprovalAbsent,
            "pending" => Authorization::ApprovalPending,
            "denied" => Authorization::ApprovalDenied,
            "expired" => Authorization::ApprovalExpired,
            "lapsed" => Authorization::Allowed { valid_until: Some(now_instant()) },
            _ => Authorization::ALLOWED,
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "a test's own clock")]
pub fn now_instant() -> tokio::time::Instant {
    tokio::time::Instant::now()
}

pub fn config(change: impl FnOnce(&mut RecoveryConfig)) -> RecoveryConfig {
    let mut config = RecoveryConfig::default();
    change(&mut config);
    config
}
