//! JSON-RPC 2.0 responses, also those of MCP servers.

use super::{
    Adapter, BodyContradiction, Code, FactExtractor, Facts, Judgement, Phase, Provenance, Reach, UntrustedText, judge_body,
    quote::{bounded_text, display_text},
    status,
};
use crate::{admission::ToolDescriptor, classify::Class};
use serde_json::{Map, Value};
use std::fmt::{self, Display, Write as _};

/// Facts from a complete JSON-RPC 2.0 response as a [`Value`].
///
/// An `error` object is a failure by its code. A `result` is a success, unless its own `isError` is true, by which an MCP tool says that it failed. A flag deeper
/// inside, or one such as `"ok": false`, is data and recorded as a contradiction, unless the tool declares a [`BodyRule`](super::BodyRule), whose pointer starts at the
/// `result`.
///
/// ```
/// use serde_json::json;
/// use tool_recovery::{admission::ToolDescriptor, facts::{Code, FactExtractor, JsonRpcFacts, Judgement, Reach}};
///
/// let response = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params"}});
/// let outcome: Result<_, &String> = Ok(&response);
/// let Judgement::Failure(facts) = JsonRpcFacts::new().judge(&ToolDescriptor::new("add"), outcome) else { unreachable!() };
/// assert_eq!((facts.code, facts.reach), (Some(Code::JsonRpc(-32602)), Reach::Refused));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonRpcFacts {
    _private: (),
}

impl JsonRpcFacts {
    /// Reads `error.code`, `error.message`, `error.data` and `result.isError`.
    #[must_use]
    pub const fn new() -> Self {
        Self { _private: () }
    }
}

/// The facts of an `error` object, such as one from a record. `code` is `None` where it is no integer.
#[must_use]
pub fn error_facts(code: Option<i64>, text: UntrustedText) -> Facts {
    let (phase, reach) = code.map_or((Phase::Unknown, Reach::MayHaveReached), reached);
    Facts::new(Provenance::new(Adapter::JsonRpc, "error.code"))
        .reached(phase, reach)
        .code(code.map(Code::JsonRpc))
        .settled_by(code.and_then(status::jsonrpc))
        .text_from(text, "error.message")
}

/// The facts of a tool that answered with `isError: true`; `text` is its content.
#[must_use]
pub fn tool_error_facts(text: UntrustedText) -> Facts {
    Facts::new(Provenance::new(Adapter::JsonRpc, "result.isError")).reached(Phase::Execution, Reach::Answered).text_from(text, "result.content")
}

/// Settles that an MCP server has no tool `tool`, where its error says so in one of the protocol's own forms and names the tool that was called; gives back other facts as
/// they are.
///
/// The forms are `Unknown tool: NAME` (MCP 2025-06-18, server/tools, "Error Handling") and `Tool NAME not found` (its SDK for TypeScript), with code -32602 or -32601. That SDK
/// also puts its own error into a result with `isError`, as `MCP error CODE: …`. The words alone, without such a code, settle nothing: any tool may write them. How far the
/// call got stays what it was.
///
/// ```
/// use tool_recovery::{classify::Class, facts::{UntrustedText, jsonrpc::{error_facts, unknown_tool}}};
///
/// let facts = error_facts(Some(-32602), UntrustedText::new("Unknown tool: serach"));
/// assert_eq!(unknown_tool(facts.clone(), "search").settled, None);
/// assert_eq!(unknown_tool(facts, "serach").settled.map(|settled| settled.class), Some(Class::WrongTool));
/// ```
#[must_use]
pub fn unknown_tool(facts: Facts, tool: &str) -> Facts {
    let says = |text: &UntrustedText| match facts.code {
        Some(Code::JsonRpc(-32602 | -32601)) => text.expose().lines().next().is_some_and(|line| names_unknown(without_code(line).unwrap_or(line), tool)),
        None => without_code(text.expose()).is_some_and(|line| names_unknown(line, tool)),
        _ => false,
    };
    if !tool.is_empty() && facts.text.as_ref().is_some_and(says) { facts.settled(Class::WrongTool, None, "mcp.unknown_tool") } else { facts }
}

/// What follows the head under which SDKs print a protocol error of these codes.
fn without_code(text: &str) -> Option<&str> {
    let rest = text.trim().strip_prefix("MCP error ")?;
    rest.strip_prefix("-32602: ").or_else(|| rest.strip_prefix("-32601: "))
}

/// Whether the whole line says that the tool of this name is not there.
fn names_unknown(line: &str, tool: &str) -> bool {
    let line = line.trim();
    let name = match line.strip_prefix("Unknown tool: ") {
        Some(name) => name,
        None => match line.strip_prefix("Tool ").and_then(|rest| rest.strip_suffix(" not found")) {
            Some(name) => name,
            None => return false,
        },
    };
    let quoted = |quote: char| name.strip_prefix(quote).and_then(|name| name.strip_suffix(quote)) == Some(tool);
    name == tool || ['\'', '"', '`'].into_iter().any(quoted)
}

/// How far a call got that ended with an error code (JSON-RPC 2.0 section 5.1).
///
/// -32700, -32600, -32601 and -32602 say that the request was not fit to be executed. -32603 and the range that is reserved for implementations (-32000 to -32099,
/// where MCP clients put a lost connection and a timeout of their own) leave open what was done. Codes outside the reserved range belong to the application, which
/// answered.
const fn reached(code: i64) -> (Phase, Reach) {
    match code {
        -32700 | -32602..=-32600 => (Phase::PreExecution, Reach::Refused),
        -32768..=-32000 => (Phase::Unknown, Reach::MayHaveReached),
        _ => (Phase::Execution, Reach::Answered),
    }
}

fn judge_response(tool: &ToolDescriptor, response: &Value) -> Judgement {
    let error = response.get("error").filter(|error| !error.is_null());
    let result = response.get("result");
    match (error, result) {
        (Some(error), result) => {
            let both = result.is_some_and(|result| !result.is_null());
            failed(error).contradiction_from(both.then_some(BodyContradiction::ResultAndError), "result").into()
        }
        (None, Some(result)) => judge_result(tool, result),
        (None, None) => Facts::new(Provenance::new(Adapter::JsonRpc, "response")).text_from(bounded_text(response), "response").into(),
    }
}

fn failed(error: &Value) -> Facts {
    let code = error.get("code").and_then(Value::as_i64);
    error_facts(code, error_text(error))
}

/// The message, and on a line of its own the data.
fn error_text(error: &Value) -> UntrustedText {
    let Some(message) = error.get("message").and_then(Value::as_str) else { return bounded_text(error) };
    let message = UntrustedText::new(message);
    match error.get("data").filter(|data| !data.is_null()) {
        Some(data) => UntrustedText::new(&format!("{}\n{}", message.expose(), bounded_text(data).expose())),
        None => message,
    }
}

fn judge_result(tool: &ToolDescriptor, result: &Value) -> Judgement {
    if let Some(object) = result.as_object().filter(|object| object.get("isError") == Some(&Value::Bool(true))) {
        return tool_error_facts(content_text(object)).into();
    }
    judge_body(tool, Adapter::JsonRpc, result)
}

/// The text items of MCP content, or else the structured content.
fn content_text(result: &Map<String, Value>) -> UntrustedText {
    let items = result.get("content").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let texts = Lines(items);
    let text = display_text(&texts);
    match result.get("structuredContent") {
        Some(structured) if text.is_blank() => bounded_text(structured),
        _ => text,
    }
}

/// The `text` members of content items, a line each.
struct Lines<'a>(&'a [Value]);

impl Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, text) in self.0.iter().filter_map(|item| item.get("text")?.as_str()).enumerate() {
            if index > 0 {
                f.write_char('\n')?;
            }
            f.write_str(text)?;
        }
        Ok(())
    }
}

/// An `Err` is a transport without a response: the call may have reached the server.
impl<E: Display> FactExtractor<Value, E> for JsonRpcFacts {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&Value, &E>) -> Judgement {
        match outcome {
            Ok(response) => judge_response(tool, response),
            Err(error) => Facts::new(Provenance::new(Adapter::JsonRpc, "transport")).text_from(display_text(error), "display").into(),
        }
    }
}

#[cfg(test)]
#[path = "jsonrpc_tests.rs"]
mod tests;
