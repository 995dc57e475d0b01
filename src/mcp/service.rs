//! `tools/call` as a `tower` service.

use super::McpCall;
use rmcp::{
    Peer, RoleClient, ServiceError,
    model::{CallToolRequest, CallToolResponse, CallToolResult, CancelledNotificationParam, ClientRequest, RequestId, ServerResult},
    service::PeerRequestOptions,
};
use std::{
    fmt,
    future::Future,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
};
use tokio_util::sync::CancellationToken;
use tower_service::Service;

/// Calls the tools of one MCP server through its client. It is cheap to clone, and never retries.
///
/// A call that [needs input](CallToolResponse::InputRequired) or became a [task](CallToolResponse::Task) is handed back as such; the host continues it by a call of its
/// own, or by `tasks/get`.
///
/// # Cancel safety
///
/// As that of [`McpFuture`].
#[derive(Clone)]
pub struct McpService {
    peer: Peer<RoleClient>,
}

impl McpService {
    /// A service over a client's peer.
    #[must_use]
    pub const fn new(peer: Peer<RoleClient>) -> Self {
        Self { peer }
    }

    /// The peer, for everything but `tools/call`.
    #[must_use]
    pub const fn peer(&self) -> &Peer<RoleClient> {
        &self.peer
    }
}

impl fmt::Debug for McpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpService").finish_non_exhaustive()
    }
}

/// Resolves to the server's answer.
///
/// # Cancel safety
///
/// When the token of the call is cancelled the server is told at once, and the future stays pending until it is dropped, unless the answer had arrived by then: MCP
/// has no answer to a cancelled call. A drop before the answer tells the server, too.
pub struct McpFuture(Pin<Box<dyn Future<Output = Result<CallToolResponse, ServiceError>> + Send>>);

impl Future for McpFuture {
    type Output = Result<CallToolResponse, ServiceError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

impl fmt::Debug for McpFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("McpFuture")
    }
}

impl Service<McpCall> for McpService {
    type Response = CallToolResponse;
    type Error = ServiceError;
    type Future = McpFuture;

    /// Fails once the connection is closed. Reserves nothing.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ServiceError>> {
        Poll::Ready(if self.peer.is_transport_closed() { Err(ServiceError::TransportClosed) } else { Ok(()) })
    }

    fn call(&mut self, call: McpCall) -> McpFuture {
        let cancel = call.call().cancellation().cloned();
        McpFuture(Box::pin(ask(self.peer.clone(), call, cancel)))
    }
}

async fn ask(peer: Peer<RoleClient>, call: McpCall, cancel: Option<CancellationToken>) -> Result<CallToolResponse, ServiceError> {
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(call.into_params()));
    let mut handle = peer.send_request_with_option(request, PeerRequestOptions::no_options()).await?;
    let mut waiting = Waiting { peer: peer.clone(), id: Some(handle.id.clone()) };
    let mut answer = pin!(&mut handle.rx);
    let answered = match &cancel {
        Some(cancel) => until_cancelled(answer.as_mut(), cancel).await,
        None => Some(answer.as_mut().await),
    };
    let answered = match answered {
        Some(answered) => answered,
        None => {
            waiting.tell();
            match answer.await {
                // The client forgets a call that it was told to cancel. That is no answer of the server: whoever waits for one decides how long.
                Ok(Err(ServiceError::Cancelled { .. })) => std::future::pending().await,
                answered => answered,
            }
        }
    };
    waiting.id = None;
    answered.map_err(|_| ServiceError::TransportClosed)?.and_then(response)
}

/// The answer, or `None` when the token was cancelled before there was one.
async fn until_cancelled<F: Future>(mut answer: Pin<&mut F>, cancel: &CancellationToken) -> Option<F::Output> {
    let mut cancelled = pin!(cancel.cancelled());
    std::future::poll_fn(|cx| match answer.as_mut().poll(cx) {
        Poll::Ready(answered) => Poll::Ready(Some(answered)),
        Poll::Pending => cancelled.as_mut().poll(cx).map(|()| None),
    })
    .await
}

/// A request without an answer so far. Its drop tells the server that nobody waits any longer.
struct Waiting {
    peer: Peer<RoleClient>,
    id: Option<RequestId>,
}

impl Waiting {
    /// Sends `notifications/cancelled`, once, where the queue of the connection has room at this moment.
    fn tell(&mut self) {
        let Some(id) = self.id.take() else { return };
        let told = CancelledNotificationParam::new(Some(id), Some("the caller no longer waits for this call".to_owned()));
        // One poll hands it to the queue: nothing more is needed, and a drop cannot wait.
        let _ = pin!(self.peer.notify_cancelled(told)).poll(&mut Context::from_waker(Waker::noop()));
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.tell();
    }
}

fn response(result: ServerResult) -> Result<CallToolResponse, ServiceError> {
    match result {
        ServerResult::CallToolResult(result) => Ok(CallToolResponse::Complete(result)),
        ServerResult::InputRequiredResult(result) => Ok(CallToolResponse::InputRequired(result)),
        ServerResult::CreateTaskResult(result) => Ok(CallToolResponse::Task(result)),
        // A success with nothing to say.
        ServerResult::EmptyResult(_) => Ok(CallToolResponse::Complete(CallToolResult::success(Vec::new()))),
        _ => Err(ServiceError::UnexpectedResponse),
    }
}
