//! A client that asks a server for its tools, and for nothing else.

use super::{
    child, http,
    message::{Id, Message, line},
    pipes::{Incoming, Outlet},
    session::Served,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// The newest version of the protocol whose handshake this is.
const VERSION: &str = "2025-11-25";

/// The bounds on a list.
const MAX_PAGES: usize = 1_000;
const MAX_TOOLS: usize = 10_000;
const MAX_MESSAGE: usize = 64 << 20;

/// A tool as its server lists it.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) name: String,
    /// What its annotations claim.
    pub(crate) claims_read_only: Option<bool>,
}

/// A server that was started to be asked. Its drop ends the server.
pub(crate) struct Client {
    server: Served,
    out: Outlet,
    asked: i64,
}

#[derive(Deserialize)]
struct Page {
    tools: Vec<Value>,
    #[serde(default, rename = "nextCursor")]
    next: Option<String>,
}

impl Client {
    /// Starts the server.
    pub(crate) fn start(command: &[String]) -> Result<Self, String> {
        let (out, drain) = Outlet::new();
        Ok(Self { server: child::start(command, drain, MAX_MESSAGE)?.into(), out, asked: 0 })
    }

    /// Asks a server that speaks streamable HTTP.
    pub(crate) fn connect(url: &reqwest::Url, header_env: &[String], ca: Option<&Path>) -> Result<Self, String> {
        let (out, drain) = Outlet::new();
        let lines = http::serve(http::Endpoint::new(url, header_env, ca, MAX_MESSAGE)?, drain)?;
        Ok(Self { server: Served { lines, process: None }, out, asked: 0 })
    }

    /// All pages of the server's list.
    pub(crate) async fn list(&mut self) -> Result<Vec<Listed>, String> {
        let us = json!({ "name": "tool-recovery", "version": env!("CARGO_PKG_VERSION") });
        self.ask("initialize", &json!({ "protocolVersion": VERSION, "capabilities": {}, "clientInfo": us })).await?;
        self.out.send(line(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string()));
        let mut tools = Vec::new();
        let mut params = json!({});
        for _ in 0..MAX_PAGES {
            let page: Page =
                serde_json::from_value(self.ask("tools/list", &params).await?).map_err(|_| "the server's list of tools cannot be read".to_owned())?;
            tools.extend(page.tools.iter().filter_map(listed));
            match page.next {
                Some(cursor) if tools.len() < MAX_TOOLS => params = json!({ "cursor": cursor }),
                _ => break,
            }
        }
        tools.truncate(MAX_TOOLS);
        Ok(tools)
    }

    async fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.asked += 1;
        let id = Id::Number(self.asked);
        self.out.send(line(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()));
        while let Some(incoming) = self.server.lines.recv().await {
            let text = match incoming {
                Incoming::Line(text) => text,
                Incoming::Failed(failed, lost) if failed == id => return Err(lost.words()),
                _ => continue,
            };
            let Some(Message::One(head)) = Message::read(&text) else { continue };
            if head.answers() != Some(id.clone()) {
                continue;
            }
            return match head.result.and_then(|result| serde_json::from_str(result.get()).ok()) {
                Some(result) => Ok(result),
                None => Err(format!("the server answered {method} with an error")),
            };
        }
        let status = self.server.process.take().and_then(|(group, _)| group.reap());
        Err(format!("the server {}", child::told(status)))
    }
}

fn listed(tool: &Value) -> Option<Listed> {
    let hint = |name: &str| tool.get("annotations").and_then(|hints| hints.get(name)).and_then(Value::as_bool);
    let destructive = hint("destructiveHint").filter(|destructive| *destructive).map(|_| false);
    Some(Listed { name: tool.get("name")?.as_str()?.to_owned(), claims_read_only: hint("readOnlyHint").or(destructive) })
}
