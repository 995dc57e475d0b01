//! One request of an HTTP client on its way to the server's address.

use super::{
    answer,
    call::Call,
    events::Events,
    facts::{Lost, Reply},
    http::{answers, is_stream},
    message::{Id, Message},
    notes::Remedies,
    tls,
};
use hyper::{
    Method, Response, StatusCode,
    body::{Bytes, Frame},
    header::{self, HeaderMap, HeaderName},
};
use std::{
    convert::Infallible,
    future::Future,
    pin::{Pin, pin},
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};
use tokio::sync::mpsc;
use tower_service::Service;

/// The server's address.
#[derive(Clone)]
pub(super) struct Server(Arc<Inner>);

struct Inner {
    client: reqwest::Client,
    url: reqwest::Url,
    headers: HeaderMap,
    limit: usize,
    remedies: Remedies,
}

/// Headers that belong to one connection, or that would make the answer unreadable here.
const OF_THE_CONNECTION: [HeaderName; 10] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::TE,
    header::TRAILER,
    header::PROXY_AUTHORIZATION,
    header::ACCEPT_ENCODING,
    header::EXPECT,
];

/// What the server said in terms of HTTP.
#[derive(Clone)]
pub(super) struct Raw {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Raw {
    pub(super) fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::of(self.body));
        (*response.status_mut(), *response.headers_mut()) = (self.status, self.headers);
        response
    }
}

/// A body: whole, or in pieces as they come.
pub(super) enum Body {
    Whole(Option<Bytes>),
    Pieces(mpsc::Receiver<Bytes>),
}

impl Body {
    pub(super) const fn of(bytes: Bytes) -> Self {
        Self::Whole(Some(bytes))
    }

    pub(super) fn stream() -> (Self, mpsc::Sender<Bytes>) {
        let (sink, pieces) = mpsc::channel(16);
        (Self::Pieces(pieces), sink)
    }
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Self::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Pieces(pieces) => pieces.poll_recv(cx).map(|piece| piece.map(|bytes| Ok(Frame::data(bytes)))),
        }
    }
}

impl Server {
    pub(super) fn new(client: reqwest::Client, url: reqwest::Url, headers: HeaderMap, limit: usize) -> Self {
        Self(Arc::new(Inner { client, url, headers, limit, remedies: Remedies::default() }))
    }

    pub(super) fn path(&self) -> &str {
        self.0.url.path()
    }

    fn request(&self, method: Method, headers: &HeaderMap, body: impl Into<reqwest::Body>) -> reqwest::RequestBuilder {
        let mut passed = headers.clone();
        for name in OF_THE_CONNECTION {
            passed.remove(name);
        }
        for (name, value) in &self.0.headers {
            passed.insert(name, value.clone());
        }
        self.0.client.request(method, self.0.url.clone()).headers(passed).body(body)
    }

    /// Says once that the server is elsewhere: what else it says in terms of HTTP is the client's to see.
    fn redirected(&self, status: StatusCode) {
        if status.is_redirection() {
            self.0.remedies.tell(&Lost::Status(status.as_u16()));
        }
    }

    /// Passes a request on, and its response back as it comes.
    pub(super) async fn pass(&self, method: Method, headers: &HeaderMap, body: Bytes) -> Response<Body> {
        let mut answered = match self.request(method, headers, body).send().await {
            Ok(answered) => answered,
            Err(error) => {
                self.0.remedies.tell(&tls::lost(&error));
                let mut response = Response::new(Body::of(Bytes::from_static(b"the MCP server cannot be reached")));
                *response.status_mut() = StatusCode::BAD_GATEWAY;
                return response;
            }
        };
        self.redirected(answered.status());
        let (body, sink) = Body::stream();
        let mut response = Response::new(body);
        (*response.status_mut(), *response.headers_mut()) = (answered.status(), passed_back(answered.headers()));
        tokio::spawn(async move {
            let pieces = async {
                while let Ok(Some(piece)) = answered.chunk().await {
                    if sink.send(piece).await.is_err() {
                        break;
                    }
                }
            };
            // A client that leaves takes its stream with it: a server may refuse it another one as long as this one is open.
            tokio::select! {
                () = pieces => {}
                () = sink.closed() => {}
            }
        });
        response
    }
}

fn passed_back(headers: &HeaderMap) -> HeaderMap {
    let mut passed = headers.clone();
    // Where a redirect leads would be past the proxy, and most clients follow it by themselves.
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH, header::UPGRADE, header::TRAILER, header::LOCATION] {
        passed.remove(name);
    }
    passed
}

/// The server as the service of one request: what it tells before its response goes to the client at once.
#[derive(Clone)]
pub(super) struct Forward {
    server: Server,
    headers: HeaderMap,
    events: mpsc::Sender<Bytes>,
    raw: Arc<Mutex<Option<Raw>>>,
}

impl Forward {
    pub(super) fn new(server: Server, headers: HeaderMap, events: mpsc::Sender<Bytes>) -> Self {
        Self { server, headers, events, raw: Arc::default() }
    }

    /// What the server said in place of a response.
    pub(super) fn raw(&self) -> Option<Raw> {
        self.raw.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Sends a request and waits for its response.
    pub(super) async fn exchange(&self, message: Vec<u8>, id: &Id) -> Result<Reply, Lost> {
        let sent = self.server.request(Method::POST, &self.headers, message).send().await;
        let mut response = sent.map_err(|error| {
            let lost = tls::lost(&error);
            self.server.0.remedies.tell(&lost);
            lost
        })?;
        if response.status().is_success() && is_stream(&response) {
            return self.stream(response, id).await;
        }
        let (status, headers) = (response.status(), passed_back(response.headers()));
        self.server.redirected(status);
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|_| Lost::Ended)? {
            body.extend_from_slice(&piece);
            if body.len() > self.server.0.limit {
                return Err(Lost::Ended);
            }
        }
        match std::str::from_utf8(&body) {
            Ok(text) if status.is_success() && answers(text).as_ref() == Some(id) => return reply(text.to_owned()),
            _ => {}
        }
        *self.raw.lock().unwrap_or_else(PoisonError::into_inner) = Some(Raw { status, headers, body: body.into() });
        Err(if status.is_success() { Lost::Ended } else { Lost::Status(status.as_u16()) })
    }

    async fn stream(&self, mut response: reqwest::Response, id: &Id) -> Result<Reply, Lost> {
        let mut events = Events::new(self.server.0.limit);
        while let Ok(Some(piece)) = response.chunk().await {
            let mut complete = Vec::new();
            let fed = events.feed(&piece, |data| complete.push(data));
            for data in complete {
                if answers(&data).as_ref() == Some(id) {
                    return reply(data);
                }
                let _ = self.events.send(event(&data, events.last_id.as_deref())).await;
            }
            if fed.is_err() {
                break;
            }
        }
        Err(Lost::Ended)
    }
}

/// The answer to a request, if it can be read.
fn reply(text: String) -> Result<Reply, Lost> {
    if Message::read(&text).is_none() { Err(Lost::Unreadable) } else { Ok(Reply(text)) }
}

/// An event as it came, with its id, by which a client can take up a broken stream.
fn event(data: &str, id: Option<&str>) -> Bytes {
    let id = id.map_or_else(String::new, |id| format!("id: {id}\n"));
    format!("event: message\n{id}data: {}\n\n", data.replace('\n', "\ndata: ")).into()
}

/// Tells the server when the time of a call is over. A client that cancels tells it itself.
struct Unanswered {
    forward: Forward,
    call: Call,
    open: bool,
}

impl Unanswered {
    fn tell(&mut self) {
        if std::mem::take(&mut self.open) && !self.call.client.is_cancelled() {
            let request = self.forward.server.request(Method::POST, &self.forward.headers, answer::cancelled(&self.call.id));
            tokio::spawn(async move { request.send().await.is_ok() });
        }
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        self.tell();
    }
}

impl Service<Call> for Forward {
    type Response = Reply;
    type Error = Lost;
    type Future = Pin<Box<dyn Future<Output = Result<Reply, Lost>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Lost>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: Call) -> Self::Future {
        let forward = self.clone();
        Box::pin(async move {
            let (message, id, token) = (call.line(), call.id.clone(), call.token.clone());
            let mut unanswered = Unanswered { forward: forward.clone(), call, open: true };
            let mut exchange = pin!(forward.exchange(message, &id));
            let answered = tokio::select! {
                biased;
                answered = &mut exchange => answered,
                () = token.cancelled() => {
                    unanswered.tell();
                    exchange.await
                }
            };
            unanswered.open = false;
            drop(unanswered);
            answered
        })
    }
}
