//! One recorded call: what its row must have, and what is wrong with one that has not.

use super::{
    Fault,
    fault::{fault, object, one_of, only, text_of},
};
use crate::{
    admission::{Tool, ToolDescriptor},
    facts::{Effect, Phase},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{fmt, sync::Arc};

/// One recorded call, with what came back. Labels are no part of it: whoever answers a row sees this.
#[non_exhaustive]
pub struct Row {
    /// The row.
    pub id: String,
    /// The session and the place in it, where the row belongs to one.
    pub step: Option<(String, i64)>,
    /// The tool.
    pub tool: String,
    /// Its arguments: an object. Untrusted.
    pub arguments: Arc<Value>,
    /// Names of other tools that were offered.
    pub candidates: Vec<String>,
    /// What the call did, as a fact.
    pub effect: Effect,
    /// When it failed, as a fact.
    pub phase: Phase,
    /// What came back.
    pub result: Recorded,
}

impl fmt::Debug for Row {
    /// Without arguments and texts, which may be private.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row").field("effect", &self.effect).field("phase", &self.phase).field("result", &self.result).finish_non_exhaustive()
    }
}

/// What came back.
#[non_exhaustive]
pub struct Recorded {
    /// What it came through.
    pub transport: Transport,
    /// How a process ended.
    pub exit_code: Option<i32>,
    /// What ended a process.
    pub signal: Option<i32>,
    /// The status of a response.
    pub http_status: Option<u16>,
    /// By lower-case names. Untrusted.
    pub headers: Map<String, Value>,
    /// The recorder's own word that the call failed.
    pub is_error: bool,
    /// Untrusted.
    pub text: String,
}

impl fmt::Debug for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorded").field("transport", &self.transport).field("is_error", &self.is_error).finish_non_exhaustive()
    }
}

impl Recorded {
    /// The header of this lower-case name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.as_str()
    }
}

/// What a result came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// A program.
    Process,
    /// A response, or none.
    Http,
    /// A client of the Model Context Protocol.
    Mcp,
    /// Any other client of JSON-RPC.
    JsonRpc,
    /// Python code.
    Python,
    /// Code in Node.
    Node,
    /// A database, through its client.
    Sql,
    /// A client of gRPC.
    Grpc,
}

/// The members of a row that are read. `label`, `doubt`, `family`, `template` and whatever else stands in it are passed over unread.
#[derive(Deserialize)]
pub(crate) struct Members {
    #[serde(default)]
    pub(crate) id: Value,
    #[serde(default)]
    pub(crate) session: Value,
    #[serde(default)]
    pub(crate) step: Value,
    #[serde(default)]
    pub(crate) stage: Value,
    #[serde(default)]
    pub(crate) call: Value,
    #[serde(default)]
    pub(crate) effect: Value,
    #[serde(default)]
    pub(crate) phase: Value,
    #[serde(default)]
    pub(crate) result: Value,
}

impl Row {
    /// Reads one line.
    ///
    /// # Errors
    ///
    /// [`Fault`] says what is wrong, and repeats nothing of the line.
    pub fn parse(line: &[u8]) -> Result<Self, Fault> {
        Self::new(super::fault::members(line)?)
    }

    pub(crate) fn new(members: Members) -> Result<Self, Fault> {
        check_stage(&members.stage)?;
        let mut call = object(members.call, "call")?;
        only(&call, "call", &["tool", "description", "arguments", "candidates"])?;
        Ok(Self {
            id: text_of(members.id, "id")?,
            step: place(members.session, &members.step)?,
            tool: tool_name(call.remove("tool"))?,
            arguments: arguments(call.remove("arguments"))?,
            candidates: candidates(call.remove("candidates")),
            effect: one_of(members.effect, Effect::Unknown, "effect", "read_only, not_applied, applied, uncertain_write or unknown")?,
            phase: one_of(members.phase, Phase::Unknown, "phase", "pre_execution, execution or unknown")?,
            result: Recorded::parse(object(members.result, "result")?)?,
        })
    }
}

impl Recorded {
    fn parse(mut result: Map<String, Value>) -> Result<Self, Fault> {
        only(&result, "result", &["transport", "exit_code", "signal", "http_status", "headers", "is_error", "text", "duration_ms"])?;
        let flagged = result.get("is_error").is_some_and(|flag| !flag.is_null());
        let mut take = |name: &str| result.remove(name).unwrap_or_default();
        let transport =
            serde_json::from_value(take("transport")).map_err(|_| fault("result.transport", "process, http, mcp, jsonrpc, python, node, sql or grpc"))?;
        let recorded = Self {
            transport,
            exit_code: exit_code(&take("exit_code"))?,
            signal: one_of(take("signal"), None, "result.signal", "a whole number or null")?,
            http_status: one_of(take("http_status"), None, "result.http_status", "a whole number from 0 to 65535 or null")?,
            headers: match take("headers") {
                Value::Null => Map::new(),
                headers => object(headers, "result.headers")?.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect(),
            },
            is_error: one_of(take("is_error"), false, "result.is_error", "true, false or null")?,
            text: one_of(take("text"), String::new(), "result.text", "a string or null")?,
        };
        if flagged { Ok(recorded) } else { recorded.with_end() }
    }

    /// Checks that something says how the call ended where the recorder does not: what is missing is no success.
    fn with_end(self) -> Result<Self, Fault> {
        let needed = match self.transport {
            // Without a status there was no response, which is a failure.
            Transport::Http => return Ok(self),
            Transport::Mcp | Transport::JsonRpc => "`result.is_error`",
            _ if self.exit_code.is_some() || self.signal.is_some() => return Ok(self),
            _ => "`result.exit_code`, `result.signal` or `result.is_error`",
        };
        Err(Fault::NoEnd { needed })
    }
}

/// Windows programs may exit with any 32 bits, which some recorders write without a sign.
fn exit_code(value: &Value) -> Result<Option<i32>, Fault> {
    let fits = |code: i64| i32::try_from(code).or_else(|_| u32::try_from(code).map(u32::cast_signed)).ok();
    match value {
        Value::Null => Ok(None),
        code => code.as_i64().and_then(fits).map(Some).ok_or(fault("result.exit_code", "a whole number of 32 bits or null")),
    }
}

/// Rows of other stages hold no result of a call.
fn check_stage(stage: &Value) -> Result<(), Fault> {
    let recovery = stage.is_null() || stage.as_str() == Some("recovery");
    if recovery { Ok(()) } else { Err(fault("stage", "recovery or absent: rows of other stages hold no failure to classify")) }
}

fn place(session: Value, step: &Value) -> Result<Option<(String, i64)>, Fault> {
    match (session, step) {
        (Value::Null | Value::String(_), Value::Null) | (Value::Null, Value::Number(_)) => Ok(None),
        (Value::String(session), step) => step.as_i64().map(|step| Some((session, step))).ok_or(fault("step", "a whole number or absent")),
        (Value::Null, _) => Err(fault("step", "a whole number or absent")),
        _ => Err(fault("session", "a string or absent")),
    }
}

fn tool_name(name: Option<Value>) -> Result<String, Fault> {
    let name = text_of(name.unwrap_or_default(), "call.tool")?;
    if is_tool_name(&name) { Ok(name) } else { Err(fault("call.tool", "a name of 1 to 256 bytes without control characters")) }
}

fn arguments(arguments: Option<Value>) -> Result<Arc<Value>, Fault> {
    match arguments.unwrap_or_default() {
        Value::Null => Ok(Arc::new(Value::Object(Map::new()))),
        object @ Value::Object(_) => Ok(Arc::new(object)),
        _ => Err(fault("call.arguments", "an object or absent")),
    }
}

/// How many candidates of a row count.
const MAX_CANDIDATES: usize = 128;

/// The keys of the candidates that could be tools. A candidate only ever adds to the evidence, so that an odd one is passed over.
fn candidates(candidates: Option<Value>) -> Vec<String> {
    let Some(Value::Array(list)) = candidates else { return Vec::new() };
    let key = |candidate: &Value| candidate.get("key").and_then(Value::as_str).filter(|key| is_tool_name(key)).map(str::to_owned);
    list.iter().take(MAX_CANDIDATES).filter_map(key).collect()
}

/// Whether a catalog takes this name.
fn is_tool_name(name: &str) -> bool {
    name.len() <= Tool::MAX_NAME && Tool::new(ToolDescriptor::new(name)).is_ok()
}

#[cfg(test)]
#[path = "row_tests.rs"]
mod tests;
