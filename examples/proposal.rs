//! One order, four ways to go wrong, and four layers that are never mixed up: is it the right call, may it run, did it run, and did it do what it should?
//!
//! `cargo run --example proposal` starts a shop on the loopback and plays the cancellation of an order against it: sensible but not permitted; permitted but the wrong order; right but the shop is
//! down; and an answer of 200 after which the order is still there. Each call leaves its records, which are printed at the end. Outcomes and records are checked: the exit code is 0 only where all are as they should be. The one who judges proposals here is a few lines of this file, and no
//! model: a host gives a [`Jev`](tool_recovery::jev::Jev) in its place.
#![allow(clippy::print_stdout, clippy::indexing_slicing, reason = "an example shows; a `Value` is indexed without a panic")]

#[path = "support/mod.rs"]
mod support;

use serde_json::{Value, json};
use std::{
    future::{Ready, ready},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};
use support::{
    BoxError, client,
    server::{Answer, Request, Server},
};
use tool_recovery::{
    Attempt, Outcome, RecoveryLayer, ToolCall,
    admission::{Catalog, Consequence, ScopePolicy, ToolDescriptor},
    decide::RecoveryEvaluator,
    facts::{HttpFacts, UntrustedText},
    ledger::{MemoryLedger, Reconciled},
    proposal::{Band, ContextSource, Evidence, EvidenceKind, ExposedFields, OutagePolicy, ProposalCheck, ProposalContext, ProposalMode, ProposalPolicy},
    record::{Body, Code, DigestKey, Head, MemorySink, Outcome as Observed, OutcomeResult, ProposalRecorder, Record, RecordSink as _, Records, RotatingKey},
    systemone::{self, Answers, Batch, EvaluationError, Form},
};
use tower::{Service, ServiceBuilder, ServiceExt, service_fn};

// ---- the shop ----

/// How the shop is today.
#[derive(Clone, Default)]
struct Shop(Arc<AtomicU8>);

const FINE: u8 = 0;
const DOWN: u8 = 1;
const SAYS_YES_AND_DOES_NOTHING: u8 = 2;
const CANCELLED: u8 = 3;

impl Shop {
    fn is(&self, state: u8) {
        self.0.store(state, Ordering::Relaxed);
    }

    fn answer(&self, request: &Request) -> Answer {
        match (request.method.as_str(), self.0.load(Ordering::Relaxed)) {
            ("GET", state) => Answer::new(200, json!({"order": "B-17", "state": if state == CANCELLED { "cancelled" } else { "open" }}).to_string()),
            (_, DOWN) => Answer::new(503, r#"{"error":"the order service is being restarted"}"#),
            (_, FINE) => {
                self.is(CANCELLED);
                Answer::new(200, r#"{"ok":true}"#)
            }
            _ => Answer::new(200, r#"{"ok":true}"#),
        }
    }
}

// ---- what the host knows, and who judges ----

/// The conversation so far: the user wants the lamp gone, and a look-up has shown which order that is.
struct Conversation;

impl ContextSource for Conversation {
    fn context(&self, _: &str, _: &str) -> Option<ProposalContext> {
        ProposalContext::new(5)
            .operator_goal("Help customers of the lamp shop with their orders.")
            .user_request("Please cancel my order of the lamp.")
            .evidence(Evidence::new(4, EvidenceKind::Result, UntrustedText::new("B-17: lamp, open. B-18: chair, open.")))
            .ok()
    }
}

/// Knows one thing: the lamp is B-17. It answers every other question with as good as nothing.
struct LampJudge;

impl RecoveryEvaluator for LampJudge {
    type Evaluation = Ready<Result<Answers, EvaluationError>>;

    fn evaluate(&self, batch: Batch, _: tokio::time::Instant) -> Self::Evaluation {
        let right = batch.state["proposal_args"]["untrusted"]["/order"] == "B-17";
        let answer = |id: &str, form: &Form| match form {
            Form::Choice(options) => {
                let share = |index: usize| if index == 0 { 0.91 } else { 0.03 };
                let probabilities: Vec<(Box<str>, f64)> =
                    options.iter().enumerate().map(|(index, option)| (option.label.as_ref().into(), share(index))).collect();
                systemone::Answer::Choice { choice: options[0].label.as_ref().into(), probabilities }
            }
            Form::Score(_) => {
                systemone::Answer::Score { score: 1.1, probabilities: ["0", "1", "2", "3"].map(Into::into).into_iter().zip([0.05, 0.8, 0.15, 0.0]).collect() }
            }
            _ if id == "fit.target" => systemone::Answer::Noul(if right { 0.03 } else { 0.96 }),
            _ => systemone::Answer::Noul(0.04),
        };
        let answers = batch.questions.iter().map(|question| (question.id.as_ref().into(), answer(&question.id, &question.form))).collect();
        ready(Ok(Answers::new("lamp-judge", answers)))
    }
}

/// Cancellations are checked before they run, by the target alone. Thresholds are chosen on data of one's own; these are for this demonstration.
fn policy() -> ProposalPolicy {
    let mut policy = ProposalPolicy::default();
    policy.mode.reversible_write = ProposalMode::Enforce;
    policy.outage.reversible_write = Some(OutagePolicy::Queue);
    policy.thresholds_version = "demonstration".to_owned();
    policy.thresholds.insert("fit.target".to_owned(), Band { act_at: 0.8, clear_at: 0.2 });
    policy
}

// ---- the four calls ----

type Answered = Attempt<http::Response<String>, reqwest::Error>;

/// What is not as it should be.
#[derive(Default)]
struct Checks {
    made: usize,
    problems: Vec<String>,
}

impl Checks {
    fn equal(&mut self, what: &str, found: &str, expected: &str) {
        self.made += 1;
        if found != expected {
            self.problems.push(format!("{what}: `{expected}` was expected, not `{found}`"));
        }
    }

    fn verdict(self) -> ExitCode {
        if self.problems.is_empty() {
            println!("\nAll {} checks hold.", self.made);
            return ExitCode::SUCCESS;
        }
        for problem in self.problems {
            println!("MISMATCH: {problem}");
        }
        ExitCode::FAILURE
    }
}

fn tell(checks: &mut Checks, what: &str, attempt: &Answered, expected: &str) {
    let outcome = match &attempt.outcome {
        Outcome::Completed(response) | Outcome::Failed(response) => format!("{} {}", response.status(), response.body()),
        Outcome::Rejected(rejection) => format!("not executed: {}", rejection.kind()),
        other => format!("{other:?}"),
    };
    checks.equal(what, &outcome, expected);
    println!("{what}\n    {outcome}");
    if let Some(line) = attempt.for_model() {
        println!("    to the model: {line}");
    }
}

/// Every record of one call, a line for each layer.
fn inspect(checks: &mut Checks, records: &[Record<'static>], call: &str, expected: &[&str]) {
    println!("{call}");
    let mut kinds = Vec::new();
    for record in records.iter().filter(|record| record.head.call_id.as_str() == call) {
        let line: Value = serde_json::from_slice(&record.to_line()).unwrap_or_default();
        let said = match &record.body {
            Body::Decision(_) => format!(
                "{} (fit.target: p {}), done: {}",
                line["verdict"].as_str().unwrap_or_default(),
                line["answers"]["fit.target"]["p"],
                line["effective_action"].as_str().unwrap_or_default()
            ),
            Body::Authorization(_) => line["decision"].as_str().unwrap_or_default().to_owned(),
            Body::Execution(_) => format!("{}, effect {}", line["status"].as_str().unwrap_or_default(), line["effect"].as_str().unwrap_or_default()),
            Body::Outcome(_) => format!("{}, by {}", line["result"].as_str().unwrap_or_default(), line["observer"].as_str().unwrap_or_default()),
            Body::Recovery(_) => format!("{}, advice {}", line["class"].as_str().unwrap_or_default(), line["action"].as_str().unwrap_or_default()),
            _ => String::new(),
        };
        let kind = line["kind"].as_str().unwrap_or_default();
        println!("    {kind:<13} {said}");
        kinds.push(kind.to_owned());
    }
    checks.equal(&format!("the records of {call}"), &kinds.join(", "), &expected.join(", "));
}

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let shop = Shop::default();
    let serving = shop.clone();
    let server = Server::start(move |request| serving.answer(request)).await?;
    let (url, http) = (server.url("/orders"), client().build()?);

    // A host keeps the key with its other secrets, and writes to a `FileSink`.
    let sink = MemorySink::new(100);
    let key = RotatingKey::new(DigestKey::new("demo", b"a key of the demonstration alone")?);
    let recorder = ProposalRecorder::new(sink.clone(), key.clone(), &policy(), Code::new("example")?, Code::new("lamp-judge")?);
    let check = ProposalCheck::builder(LampJudge, Conversation)
        .projection(ExposedFields::new("1").expose("cancel_order", "/order"))
        .observer(recorder)
        .policy(policy())
        .build()?;
    let waiting = check.queue().clone();

    let catalog = Catalog::builder()
        .tool(
            ToolDescriptor::new("cancel_order")
                .write()
                .consequence(Consequence::ReversibleWrite)
                .effect_key("/order")
                .capability("Cancels one order of the customer."),
        )
        .build()?;
    let rules = ScopePolicy::allow_by_default().deny("guest", "cancel_order").build_for(&catalog)?;
    let ledger = MemoryLedger::default();
    let layer = RecoveryLayer::builder()
        .catalog(catalog)
        .ledger(ledger.clone())
        .policy(rules)
        .facts(HttpFacts::new())
        .proposal(check)
        .records(Records::new(sink.clone(), key))
        .build()?
        .deferred();
    let inner = service_fn(move |call: ToolCall| cancel(http.clone(), url.clone(), call));
    let mut tools = ServiceBuilder::new().layer(layer).service(inner);

    let order =
        |id: &str, order: &str, scope: &str| ToolCall::new("cancel_order", json!({ "order": order })).with_call_id(id).with_run("run-1").with_scope(scope);
    let mut checks = Checks::default();
    let attempt = tools.ready().await?.call(order("call-1", "B-17", "guest")).await?;
    tell(&mut checks, "sensible, but a guest may not", &attempt, "not executed: denied");
    let attempt = tools.ready().await?.call(order("call-2", "B-18", "customer")).await?;
    tell(&mut checks, "permitted, but that is the chair", &attempt, "not executed: proposal_review");
    if let Some((place, item)) = waiting.take() {
        println!("    a person looks at item {}: {} {}: no, that is not the lamp", place.id, item.tool, item.arguments);
    }
    shop.is(DOWN);
    let attempt = tools.ready().await?.call(order("call-3", "B-17", "customer")).await?;
    let down = r#"503 Service Unavailable {"error":"the order service is being restarted"}"#;
    tell(&mut checks, "the right order, but the shop is down", &attempt, down);
    // A write that failed somewhere in the shop is held until somebody knows what came of it.
    checks.equal("the books after call-3", &observe(&server, &sink, "call-3").await?, "open");
    ledger.reconcile("cancel_order", None, "customer", Reconciled::NotApplied);
    shop.is(SAYS_YES_AND_DOES_NOTHING);
    let attempt = tools.ready().await?.call(order("call-4", "B-17", "customer")).await?;
    tell(&mut checks, "the shop says yes", &attempt, r#"200 OK {"ok":true}"#);
    checks.equal("the books after call-4", &observe(&server, &sink, "call-4").await?, "open");
    shop.is(FINE);
    let attempt = tools.ready().await?.call(order("call-5", "B-17", "customer")).await?;
    tell(&mut checks, "and once more, because it did nothing", &attempt, r#"200 OK {"ok":true}"#);
    checks.equal("the books after call-5", &observe(&server, &sink, "call-5").await?, "cancelled");

    println!("\nwhat is recorded of each call");
    let records = sink.take();
    // Who refused a call before it was judged left no decision, and only what ran has an outcome.
    let expected: [(&str, &[&str]); 5] = [
        ("call-1", &["authorization", "execution", "recovery"]),
        ("call-2", &["decision", "authorization", "execution", "recovery"]),
        ("call-3", &["decision", "authorization", "execution", "recovery", "outcome"]),
        ("call-4", &["decision", "authorization", "execution", "recovered", "outcome"]),
        ("call-5", &["decision", "authorization", "execution", "outcome"]),
    ];
    for (call, kinds) in expected {
        inspect(&mut checks, &records, call, kinds);
    }
    Ok(checks.verdict())
}

/// The inner service: one request to the shop.
async fn cancel(http: reqwest::Client, url: String, call: ToolCall) -> Result<http::Response<String>, reqwest::Error> {
    let order = call.value().and_then(|arguments| arguments["order"].as_str()).unwrap_or_default().to_owned();
    let response = http.post(format!("{url}/{order}")).send().await?;
    let status = response.status();
    let mut whole = http::Response::new(response.text().await?);
    *whole.status_mut() = status;
    Ok(whole)
}

/// Whether the effect occurred is asked of the shop's books, and recorded apart: an answer of 200 is no outcome. Gives back what the books say.
async fn observe(server: &Server, sink: &MemorySink, call: &str) -> Result<String, BoxError> {
    let state: Value = serde_json::from_str(&client().build()?.get(server.url("/orders/B-17")).send().await?.text().await?)?;
    let result = if state["state"] == "cancelled" { OutcomeResult::Achieved } else { OutcomeResult::NotAchieved };
    let said = state["state"].as_str().unwrap_or_default().to_owned();
    println!("    the shop's books say: {said}");
    let observed = Observed::new(Code::new("shop-books")?, result);
    sink.record(Record { head: Head::new(Code::new(call.to_owned())?), body: observed.into() });
    Ok(said)
}
