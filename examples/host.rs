//! A host to copy: two tools, an error type of its own, schemas, a policy with an approval, timeouts, and what to do after a write whose outcome is unknown.
//!
//! `cargo run --example host`. Everything a host decides stands in this one file: what its tools declare, what its errors mean, and what becomes of an [`Attempt`].
#![allow(clippy::print_stdout, reason = "an example prints")]

use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tool_recovery::{
    Attempt, Outcome, RecoveryLayer, ToolCall,
    admission::{ApprovalStore, ApprovalSubject, Catalog, Consequence, ScopePolicy, ToolDescriptor},
    classify::{Class, Subkind},
    config::{ConfigError, RecoveryConfig},
    facts::{Adapter, FactExtractor, Facts, Judgement, Phase, Provenance, Reach, UntrustedText, facts_fn},
    ledger::{MemoryLedger, Reconciled},
};
use tower::{Service, ServiceBuilder, ServiceExt, service_fn};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

// ---- what the host has: a bank behind two tools, and the ways it fails ----

/// What can go wrong at the bank, in the bank's own terms.
#[derive(Debug)]
enum BankError {
    /// It took no connection: nothing arrived there.
    Closed,
    /// It asks for a pause.
    Busy(Duration),
    /// It refused the order, in words of its own.
    Refused(String),
}

impl fmt::Display for BankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the bank takes no connection"),
            Self::Busy(wait) => write!(f, "the bank asks to wait {wait:?}"),
            Self::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for BankError {}

/// A bank in memory. A real host would speak to one over a network.
#[derive(Clone, Default)]
struct Bank(Arc<Mutex<Books>>);

#[derive(Default)]
struct Books {
    paid: BTreeMap<String, u64>,
    calls: u64,
}

impl Bank {
    fn books(&self) -> std::sync::MutexGuard<'_, Books> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run(self, call: ToolCall) -> Result<String, BankError> {
        self.books().calls += 1;
        let arguments = call.value().cloned().unwrap_or_default();
        let invoice = arguments.get("invoice").and_then(Value::as_str).unwrap_or_default().to_owned();
        match (call.tool(), invoice.as_str()) {
            ("balance", _) => Ok(format!("{} cents", 100_000 - self.books().paid.values().sum::<u64>())),
            (_, "A-0") => Err(BankError::Closed),
            (_, "A-9") => Err(BankError::Refused("error: invoice A-9 not found".to_owned())),
            (_, "A-5") => Err(BankError::Busy(Duration::from_secs(30))),
            (_, invoice) => {
                let cents = arguments.get("cents").and_then(Value::as_u64).unwrap_or_default();
                self.books().paid.insert(invoice.to_owned(), cents);
                // The money has moved; the answer to this one takes longer than anybody waits.
                if invoice == "A-7" {
                    std::future::pending::<()>().await;
                }
                Ok(format!("paid {invoice}"))
            }
        }
    }
}

// ---- what the host declares ----

/// What each tool is: its schema, whether it changes anything, how long it may take, and for a write what it is that a repeat would touch.
fn catalog() -> Result<Catalog, ConfigError> {
    Catalog::builder()
        .tool(ToolDescriptor::new("balance").read_only().timeout(Duration::from_secs(2)).capability("Says how much money is left."))
        .tool(
            ToolDescriptor::new("pay")
                .write()
                .consequence(Consequence::Irreversible)
                .schema(json!({
                    "type": "object",
                    "properties": {"invoice": {"type": "string"}, "cents": {"type": "integer", "minimum": 1}, "memo": {"type": "string"}},
                    "required": ["invoice", "cents"],
                    "additionalProperties": false
                }))
                // After an uncertain payment only payments of the same invoice are held.
                .effect_key("/invoice")
                .timeout(Duration::from_millis(300))
                .capability("Pays an invoice."),
        )
        .build()
}

/// What each error establishes. Only what the bank's contract says is settled; its words are left to the text rules.
fn facts() -> impl FactExtractor<String, BankError> + Clone {
    facts_fn(|_tool, outcome: Result<&String, &BankError>| {
        let facts = Facts::new(Provenance::new(Adapter::Host, "BankError"));
        match outcome {
            Ok(_) => Judgement::Success,
            // Nothing arrived, so that a payment cannot have been made.
            Err(BankError::Closed) => facts.reached(Phase::PreExecution, Reach::NotReached).settled(Class::Unavailable, Subkind::Service, "bank.closed").into(),
            Err(BankError::Busy(wait)) => facts.applied(false).settled(Class::RateLimited, Subkind::Throttle, "bank.busy").retry_after(*wait).into(),
            // A refusal is the bank's word that it did nothing.
            Err(BankError::Refused(why)) => facts.applied(false).text(UntrustedText::new(why)).into(),
        }
    })
}

// ---- what the host does with an attempt ----

/// The tool's own answer goes to the model as it is; advice is one more line beside it.
fn tell(what: &str, attempt: &Attempt<String, BankError>) {
    let outcome = match &attempt.outcome {
        Outcome::Completed(answer) | Outcome::Failed(answer) | Outcome::Incomplete(answer) => answer.clone(),
        Outcome::Errored(error) => error.to_string(),
        Outcome::Rejected(rejection) => format!("not executed: {}", rejection.kind().as_str()),
        Outcome::TimedOut => "no answer in time".to_owned(),
        Outcome::Cancelled => "cancelled".to_owned(),
        _ => "something newer than this host".to_owned(),
    };
    println!("{what}\n    outcome  {outcome}\n    verdict  {}", attempt.verdict);
    if let Some(line) = attempt.for_model() {
        println!("    model    {line}");
    }
    if let Some(line) = attempt.advice().and_then(|advice| advice.for_user.as_deref()) {
        println!("    user     {line}");
    }
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let bank = Bank::default();
    let catalog = Arc::new(catalog()?);
    // The host keeps a handle of what it decides later: approvals, and what became of an uncertain write.
    let approvals = ApprovalStore::default();
    let config = RecoveryConfig::default();
    let ledger = MemoryLedger::new(config.ledger.clone())?;
    let policy = ScopePolicy::deny_by_default().allow("*", "balance").require_approval("*", "pay").approvals(approvals.clone()).build_for(&catalog)?;
    let layer = RecoveryLayer::builder().catalog(catalog).policy(policy).facts(facts()).ledger(ledger.clone()).config(config).build()?;
    let inner = bank.clone();
    let mut tools = ServiceBuilder::new().layer(layer).service(service_fn(move |call| inner.clone().run(call)));

    let call = |tool: &str, arguments: Value| ToolCall::new(tool, arguments).with_run("run-1").with_scope("alice");
    let pay = |invoice: &str, cents: u64| call("pay", json!({"invoice": invoice, "cents": cents}));

    tell("a read", &tools.ready().await?.call(call("balance", json!({}))).await?);
    tell("a payment nobody approved", &tools.ready().await?.call(pay("A-1", 500)).await?);
    approvals.grant(ApprovalSubject::new("alice", "pay"), None);
    tell("approved by the user", &tools.ready().await?.call(pay("A-1", 500)).await?);
    tell("arguments that do not fit", &tools.ready().await?.call(call("pay", json!({"invoice": "A-2"}))).await?);
    tell("the bank is closed", &tools.ready().await?.call(pay("A-0", 500)).await?);
    tell("the bank knows no such invoice", &tools.ready().await?.call(pay("A-9", 500)).await?);

    let lost = tools.ready().await?.call(pay("A-7", 900)).await?;
    tell("the answer to a payment is lost", &lost);
    tell("paying it again is held", &tools.ready().await?.call(pay("A-7", 900)).await?);
    tell("paying another invoice is not", &tools.ready().await?.call(pay("A-8", 100)).await?);
    // The report of a lost write names its hold, so that what is found out about this payment settles no other one.
    if let Some(hold) = lost.hold() {
        // The bank's books say what happened. Where a host cannot know, a person has to say.
        let outcome = if bank.books().paid.contains_key("A-7") { Reconciled::Applied } else { Reconciled::NotApplied };
        println!("the host looks into the books: {outcome:?}");
        ledger.reconcile_hold(hold, outcome);
    }

    tell("the bank asks for a pause", &tools.ready().await?.call(pay("A-5", 100)).await?);
    let paid = bank.books().paid.len();
    println!("the bank was called {} times and holds {paid} payments", bank.books().calls);
    Ok(())
}
