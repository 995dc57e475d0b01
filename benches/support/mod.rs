//! The benched stack: the one of the README, with a catalog of 20 tools, a policy, facts and a ledger, after 1,000 mixed calls.

#![allow(dead_code, unreachable_pub, reason = "each bench uses its part")]

use serde_json::{Value, json};
use std::{
    future::{Future, Ready, ready},
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};
use tool_recovery::{
    Attempt, Builder, Recovery, RecoveryLayer, Stages, ToolCall, WithFacts,
    admission::{Catalog, ScopePolicy, ToolDescriptor},
    classify::TextClassifier,
    facts::{Adapter, FactExtractor, Facts, Judgement, Phase, Provenance, Reach, UntrustedText},
    ledger::MemoryLedger,
};
use tower_layer::Layer;
use tower_service::Service;

/// An answer the size of a tool result's head.
#[derive(Debug)]
pub struct Answer {
    pub failed: bool,
    pub pad: [u64; 20],
}

/// The inner service: answers at once, and fails when the tool is `fails`.
#[derive(Clone, Debug)]
pub struct Bare;

impl Service<ToolCall> for Bare {
    type Response = Answer;
    type Error = String;
    type Future = Ready<Result<Answer, String>>;

    #[inline]
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), String>> {
        Poll::Ready(Ok(()))
    }

    #[inline(never)]
    fn call(&mut self, call: ToolCall) -> Self::Future {
        let failed = call.value().is_some_and(|arguments| arguments.get("fail").is_some());
        ready(Ok(Answer { failed, pad: [7; 20] }))
    }
}

/// The facts of [`Answer`]: the tool answered that it failed.
#[derive(Clone, Copy, Debug)]
pub struct AnswerFacts;

impl<E> FactExtractor<Answer, E> for AnswerFacts {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&Answer, &E>) -> Judgement {
        match outcome {
            Ok(answer) if !answer.failed => Judgement::Success,
            _ => Facts::new(Provenance::new(Adapter::Host, "failed"))
                .reached(Phase::Execution, Reach::Answered)
                .text(UntrustedText::new("error: connection timed out while reading the reply"))
                .into(),
        }
    }
}

pub type Benched = Stages<Catalog, ScopePolicy, AnswerFacts, MemoryLedger, TextClassifier, ()>;

pub type BenchedBuilder = Builder<Catalog, ScopePolicy, WithFacts<AnswerFacts>>;

pub fn builder() -> BenchedBuilder {
    let tools = (0..20).map(|i| {
        let tool = ToolDescriptor::new(format!("tool_{i}"));
        if i % 2 == 0 { tool.read_only() } else { tool.write() }
    });
    let builder: Builder = RecoveryLayer::builder();
    builder
        .catalog(Catalog::builder().tools(tools).build().expect("the catalog is valid"))
        .policy(ScopePolicy::allow_by_default().build().expect("the policy is valid"))
        .facts(AnswerFacts)
}

pub fn layer() -> RecoveryLayer<Benched> {
    builder().build().expect("the defaults are valid")
}

/// Arguments of about `bytes` bytes.
pub fn arguments(bytes: usize) -> Arc<Value> {
    let fields = (bytes / 100).max(1);
    let each = bytes / fields - 12;
    Arc::new(Value::Object((0..fields).map(|i| (format!("field_{i:03}"), json!("v".repeat(each)))).collect()))
}

pub fn call(tool: &'static str, arguments: &Arc<Value>) -> ToolCall {
    ToolCall::new(tool, arguments.clone()).with_run(run())
}

/// One shared run id, so that making a call costs a handle.
fn run() -> Arc<str> {
    thread_local!(static RUN: Arc<str> = "run-7f3a9c".into());
    RUN.with(Clone::clone)
}

/// Drives a future that is ready at once.
#[inline]
pub fn now<F: Future>(future: F) -> F::Output {
    let mut cx = Context::from_waker(Waker::noop());
    match pin!(future).poll(&mut cx) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("the inner service answers at once"),
    }
}

#[inline]
pub fn once<S: Service<ToolCall, Error = String>>(service: &mut S, call: ToolCall) -> S::Response {
    let mut cx = Context::from_waker(Waker::noop());
    assert!(service.poll_ready(&mut cx).is_ready());
    match now(service.call(call)) {
        Ok(response) => response,
        Err(_) => unreachable!("the inner service answers"),
    }
}

/// The benched service, after 1,000 mixed calls of other runs and of its own.
pub fn warmed() -> Recovery<Bare, Benched> {
    let mut service = layer().layer(Bare);
    for i in 0..1_000_u32 {
        let fails = i % 7 == 0;
        let arguments = Arc::new(if fails { json!({"fail": i}) } else { json!({"ok": i}) });
        let run: Arc<str> = format!("run-{}", i % 50).into();
        let tool = if fails { "tool_2" } else { "tool_4" };
        let _: Attempt<Answer, String> = once(&mut service, ToolCall::new(tool, arguments).with_run(run));
    }
    service
}

/// The schema of a tool that reads a part of a file.
pub fn text_schema() -> Value {
    json!({"type": "object", "properties": {"path": {"type": "string"}, "limit": {"type": "integer", "minimum": 1}}, "required": ["path"]})
}

/// Arguments of [`text_schema`] as a model writes them: text of 190 bytes.
pub fn text_arguments() -> String {
    json!({"path": "x".repeat(160), "limit": 20}).to_string()
}

pub type Reading = Recovery<Bare, Stages<Catalog, (), AnswerFacts, MemoryLedger, TextClassifier, ()>>;

/// A stack whose tool `read` takes the arguments of [`text_schema`].
pub fn reads_text() -> Reading {
    let catalog = Catalog::builder().tool(ToolDescriptor::new("read").read_only().schema(text_schema())).build().expect("the catalog is valid");
    RecoveryLayer::builder().catalog(catalog).facts(AnswerFacts).build().expect("the defaults are valid").layer(Bare)
}

/// One text a class; the sixth names what another of the offered tools does.
pub const TEXTS: [&str; 9] = [
    "error: connection timed out while reading the reply",
    "429 Too Many Requests: slow down",
    "401 Unauthorized: token expired",
    "Permission denied (os error 13)",
    "error: unrecognized argument '--onelin'",
    "Is a directory (os error 21)",
    "command not found: terraform",
    "operation not supported",
    "it did not work",
];

/// The facts of a tool that always says the same.
#[derive(Clone, Copy, Debug)]
pub struct Says(&'static str);

impl<T, E> FactExtractor<T, E> for Says {
    fn judge(&self, _: &ToolDescriptor, _: Result<&T, &E>) -> Judgement {
        Facts::new(Provenance::new(Adapter::Host, "failed")).reached(Phase::Execution, Reach::Answered).text(UntrustedText::new(self.0)).into()
    }
}

pub type Failing = Recovery<Bare, Stages<Catalog, (), Says, MemoryLedger, TextClassifier, ()>>;

/// A stack in which every call of `read` fails with `text`.
pub fn failing(text: &'static str) -> Failing {
    let tools = ["read", "list_directory"].map(|name| ToolDescriptor::new(name).read_only());
    let catalog = Catalog::builder().tools(tools).build().expect("the catalog is valid");
    RecoveryLayer::builder().catalog(catalog).facts(Says(text)).build().expect("the defaults are valid").layer(Bare)
}
