//! A driver that speaks to a ledger as the stack does: probe, gate, run, then one success or one observation.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::panic, reason = "a test helper, of which each file uses its part")]

use serde_json::Value;
use std::{future::Future, pin::pin, sync::Arc, task::Context, task::Poll, task::Waker};
use tool_recovery::{
    Verdict,
    classify::{Class, Source, Subkind},
    ledger::{
        CallKey, EventKind, FailureDigest, Gate, GateQuery, HoldPlace, Ledger, LedgerConfig, MemoryLedger, Observation, RepeatPolicy, Stamp, Standing, Success,
        WorldChange,
    },
};

/// A tool as these tests declare it.
#[derive(Clone)]
pub struct Tool {
    pub name: &'static str,
    pub operation: Option<&'static str>,
    pub service: Option<&'static str>,
    pub change: WorldChange,
    pub hold: Option<HoldPlace>,
    pub pollable: bool,
    pub report: bool,
    pub optional: bool,
    pub superficial: Vec<Arc<str>>,
}

impl Tool {
    pub fn reading(name: &'static str) -> Self {
        let superficial = Vec::new();
        Self { name, operation: None, service: None, change: WorldChange::None, hold: None, pollable: false, report: false, optional: false, superficial }
    }

    pub fn writing(name: &'static str) -> Self {
        Self { change: WorldChange::Strong, hold: Some(HoldPlace::Operation), ..Self::reading(name) }
    }

    pub fn undeclared(name: &'static str) -> Self {
        Self { change: WorldChange::Weak, hold: Some(HoldPlace::Operation), ..Self::reading(name) }
    }

    pub fn doing(self, operation: &'static str) -> Self {
        Self { operation: Some(operation), ..self }
    }

    pub fn of_service(self, service: &'static str) -> Self {
        Self { service: Some(service), ..self }
    }

    pub fn pollable(self) -> Self {
        Self { pollable: true, ..self }
    }

    pub fn report(self) -> Self {
        Self { report: true, ..self }
    }

    pub fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    pub fn superficial(mut self, pointer: &str) -> Self {
        self.superficial.push(pointer.into());
        self
    }
}

/// How a call fails.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub kind: EventKind,
    pub class: Class,
    pub subkind: Option<Subkind>,
    pub source: Source,
    pub text: u64,
    pub retry_after: Option<std::time::Duration>,
    pub attempts: u32,
    pub deterministic: bool,
}

pub fn fault(class: Class) -> Fault {
    let kind = EventKind::Failure;
    Fault { kind, class, subkind: None, source: Source::Trusted, text: 1, retry_after: None, attempts: 1, deterministic: false }
}

impl Fault {
    pub fn text(self, text: u64) -> Self {
        Self { text, ..self }
    }

    pub fn by(self, source: Source) -> Self {
        Self { source, ..self }
    }

    pub fn kind(self, kind: EventKind) -> Self {
        Self { kind, ..self }
    }

    pub fn after(self, secs: u64) -> Self {
        Self { retry_after: Some(std::time::Duration::from_secs(secs)), ..self }
    }
}

/// One run of an agent.
#[derive(Clone)]
pub struct Agent {
    pub ledger: MemoryLedger,
    pub run: &'static str,
    pub scope: &'static str,
}

/// What became of one call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Refused(Gate),
    Failed(Standing),
    Done,
}

impl Step {
    /// `.` continue or success, `n` nudge, `H` halt, `B` refused before the call ran.
    pub fn letter(self) -> char {
        match self {
            Self::Refused(_) => 'B',
            Self::Done => '.',
            Self::Failed(standing) => match standing.verdict {
                Verdict::Continue => '.',
                Verdict::Nudge => 'n',
                Verdict::Halt => 'H',
            },
        }
    }
}

pub fn letters(steps: impl IntoIterator<Item = Step>) -> String {
    steps.into_iter().map(Step::letter).collect()
}

/// The answer of a future that is ready at once.
pub fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("a ledger in memory answers at once"),
    }
}

impl Agent {
    pub fn new() -> Self {
        Self::with(LedgerConfig::default())
    }

    pub fn with(config: LedgerConfig) -> Self {
        Self { ledger: MemoryLedger::new(config).unwrap(), run: "run", scope: "scope" }
    }

    pub fn refusing() -> Self {
        Self::with(LedgerConfig { repeat_policy: RepeatPolicy::Refuse, ..LedgerConfig::default() })
    }

    pub fn in_run(&self, run: &'static str) -> Self {
        Self { run, ..self.clone() }
    }

    pub fn key(&self, tool: &Tool, arguments: &Value) -> CallKey {
        let l = &self.ledger;
        CallKey {
            run: l.run_key(self.run),
            scope: l.scope_key(self.scope),
            operation: l.operation_key(tool.name, tool.operation, l.scope_key(self.scope)),
            fingerprint: l.fingerprint(arguments, &tool.superficial),
            service: tool.service.map(|service| l.operation_key(service, None, l.scope_key(self.scope))),
        }
    }

    pub fn query(&self, tool: &Tool, arguments: &Value) -> GateQuery {
        GateQuery { call: self.key(tool, arguments), hold: tool.hold, idempotency: None, pollable: tool.pollable }
    }

    pub fn gate(&self, tool: &Tool, arguments: &Value) -> Gate {
        now(self.ledger.gate(&self.query(tool, arguments)))
    }

    pub fn stamp(&self) -> Stamp {
        self.ledger.probe(self.ledger.run_key(self.run)).stamp
    }

    /// The gates as the stack asks them: when the probe finds something, or before a write.
    fn admitted(&self, tool: &Tool, arguments: &Value) -> Option<Gate> {
        let open = self.ledger.probe(self.ledger.run_key(self.run)).open;
        let gate = if open || tool.hold.is_some() { self.gate(tool, arguments) } else { Gate::Open };
        (gate != Gate::Open).then_some(gate)
    }

    pub fn observation(&self, tool: &Tool, arguments: &Value, stamp: Stamp, fault: Fault) -> Observation {
        let mut o = Observation::new(self.key(tool, arguments), stamp, fault.kind);
        (o.class, o.subkind, o.source) = (fault.class, fault.subkind, fault.source);
        o.digest = FailureDigest(fault.text);
        (o.retry_after, o.adapter_attempts, o.deterministic) = (fault.retry_after, fault.attempts, fault.deterministic);
        (o.pollable, o.report, o.optional_service) = (tool.pollable, tool.report, tool.optional);
        o
    }

    /// A call that would fail with `fault`.
    pub fn fails(&self, tool: &Tool, arguments: &Value, fault: Fault) -> Step {
        let stamp = self.stamp();
        if let Some(gate) = self.admitted(tool, arguments) {
            let _ = now(self.ledger.observe(self.observation(tool, arguments, stamp, fault.kind(EventKind::Refusal))));
            return Step::Refused(gate);
        }
        Step::Failed(now(self.ledger.observe(self.observation(tool, arguments, stamp, fault))))
    }

    /// A call that would succeed.
    pub fn succeeds(&self, tool: &Tool, arguments: &Value) -> Step {
        if let Some(gate) = self.admitted(tool, arguments) {
            let _ = now(self.ledger.observe(self.observation(tool, arguments, self.stamp(), fault(Class::Unknown).kind(EventKind::Refusal))));
            return Step::Refused(gate);
        }
        let run = self.ledger.run_key(self.run);
        let call = self.ledger.probe(run).open.then(|| self.key(tool, arguments));
        self.ledger.succeeded(&Success { run, call, change: tool.change });
        Step::Done
    }

    /// Waits until the operation's pause is over. The clock must be paused.
    pub async fn wait_out(&self, tool: &Tool, arguments: &Value) {
        if let Gate::Paced { remaining } = self.gate(tool, arguments) {
            tokio::time::advance(remaining).await;
        }
    }
}
