//! The main example: a scripted agent makes real calls (programs, files, HTTP on the loopback) through one stack in the mode `keywords`, and most of them fail.
//!
//! `cargo run --example keywords` prints what came of each call. `-- --fault none` plays the same script in a healthy world. `-- --help` explains the table.
#![allow(clippy::print_stderr, reason = "an example prints")]

#[path = "support/mod.rs"]
mod support;

use serde_json::{Value, json};
use std::{env, process::ExitCode, sync::Arc, time::Duration};
use support::{
    BoxError,
    agent::{Agent, AgentFacts, Answer, ToolError, catalog},
    player::{Player, Want},
    table::say,
};
use tokio::time::sleep;
use tool_recovery::{
    Attempt, Outcome, RecoveryLayer, RejectionKind, ToolCall, Verdict,
    classify::{Class, Source},
    config::RecoveryConfig,
    ledger::{MemoryLedger, Reconciled},
};
use tower::{Service, ServiceBuilder, service_fn};

const HELP: &str = "\
Plays about 30 tool calls of a scripted agent through one RecoveryLayer and prints a row for each.

usage: cargo run --example keywords [-- --fault all|none]

  --fault all    most calls fail (default)
  --fault none   the same script in a healthy world: every row has to be a success
  --help         this text

The columns:
  call      what the model asked for: programs, files and HTTP requests are real, on this machine alone
  outcome   ok; how the tool failed; or `refused`: the call was not executed, and by which gate
  class     what would have to change for the next call to succeed; - for `unknown` where a refusal needs none
  source    who says so: trusted (a status, an exit code, the gate itself) or keywords (the text of the failure)
  verdict   continue; nudge (not like this again); halt (this operation is closed, the run is not)
  advice    the one action that is proposed to the model

Every row and sum is checked against the script, the ledger, and what the tools counted themselves. The exit code is 0 only where all agree.";

/// The run that all calls of the script belong to.
const RUN: &str = "run-1";

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let healthy = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["--fault", "all"] | ["--fault=all"] => false,
        ["--fault", "none"] | ["--fault=none"] => true,
        ["--help" | "-h"] => {
            say(HELP);
            return Ok(ExitCode::SUCCESS);
        }
        _ => {
            eprintln!("error: one of these arguments is not known\n\n{HELP}");
            return Ok(ExitCode::from(2));
        }
    };

    let agent = Agent::new(healthy).await?;
    let ledger = MemoryLedger::default();
    let mut config = RecoveryConfig::default();
    // A cancelled write gets this long to say what it did.
    config.settle_grace_ms = 200;
    let layer = RecoveryLayer::builder().config(config).catalog(catalog()?).facts(AgentFacts::default()).ledger(ledger.clone()).build()?;
    let inner = agent.clone();
    let tools = ServiceBuilder::new().layer(layer).service(service_fn(move |call| inner.clone().run(call)));

    let counters = agent.clone();
    let mut script = Script { play: Player::new(tools, move || counters.marks().total(), healthy), ledger, agent };
    script.names_and_programs().await?;
    script.http().await?;
    script.no_progress().await?;
    script.uncertain_write().await?;
    script.arguments().await?;
    let marks = script.agent.marks();
    let by_tool = format!("{} requests, {} programs, {} files", marks.requests, marks.programs, marks.files);
    Ok(script.play.finish(&by_tool, script.ledger.counters()))
}

/// The story, and the host that it happens to.
struct Script<S, M> {
    play: Player<S, M>,
    ledger: MemoryLedger,
    agent: Arc<Agent>,
}

fn call(tool: &str, arguments: Value) -> ToolCall {
    ToolCall::new(tool, arguments).with_run(RUN)
}

fn text(tool: &str, arguments: &str) -> ToolCall {
    ToolCall::from_text(tool, arguments).with_run(RUN)
}

fn shell(command: &str) -> ToolCall {
    call("shell", json!({"command": command}))
}

fn fetch(path: &str) -> ToolCall {
    call("fetch", json!({"path": path}))
}

fn read(path: &str) -> ToolCall {
    call("read_file", json!({"path": path}))
}

fn transfer(why: &str) -> ToolCall {
    call("transfer", json!({"amount": 120, "to": "ACME", "why": why}))
}

/// Shows what the model is told of a call that was refused.
fn tell<S, M: Fn() -> usize, T, E>(play: &Player<S, M>, outcome: &Outcome<T, E>) {
    if let Outcome::Rejected(rejection) = outcome {
        play.table().text("to the model:", rejection.message());
    }
}

impl<S, M> Script<S, M>
where
    S: Service<ToolCall, Response = Attempt<Answer, ToolError>, Error = ToolError>,
    M: Fn() -> usize,
{
    async fn names_and_programs(&mut self) -> Result<(), BoxError> {
        let play = &mut self.play;
        play.section("names, files and programs");
        let misnamed = call("read_fil", json!({"path": "notes.md"}));
        let attempt = play.attempt(play.choose(misnamed, read("notes.md")), Want::Refused(RejectionKind::UnknownTool)).await?;
        tell(play, &attempt.outcome);
        play.call(read("notes.md"), Want::Ok).await?;
        play.call(read("todo.md"), Want::Fails("NotFound")).await?;
        // grep exits with 1, which the tool declares to be an answer.
        play.call(call("search_files", json!({"pattern": "printer"})), Want::Ok).await?;
        play.call(shell("convert-report q3.csv"), Want::Fails("exit code 127")).await?;
        play.call(play.choose(shell("mkdir --parent-dirs a/b"), shell("mkdir -p a/b")), Want::Fails("exit code 1")).await?;
        play.call(shell("mkdir -p a/b"), Want::Ok).await?;
        play.call(shell("./backup.sh"), Want::Fails("exit code 126")).await?;
        Ok(())
    }

    async fn http(&mut self) -> Result<(), BoxError> {
        let play = &mut self.play;
        play.section("an HTTP service");
        play.call(fetch("/orders"), Want::Fails("HTTP 401")).await?;
        let attempt = play.attempt(fetch("/admin"), Want::Fails("HTTP 403")).await?;
        let classified = attempt.report.map(|report| (report.classification.class, report.classification.source));
        play.check_fault(classified == Some((Class::Permission, Source::Keywords)), || format!("the text of a 403 was read as {classified:?}"));
        play.call(fetch("/customers/0"), Want::Fails("HTTP 404")).await?;
        play.call(fetch("/reports"), Want::Fails("HTTP 405")).await?;
        play.call(fetch("/search"), Want::Fails("HTTP 429")).await?;
        let early = play.attempt(fetch("/search"), Want::Refused(RejectionKind::Paced)).await?;
        if let Outcome::Rejected(rejection) = &early.outcome {
            sleep(rejection.retry_after().unwrap_or(Duration::from_secs(1))).await;
        }
        play.call(fetch("/search"), Want::Ok).await?;
        play.call(fetch("/quotes"), Want::Fails("HTTP 429")).await?;
        play.call(fetch("/quotes"), Want::Refused(RejectionKind::Paced)).await?;
        play.call(fetch("/invoices"), Want::Fails("HTTP 500")).await?;
        play.call(fetch("/stock"), Want::Fails("HTTP 503")).await?;
        play.call(fetch("/events"), Want::Fails("ConnectionReset")).await?;
        play.call(fetch("/handbook.html"), Want::Fails("HTTP 502")).await?;
        self.agent.sign_in();
        self.ledger.note_world_change(RUN, "");
        play.section("the host renews the credential, and tells the ledger so");
        play.call(fetch("/orders"), Want::Ok).await?;
        Ok(())
    }

    async fn no_progress(&mut self) -> Result<(), BoxError> {
        let play = &mut self.play;
        play.section("the same failing call, again and again");
        let deploy = play.choose(shell("./deploy.sh prod"), shell("./deploy.sh production"));
        for (nth, expected) in [Verdict::Continue, Verdict::Nudge, Verdict::Halt].into_iter().enumerate() {
            let attempt = play.attempt(deploy.clone(), Want::Fails("exit code 2")).await?;
            play.check_fault(attempt.verdict == expected, || {
                format!("failure {} of the same call: `{}`, not `{}`", nth + 1, expected.as_str(), attempt.verdict.as_str())
            });
            if let Some(advice) = attempt.advice().filter(|_| attempt.verdict == Verdict::Halt) {
                play.table().text("to the model:", &advice.for_model);
                play.table().text("to the user: ", advice.for_user.as_deref().unwrap_or_default());
                let apart = !advice.for_model.is_empty() && advice.for_user.as_deref().is_some_and(|text| !text.is_empty() && *text != *advice.for_model);
                play.check(apart, || "a halt has one text for the model and another for the user".into());
            }
        }
        play.call(deploy, Want::Refused(RejectionKind::Halted)).await?;
        play.call(shell("mkdir -p a/c"), Want::Ok).await?;
        play.section("the user says that production is meant; the host reopens the operation");
        let known = self.ledger.reset(RUN, "shell", Some("deploy.sh"), "");
        play.check_fault(known, || "the ledger knows no operation `deploy.sh` of `shell`".into());
        play.call(shell("./deploy.sh production"), Want::Ok).await?;
        Ok(())
    }

    async fn uncertain_write(&mut self) -> Result<(), BoxError> {
        let play = &mut self.play;
        play.section("a write whose answer is lost");
        play.call(transfer("May"), Want::TimesOut).await?;
        // No model writes its next call within this time.
        sleep(Duration::from_millis(100)).await;
        play.call(transfer("May, second try"), Want::Refused(RejectionKind::Held)).await?;
        let list = play.attempt(call("list_transfers", json!({})), Want::Ok).await?;
        let applied = match &list.outcome {
            Outcome::Completed(Answer::Http(response)) => serde_json::from_slice::<Value>(response.body())?.as_array().is_some_and(|booked| !booked.is_empty()),
            _ => false,
        };
        let outcome = if applied { Reconciled::Applied } else { Reconciled::NotApplied };
        play.section(&format!("the list shows that the transfer was {}; the host reconciles it", if applied { "made" } else { "not made" }));
        let settled = self.ledger.reconcile("transfer", None, "", outcome);
        play.check_fault(applied && settled == 1, || format!("one transfer was to be reconciled as made, not {settled}"));
        play.call(transfer("June"), Want::Ok).await?;
        Ok(())
    }

    async fn arguments(&mut self) -> Result<(), BoxError> {
        let play = &mut self.play;
        let right = || call("create_ticket", json!({"title": "Printer", "queue": "helpdesk"}));
        play.section("arguments");
        let refused = call("create_ticket", json!({"title": "Printer", "queue": "printing"}));
        // Status 200 and `{"ok":false}`: a failure, because the tool declares what the flag means.
        play.call(refused, Want::Fails("failed: body_rule")).await?;
        let mistyped = call("create_ticket", json!({"title": 42, "queue": "helpdesk"}));
        let attempt = play.attempt(play.choose(mistyped, right()), Want::Refused(RejectionKind::Schema)).await?;
        tell(play, &attempt.outcome);
        let cut = text("create_ticket", r#"{"title": "Printer", "queue": "help"#);
        play.call(play.choose(cut, right()), Want::Refused(RejectionKind::Truncated)).await?;
        let fenced = text("create_ticket", "```json\n{\"title\": \"Printer\", \"queue\": \"helpdesk\"}\n```");
        play.call(fenced, Want::Ok).await?;
        Ok(())
    }
}
