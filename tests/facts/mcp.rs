//! The MCP adapter against a real server of the SDK, over a transport in memory.

use rmcp::{
    ErrorData, RoleClient, RoleServer, ServerHandler, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
        ServerConfig,
    },
    service::{RequestContext, RunningService},
};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Attempt, Outcome, RecoveryLayer, RejectionKind, ToolCall, Verdict,
    admission::Declarations,
    facts::{Effect, Reach},
    ledger::MemoryLedger,
    mcp::{McpCall, McpFacts, McpService, McpTools},
};
use tower::{Layer as _, ServiceExt as _};

/// What the server saw.
#[derive(Clone, Default)]
struct Seen {
    calls: Arc<AtomicUsize>,
    cancelled: Arc<AtomicUsize>,
    lists: Arc<AtomicUsize>,
}

#[derive(Clone, Default)]
struct Server(Seen);

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    /// Two pages.
    async fn list_tools(&self, request: Option<PaginatedRequestParams>, _: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        self.0.lists.fetch_add(1, Ordering::SeqCst);
        let second = request.and_then(|page| page.cursor).is_some();
        let names: &[&str] = if second { &["write", "hang"] } else { &["read", "fail", "refuse"] };
        let tools: Vec<Value> =
            names.iter().map(|name| json!({"name": name, "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}})).collect();
        let next = if second { Value::Null } else { json!("2") };
        Ok(serde_json::from_value(json!({"tools": tools, "nextCursor": next})).unwrap())
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        self.0.calls.fetch_add(1, Ordering::SeqCst);
        match &*request.name {
            "fail" => Ok(CallToolResult::error(vec![ContentBlock::text("Error: file not found")]).into()),
            "refuse" => Err(ErrorData::new(ErrorCode::INVALID_PARAMS, "Invalid arguments for tool refuse", None)),
            "hang" | "write" => {
                context.ct.cancelled().await;
                self.0.cancelled.fetch_add(1, Ordering::SeqCst);
                Err(ErrorData::internal_error("never answered", None))
            }
            _ => Ok(CallToolResult::success(vec![ContentBlock::text(format!("{:?}", request.arguments))]).into()),
        }
    }
}

/// A client of a new server. The server is told to stop when the client is dropped.
async fn connect() -> (RunningService<RoleClient, ()>, Seen) {
    let (server, client) = tokio::io::duplex(1 << 16);
    let seen = Seen::default();
    let handler = Server(seen.clone());
    tokio::spawn(async move { handler.serve(server).await.unwrap().waiting().await });
    (().serve(client).await.unwrap(), seen)
}

fn declared() -> Declarations {
    Declarations::from_value(&json!({"read_only": ["read", "fail", "refuse", "hang"], "write": ["write"], "tools": {"hang": {"timeout_ms": 50}}})).unwrap()
}

type Got = Attempt<CallToolResponse, rmcp::ServiceError>;

/// Calls tools of a server through the stack.
struct Stack<S>(S);

impl<S: tower::Service<McpCall, Response = Got, Error = rmcp::ServiceError>> Stack<S> {
    async fn call(&mut self, call: impl Into<McpCall>) -> Got {
        self.0.ready().await.unwrap().call(call.into()).await.unwrap()
    }
}

macro_rules! stack {
    ($client:expr, $ledger:expr) => {{
        let listed = McpTools::list($client.peer()).await.unwrap();
        let layer = RecoveryLayer::builder().catalog(listed.catalog(&declared()).unwrap()).facts(McpFacts::new()).ledger($ledger).build().unwrap();
        Stack(layer.layer(McpService::new($client.peer().clone())))
    }};
}

#[tokio::test]
async fn every_page_is_listed_and_hints_declare_nothing() {
    let (client, seen) = connect().await;
    let listed = McpTools::list(client.peer()).await.unwrap();
    assert_eq!((listed.len(), seen.lists.load(Ordering::SeqCst)), (5, 2));
    assert_eq!(listed.claims_read_only("write"), Some(true), "the server lies");
    assert!(listed.catalog(&Declarations::default()).unwrap().tools().all(|tool| tool.effect.is_none()));
}

#[tokio::test]
async fn a_success_is_handed_back_and_a_loop_is_nudged_and_halted() {
    let (client, seen) = connect().await;
    let mut tools = stack!(client, MemoryLedger::default());
    let fine = tools.call(ToolCall::new("read", json!({"path": "a"}))).await;
    assert!(matches!(&fine.outcome, Outcome::Completed(CallToolResponse::Complete(result)) if result.is_error != Some(true)));
    for (tool, failing) in [("fail", json!({"path": "b"})), ("refuse", json!({"n": 1}))] {
        for expected in [Verdict::Continue, Verdict::Nudge, Verdict::Halt] {
            assert_eq!(tools.call(ToolCall::new(tool, failing.clone())).await.verdict, expected, "{tool}");
        }
        let refused = tools.call(ToolCall::new(tool, failing)).await;
        assert!(matches!(&refused.outcome, Outcome::Rejected(rejection) if rejection.kind() == RejectionKind::Halted));
    }
    assert_eq!(seen.calls.load(Ordering::SeqCst), 7, "what is halted does not reach the server");
}

#[tokio::test]
async fn params_go_on_the_wire_as_they_came() {
    let (client, _) = connect().await;
    let mut tools = stack!(client, MemoryLedger::default());
    let params: CallToolRequestParams = serde_json::from_value(json!({"name": "read", "arguments": {"path": "x"}, "_meta": {"trace": 1}})).unwrap();
    let Outcome::Completed(CallToolResponse::Complete(result)) = tools.call(params).await.outcome else { panic!() };
    assert!(result.content[0].as_text().unwrap().text.contains("\"path\": String(\"x\")"));
}

#[tokio::test]
async fn a_hung_tool_times_out_and_its_server_is_told() {
    let (client, seen) = connect().await;
    let mut tools = stack!(client, MemoryLedger::default());
    let attempt = tools.call(ToolCall::new("hang", json!({}))).await;
    assert!(matches!(attempt.outcome, Outcome::TimedOut));
    tokio::time::timeout(Duration::from_secs(5), async {
        while seen.cancelled.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("the server is told");
}

#[tokio::test]
async fn a_write_that_is_cancelled_is_told_to_its_server_at_once_and_is_uncertain() {
    let (client, seen) = connect().await;
    let ledger = MemoryLedger::default();
    let mut tools = stack!(client, ledger.clone());
    let token = CancellationToken::new();
    let call = ToolCall::new("write", json!({})).with_cancellation(&token);
    let (attempt, ()) = tokio::join!(tools.call(call), async {
        while seen.calls.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        token.cancel();
    });
    assert_eq!(seen.cancelled.load(Ordering::SeqCst), 1, "long before the grace was over");
    assert!(matches!(attempt.outcome, Outcome::Cancelled), "{:?}", attempt.outcome);
    assert_eq!(attempt.report.unwrap().effect, Effect::UncertainWrite);
    assert_eq!(ledger.holds().len(), 1);
}

#[tokio::test]
async fn a_lost_connection_is_uncertain_for_a_write_and_then_an_error_of_readiness() {
    let (client, seen) = connect().await;
    let ledger = MemoryLedger::default();
    let mut tools = stack!(client, ledger.clone());
    let (attempt, _) = tokio::join!(tools.call(ToolCall::new("write", json!({}))), async {
        while seen.calls.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        client.cancel().await
    });
    let report = attempt.report.unwrap();
    assert_eq!((report.facts.reach, report.effect), (Reach::MayHaveReached, Effect::UncertainWrite));
    assert_eq!(ledger.holds().len(), 1);
    assert!(tools.0.ready().await.is_err(), "a closed connection is not ready");
}

#[tokio::test]
async fn a_new_catalog_keeps_every_counter() {
    let (client, _) = connect().await;
    let ledger = MemoryLedger::default();
    let failing = || ToolCall::new("fail", json!({"path": "b"}));
    assert_eq!(stack!(client, ledger.clone()).call(failing()).await.verdict, Verdict::Continue);
    assert_eq!(stack!(client, ledger.clone()).call(failing()).await.verdict, Verdict::Nudge);
    assert_eq!(stack!(client, ledger.clone()).call(failing()).await.verdict, Verdict::Halt);
}
