//! A real client and a real server on the loopback: how statuses, headers, pages and lost connections become facts.

#[path = "support/mod.rs"]
mod support;

use serde_json::{Value, json};
use std::{process::ExitCode, sync::Arc, time::Duration};
use support::{
    BoxError,
    agent::collect,
    client,
    office::broken,
    player::{Player, Want},
    scratch::Scratch,
    server::{Answer, NONCE, Request, Server},
};
use tokio::net::TcpListener;
use tool_recovery::{
    RecoveryLayer, RejectionKind, ToolCall,
    admission::{Catalog, ToolDescriptor},
    config::ConfigError,
    facts::{BodyRule, Effect, HttpFacts},
    ledger::MemoryLedger,
};
use tower::{ServiceBuilder, service_fn};

/// Every URL path is an operation of its own.
fn tool(name: &str) -> ToolDescriptor {
    ToolDescriptor::new(name).operation(|arguments: &Value| arguments.get("path")?.as_str().map(Into::into))
}

fn catalog() -> Result<Catalog, ConfigError> {
    let flag = BodyRule::new("/ok", false);
    Catalog::builder().tool(tool("get").read_only()).tool(tool("post").write()).tool(tool("get_checked").read_only().body_rule(flag)).build()
}

fn answer(request: &Request) -> Answer {
    match request.path.as_str() {
        "/fine" => Answer::new(200, r#"{"ok":true}"#),
        "/orders" => Answer::new(401, r#"{"error":"token expired"}"#),
        "/seconds" => Answer::new(429, "").with("Retry-After", "20"),
        "/maintenance" => Answer::new(503, "").with("Retry-After", "30"),
        "/page" => Answer::new(200, "<html><h1>503 Service Unavailable</h1></html>"),
        "/flag" => Answer::new(200, r#"{"ok":false,"error":"no such channel"}"#),
        "/slow" => Answer::Silence,
        path => broken(path),
    }
}

struct World {
    scratch: Scratch,
    server: Server,
    client: reqwest::Client,
    /// Nobody listens there.
    dead: String,
}

impl World {
    async fn new() -> Result<Self, BoxError> {
        let dead = format!("http://{}/", TcpListener::bind("127.0.0.1:0").await?.local_addr()?);
        let client = client().redirect(reqwest::redirect::Policy::none()).timeout(Duration::from_secs(1)).build()?;
        Ok(Self { scratch: Scratch::new()?, server: Server::start(answer).await?, client, dead })
    }

    fn marks(&self) -> usize {
        self.server.count(self.scratch.nonce())
    }

    /// The inner service.
    async fn run(self: Arc<Self>, call: ToolCall) -> reqwest::Result<http::Response<Vec<u8>>> {
        let path = call.value().and_then(|arguments| arguments.get("path")).and_then(Value::as_str).unwrap_or_default();
        let url = if path == "nobody" { self.dead.clone() } else { self.server.url(path) };
        let request = if call.tool() == "post" { self.client.post(url).body("{}") } else { self.client.get(url) };
        collect(request.header(NONCE, self.scratch.nonce())).await
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode, BoxError> {
    let world = Arc::new(World::new().await?);
    let ledger = MemoryLedger::default();
    let layer = RecoveryLayer::builder().catalog(catalog()?).facts(HttpFacts::new()).ledger(ledger.clone()).build()?;
    let inner = world.clone();
    let tools = ServiceBuilder::new().layer(layer).service(service_fn(move |call| inner.clone().run(call)));
    let counter = world.clone();
    let mut play = Player::new(tools, move || counter.marks(), false);
    let call = |tool: &str, path: &str| ToolCall::new(tool, json!({"path": path}));

    play.section("statuses");
    play.call(call("get", "/fine"), Want::Ok).await?;
    for (path, status) in [
        ("/orders", "HTTP 401"),
        ("/admin", "HTTP 403"),
        ("/customers/0", "HTTP 404"),
        ("/reports", "HTTP 405"),
        ("/invoices", "HTTP 500"),
        ("/stock", "HTTP 503"),
        ("/handbook.html", "HTTP 502"),
    ] {
        play.call(call("get", path), Want::Fails(status)).await?;
    }

    play.section("the server asks for a wait: in seconds, as a date (40 s ahead), and with a 503");
    for (path, status, at_least, at_most) in [("/seconds", "HTTP 429", 20, 20), ("/quotes", "HTTP 429", 35, 40), ("/maintenance", "HTTP 503", 30, 30)] {
        let attempt = play.attempt(call("get", path), Want::Fails(status)).await?;
        let wait = attempt.report.and_then(|report| report.facts.retry_after).unwrap_or_default();
        let wanted = Duration::from_secs(at_least)..=Duration::from_secs(at_most);
        play.check(wanted.contains(&wait), || format!("{path} asks for {at_least} to {at_most} s, and {wait:?} was read"));
        play.call(call("get", path), Want::Refused(RejectionKind::Paced)).await?;
    }

    play.section("status 200: a page and a flag are data, unless the tool declares what the flag means");
    play.call(call("get", "/page"), Want::Ok).await?;
    play.call(call("get", "/flag"), Want::Ok).await?;
    play.call(call("get_checked", "/flag"), Want::Fails("failed: body_rule")).await?;

    play.section("reads without an answer");
    play.effect(call("get", "/events"), Want::Fails("ConnectionReset"), Effect::ReadOnly).await?;
    play.effect(call("get", "/slow"), Want::Fails("timed out (client)"), Effect::ReadOnly).await?;
    play.section("writes: refused by the server, not reached, and lost on the way, which is held");
    play.effect(call("post", "/admin"), Want::Fails("HTTP 403"), Effect::NotApplied).await?;
    play.effect(call("post", "nobody"), Want::Unreached("ConnectionRefused"), Effect::NotApplied).await?;
    play.effect(call("post", "/events"), Want::Fails("ConnectionReset"), Effect::UncertainWrite).await?;
    play.effect(call("post", "/slow"), Want::Fails("timed out (client)"), Effect::UncertainWrite).await?;
    play.effect(call("post", "/invoices"), Want::Fails("HTTP 500"), Effect::UncertainWrite).await?;
    tokio::time::sleep(Duration::from_millis(100)).await;
    for path in ["/events", "/slow", "/invoices"] {
        play.call(call("post", path), Want::Refused(RejectionKind::Held)).await?;
    }
    let requests = world.marks();
    Ok(play.finish(&format!("{requests} requests"), ledger.counters()))
}
