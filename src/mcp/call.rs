//! A call of an MCP tool: what the stack looks at, beside what only the protocol knows.

use crate::{ArgumentsRef, Cancelled, Retained, ToolCall, ToolRequest};
use rmcp::model::CallToolRequestParams;
use serde_json::Value;
use std::{fmt, sync::Arc};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// A [`ToolCall`] with the rest of the `params` of `tools/call`: `_meta`, and what continues an earlier call that asked for input.
///
/// A plain [`ToolCall`] becomes one by `into`, as do the `params` of a request. `Debug` prints no argument.
#[derive(Clone)]
pub struct McpCall {
    call: ToolCall,
    rest: Option<Box<CallToolRequestParams>>,
}

impl McpCall {
    /// The call itself.
    #[must_use]
    pub fn call(&self) -> &ToolCall {
        &self.call
    }

    /// Changes the call, for example its run or its token.
    #[must_use]
    pub fn map(mut self, change: impl FnOnce(ToolCall) -> ToolCall) -> Self {
        self.call = change(self.call);
        self
    }

    /// What goes on the wire: name and arguments of the call, and everything else as it came.
    pub(super) fn into_params(self) -> CallToolRequestParams {
        let mut params = self.rest.map_or_else(|| CallToolRequestParams::new(String::new()), |rest| *rest);
        params.name = self.call.tool().to_owned().into();
        params.arguments = self.call.value().and_then(Value::as_object).cloned();
        params
    }
}

impl From<ToolCall> for McpCall {
    fn from(call: ToolCall) -> Self {
        Self { call, rest: None }
    }
}

impl From<CallToolRequestParams> for McpCall {
    fn from(mut params: CallToolRequestParams) -> Self {
        let call = match params.arguments.take() {
            Some(arguments) => ToolCall::new(&*params.name, Value::Object(arguments)),
            None => ToolCall::without_arguments(&*params.name),
        };
        Self { call, rest: Some(Box::new(params)) }
    }
}

impl ToolRequest for McpCall {
    type Cancelled = Cancelled;

    fn tool(&self) -> &str {
        self.call.tool()
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        self.call.arguments()
    }

    fn with_arguments(self, arguments: Arc<Value>) -> Self {
        self.map(|call| call.with_arguments(arguments))
    }

    fn with_tool(self, name: &str) -> Self {
        self.map(|call| call.with_tool(name))
    }

    fn cancelled(&self) -> Cancelled {
        self.call.cancelled()
    }

    fn cancel_handle(&self) -> Option<CancellationToken> {
        self.call.cancel_handle()
    }

    fn call_id(&self) -> Option<&str> {
        self.call.call_id()
    }

    fn run(&self) -> &str {
        self.call.run()
    }

    fn scope(&self) -> &str {
        self.call.scope()
    }

    fn deadline(&self) -> Option<Instant> {
        self.call.deadline()
    }

    fn retained(&self) -> Option<Arc<dyn Retained>> {
        self.call.retained()
    }
}

impl fmt::Debug for McpCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpCall").field("call", &self.call).finish_non_exhaustive()
    }
}
