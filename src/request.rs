//! What the stack needs to know of a tool call.

use serde_json::Value;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// The arguments of a call, as the model or its client handed them over.
#[derive(Clone, Copy)]
pub enum ArgumentsRef<'a> {
    /// No arguments at all.
    Absent,
    /// Parsed, behind a shared handle: kept by cloning the handle and fingerprinted only when something failed.
    Shared(&'a Arc<Value>),
    /// Parsed and owned by the request: fingerprinted before the call, because nothing of it can be kept cheaply.
    Owned(&'a Value),
    /// Raw text, to be parsed by the normalize stage.
    Text(&'a str),
}

impl fmt::Debug for ArgumentsRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absent => "Absent",
            Self::Shared(_) => "Shared(..)",
            Self::Owned(_) => "Owned(..)",
            Self::Text(_) => "Text(..)",
        })
    }
}

/// A request that calls a tool.
///
/// Neither the request nor its arguments need to be `Clone`. [`ToolCall`] is a ready-made implementation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `ToolRequest`",
    note = "use `tool_recovery::ToolCall`, or implement `ToolRequest` for your own request type"
)]
pub trait ToolRequest: Sized {
    /// Resolves when the host cancels the call. [`std::future::Pending`] where it never does.
    ///
    /// # Cancel safety
    ///
    /// It is polled beside the call and dropped with it. A drop must neither cancel nor forget a cancellation.
    type Cancelled: Future<Output = ()>;

    /// The tool's name, as the model wrote it.
    fn tool(&self) -> &str;

    /// The arguments.
    fn arguments(&self) -> ArgumentsRef<'_>;

    /// The same request with these arguments: the normalize stage repairs their representation.
    #[must_use]
    fn with_arguments(self, arguments: Arc<Value>) -> Self;

    /// The same request under a tool's canonical name: only an alias that the host declared leads here.
    #[must_use]
    fn with_tool(self, name: &str) -> Self;

    /// Resolves when the host cancels this call.
    fn cancelled(&self) -> Self::Cancelled;

    /// Tells the tool that the layer has cancelled this call, where it can be told: returns a handle that is kept until the call ends. A call whose handle is cancelled
    /// before it runs does not run.
    fn cancel_handle(&self) -> Option<CancellationToken> {
        None
    }

    /// The id of this call, as the model's API gave it.
    fn call_id(&self) -> Option<&str> {
        None
    }

    /// The agent run this call belongs to. One service serves many runs.
    fn run(&self) -> &str {
        ""
    }

    /// The scope in which permissions, denials and holds apply: a tenant, an account, a workspace.
    fn scope(&self) -> &str {
        ""
    }

    /// When the run has to be finished.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// A handle of what the request says, as it is now. It is taken where [other tools are sought](crate::decide::Decide::seeks_alternates) after a failure and the arguments are
    /// [shared](ArgumentsRef::Shared), and then for every call, so that it must cost no more than a handle does. `None`, the default, means that none are sought for this request.
    fn retained(&self) -> Option<Arc<dyn Retained>> {
        None
    }
}

/// What is kept of a request after it was handed on: read when its call has failed, and dropped unread when it has succeeded.
///
/// The failure is counted, and an uncertain write held, by what this returns, so that it has to return the same each time. A handle that does not say what its request says when it is
/// taken is not kept: the call counts as without it, and no other tool is sought. One that panics later counts without arguments, and the whole operation is held.
pub trait Retained: Send + Sync {
    /// As [`ToolRequest::tool`].
    fn tool(&self) -> &str;

    /// The parsed arguments, as [`ToolRequest::arguments`] had them.
    fn arguments(&self) -> &Value;

    /// As [`ToolRequest::run`].
    fn run(&self) -> &str;

    /// As [`ToolRequest::scope`].
    fn scope(&self) -> &str;
}

/// A ready-made [`ToolRequest`], one pointer wide. Cloning it copies the pointer.
#[derive(Clone)]
pub struct ToolCall(Arc<Parts>);

#[derive(Clone)]
struct Parts {
    tool: Arc<str>,
    arguments: Arguments,
    call_id: Option<Arc<str>>,
    run: Option<Arc<str>>,
    scope: Option<Arc<str>>,
    deadline: Option<Instant>,
    cancellation: Option<CancellationToken>,
}

#[derive(Clone)]
enum Arguments {
    Absent,
    Shared(Arc<Value>),
    Text(Arc<str>),
}

impl ToolCall {
    /// A call of `tool` with parsed arguments.
    pub fn new(tool: impl Into<Arc<str>>, arguments: impl Into<Arc<Value>>) -> Self {
        Self::of(tool.into(), Arguments::Shared(arguments.into()))
    }

    /// A call whose arguments are still the text that the model wrote.
    pub fn from_text(tool: impl Into<Arc<str>>, arguments: impl Into<Arc<str>>) -> Self {
        Self::of(tool.into(), Arguments::Text(arguments.into()))
    }

    /// A call without arguments.
    pub fn without_arguments(tool: impl Into<Arc<str>>) -> Self {
        Self::of(tool.into(), Arguments::Absent)
    }

    fn of(tool: Arc<str>, arguments: Arguments) -> Self {
        Self(Arc::new(Parts { tool, arguments, call_id: None, run: None, scope: None, deadline: None, cancellation: None }))
    }

    fn with(mut self, change: impl FnOnce(&mut Parts)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// The tool's name: after admission the canonical one.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// The run that the call belongs to; empty when none was named.
    #[must_use]
    pub fn run(&self) -> &str {
        self.0.run()
    }

    /// The scope that the call acts in; empty when none was named.
    #[must_use]
    pub fn scope(&self) -> &str {
        self.0.scope()
    }

    /// Names the call.
    #[must_use]
    pub fn with_call_id(self, id: impl Into<Arc<str>>) -> Self {
        self.with(|parts| parts.call_id = Some(id.into()))
    }

    /// Says which run the call belongs to.
    #[must_use]
    pub fn with_run(self, run: impl Into<Arc<str>>) -> Self {
        self.with(|parts| parts.run = Some(run.into()))
    }

    /// Says in which scope the call acts.
    #[must_use]
    pub fn with_scope(self, scope: impl Into<Arc<str>>) -> Self {
        self.with(|parts| parts.scope = Some(scope.into()))
    }

    /// Sets the end of the run.
    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Self {
        self.with(|parts| parts.deadline = Some(deadline))
    }

    /// Lets the host cancel the call through `token`. The call gets a child of it, so that the layer can cancel this call alone.
    #[must_use]
    pub fn with_cancellation(self, token: &CancellationToken) -> Self {
        self.with(|parts| parts.cancellation = Some(token.child_token()))
    }

    /// The token that tells a tool to stop, when the host gave one.
    #[must_use]
    pub fn cancellation(&self) -> Option<&CancellationToken> {
        self.0.cancellation.as_ref()
    }

    /// The parsed arguments, if they are parsed: after the normalize stage they always are.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match &self.0.arguments {
            Arguments::Shared(value) => Some(value),
            Arguments::Absent | Arguments::Text(_) => None,
        }
    }
}

impl ToolRequest for ToolCall {
    type Cancelled = Cancelled;

    #[inline]
    fn tool(&self) -> &str {
        &self.0.tool
    }

    #[inline]
    fn arguments(&self) -> ArgumentsRef<'_> {
        match &self.0.arguments {
            Arguments::Absent => ArgumentsRef::Absent,
            Arguments::Shared(value) => ArgumentsRef::Shared(value),
            Arguments::Text(text) => ArgumentsRef::Text(text),
        }
    }

    fn with_arguments(self, arguments: Arc<Value>) -> Self {
        self.with(|parts| parts.arguments = Arguments::Shared(arguments))
    }

    fn with_tool(self, name: &str) -> Self {
        self.with(|parts| parts.tool = name.into())
    }

    #[inline]
    fn cancelled(&self) -> Cancelled {
        Cancelled(self.0.cancellation.clone().map(|token| Box::pin(token.cancelled_owned())))
    }

    #[inline]
    fn cancel_handle(&self) -> Option<CancellationToken> {
        self.0.cancellation.clone()
    }

    fn call_id(&self) -> Option<&str> {
        self.0.call_id.as_deref()
    }

    #[inline]
    fn run(&self) -> &str {
        self.0.run()
    }

    #[inline]
    fn scope(&self) -> &str {
        self.0.scope()
    }

    #[inline]
    fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    #[inline]
    fn retained(&self) -> Option<Arc<dyn Retained>> {
        Some(self.0.clone())
    }
}

impl Retained for Parts {
    #[inline]
    fn tool(&self) -> &str {
        &self.tool
    }

    fn arguments(&self) -> &Value {
        match &self.arguments {
            Arguments::Shared(value) => value,
            Arguments::Absent | Arguments::Text(_) => &Value::Null,
        }
    }

    #[inline]
    fn run(&self) -> &str {
        self.run.as_deref().unwrap_or_default()
    }

    #[inline]
    fn scope(&self) -> &str {
        self.scope.as_deref().unwrap_or_default()
    }
}

impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCall").field("arguments", &self.arguments()).finish_non_exhaustive()
    }
}

/// Resolves when a [`ToolCall`] is cancelled; never, and without any cost, where it has no token.
///
/// # Cancel safety
///
/// A drop loses nothing: the token stays as it is.
#[derive(Debug)]
pub struct Cancelled(Option<Pin<Box<WaitForCancellationFutureOwned>>>);

impl Future for Cancelled {
    type Output = ();

    #[inline]
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        match &mut self.0 {
            None => Poll::Pending,
            Some(waiting) => waiting.as_mut().poll(cx),
        }
    }
}
