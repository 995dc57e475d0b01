//! One `tools/call` on its way to the server.

use super::message::{CallParams, Id, Members, line, raw};
use serde_json::{Value, value::RawValue};
use std::sync::Arc;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tool_recovery::{ArgumentsRef, ToolRequest, normalize::parse_object_to_compare};

/// A call of a client. What goes to the server is the client's own text, unless the arguments had to be repaired.
pub(super) struct Call {
    pub(super) id: Id,
    pub(super) tool: String,
    arguments: Arguments,
    /// Whether the arguments are no longer those of the message.
    repaired: bool,
    run: Arc<str>,
    /// The message as it came.
    text: String,
    /// Cancelled by the client.
    pub(super) client: CancellationToken,
    /// Cancelled by the client, or by the stack when the time is over.
    pub(super) token: CancellationToken,
}

enum Arguments {
    Absent,
    Parsed(Arc<Value>),
    /// Not one object with distinct members: the normalize stage says what to do with it.
    Text(String),
}

impl Call {
    pub(super) fn new(id: Id, params: &CallParams<'_>, run: Arc<str>, text: String, max_depth: usize) -> Self {
        let client = CancellationToken::new();
        let token = client.child_token();
        Self { id, tool: params.name.clone(), arguments: Arguments::read(params.arguments, max_depth), repaired: false, run, text, client, token }
    }

    /// The line for the server.
    pub(super) fn line(&self) -> Vec<u8> {
        let repaired = self.repaired.then(|| self.rewritten()).flatten();
        line(repaired.unwrap_or_else(|| self.text.clone()))
    }

    fn rewritten(&self) -> Option<String> {
        let Arguments::Parsed(arguments) = &self.arguments else { return None };
        let mut message = Members::read(&self.text)?;
        let mut params = Members::read(message.get("params")?.get())?;
        params.set("arguments", raw(arguments.as_ref())?);
        message.set("params", raw(&params)?);
        serde_json::to_string(&message).ok()
    }

    /// The arguments as they were read, for the verification of a write.
    pub(super) fn value(&self) -> Option<Arc<Value>> {
        match &self.arguments {
            Arguments::Parsed(value) => Some(value.clone()),
            Arguments::Absent | Arguments::Text(_) => None,
        }
    }
}

impl Arguments {
    fn read(raw: Option<&RawValue>, max_depth: usize) -> Self {
        let Some(text) = raw.map(RawValue::get) else { return Self::Absent };
        match parse_object_to_compare(text, max_depth) {
            Ok(object) => Self::Parsed(Arc::new(object)),
            Err(_) => Self::Text(text.to_owned()),
        }
    }
}

impl ToolRequest for Call {
    type Cancelled = WaitForCancellationFutureOwned;

    fn tool(&self) -> &str {
        &self.tool
    }

    fn arguments(&self) -> ArgumentsRef<'_> {
        match &self.arguments {
            Arguments::Absent => ArgumentsRef::Absent,
            Arguments::Parsed(value) => ArgumentsRef::Shared(value),
            Arguments::Text(text) => ArgumentsRef::Text(text),
        }
    }

    /// No arguments and empty ones are the same to a server, so that a message without any stays as it is.
    fn with_arguments(mut self, arguments: Arc<Value>) -> Self {
        self.repaired = !matches!(self.arguments, Arguments::Absent);
        self.arguments = Arguments::Parsed(arguments);
        self
    }

    /// The proxy declares no alias.
    fn with_tool(self, _: &str) -> Self {
        self
    }

    fn cancelled(&self) -> Self::Cancelled {
        self.client.clone().cancelled_owned()
    }

    fn cancel_handle(&self) -> Option<CancellationToken> {
        Some(self.token.clone())
    }

    fn run(&self) -> &str {
        &self.run
    }
}

#[cfg(test)]
#[path = "call_tests.rs"]
mod tests;
