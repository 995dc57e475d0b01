//! Facts from what an MCP client got back.

use crate::{
    admission::ToolDescriptor,
    classify::{Class, Subkind},
    facts::{
        Adapter, FactExtractor, Facts, FailureKind, Judgement, MAX_PARSED_BODY, Phase, Provenance, Reach, TimeoutOwner, UntrustedText, jsonrpc, judge_body,
        judge_json,
    },
};
use rmcp::{
    ErrorData, ServiceError,
    model::{CallToolResponse, CallToolResult, ContentBlock},
};
use std::fmt::Write as _;

/// Facts from a [`CallToolResponse`] or [`CallToolResult`], and from a [`ServiceError`].
///
/// A result with `isError: true` is the tool's own answer that it failed. A JSON-RPC error is the server's: its code says how far the call got. An invalid argument
/// may arrive as either, by the version of the server's SDK, so that its class follows from the text of both alike; a name that the server does not know is settled by
/// [`unknown_tool`](jsonrpc::unknown_tool). A call that needs input and a task that runs on are neither success nor failure.
///
/// A [`BodyRule`](crate::facts::BodyRule) of the tool looks at the structured content, or where there is none at a single text that is JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct McpFacts {
    _private: (),
}

impl McpFacts {
    /// Reads `isError`, the content, error codes, and the client's own errors.
    #[must_use]
    pub const fn new() -> Self {
        Self { _private: () }
    }

    /// The facts of an error.
    #[must_use]
    pub fn error(&self, error: &ServiceError) -> Facts {
        match error {
            ServiceError::McpError(error) => protocol_error(error),
            ServiceError::Timeout { .. } => {
                ended("timeout").kind(FailureKind::Timeout(TimeoutOwner::Tool)).settled(Class::Transient, None, "mcp.request_timeout")
            }
            ServiceError::TransportClosed => ended("transport").settled(Class::Unavailable, Subkind::Service, "mcp.connection_closed"),
            ServiceError::Cancelled { .. } => ended("cancelled").kind(FailureKind::Cancelled),
            ServiceError::TransportSend(_) if error.is_authorization_required() => Facts::new(Provenance::new(Adapter::Mcp, "transport"))
                .reached(Phase::PreExecution, Reach::Refused)
                .settled(Class::Authentication, None, "mcp.authorization_required"),
            other => ended("transport").text_from(crate::facts::display_text(other), "display"),
        }
    }
}

/// A call of which nobody knows how far it got.
fn ended(field: &'static str) -> Facts {
    Facts::new(Provenance::new(Adapter::Mcp, field))
}

fn protocol_error(error: &ErrorData) -> Facts {
    let mut text = UntrustedText::new(&error.message);
    if let Some(data) = error.data.as_ref().filter(|data| !data.is_null()) {
        text = UntrustedText::new(&format!("{}\n{}", text.expose(), crate::facts::bounded_text(data).expose()));
    }
    let mut facts = jsonrpc::error_facts(Some(error.code.0.into()), text);
    facts.provenance = Provenance::new(Adapter::Mcp, "error.code");
    facts
}

fn tool_error(result: &CallToolResult) -> Facts {
    let mut facts = jsonrpc::tool_error_facts(content_text(result));
    facts.provenance = Provenance::new(Adapter::Mcp, "isError");
    facts
}

/// The texts of the content, a line each, or else the structured content. What is longer than the window is not copied whole.
fn content_text(result: &CallToolResult) -> UntrustedText {
    let mut joined = String::new();
    for text in result.content.iter().filter_map(ContentBlock::as_text) {
        let kept = UntrustedText::new(&text.text);
        let _ = write!(joined, "{}{}", if joined.is_empty() { "" } else { "\n" }, kept.expose());
        if joined.len() > 4 * UntrustedText::WINDOW {
            break;
        }
    }
    match &result.structured_content {
        Some(structured) if joined.trim().is_empty() => crate::facts::bounded_text(structured),
        _ => UntrustedText::new(&joined),
    }
}

fn judge_result(tool: &ToolDescriptor, result: &CallToolResult) -> Judgement {
    if result.is_error == Some(true) {
        return jsonrpc::unknown_tool(tool_error(result), &tool.name).into();
    }
    match &result.structured_content {
        Some(structured) => judge_body(tool, Adapter::Mcp, structured),
        None if tool.body_rule.is_some() => {
            single_text(result).map_or(Judgement::Success, |text| judge_json(tool, Adapter::Mcp, text.as_bytes(), MAX_PARSED_BODY))
        }
        None => Judgement::Success,
    }
}

/// The only text of a result.
fn single_text(result: &CallToolResult) -> Option<&str> {
    match result.content.as_slice() {
        [only] => only.as_text().map(|text| text.text.as_str()),
        _ => None,
    }
}

impl FactExtractor<CallToolResult, ServiceError> for McpFacts {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&CallToolResult, &ServiceError>) -> Judgement {
        match outcome {
            Ok(result) => judge_result(tool, result),
            Err(error) => jsonrpc::unknown_tool(self.error(error), &tool.name).into(),
        }
    }
}

impl FactExtractor<CallToolResponse, ServiceError> for McpFacts {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&CallToolResponse, &ServiceError>) -> Judgement {
        match outcome {
            Ok(CallToolResponse::Complete(result)) => judge_result(tool, result),
            // Input that is needed, a task that runs, and whatever else a later version of the protocol makes of a call that is not over.
            Ok(_) => Judgement::Incomplete,
            Err(error) => jsonrpc::unknown_tool(self.error(error), &tool.name).into(),
        }
    }
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
