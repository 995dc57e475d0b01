//! Model Context Protocol through a client of the SDK `rmcp`.
//!
//! [`McpService`] calls the tools of one server, [`McpFacts`] reads what came of it, and [`McpTools`] makes a catalog out of what the server lists. The names,
//! schemas and hints of a server are its own words: its annotations never become a declaration, and what the host declares outranks them.
//!
//! ```no_run
//! use rmcp::{Peer, RoleClient};
//! use tool_recovery::{RecoveryLayer, ToolCall, admission::Declarations, mcp::{McpFacts, McpService, McpTools}};
//! use tower::{Service, ServiceBuilder, ServiceExt};
//!
//! # async fn run(peer: Peer<RoleClient>) -> Result<(), Box<dyn std::error::Error>> {
//! let declared = Declarations::from_value(&serde_json::json!({ "read_only": ["read_*", "list_*"], "write": ["write_*"] }))?;
//! let listed = McpTools::list(&peer).await?;
//! let layer = RecoveryLayer::builder().catalog(listed.catalog(&declared)?).facts(McpFacts::new()).build()?;
//! let mut tools = ServiceBuilder::new().layer(layer).service(McpService::new(peer));
//! let call = ToolCall::new("read_file", serde_json::json!({ "path": "notes.md" })).with_run("run-1");
//! let attempt = tools.ready().await?.call(call.into()).await?;
//! # drop(attempt);
//! # Ok(())
//! # }
//! ```
//!
//! A catalog is frozen. When the server says that its tools have changed, list them again and build a new layer with a clone of the same ledger: every counter stays.
//! A connection that is lost is not made again by this crate: reconnecting is the host's decision.

mod call;
mod facts;
mod service;
mod tools;

pub use call::McpCall;
pub use facts::McpFacts;
pub use service::{McpFuture, McpService};
pub use tools::{McpTools, Skipped};
