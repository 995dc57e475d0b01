//! MCP tools through the stack: a real server in this process, over a transport in memory, and the filesystem server from npm where it is installed.
//!
//! The folder with `node_modules` stands in the environment variable `MCP_SERVERS`.

#[path = "support/mod.rs"]
mod support;

use rmcp::{
    ErrorData, Peer, RoleClient, RoleServer, ServerHandler, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
        ServerConfig,
    },
    service::RequestContext,
};
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    process::{ExitCode, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use support::{
    BoxError,
    player::{Player, Want},
    scratch::Scratch,
    table::say,
};
use tool_recovery::{
    RecoveryLayer, RejectionKind, ToolCall, Verdict,
    admission::Declarations,
    facts::Effect,
    ledger::MemoryLedger,
    mcp::{McpCall, McpFacts, McpService, McpTools},
};
use tower::ServiceBuilder;

/// A notebook on a server whose answers fail in every way that MCP has.
#[derive(Clone, Default)]
struct Notebook {
    calls: Arc<AtomicUsize>,
}

impl ServerHandler for Notebook {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(&self, _: Option<PaginatedRequestParams>, _: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        let path = json!({"type": "object", "properties": {"page": {"type": "string"}}, "required": ["page"]});
        let tool = |name: &str, read_only: bool| json!({"name": name, "inputSchema": path, "annotations": {"readOnlyHint": read_only}});
        // The last claim is a lie, which nothing believes.
        let tools = [tool("read_page", true), tool("search", true), tool("slow_read", true), tool("write_page", true)];
        serde_json::from_value(json!({ "tools": tools })).map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let page = request.arguments.as_ref().and_then(|arguments| arguments.get("page")).and_then(Value::as_str).unwrap_or_default();
        match (&*request.name, page) {
            ("read_page", "torn out") => Ok(CallToolResult::error(vec![ContentBlock::text("Error: page not found")]).into()),
            ("search", "*") => Err(ErrorData::new(ErrorCode::INVALID_PARAMS, "Invalid params: the pattern matches everything", None)),
            ("search", "index") => Err(ErrorData::internal_error("the index is being rebuilt, try again later", None)),
            ("slow_read" | "write_page", "last") => {
                context.ct.cancelled().await;
                Err(ErrorData::internal_error("stopped", None))
            }
            _ => Ok(CallToolResult::success(vec![ContentBlock::text("written: order more paper")]).into()),
        }
    }
}

/// The host's word on the tools of the notebook.
fn declared() -> Result<Declarations, BoxError> {
    Ok(Declarations::from_value(&json!({
        "read_only": ["read_*", "search", "slow_*"],
        "write": ["write_*"],
        "tools": { "slow_read": { "timeout_ms": 100 }, "write_page": { "timeout_ms": 100, "effect_key": "/page" } },
    }))?)
}

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let notebook = notebook().await?;
    let npm = match filesystem_server() {
        Some(script) => filesystem(script).await?,
        None => {
            say("skipped: the filesystem server of npm is not installed, or MCP_SERVERS does not name the folder of its `node_modules`");
            ExitCode::SUCCESS
        }
    };
    Ok(if npm == ExitCode::SUCCESS { notebook } else { npm })
}

async fn notebook() -> Result<ExitCode, BoxError> {
    let server = Notebook::default();
    let counter = server.calls.clone();
    let (here, there) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { server.serve(there).await.map(|running| tokio::spawn(running.waiting())) });
    let client = ().serve(here).await?;

    let listed = McpTools::list(client.peer()).await?;
    let ledger = MemoryLedger::default();
    let mut config = tool_recovery::config::RecoveryConfig::default();
    config.settle_grace_ms = 100;
    let layer = RecoveryLayer::builder().catalog(listed.catalog(&declared()?)?).facts(McpFacts::new()).ledger(ledger.clone()).config(config).build()?;
    let tools = ServiceBuilder::new().map_request(McpCall::from).layer(layer).service(McpService::new(client.peer().clone()));
    let mut play = Player::new(tools, move || counter.load(Ordering::SeqCst), false);
    let call = |tool: &str, page: &str| ToolCall::new(tool, json!({ "page": page }));

    play.section("results and errors: a tool answers by isError, a server by a code");
    play.call(call("read_page", "first"), Want::Ok).await?;
    play.effect(call("read_page", "torn out"), Want::Fails("failed: isError"), Effect::ReadOnly).await?;
    play.call(call("search", "*"), Want::Fails("JSON-RPC -32602")).await?;
    play.call(call("search", "index"), Want::Fails("JSON-RPC -32603")).await?;
    play.section("the schema that the server lists is checked before the call");
    play.call(ToolCall::new("read_page", json!({ "page": 3 })), Want::Refused(RejectionKind::Schema)).await?;
    play.call(call("tear_page", "first"), Want::Refused(RejectionKind::UnknownTool)).await?;

    play.section("a loop of one failing call");
    for expected in [Verdict::Nudge, Verdict::Halt] {
        let attempt = play.attempt(call("read_page", "torn out"), Want::Fails("failed: isError")).await?;
        play.check(attempt.verdict == expected, || format!("`{}` was expected, not `{}`", expected.as_str(), attempt.verdict.as_str()));
    }
    play.call(call("read_page", "torn out"), Want::Refused(RejectionKind::Halted)).await?;

    play.section("no answer in time: a read did nothing, of a write nobody knows, whatever the server claims of it");
    play.effect(call("slow_read", "last"), Want::TimesOut, Effect::ReadOnly).await?;
    play.effect(call("write_page", "last"), Want::TimesOut, Effect::UncertainWrite).await?;
    play.call(call("write_page", "last"), Want::Refused(RejectionKind::Held)).await?;
    play.call(call("write_page", "other"), Want::Ok).await?;
    Ok(play.finish("the notebook's own", ledger.counters()))
}

fn filesystem_server() -> Option<PathBuf> {
    let script = PathBuf::from(std::env::var_os("MCP_SERVERS")?).join("node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
    script.is_file().then_some(script)
}

/// The same on a server that somebody else made.
async fn filesystem(script: PathBuf) -> Result<ExitCode, BoxError> {
    let scratch = Scratch::new()?;
    scratch.file("notes.md", "order more paper\n")?;
    let folder = scratch.work().canonicalize()?;
    let mut process = tokio::process::Command::new("node");
    process.arg(script).arg(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    let mut child = process.spawn()?;
    let (Some(output), Some(input)) = (child.stdout.take(), child.stdin.take()) else { return Err("no pipes".into()) };
    let client = ().serve((output, input)).await?;
    let counter = Arc::new(AtomicUsize::new(0));
    let played = play_files(client.peer().clone(), &folder.display().to_string(), counter).await;
    client.cancel().await?;
    played
}

async fn play_files(peer: Peer<RoleClient>, folder: &str, counter: Arc<AtomicUsize>) -> Result<ExitCode, BoxError> {
    let declared =
        Declarations::from_value(&json!({ "read_only": ["read_*", "list_*", "get_*", "search_*"], "write": ["write_*", "edit_*", "create_*", "move_*"] }))?;
    let listed = McpTools::list(&peer).await?;
    let ledger = MemoryLedger::default();
    let layer = RecoveryLayer::builder().catalog(listed.catalog(&declared)?).facts(McpFacts::new()).ledger(ledger.clone()).build()?;
    let marks = counter.clone();
    let count = move |call: McpCall| {
        counter.fetch_add(1, Ordering::SeqCst);
        call
    };
    let tools = ServiceBuilder::new().map_request(McpCall::from).layer(layer).map_request(count).service(McpService::new(peer));
    let mut play = Player::new(tools, move || marks.load(Ordering::SeqCst), false);
    let call = |tool: &str, file: &str| ToolCall::new(tool, json!({ "path": format!("{folder}/{file}") }));
    play.section("the filesystem server of npm");
    play.call(call("read_text_file", "notes.md"), Want::Ok).await?;
    for expected in [Verdict::Continue, Verdict::Nudge, Verdict::Halt] {
        let attempt = play.attempt(call("read_text_file", "lost.md"), Want::Fails("failed: isError")).await?;
        play.check(attempt.verdict == expected, || format!("`{}` was expected, not `{}`", expected.as_str(), attempt.verdict.as_str()));
    }
    play.call(call("read_text_file", "lost.md"), Want::Refused(RejectionKind::Halted)).await?;
    play.call(call("list_directory", "."), Want::Ok).await?;
    play.call(ToolCall::new("write_file", json!({ "path": format!("{folder}/new.md") })), Want::Refused(RejectionKind::Schema)).await?;
    Ok(play.finish("calls that reached the client", ledger.counters()))
}
