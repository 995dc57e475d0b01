//! One row: what it must have, and what is wrong with one that has not.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::{fmt, sync::Arc};
use tool_recovery::admission::{Tool, ToolDescriptor};
use tool_recovery::facts::{Effect, Phase};

/// One recorded call, with what came back.
pub(super) struct Row {
    pub(super) id: String,
    /// The session and the place in it, where the row belongs to one.
    pub(super) step: Option<(String, i64)>,
    pub(super) tool: String,
    pub(super) arguments: Arc<Value>,
    /// Names of other tools that were offered.
    pub(super) candidates: Vec<String>,
    pub(super) effect: Effect,
    pub(super) phase: Phase,
    pub(super) result: Recorded,
}

/// What came back.
pub(super) struct Recorded {
    pub(super) transport: Transport,
    pub(super) exit_code: Option<i32>,
    pub(super) signal: Option<i32>,
    pub(super) http_status: Option<u16>,
    /// By lower-case names.
    pub(super) headers: Map<String, Value>,
    pub(super) is_error: bool,
    /// Untrusted.
    pub(super) text: String,
}

impl Recorded {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.as_str()
    }
}

/// What a result came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Transport {
    Process,
    Http,
    Mcp,
    JsonRpc,
    Python,
    Node,
    Sql,
    Grpc,
}

/// The members of a row that are read. `label`, `doubt`, `family`, `template` and whatever else stands in it are passed over unread.
#[derive(Deserialize)]
struct Members {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    session: Value,
    #[serde(default)]
    step: Value,
    #[serde(default)]
    stage: Value,
    #[serde(default)]
    call: Value,
    #[serde(default)]
    effect: Value,
    #[serde(default)]
    phase: Value,
    #[serde(default)]
    result: Value,
}

/// Why a line is no row. It repeats nothing of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The bytes are not UTF-8.
    NotUtf8,
    /// Not JSON; the column where that shows.
    NotJson(usize),
    /// Nested deeper than a reader of JSON should follow.
    TooDeep,
    /// JSON, but no object, or one with a member twice.
    NotARow(usize),
    /// A member that is missing or of another kind.
    Member { name: &'static str, expected: &'static str },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
            Self::NotJson(column) => write!(f, "not JSON (column {column})"),
            Self::TooDeep => f.write_str("nested deeper than 127 levels"),
            Self::NotARow(column) => write!(f, "not a row: one JSON object without repeated members is expected (column {column})"),
            Self::Member { name, expected } => write!(f, "`{name}` must be {expected}"),
        }
    }
}

impl Row {
    /// Reads one line.
    pub(super) fn parse(line: &[u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(line).map_err(|_| Fault::NotUtf8)?;
        let members: Members = serde_json::from_str(text).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => Fault::NotARow(error.column()),
            // serde_json names the cause in words alone.
            _ if error.to_string().starts_with("recursion limit") => Fault::TooDeep,
            _ => Fault::NotJson(error.column()),
        })?;
        // serde would take an array for the members in their order.
        if !text.trim_start().starts_with('{') {
            return Err(Fault::NotARow(1));
        }
        check_stage(&members.stage)?;
        let mut call = object(members.call, "call")?;
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
        let mut take = |name: &str| result.remove(name).unwrap_or_default();
        let transport =
            serde_json::from_value(take("transport")).map_err(|_| fault("result.transport", "process, http, mcp, jsonrpc, python, node, sql or grpc"))?;
        Ok(Self {
            transport,
            exit_code: exit_code(&take("exit_code"))?,
            signal: one_of(take("signal"), None, "result.signal", "a whole number or null")?,
            http_status: one_of(take("http_status"), None, "result.http_status", "a whole number from 0 to 65535 or null")?,
            headers: match take("headers") {
                Value::Null => Map::new(),
                headers => object(headers, "result.headers")?,
            },
            is_error: one_of(take("is_error"), false, "result.is_error", "true, false or null")?,
            text: one_of(take("text"), String::new(), "result.text", "a string or null")?,
        })
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

const fn fault(name: &'static str, expected: &'static str) -> Fault {
    Fault::Member { name, expected }
}

fn object(value: Value, name: &'static str) -> Result<Map<String, Value>, Fault> {
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(fault(name, "an object")),
    }
}

fn text_of(value: Value, name: &'static str) -> Result<String, Fault> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(fault(name, "a string")),
    }
}

/// A member of a kind that serde knows; `absent` where it is missing or null.
fn one_of<T: DeserializeOwned>(value: Value, absent: T, name: &'static str, expected: &'static str) -> Result<T, Fault> {
    if value.is_null() { Ok(absent) } else { serde_json::from_value(value).map_err(|_| fault(name, expected)) }
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
