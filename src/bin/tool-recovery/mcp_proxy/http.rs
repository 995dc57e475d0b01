//! A server behind streamable HTTP: each message of the client is a POST, and what comes back is a message or a stream of them.

use super::{
    events::Events,
    facts::Lost,
    message::{Head, Id, Message, doubtful_answer},
    notes::{Remedies, say},
    pipes::{Drain, Incoming},
    tls::{self, Roots},
};
use reqwest::{
    Client, RequestBuilder, Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
    redirect::Policy,
    retry,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::{
    collections::HashSet,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{sleep, timeout},
};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

/// How long a connection may take to be made, and a notification to be taken.
const CONNECT: Duration = Duration::from_secs(10);
/// How often a stream that broke is taken up again before its call counts as lost, and the pause before each time.
const RESUMES: u32 = 3;
const PAUSE: Duration = Duration::from_millis(200);

/// Where a server is.
pub(super) struct Endpoint {
    url: reqwest::Url,
    /// Headers of every request. Their values are marked as sensitive.
    headers: HeaderMap,
    /// The longest message.
    limit: usize,
    /// Whom it trusts beside the system's authorities.
    roots: Roots,
}

#[derive(Clone)]
struct Link(Arc<Shared>);

struct Shared {
    client: Client,
    endpoint: Endpoint,
    session: Mutex<Session>,
    lines: mpsc::Sender<Incoming>,
    remedies: Remedies,
}

#[derive(Clone, Default)]
struct Session {
    id: Option<HeaderValue>,
    version: Option<HeaderValue>,
}

/// What a message needs in headers.
#[derive(Default)]
struct Needs {
    /// Several messages in one, with a response for all of them.
    batch: bool,
    /// The requests among them, or the one.
    ids: Vec<Id>,
    method: Option<String>,
    name: Option<String>,
    version: Option<String>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    uri: Option<String>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Meta {
    #[serde(default, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<String>,
}

impl Endpoint {
    /// Where `url` is, with headers whose values stand in environment variables, as `NAME=VARIABLE`. The error says what is wrong and never a value.
    pub(super) fn new(url: &reqwest::Url, header_env: &[String], ca: Option<&Path>, limit: usize) -> Result<Self, String> {
        tls::accept(url)?;
        let mut headers = HeaderMap::new();
        for pair in header_env {
            let (name, value) = header(pair)?;
            headers.append(name, value);
        }
        Ok(Self { url: url.clone(), headers, limit, roots: Roots::read(ca)? })
    }
}

fn header(pair: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, variable) = pair.split_once('=').ok_or("--header-env takes NAME=VARIABLE")?;
    let name = name.parse().map_err(|_| format!("--header-env {pair}: the part before `=` is no name of a header"))?;
    let value = std::env::var(variable).map_err(|_| format!("--header-env {pair}: the environment variable is not set, or no text"))?;
    let mut value = HeaderValue::from_str(&value).map_err(|_| format!("--header-env {pair}: the value of the variable cannot stand in a header"))?;
    value.set_sensitive(true);
    Ok((name, value))
}

fn client(url: &reqwest::Url, roots: Roots) -> Result<Client, String> {
    let mut builder = Client::builder().redirect(Policy::none()).retry(retry::never()).connect_timeout(CONNECT).referer(false);
    if tls::is_loopback(url) {
        // What stays on this machine goes through nobody, whatever proxy the environment names.
        builder = builder.no_proxy();
    }
    tls::with_tls(builder, roots)?.build().map_err(|_| "no HTTP client can be made here".to_owned())
}

/// The address for clients that speak HTTP themselves.
pub(super) fn server(endpoint: Endpoint) -> Result<super::forward::Server, String> {
    let Endpoint { url, headers, limit, roots } = endpoint;
    Ok(super::forward::Server::new(client(&url, roots)?, url, headers, limit))
}

/// Begins to serve. The channel ends when the client has closed its end and every request is over.
pub(super) fn serve(mut endpoint: Endpoint, drain: Drain) -> Result<mpsc::Receiver<Incoming>, String> {
    let client = client(&endpoint.url, std::mem::take(&mut endpoint.roots))?;
    let (lines, receiver) = mpsc::channel(16);
    let link = Link(Arc::new(Shared { client, endpoint, session: Mutex::default(), lines, remedies: Remedies::default() }));
    tokio::spawn(link.run(drain));
    Ok(receiver)
}

impl Link {
    async fn run(self, mut drain: Drain) {
        let mut requests = JoinSet::new();
        // Messages of the server's own accord, as long as anything is relayed at all.
        let mut listening: Option<tokio::task::JoinHandle<()>> = None;
        loop {
            let line = tokio::select! {
                line = drain.next() => line,
                Some(_) = requests.join_next() => continue,
            };
            let Some(line) = line else { break };
            let Ok(text) = String::from_utf8(line) else { continue };
            let needs = Needs::of(&text);
            if needs.batch || !needs.ids.is_empty() {
                requests.spawn(self.clone().request(text, needs));
                continue;
            }
            let initialized = needs.method.as_deref() == Some("notifications/initialized");
            // In their order: a notification is taken before the next message is sent.
            self.notify(text, needs).await;
            if initialized && listening.is_none() {
                listening = Some(tokio::spawn(self.clone().listen()));
            }
        }
        while requests.join_next().await.is_some() {}
        if let Some(listening) = listening {
            listening.abort();
        }
        self.leave().await;
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.0.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_headers(&self, request: RequestBuilder, version: Option<&str>) -> RequestBuilder {
        let Session { id, version: agreed } = self.session().clone();
        let version = version.and_then(|version| HeaderValue::from_str(version).ok()).or(agreed);
        let mut request = request.headers(self.0.endpoint.headers.clone());
        for (name, value) in [(SESSION, id), (VERSION, version)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        request
    }

    async fn post(&self, text: String, needs: &Needs) -> reqwest::Result<Response> {
        let request =
            self.0.client.post(self.0.endpoint.url.clone()).header(ACCEPT, "application/json, text/event-stream").header(CONTENT_TYPE, "application/json");
        let mut request = self.with_headers(request, needs.version.as_deref());
        for (header, value) in [("mcp-method", &needs.method), ("mcp-name", &needs.name)] {
            if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
                request = request.header(header, value);
            }
        }
        request.body(text).send().await
    }

    async fn notify(&self, text: String, needs: Needs) {
        match timeout(CONNECT, self.post(text, &needs)).await {
            Ok(Ok(response)) if response.status().is_success() => {}
            Ok(Ok(response)) => say(format_args!("the server answered a notification with HTTP status {}", response.status().as_u16())),
            Ok(Err(_)) | Err(_) => say("a notification did not reach the server"),
        }
    }

    /// Sends requests, and tells of each that gets no response why.
    async fn request(self, text: String, needs: Needs) {
        let mut awaited = needs.ids.iter().cloned().collect();
        let lost = match self.post(text, &needs).await {
            Ok(response) => self.answer(response, &mut awaited, &needs).await.err(),
            Err(error) => Some(tls::lost(&error)),
        };
        let Some(lost) = lost else { return };
        self.0.remedies.tell(&lost);
        if needs.ids.is_empty() {
            say("a batch of messages did not reach the server");
        }
        for id in needs.ids.into_iter().filter(|id| awaited.contains(id)) {
            let _ = self.0.lines.send(Incoming::Failed(id, lost.clone())).await;
        }
    }

    /// Reads the response to requests until it is complete: then none of them is left in `awaited`.
    async fn answer(&self, mut response: Response, awaited: &mut HashSet<Id>, needs: &Needs) -> Result<(), Lost> {
        let (status, initialize) = (response.status(), needs.method.as_deref() == Some("initialize"));
        if initialize && let Some(session) = response.headers().get(SESSION) {
            self.session().id = Some(session.clone());
        }
        if status.is_success() && is_stream(&response) {
            let mut events = Events::new(self.0.endpoint.limit);
            for _ in 0..=RESUMES {
                self.stream(response, &mut events, awaited, initialize).await?;
                if awaited.is_empty() {
                    return Ok(());
                }
                let Some(last) = events.last_id.clone() else { return Err(Lost::Ended) };
                sleep(PAUSE).await;
                response = self.resume(&last).await.ok_or(Lost::Ended)?;
            }
            return Err(Lost::Ended);
        }
        let before = awaited.len();
        if let Some(text) = self.body(response).await.filter(|text| !text.trim().is_empty()) {
            note_answers(&text, awaited);
            // Servers put a JSON-RPC error under a status of HTTP, too: then it is the answer.
            if awaited.len() < before || (needs.batch && status.is_success()) {
                self.hear(text, initialize).await;
            }
        }
        match awaited.is_empty() && (before > 0 || status.is_success()) {
            true => Ok(()),
            false if status.is_success() => Err(Lost::Ended),
            false => Err(Lost::Status(status.as_u16())),
        }
    }

    /// Hands on what a stream brings, up to the last response that is awaited; to its end where none is.
    async fn stream(&self, mut response: Response, events: &mut Events, awaited: &mut HashSet<Id>, initialize: bool) -> Result<(), Lost> {
        let endless = awaited.is_empty();
        events.restart();
        while let Ok(Some(piece)) = response.chunk().await {
            let mut complete = Vec::new();
            let fed = events.feed(&piece, |data| complete.push(data));
            for text in complete.into_iter().filter(|text| !text.trim().is_empty()) {
                note_answers(&text, awaited);
                self.hear(text, initialize).await;
            }
            if fed.is_err() {
                let _ = self.0.lines.send(Incoming::TooLong(None)).await;
                return Err(Lost::TooLong);
            }
            if awaited.is_empty() && !endless {
                break;
            }
        }
        Ok(())
    }

    async fn hear(&self, text: String, initialize: bool) {
        if initialize && let Some(version) = agreed_version(&text) {
            self.session().version = Some(version);
        }
        let _ = self.0.lines.send(Incoming::Line(text)).await;
    }

    async fn resume(&self, last: &str) -> Option<Response> {
        let request = self.0.client.get(self.0.endpoint.url.clone()).header(ACCEPT, "text/event-stream").header(LAST_EVENT, HeaderValue::from_str(last).ok()?);
        self.with_headers(request, None).send().await.ok().filter(|response| response.status().is_success() && is_stream(response))
    }

    /// Listens to what the server says of its own accord, where it does.
    async fn listen(self) {
        let mut events = Events::new(self.0.endpoint.limit);
        let mut pause = PAUSE;
        loop {
            let request = self.0.client.get(self.0.endpoint.url.clone()).header(ACCEPT, "text/event-stream");
            let request = match events.last_id.as_deref().and_then(|last| HeaderValue::from_str(last).ok()) {
                Some(last) => request.header(LAST_EVENT, last),
                None => request,
            };
            match self.with_headers(request, None).send().await {
                Ok(response) if response.status().is_success() && is_stream(&response) => {
                    pause = PAUSE;
                    // What is too long is told already, and the stream goes on from the next message.
                    let _ = self.stream(response, &mut events, &mut HashSet::new(), false).await;
                }
                // A server without such a stream says so by 405; any other refusal stands as well.
                Ok(_) => return,
                Err(_) => {}
            }
            sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(30));
        }
    }

    async fn body(&self, mut response: Response) -> Option<String> {
        let mut bytes = Vec::new();
        while let Some(piece) = response.chunk().await.ok()? {
            bytes.extend_from_slice(&piece);
            if bytes.len() > self.0.endpoint.limit {
                return None;
            }
        }
        String::from_utf8(bytes).ok()
    }

    /// Gives the session back.
    async fn leave(&self) {
        if self.session().id.is_some() {
            let request = self.with_headers(self.0.client.delete(self.0.endpoint.url.clone()), None);
            let _ = timeout(Duration::from_secs(1), request.send()).await;
        }
    }
}

impl Needs {
    fn of(text: &str) -> Self {
        let head = match Message::read(text) {
            Some(Message::One(head)) => head,
            Some(Message::Batch(items)) => {
                let heads = items.iter().filter_map(|item| serde_json::from_str::<Head<'_>>(item.get()).ok());
                return Self { batch: true, ids: heads.filter_map(|head| asked(&head)).collect(), ..Self::default() };
            }
            None => return Self::default(),
        };
        let method = head.method.clone();
        let params = head.params.and_then(|params| serde_json::from_str::<Params<'_>>(params.get()).ok());
        let meta = params.as_ref().and_then(|params| serde_json::from_str::<Meta>(params.meta?.get()).ok());
        let name = params.and_then(|params| params.name.or(params.uri)).filter(|name| name.len() <= 1024);
        Self { batch: false, ids: asked(&head).into_iter().collect(), method, name, version: meta.and_then(|meta| meta.version) }
    }
}

/// The id of a request. A response to the server's own request has one, too, and awaits nothing.
fn asked(head: &Head<'_>) -> Option<Id> {
    head.method.as_ref().and(head.id).and_then(Id::read)
}

/// Takes the requests out of `awaited` that a message answers, or the messages of a batch.
fn note_answers(text: &str, awaited: &mut HashSet<Id>) {
    let mut note = |text: &str| {
        if let Some(id) = answers(text) {
            awaited.remove(&id);
        }
    };
    match Message::read(text) {
        Some(Message::Batch(items)) => items.iter().for_each(|item| note(item.get())),
        _ => note(text),
    }
}

pub(super) fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.trim_start().to_ascii_lowercase().starts_with("text/event-stream") && response.status() != StatusCode::NO_CONTENT
}

/// The request that a message answers, readable or not.
pub(super) fn answers(text: &str) -> Option<Id> {
    match serde_json::from_str::<Head<'_>>(text) {
        Ok(head) => head.answers(),
        Err(_) => doubtful_answer(text),
    }
}

fn agreed_version(text: &str) -> Option<HeaderValue> {
    #[derive(Deserialize)]
    struct Agreed {
        #[serde(rename = "protocolVersion")]
        version: String,
    }
    let head: Head<'_> = serde_json::from_str(text).ok()?;
    HeaderValue::from_str(&serde_json::from_str::<Agreed>(head.result?.get()).ok()?.version).ok()
}
