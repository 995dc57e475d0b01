//! A decision that is asked for: within a limit, and without a canary in anything that is shown.
#![allow(dead_code, unreachable_pub, clippy::disallowed_methods, reason = "each test file uses its part, and a real server takes real time")]

use serde_json::json;
use std::time::{Duration, Instant};
use tool_recovery::{
    decide::RecoveryEvaluator,
    jev::{Connection, Credential, Jev, Preset, Provider},
    systemone::{Answers, Batch, ChoiceOption, EvaluationError, Form, Question},
};

pub const KEY: &str = "sk-CANARY-key";
pub const STATE: &str = "CANARY-state";
pub const REPLY: &str = "CANARY-reply";
pub const SHORT: Duration = Duration::from_millis(400);
pub const LONG: Duration = Duration::from_secs(5);
/// What a busy machine may add to a deadline.
pub const SLACK: Duration = Duration::from_millis(400);

pub fn batch() -> Batch {
    let class = Form::Choice(vec![ChoiceOption::new("transient", "transient"), ChoiceOption::new("unknown", "unknown")]);
    let noul = Form::Noul { yes: "yes".into(), no: "no".into() };
    Batch::new(json!({ "error": STATE }), vec![Question::new("class", "Which?", class), Question::new("blocked", "Is it?", noul)])
}

pub fn provider(base: &str) -> Provider {
    Provider::custom_at(Preset::SELF_HOSTED, base.parse().unwrap(), Credential::new(KEY).unwrap()).unwrap()
}

pub fn jev(base: &str) -> Jev {
    Jev::builder().provider(provider(base)).build().unwrap()
}

/// The answer within `limit`, and how long it took. Nothing of it shows a canary, and it keeps the deadline.
pub async fn ask(jev: &Jev, limit: Duration) -> (Result<Answers, EvaluationError>, Duration) {
    let began = Instant::now();
    let result = jev.evaluate(batch(), tokio::time::Instant::now() + limit).await;
    let took = began.elapsed();
    assert!(took <= limit + SLACK, "took {took:?} of {limit:?}");
    if let Err(error) = &result {
        let shown = format!("{error} {error:?} {jev:?} {:?}", batch());
        assert!(!shown.contains("CANARY"), "{shown}");
    }
    (result, took)
}

pub async fn error(jev: &Jev, limit: Duration) -> EvaluationError {
    ask(jev, limit).await.0.unwrap_err()
}

pub fn trusting(pem: &str) -> Connection {
    Connection::new().trust_pem(pem.as_bytes()).unwrap()
}
