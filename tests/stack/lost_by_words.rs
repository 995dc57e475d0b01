//! A tool that answers may have lost the answer of what it asked in its turn. Only its words say so, so that nothing is held; but nobody is told to wait and send a write again.

use crate::support::{
    Answer, End, Script, builder, call,
    deciders::{Evaluator, Manner},
    open, rejection, report,
};
use serde_json::json;
use std::time::Duration;
use tool_recovery::{
    ToolCall, Verdict,
    admission::{Catalog, ToolDescriptor},
    advice::{Action, Owner},
    classify::{Class, Keywords, Source},
    config::RecoveryConfig,
    facts::{Code, Effect, Facts, FailureKind, Phase, Reach, TimeoutOwner, UndeclaredEffect, UntrustedText, jsonrpc::tool_error_facts},
    ledger::MemoryLedger,
};
use tower::Layer;

/// Answers of a tool whose own call lost its answer.
const LOST: &[&str] = &[
    "Request timed out",
    "Error: connect ETIMEDOUT 10.0.0.7:443",
    "read tcp 10.0.0.2:51234->10.0.0.7:443: connection reset by peer",
    "FetchError: request to https://pay.example/charges failed, reason: socket hang up",
    "write: broken pipe",
    "upstream connection lost",
    "MCP error -32001: Request timed out",
    "MCP error -32000: Connection closed",
    "{\"error\":{\"code\":\"gateway_timeout\",\"message\":\"The upstream did not answer\"}}",
    "Request failed with status code 504",
    "Request failed with status code 502",
    "httpx.ReadTimeout",
    "requests.exceptions.ConnectionError: ('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))",
    "Traceback (most recent call last):\n  File \"pay.py\", line 3, in <module>\nConnectionResetError: [Errno 104] Connection reset by peer",
    "The service had a hiccup, please try again later.\nCaused by: Error: read ECONNRESET",
    "504 Gateway Time-out",
    "context deadline exceeded",
    "server closed the connection unexpectedly",
    "Die Wartezeit für die Verbindung ist abgelaufen",
    "соединение разорвано другой стороной",
    "тайм-аут соединения",
    "Request \u{1b}[31mtimed\u{1b}[0m out",
    "\u{1b}[31mError:\u{1b}[0m connection \u{1b}[1mreset\u{1b}[0m by peer",
    // These wait for no lock and for no pool.
    "TransactionBlockTimeoutError: Transaction started at 100 but was not mined within 50 blocks",
    "Block timeout: the transaction was not confirmed",
    "Error: spool timeout",
    "MongoNetworkError: connection 5 to 10.0.0.7:27017 closed",
    "rpc error: code = Unavailable desc = transport is closing",
    "stream error: stream ID 5; INTERNAL_ERROR; received from peer",
    "Failed to fetch",
    "The backend did not acknowledge the write; it may or may not have been applied, retry later",
    "The server was restarted while handling your request; please retry",
];

/// What passes by itself and loses nothing.
const PASSING: &[&str] = &[
    "database is locked",
    "Lock wait timeout exceeded; try restarting transaction",
    "Service Unavailable",
    "The server is overloaded. Please try again later.",
    "Too Many Requests",
    "The service is under maintenance. Please retry later.",
    "FATAL: connection pool timeout",
    "java.sql.SQLTransientException: MySqlLockTimeout, please retry later",
];

fn catalog() -> Catalog {
    Catalog::builder()
        .tool(ToolDescriptor::new("charge").write())
        .tool(ToolDescriptor::new("undeclared"))
        .tool(ToolDescriptor::new("look").read_only())
        .tool(ToolDescriptor::new("tests").write().report())
        .build()
        .unwrap()
}

fn answered(text: &str) -> Facts {
    tool_error_facts(UntrustedText::new(text))
}

async fn calls(ledger: &MemoryLedger, undeclared: UndeclaredEffect, tool: &str, facts: Facts, times: usize) -> Vec<Answer> {
    let mut config = RecoveryConfig::default();
    config.undeclared_effect = undeclared;
    let script = Script::always(End::Failed(facts));
    let mut service = builder(ledger).catalog(catalog()).classifier(Keywords::new()).config(config).build().unwrap().layer(script.tool());
    let mut answers = Vec::new();
    for _ in 0..times {
        answers.push(call(&mut service, ToolCall::new(tool, json!({"amount": 5}))).await);
    }
    answers
}

async fn once(undeclared: UndeclaredEffect, tool: &str, facts: Facts) -> Answer {
    calls(&MemoryLedger::default(), undeclared, tool, facts, 1).await.remove(0)
}

#[tokio::test]
async fn nobody_is_told_to_send_a_write_again_whose_answer_was_lost_on_the_way() {
    for (tool, text) in ["charge", "undeclared"].into_iter().flat_map(|tool| LOST.iter().map(move |text| (tool, text))) {
        let ledger = MemoryLedger::default();
        let answer = calls(&ledger, UndeclaredEffect::Write, tool, answered(text), 1).await.remove(0);
        let report = report(&answer);
        assert_eq!((report.effect, report.classification.source), (Effect::Unknown, Source::Keywords), "{text}");
        assert_eq!((&report.advice.action, report.advice.owner), (&Action::Reconcile, Owner::Tool), "{tool}: {text}");
        assert!(!report.advice.action.advises_retry() && report.standing.paced.is_none());
        let told = &report.advice.for_model;
        assert!(told.contains("may have taken effect") && told.contains("First check") && !told.contains("Wait"), "{told}");
        assert!(!report.standing.held && ledger.holds().is_empty(), "words hold nothing");
    }
}

#[tokio::test(start_paused = true)]
async fn it_stays_so_until_the_operation_is_closed() {
    let answers = calls(&MemoryLedger::default(), UndeclaredEffect::Write, "charge", answered(LOST[0]), 7).await;
    for (number, answer) in answers.iter().enumerate() {
        if rejection(answer).is_some() {
            continue;
        }
        let advice = &report(answer).advice;
        assert_eq!(advice.action, Action::Reconcile, "{number}");
        if answer.verdict == Verdict::Halt {
            assert!(advice.for_user.as_ref().unwrap().contains("took effect"), "{:?}", advice.for_user);
        }
    }
    assert!(answers.iter().any(|answer| answer.verdict == Verdict::Halt), "the ladder is that of other transient failures");
}

#[tokio::test]
async fn what_loses_no_answer_is_waited_for() {
    for text in PASSING {
        let answer = once(UndeclaredEffect::Write, "charge", answered(text)).await;
        assert!(matches!(report(&answer).advice.action, Action::RetryAfter(_)), "{text}: {:?}", report(&answer).advice);
    }
}

#[tokio::test]
async fn a_read_and_a_tool_that_does_not_count_as_a_write_are_called_again() {
    let calls_again = [
        (UndeclaredEffect::Write, "look"),
        (UndeclaredEffect::Unknown, "undeclared"),
        (UndeclaredEffect::ReadOnly, "undeclared"),
        // Its failure is its answer, and what it prints is of something else.
        (UndeclaredEffect::Write, "tests"),
    ];
    for (undeclared, tool) in calls_again {
        let answer = once(undeclared, tool, answered(LOST[0])).await;
        assert!(matches!(report(&answer).advice.action, Action::RetryAfter(_)), "{tool}: {:?}", report(&answer).advice);
    }
}

#[tokio::test]
async fn a_refusal_and_the_word_of_the_contract_outrank_the_words() {
    let refused = answered(LOST[0]).reached(Phase::Execution, Reach::Refused);
    for (facts, action) in [(refused, None), (answered(LOST[0]).applied(false), None), (answered(LOST[0]).applied(true), Some(Action::StopRepeating))] {
        let answer = once(UndeclaredEffect::Write, "charge", facts).await;
        let given = &report(&answer).advice.action;
        assert!(action.as_ref().map_or_else(|| given.advises_retry(), |action| action == given), "{given:?}");
    }
}

#[tokio::test]
async fn a_decision_and_another_tool_do_not_lift_it() {
    for (class, text) in [(Class::Transient, "no response from the bank: reply lost"), (Class::Transient, LOST[0])] {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open(text))));
        let stack = builder(&ledger).catalog(catalog()).decider(Evaluator::new(Manner::Says(class)));
        let mut service = stack.build().unwrap().layer(script.tool());
        let answer = call(&mut service, ToolCall::new("charge", json!({"amount": 5}))).await;
        assert_eq!((report(&answer).classification.source, &report(&answer).advice.action), (Source::Jev, &Action::Reconcile), "{text}");
    }
}

#[tokio::test]
async fn a_timeout_by_facts_that_leaves_the_effect_open_is_no_invitation_either() {
    let timed = open("x").kind(FailureKind::Timeout(TimeoutOwner::Tool));
    let named = open("x").code(Code::name("ReadTimeout")).settled(Class::Transient, None, "exception.timeout");
    for facts in [timed, named] {
        let answer = once(UndeclaredEffect::Write, "charge", facts.clone()).await;
        assert_eq!(report(&answer).advice.action, Action::Reconcile, "{facts:?}");
        let answer = once(UndeclaredEffect::Write, "look", facts).await;
        assert!(report(&answer).advice.action.advises_retry());
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_the_producer_asks_for_is_kept() {
    let facts = answered(LOST[0]).retry_after(Some(Duration::from_secs(30)));
    let answers = calls(&MemoryLedger::default(), UndeclaredEffect::Write, "charge", facts, 2).await;
    assert_eq!(report(&answers[0]).advice.action, Action::Reconcile);
    assert!(rejection(&answers[1]).is_some(), "the pause stands");
}
