//! Facts from the server's answer as it stands on the wire.

use super::message::{Head, object};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::fmt::Write as _;
use tool_recovery::{
    admission::ToolDescriptor,
    classify::{Class, Subkind},
    facts::{Adapter, BodyContradiction, FactExtractor, Facts, Judgement, MAX_PARSED_BODY, Phase, Provenance, Reach, UntrustedText, jsonrpc, judge_json},
};

/// The server's response to a `tools/call`, whole.
#[derive(Debug)]
pub(super) struct Reply(pub(super) String);

/// Why there is no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// The server was gone before the call could be sent.
    NotSent,
    /// The server or its connection ended while the answer was awaited.
    Ended,
    /// The server's HTTP endpoint refused the message.
    Status(u16),
    /// The connection to the server's HTTP endpoint could not be made.
    Unreachable,
    /// The certificate of the server's HTTP endpoint was not accepted, for this reason.
    Untrusted(&'static str),
    /// The answer is longer than the bound.
    TooLong,
    /// The answer is no JSON, or has a member twice, so that two readers see two answers.
    Unreadable,
}

/// Reads what a server answered. On success it reads three members of the result and keeps nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct WireFacts;

/// The members of a tool's result that say what it is.
#[derive(Deserialize)]
struct ResultHead<'a> {
    #[serde(borrow, default, rename = "isError")]
    is_error: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "resultType")]
    result_type: Option<&'a RawValue>,
    #[serde(borrow, default)]
    task: Option<&'a RawValue>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "structuredContent")]
    structured: Option<&'a RawValue>,
}

/// One item of a content.
#[derive(Deserialize)]
struct Item {
    #[serde(default)]
    text: Option<String>,
}

/// Flags at the top of a structured content, which are data unless the tool's declaration says otherwise.
#[derive(Deserialize)]
struct Flags<'a> {
    #[serde(borrow, default, rename = "isError")]
    is_error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    ok: Option<&'a RawValue>,
    #[serde(borrow, default)]
    success: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
}

fn is(raw: Option<&RawValue>, text: &str) -> bool {
    raw.is_some_and(|raw| raw.get() == text)
}

impl Flags<'_> {
    fn contradiction(text: &str, deeper: bool) -> Option<BodyContradiction> {
        let flags: Flags<'_> = object(text)?;
        if is(flags.is_error, "true") {
            return Some(BodyContradiction::NestedIsError);
        }
        if is(flags.ok, "false") || is(flags.success, "false") {
            return Some(BodyContradiction::NegativeFlag);
        }
        flags.result.filter(|_| deeper).and_then(|inner| Self::contradiction(inner.get(), false))
    }
}

fn judge(tool: &ToolDescriptor, reply: &str) -> Judgement {
    let Ok(head) = serde_json::from_str::<Head<'_>>(reply) else { return unreadable().into() };
    if let Some(error) = head.error {
        return jsonrpc::unknown_tool(protocol_error(error), &tool.name).into();
    }
    let Some(result) = head.result.and_then(|result| object::<ResultHead<'_>>(result.get())) else {
        return unreadable().into();
    };
    if is(result.is_error, "true") {
        let mut facts = jsonrpc::tool_error_facts(content_text(&result));
        facts.provenance = Provenance::new(Adapter::Mcp, "isError");
        return jsonrpc::unknown_tool(facts, &tool.name).into();
    }
    // The kinds of the protocol whose answer is still to come. Any other is the server's own, and says nothing here.
    let open = ["\"input_required\"", "\"task\""].iter().any(|kind| is(result.result_type, kind));
    if open || (result.task.is_some() && result.content.is_none()) {
        return Judgement::Incomplete;
    }
    judge_success(tool, &result)
}

fn judge_success(tool: &ToolDescriptor, result: &ResultHead<'_>) -> Judgement {
    if tool.body_rule.is_some() {
        // What the rule looks at: the structured content, or where there is none a single text that is JSON.
        return match result.structured {
            Some(structured) => judge_json(tool, Adapter::Mcp, structured.get().as_bytes(), usize::MAX),
            None => single_text(result).map_or(Judgement::Success, |text| judge_json(tool, Adapter::Mcp, text.as_bytes(), MAX_PARSED_BODY)),
        };
    }
    result.structured.and_then(|structured| Flags::contradiction(structured.get(), true)).map_or(Judgement::Success, Judgement::Contradicted)
}

/// The only text of a result.
fn single_text(result: &ResultHead<'_>) -> Option<String> {
    let items: Vec<&RawValue> = serde_json::from_str(result.content?.get()).ok()?;
    let [only] = items.as_slice() else { return None };
    serde_json::from_str::<Item>(only.get()).ok()?.text
}

/// Whether an answer says inside that it failed, although it is no failure to the stack.
pub(super) fn is_contradicted(reply: &Reply) -> bool {
    let Ok(head) = serde_json::from_str::<Head<'_>>(&reply.0) else { return false };
    let Some(result) = head.result.and_then(|result| object::<ResultHead<'_>>(result.get())) else { return false };
    let says = |text: &str| Flags::contradiction(text, true).is_some();
    // Many servers have no structured content, and write it as their only text.
    result.structured.map_or_else(|| single_text(&result).is_some_and(|text| says(&text)), |structured| says(structured.get()))
}

fn protocol_error(error: &RawValue) -> Facts {
    let value: Value = serde_json::from_str(error.get()).unwrap_or_default();
    let message = value.get("message").and_then(Value::as_str).unwrap_or_default();
    let text = match value.get("data").filter(|data| !data.is_null()) {
        Some(data) => UntrustedText::new(&format!("{message}\n{data}")),
        None => UntrustedText::new(message),
    };
    let mut facts = jsonrpc::error_facts(value.get("code").and_then(Value::as_i64), text);
    facts.provenance = Provenance::new(Adapter::Mcp, "error.code");
    facts
}

/// What came under the id of the call is no response: nobody knows what was done.
fn unreadable() -> Facts {
    Facts::new(Provenance::new(Adapter::Mcp, "response")).reached(Phase::Unknown, Reach::MayHaveReached)
}

/// The texts of the content, a line each, or else the structured content.
fn content_text(result: &ResultHead<'_>) -> UntrustedText {
    let items: Vec<&RawValue> = result.content.and_then(|content| serde_json::from_str(content.get()).ok()).unwrap_or_default();
    let mut joined = String::new();
    for text in items.iter().filter_map(|item| serde_json::from_str::<Item>(item.get()).ok()?.text) {
        let _ = write!(joined, "{}{}", if joined.is_empty() { "" } else { "\n" }, UntrustedText::new(&text).expose());
        if joined.len() > 4 * UntrustedText::WINDOW {
            break;
        }
    }
    match result.structured {
        Some(structured) if joined.trim().is_empty() => UntrustedText::new(structured.get()),
        _ => UntrustedText::new(&joined),
    }
}

impl FactExtractor<Reply, Lost> for WireFacts {
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&Reply, &Lost>) -> Judgement {
        match outcome {
            Ok(reply) => judge(tool, &reply.0),
            Err(lost) => lost.facts().into(),
        }
    }
}

impl Lost {
    fn facts(&self) -> Facts {
        let facts = Facts::new(Provenance::new(Adapter::Mcp, "transport"));
        match self {
            Self::NotSent | Self::Unreachable => {
                facts.reached(Phase::PreExecution, Reach::NotReached).settled(Class::Unavailable, Subkind::Service, "mcp.not_connected")
            }
            Self::Untrusted(_) => facts.reached(Phase::PreExecution, Reach::NotReached).settled(Class::Unavailable, Subkind::Service, "mcp.certificate"),
            // What it says of the outcome is not known, so that a write is uncertain.
            Self::TooLong => facts.reached(Phase::Execution, Reach::MayHaveReached).text_from(UntrustedText::new("the response is too large"), "length"),
            Self::Unreadable => unreadable(),
            Self::Ended => facts.settled(Class::Unavailable, Subkind::Service, "mcp.connection_closed"),
            Self::Status(status) => {
                // A status in place of a response answers nothing: it refuses the call, or says nothing of what was done.
                let refused = tool_recovery::facts::http::status_facts(*status, None, None).reach == Reach::Refused;
                let (phase, reach) = if refused { (Phase::PreExecution, Reach::Refused) } else { (Phase::Unknown, Reach::MayHaveReached) };
                facts.reached(phase, reach).code(tool_recovery::facts::Code::Http(*status)).settled_by(tool_recovery::facts::status::http(*status, false))
            }
        }
    }

    /// What whoever runs the proxy can do about it.
    pub(super) fn remedy(&self) -> Option<String> {
        match self {
            Self::Unreachable => Some("the server at --url cannot be reached: is the address right, and does it run?".into()),
            Self::Untrusted(why) => Some(format!("the certificate of the server at --url was not accepted: {why}")),
            Self::Status(401 | 403) => Some("the server at --url asks for credentials: give them by --header-env Authorization=VARIABLE".into()),
            Self::Status(301 | 302 | 303 | 307 | 308) => {
                Some("the server at --url redirects to another address: give that one, for no redirect is followed".into())
            }
            Self::Status(404 | 405) => Some("the server at --url does not speak MCP at this path: most do at /mcp".into()),
            _ => None,
        }
    }

    /// What is told to the model in place of an answer.
    pub(super) fn words(&self) -> String {
        match self {
            Self::NotSent => "The MCP server has ended; nothing was sent.".into(),
            Self::Ended => "The MCP server ended before it answered: it is unavailable, and the outcome of the call is not known.".into(),
            Self::Unreachable => "The MCP server cannot be reached; nothing was sent.".into(),
            Self::Untrusted(_) => "The MCP server's certificate was not accepted; nothing was sent. Someone has to look at its settings.".into(),
            Self::TooLong => {
                "The tool answered, but its answer is longer than what is passed on here, and what it says is not known. A read may ask for less of it.".into()
            }
            Self::Unreadable => "The tool answered, but in a message that is no JSON or has a member twice: what it says is not known.".into(),
            Self::Status(status) => format!("The MCP server answered with HTTP status {status} in place of a result."),
        }
    }
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
