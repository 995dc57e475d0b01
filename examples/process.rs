//! Real programs: how each way of failing to run, failing, and being killed becomes facts.
//!
//! It works the same for root: what is refused here is refused to everybody.

#[path = "support/mod.rs"]
mod support;

use serde_json::{Value, json};
use std::{io, process::ExitCode, process::Output, sync::Arc, time::Duration};
use support::{
    BoxError,
    player::{Player, Want},
    scratch::Scratch,
};
use tool_recovery::{
    RecoveryLayer, RejectionKind, ToolCall, Verdict,
    admission::{Catalog, ToolDescriptor},
    config::ConfigError,
    facts::{Effect, ProcessFacts, process::program_and_subcommand},
    ledger::MemoryLedger,
};
use tower::{ServiceBuilder, service_fn};

fn catalog() -> Result<Catalog, ConfigError> {
    Catalog::builder()
        // Starts a program without a shell between.
        .tool(ToolDescriptor::new("spawn").write().operation(program_and_subcommand))
        .tool(ToolDescriptor::new("shell").write().operation(program_and_subcommand))
        // The same shell, for commands that change nothing.
        .tool(ToolDescriptor::new("query").read_only().operation(program_and_subcommand))
        .tool(ToolDescriptor::new("wait").read_only().timeout(Duration::from_millis(500)))
        // 1 says that nothing was found: an answer. 2 is a failure.
        .tool(ToolDescriptor::new("grep").read_only().answers([1]))
        .build()
}

/// The inner service: `Output` where a program ran, `io::Error` where none did.
async fn run(scratch: Arc<Scratch>, call: ToolCall) -> io::Result<Output> {
    let arguments = call.value().cloned().unwrap_or_default();
    let text = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    match call.tool() {
        "spawn" => tokio::process::Command::new(text("program")).current_dir(scratch.work()).output().await,
        "grep" => scratch.run(&["grep", "-e", text("pattern"), text("path")]).await,
        _ => scratch.run(&["sh", "-c", text("command")]).await,
    }
}

/// The exit code of the writer of a pipe whose reader left: 141, because a shell reports SIGPIPE as 128 + 13.
const BROKEN_PIPE: &str = "exec 3>&1; code=$({ { yes; echo $? >&4; } | head -n 1 >/dev/null; } 4>&1); exit \"$code\"";

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let scratch = Arc::new(Scratch::new()?);
    scratch.file("notes.md", "order more paper\n")?;
    scratch.file("import.sh", "#!/bin/sh\nkill -9 $$\n")?;
    scratch.executable("import.sh")?;

    let ledger = MemoryLedger::default();
    let layer = RecoveryLayer::builder().catalog(catalog()?).facts(ProcessFacts::new()).ledger(ledger.clone()).build()?;
    let inner = scratch.clone();
    let tools = ServiceBuilder::new().layer(layer).service(service_fn(move |call| run(inner.clone(), call)));
    let counter = scratch.clone();
    let mut play = Player::new(tools, move || counter.count("programs"), false);
    let command = |tool: &str, line: &str| ToolCall::new(tool, json!({"command": line}));
    let spawn = |program: &str| ToolCall::new("spawn", json!({"program": program}));
    let grep = |pattern: &str, path: &str| ToolCall::new("grep", json!({"path": path, "pattern": pattern}));

    play.section("not started: a write cannot have had an effect");
    play.effect(spawn("./no-such-program"), Want::Unreached("NotFound"), Effect::NotApplied).await?;
    play.effect(spawn("./notes.md"), Want::Unreached("PermissionDenied"), Effect::NotApplied).await?;
    play.section("not started by a shell: an earlier command of the line may have had an effect");
    play.effect(command("shell", "no-such-program"), Want::Fails("exit code 127"), Effect::Unknown).await?;
    play.effect(command("shell", "./notes.md"), Want::Fails("exit code 126"), Effect::Unknown).await?;

    play.section("answers and failures: grep declares that 1 is an answer");
    play.call(grep("paper", "notes.md"), Want::Ok).await?;
    play.call(grep("printer", "notes.md"), Want::Ok).await?;
    play.call(grep("paper", "no-such-file"), Want::Fails("exit code 2")).await?;
    play.call(command("query", "grep printer notes.md"), Want::Fails("exit code 1")).await?;

    play.section("stopped in the middle");
    play.effect(command("query", BROKEN_PIPE), Want::Fails("exit code 141"), Effect::ReadOnly).await?;
    play.effect(command("query", "sh -c 'kill $$'; exit $?"), Want::Fails("exit code 143"), Effect::ReadOnly).await?;
    play.effect(command("query", "timeout 0.2 sleep 5"), Want::Fails("exit code 124"), Effect::ReadOnly).await?;
    play.effect(command("wait", "exec sleep 5"), Want::TimesOut, Effect::ReadOnly).await?;
    play.section("a write that was killed: nobody knows what it did, so that it is held");
    play.effect(command("shell", "exec ./import.sh"), Want::Fails("signal 9"), Effect::UncertainWrite).await?;
    play.call(command("shell", "./import.sh --resume"), Want::Refused(RejectionKind::Held)).await?;

    play.section("every program is an operation of its own: `sort` is closed, `wc` is not");
    for expected in [Verdict::Continue, Verdict::Nudge, Verdict::Halt] {
        let attempt = play.attempt(command("shell", "sort --no-such-flag"), Want::Fails("exit code 2")).await?;
        play.check(attempt.verdict == expected, || format!("`{}` was expected, not `{}`", expected.as_str(), attempt.verdict.as_str()));
    }
    play.call(command("shell", "sort notes.md"), Want::Refused(RejectionKind::Halted)).await?;
    play.call(command("shell", "wc -l notes.md"), Want::Ok).await?;
    for (line, operation) in [("cd /repo && sudo git push", "git push"), ("RUST_LOG=debug cargo test --all", "cargo test")] {
        let found = program_and_subcommand(&json!({"command": line})).map(String::from);
        play.check(found.as_deref() == Some(operation), || format!("`{line}` was read as {found:?}"));
        play.table().text("operation:", &format!("`{line}` is {}", found.unwrap_or_default()));
    }
    let programs = scratch.count("programs");
    Ok(play.finish(&format!("{programs} programs"), ledger.counters()))
}
