//! The mode `off`: no text is read and no class is guessed. What a host relies on stays: admission, pacing, holds, and the ladder against repeats.
//!
//! At the end the mode is switched to `keywords` in the middle of the run, on the same ledger: no counter is lost.

#[path = "support/mod.rs"]
mod support;

use serde_json::json;
use std::{process::ExitCode, sync::Arc, time::Duration};
use support::{
    BoxError,
    agent::{Agent, AgentFacts, Answer, ToolError, catalog},
    player::{Player, Want},
};
use tokio::time::sleep;
use tool_recovery::{
    Attempt, RecoveryLayer, RejectionKind, ToolCall, Verdict,
    classify::{Class, Source},
    config::{Classifier, RecoveryConfig},
    ledger::MemoryLedger,
};
use tower::{Service, ServiceBuilder, service_fn};

/// The stack in one mode. The ledger is the host's, so that it outlives the mode.
fn stack(
    agent: &Arc<Agent>,
    ledger: &MemoryLedger,
    mode: Classifier,
) -> Result<impl Service<ToolCall, Response = Attempt<Answer, ToolError>, Error = ToolError>, BoxError> {
    let mut config = RecoveryConfig::default();
    config.classifier = mode;
    config.settle_grace_ms = 200;
    let layer = RecoveryLayer::builder().config(config).catalog(catalog()?).facts(AgentFacts::default()).ledger(ledger.clone()).build()?;
    let inner = agent.clone();
    Ok(ServiceBuilder::new().layer(layer).service(service_fn(move |call| inner.clone().run(call))))
}

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let agent = Agent::new(false).await?;
    let ledger = MemoryLedger::default();
    let counters = agent.clone();
    let mut play = Player::new(stack(&agent, &ledger, Classifier::Off)?, move || counters.marks().total(), false);
    let call = |tool: &str, arguments| ToolCall::new(tool, arguments);
    let deploy = || call("shell", json!({"command": "./deploy.sh prod"}));

    play.section("admission stays");
    play.call(call("read_fil", json!({"path": "notes.md"})), Want::Refused(RejectionKind::UnknownTool)).await?;
    play.call(call("create_ticket", json!({"title": 42, "queue": "helpdesk"})), Want::Refused(RejectionKind::Schema)).await?;

    play.section("text is not read: only facts, such as a status, can settle a class");
    let attempt = play.attempt(call("fetch", json!({"path": "/customers/0"})), Want::Fails("HTTP 404")).await?;
    let class = attempt.report.map(|report| (report.classification.class, report.classification.source));
    play.check(class == Some((Class::Unknown, Source::Trusted)), || format!("a class was guessed: {class:?}"));
    play.call(call("fetch", json!({"path": "/search"})), Want::Fails("HTTP 429")).await?;
    play.call(call("fetch", json!({"path": "/search"})), Want::Refused(RejectionKind::Paced)).await?;

    play.section("the ladder stays");
    for expected in [Verdict::Continue, Verdict::Nudge, Verdict::Halt] {
        let attempt = play.attempt(deploy(), Want::Fails("exit code 2")).await?;
        play.check(attempt.verdict == expected, || format!("`{}` was expected, not `{}`", expected.as_str(), attempt.verdict.as_str()));
        let source = attempt.report.map(|report| report.classification.source);
        play.check(source == Some(Source::Trusted), || format!("the class comes from {source:?}"));
    }
    play.call(deploy(), Want::Refused(RejectionKind::Halted)).await?;

    play.section("holds stay");
    play.call(call("transfer", json!({"amount": 120, "to": "ACME", "why": "May"})), Want::TimesOut).await?;
    sleep(Duration::from_millis(100)).await;
    let again = || call("transfer", json!({"amount": 120, "to": "ACME", "why": "May again"}));
    play.call(again(), Want::Refused(RejectionKind::Held)).await?;

    play.turn_to(stack(&agent, &ledger, Classifier::Keywords)?);
    play.section("the mode becomes `keywords`: text is read now, and what was closed stays closed");
    play.call(deploy(), Want::Refused(RejectionKind::Halted)).await?;
    play.call(again(), Want::Refused(RejectionKind::Held)).await?;
    let attempt = play.attempt(call("fetch", json!({"path": "/admin"})), Want::Fails("HTTP 403")).await?;
    let source = attempt.report.map(|report| report.classification.source);
    play.check(source == Some(Source::Keywords), || format!("the text was not read: the class comes from {source:?}"));

    let marks = agent.marks();
    let by_tool = format!("{} requests, {} programs, {} files", marks.requests, marks.programs, marks.files);
    Ok(play.finish(&by_tool, ledger.counters()))
}
