//! The mode `jev`: a decision model is asked about failures that facts and certain text rules leave open, and the text rules stand where it does not answer.
//!
//! Without anything it is offline: it starts a small server of the System One wire format on the loopback, which is no model but knows four sentences. With `TYPESAFE_API_KEY` the
//! vendor is asked, with `TOOL_RECOVERY_JEV_BASE_URL` a server of your own, to which no credential is sent.

#![allow(clippy::print_stdout, reason = "an example shows")]

#[path = "support/mod.rs"]
mod support;

use serde_json::json;
use std::{env, process::ExitCode};
use support::{
    BoxError,
    systemone::{Known, evaluator},
};
use tool_recovery::{
    Attempt, RecoveryLayer, ToolCall,
    admission::{Catalog, ToolDescriptor},
    classify::Source,
    config::{Layers, RecoveryConfig},
    decide::Asking,
    facts::ResultFacts,
};
use tower::{Service, ServiceBuilder, ServiceExt, service_fn};

/// What the tool says each time it fails, and what the server that this example starts makes of it: the class, and whether something from outside is needed. It has no answer
/// where it is down. The first failure is certain by the text rules, so that nobody is asked.
const FAILURES: [Known; 5] = [
    ("error: permission denied (publickey)", None),
    ("the widget service is having a moment, please try again", Some(("transient", 0.02))),
    ("no line to the widget plant", Some(("unavailable", 0.97))),
    ("it did not work", Some(("unknown", 0.9))),
    ("the widget is sulking", None),
];

/// The host's configuration: the environment over this table over the defaults.
fn config(variables: &[(String, String)]) -> Result<RecoveryConfig, BoxError> {
    // Thresholds are chosen on data of one's own and one model; these are for this demonstration.
    let thresholds = json!({ "version": "demonstration", "class": 0.7, "recoverability": 0.7, "correction": 0.7, "alternate": 0.7 });
    let ours = variables.iter().filter(|(name, _)| name.starts_with(tool_recovery::config::PREFIX)).cloned();
    Ok(Layers::new()?.file(json!({ "classifier": "jev", "thresholds": thresholds }))?.environment(ours)?.config()?)
}

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let variables: Vec<(String, String)> = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).collect();
    let mut config = config(&variables)?;
    let (jev, started) = evaluator(&mut config, variables, &FAILURES).await?;
    let layer = RecoveryLayer::builder()
        .catalog(Catalog::builder().tool(ToolDescriptor::new("widget").read_only()).build()?)
        .facts(ResultFacts::new())
        .decider(Asking::new(jev))
        .config(config)
        .build()?;
    let mut followed = 0;
    for (number, (failure, _)) in FAILURES.into_iter().enumerate() {
        let tool = service_fn(move |_: ToolCall| std::future::ready(Err::<(), _>(failure.to_owned())));
        let mut stack = ServiceBuilder::new().layer(layer.clone()).service(tool);
        // Each call is of a run of its own: this is about classes, not about repeats.
        let attempt = stack.ready().await?.call(ToolCall::new("widget", json!({})).with_run(format!("run-{number}"))).await?;
        followed += usize::from(show(failure, &attempt));
    }
    println!("{followed} of {} failures were classified by a decision", FAILURES.len());
    // The loopback server always gives the same answers.
    let expected = started.is_none() || followed == 2;
    Ok(if expected { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Shows one failure. Returns whether its class is the decision's.
fn show(failure: &str, attempt: &Attempt<(), String>) -> bool {
    let Some(report) = attempt.report.as_deref() else { return false };
    let found = report.classification;
    println!("\n{failure}\n  {} by {}, advice: {}", found.class, found.source.as_str(), report.advice.action.as_str());
    match report.decision.as_deref() {
        None => println!("  nobody was asked: the text rules are certain"),
        Some(decision) => {
            let answered = decision.distribution().unwrap_or_else(|| "no valid answer".to_owned());
            let reason = decision.fallback.map_or("followed".to_owned(), |reason| format!("not followed: {reason}"));
            println!(
                "  asked in {} request(s), {:.1} ms: {answered}; {reason}",
                decision.attempts,
                decision.latency.unwrap_or_default().as_secs_f64() * 1000.0
            );
        }
    }
    found.source == Source::Jev
}
