//! Clients that speak streamable HTTP: each request goes on to the server's address as it is, and what comes back as it comes. Only `tools/call` goes through the stack.

use super::{
    answer,
    forward::{Body, Forward, Raw, Server},
    guard::{Guard, UnderWay},
    keeper::Awaited,
    message::{AMBIGUOUS, CallParams, Cursor, Head, Id, Message, ODD_ID, UNREADABLE_PARAMS, cancelled},
    notes::{Notes, say},
    signals::Signals,
};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Body as _, Bytes, Incoming},
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{
    collections::HashMap,
    convert::Infallible,
    future::poll_fn,
    io,
    net::{IpAddr, SocketAddr},
    pin::{Pin, pin},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

/// How many connections with calls under way are kept in mind.
const MAX_CONNECTIONS: usize = 65_536;

/// What stands between clients and the server.
pub(super) struct Gateway {
    pub(super) server: Server,
    pub(super) guard: Guard,
    /// The header that names a run.
    pub(super) run_header: Option<HeaderName>,
    pub(super) limit: usize,
    pub(super) notes: Mutex<Notes>,
    /// The calls under way, by session or connection.
    pub(super) under_way: Mutex<HashMap<Arc<str>, UnderWay>>,
}

/// Where a client listens: on this machine alone.
pub(super) fn local(address: SocketAddr) -> Result<SocketAddr, String> {
    if address.ip().is_loopback() { Ok(address) } else { Err("--listen must be an address of this machine alone, such as 127.0.0.1:8080".into()) }
}

/// Serves until a signal comes.
pub(super) async fn serve(gateway: Gateway, listener: TcpListener) -> io::Result<super::child::Signal> {
    let gateway = Arc::new(gateway);
    let mut signals = Signals::new()?;
    for connection in 1_u64.. {
        let stream = tokio::select! {
            signal = signals.next() => return Ok(signal),
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // The system has no room for it now; what is open goes on.
                Err(_) => {
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        tokio::spawn(gateway.clone().connection(stream, format!("connection {connection}").into()));
    }
    Err(io::ErrorKind::Other.into())
}

impl Gateway {
    async fn connection(self: Arc<Self>, stream: TcpStream, name: Arc<str>) {
        let _ = stream.set_nodelay(true);
        let handle = service_fn(|request| {
            let (gateway, name) = (self.clone(), name.clone());
            async move { Ok::<_, Infallible>(gateway.handle(request, name).await) }
        });
        let mut http = hyper::server::conn::http1::Builder::new();
        // Whoever left is not worth a word.
        let _ = http.timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), handle).await;
    }

    async fn handle(self: Arc<Self>, request: Request<Incoming>, connection: Arc<str>) -> Response<Body> {
        if !is_local(request.headers()) {
            return plain(StatusCode::FORBIDDEN, "requests come from this machine alone");
        }
        if request.uri().path() != self.server.path() {
            return plain(StatusCode::NOT_FOUND, "the server is at the path of --url");
        }
        let (parts, body) = request.into_parts();
        if parts.method != Method::POST {
            return self.server.pass(parts.method, &parts.headers, Bytes::new()).await;
        }
        let Some(body) = collect(body, self.limit).await else { return plain(StatusCode::PAYLOAD_TOO_LARGE, "the message is longer than --max-message-mib") };
        let Ok(text) = String::from_utf8(body) else { return refused(StatusCode::BAD_REQUEST, None, -32700, "The message is not UTF-8 text") };
        match Message::read(&text) {
            Some(Message::One(head)) => {
                let session = parts.headers.get("mcp-session-id").and_then(|id| id.to_str().ok()).map(Arc::from);
                self.clone().message(&head, &text, parts.headers, session.unwrap_or(connection)).await
            }
            Some(Message::Batch(items)) if items.iter().all(|item| may_be_in_batch(item.get())) => {
                let body = Bytes::from(text.clone());
                self.server.pass(Method::POST, &parts.headers, body).await
            }
            Some(Message::Batch(_)) => refused(
                StatusCode::BAD_REQUEST,
                None,
                -32600,
                "A batch here has objects with distinct members alone, and neither a call nor its cancellation: send those by themselves",
            ),
            None => refused(StatusCode::BAD_REQUEST, None, -32700, "The message is not one JSON object with distinct members"),
        }
    }

    async fn message(self: Arc<Self>, head: &Head<'_>, text: &str, headers: HeaderMap, connection: Arc<str>) -> Response<Body> {
        let id = head.id.and_then(Id::read);
        if head.has_odd_id() {
            return refused(StatusCode::BAD_REQUEST, None, -32600, ODD_ID);
        }
        if head.ambiguous {
            return refused(StatusCode::BAD_REQUEST, id.as_ref(), -32600, AMBIGUOUS);
        }
        match head.method.as_deref() {
            Some("tools/call") => return self.call(head, id, text, headers, connection).await,
            Some("tools/list") => {
                if let Some(id) = id {
                    return self.list(Cursor::is_first(head.params), id, text.to_owned(), headers).await;
                }
            }
            Some("notifications/cancelled") => {
                let Ok(named) = cancelled(head.params) else {
                    return refused(StatusCode::BAD_REQUEST, None, -32602, "The requestId of notifications/cancelled cannot be read");
                };
                if let Some(id) = named {
                    self.under_way(&connection).cancel(&id);
                }
            }
            _ => {}
        }
        self.server.pass(Method::POST, &headers, Bytes::from(text.to_owned())).await
    }

    /// A list passes, and a copy is read.
    async fn list(self: Arc<Self>, first: bool, id: Id, text: String, headers: HeaderMap) -> Response<Body> {
        let (events, heard) = mpsc::channel(16);
        let server = self.server.clone();
        let asked = async move {
            let forward = Forward::new(server, headers, events);
            match forward.exchange(text.into_bytes(), &id).await {
                Ok(reply) => {
                    if let Some(tools) = self.guard.page(first, &reply.0) {
                        self.notes.lock().unwrap_or_else(PoisonError::into_inner).tools(&tools, "tool-recovery mcp-init --url ...");
                    }
                    Answer::Line(reply.0.into_bytes())
                }
                Err(lost) => forward.raw().map_or_else(|| Answer::Line(answer::error(Some(&id), -32000, &lost.words())), Answer::Raw),
            }
        };
        respond(asked, heard, Awaiting(None)).await
    }

    async fn call(self: Arc<Self>, head: &Head<'_>, id: Option<Id>, text: &str, headers: HeaderMap, connection: Arc<str>) -> Response<Body> {
        let Some(id) = id else { return refused(StatusCode::BAD_REQUEST, None, -32600, "tools/call needs an id") };
        let run = self.run_header.as_ref().and_then(|name| headers.get(name)?.to_str().ok()).map_or_else(|| connection.clone(), Arc::from);
        let params = CallParams::read(head.params);
        let call = params.ok_or_else(|| UNREADABLE_PARAMS.to_owned()).and_then(|params| self.guard.admit(&run, id.clone(), &params, text));
        let call = match call {
            Ok(call) => call,
            Err(why) => return refused(StatusCode::OK, Some(&id), -32602, &why),
        };
        let under_way = self.under_way(&connection);
        if !under_way.begin(&call) {
            return refused(StatusCode::OK, Some(&id), -32600, "A call with this id is under way");
        }
        let (events, heard) = mpsc::channel(16);
        let forward = Forward::new(self.server.clone(), headers, events);
        let awaited = Awaiting(Some(self.guard.awaited(&call)));
        let ended = Ended(awaited.0.clone());
        let running = async move {
            let attempt = self.guard.attempt(forward.clone(), call).await;
            drop(ended);
            under_way.end(&id);
            // What the server refused in terms of HTTP, such as a login that it wants, is the client's to see.
            let raw = attempt.as_ref().is_ok_and(|attempt| matches!(attempt.outcome, tool_recovery::Outcome::Errored(_))).then(|| forward.raw()).flatten();
            match raw {
                Some(raw) => Answer::Raw(raw),
                None => self.guard.answer(attempt, &id).map_or(Answer::Nothing, Answer::Line),
            }
        };
        respond(running, heard, awaited).await
    }

    fn under_way(&self, connection: &Arc<str>) -> UnderWay {
        let mut all = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_CONNECTIONS {
            all.retain(|_, calls| !calls.is_empty());
        }
        all.entry(connection.clone()).or_default().clone()
    }
}

/// What becomes of a request.
enum Answer {
    Line(Vec<u8>),
    Raw(Raw),
    Nothing,
}

/// The client's side of a call: the drop is its leaving, unless the call has ended.
struct Awaiting(Option<Arc<Awaited>>);

impl Drop for Awaiting {
    fn drop(&mut self) {
        self.0.iter().for_each(|awaited| awaited.leave());
    }
}

/// The server's side of a call, until it has ended in any way.
struct Ended(Option<Arc<Awaited>>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.iter().for_each(|awaited| awaited.over());
    }
}

/// One JSON message where nothing was told before it, else a stream of events. The request goes on when the client leaves: what it did has to be counted.
async fn respond(running: impl Future<Output = Answer> + Send + 'static, mut heard: mpsc::Receiver<Bytes>, awaiting: Awaiting) -> Response<Body> {
    let mut running = tokio::spawn(running);
    let first = tokio::select! {
        biased;
        Some(event) = heard.recv() => event,
        answer = &mut running => return whole(answer.unwrap_or(Answer::Nothing)),
    };
    let (body, sink) = Body::stream();
    tokio::spawn(async move {
        let mut open = sink.send(first).await.is_ok();
        let mut awaiting = Some(awaiting).filter(|_| open);
        loop {
            tokio::select! {
                biased;
                () = sink.closed(), if awaiting.is_some() => awaiting = None,
                event = heard.recv() => match event {
                    Some(event) => open = open && sink.send(event).await.is_ok(),
                    None => break,
                },
            }
        }
        let last = match running.await.unwrap_or(Answer::Nothing) {
            Answer::Line(line) => Some(line),
            Answer::Raw(_) | Answer::Nothing => None,
        };
        if let (true, Some(line)) = (open, last) {
            let _ = sink.send([b"event: message\ndata: ", line.trim_ascii_end(), b"\n\n"].concat().into()).await;
        }
    });
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}

fn whole(answer: Answer) -> Response<Body> {
    match answer {
        Answer::Line(line) => json(StatusCode::OK, line),
        Answer::Raw(raw) => raw.into_response(),
        Answer::Nothing => with_status(StatusCode::ACCEPTED, Body::of(Bytes::new())),
    }
}

fn with_status(status: StatusCode, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response
}

fn json(status: StatusCode, line: Vec<u8>) -> Response<Body> {
    let mut response = with_status(status, Body::of(line.into()));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn refused(status: StatusCode, id: Option<&Id>, code: i64, why: &str) -> Response<Body> {
    json(status, answer::error(id, code, why))
}

fn plain(status: StatusCode, why: &'static str) -> Response<Body> {
    with_status(status, Body::of(Bytes::from_static(why.as_bytes())))
}

/// Whether a message passes unseen. What cannot be read may be a call.
fn may_be_in_batch(text: &str) -> bool {
    let watched = |head: Head<'_>| head.ambiguous || head.is("tools/call") || head.is("notifications/cancelled");
    serde_json::from_str(text).is_ok_and(|head| !watched(head))
}

/// Whether the page that made the request, and the name it was made to, are of this machine: other pages may not use a browser on it to reach the server.
fn is_local(headers: &HeaderMap) -> bool {
    let local = |value: &HeaderValue, scheme: bool| {
        let text = value.to_str().unwrap_or_default();
        let host = if scheme { text.split_once("://").map_or(text, |(_, host)| host) } else { text };
        let name = if let Some(rest) = host.strip_prefix('[') { rest.split(']').next() } else { host.split(':').next() };
        name.is_some_and(|name| name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()))
    };
    headers.get("origin").is_none_or(|origin| local(origin, true)) && headers.get("host").is_some_and(|host| local(host, false))
}

async fn collect(body: Incoming, limit: usize) -> Option<Vec<u8>> {
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| Pin::as_mut(&mut body).poll_frame(cx)).await {
        if let Ok(data) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&data);
        }
        if bytes.len() > limit {
            return None;
        }
    }
    Some(bytes)
}

/// Where clients may come to.
pub(super) async fn bind(address: SocketAddr, path: &str) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address).await?;
    say(format_args!("listening at http://{}{path}", listener.local_addr()?));
    Ok(listener)
}

#[cfg(test)]
#[path = "gateway_tests.rs"]
mod tests;
