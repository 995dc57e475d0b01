//! A server of the System One wire format on the loopback. It answers as a script says, well or badly, and keeps what reached it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "each test file uses a part of it"
)]

use serde_json::{Map, Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
    time::sleep,
};
use tokio_rustls::TlsAcceptor;

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A complete response; the connection is kept.
    Full { status: u16, headers: Vec<(&'static str, String)>, body: Vec<u8> },
    /// These bytes, and the end.
    Raw(Vec<u8>),
    /// These bytes, and then nothing.
    Stall(Vec<u8>),
    /// The first bytes at once, the second ones one by one.
    Trickle(Vec<u8>, Vec<u8>),
    /// These bytes, and then zeros in chunks of 16 KiB: so many bytes.
    Flood(Vec<u8>, usize),
    /// These bytes, and a reset.
    Reset(Vec<u8>),
}

impl Reply {
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::Full { status, headers: vec![("content-type", "application/json".to_owned())], body: body.into() }
    }

    pub fn typed(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::Full { status, headers: vec![("content-type", kind.to_owned())], body: body.into() }
    }

    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        if let Self::Full { headers, .. } = &mut self {
            headers.push((name, value.to_owned()));
        }
        self
    }
}

/// A request that was read completely.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    pub head: String,
    pub body: Value,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
}

type Script = dyn Fn(&Received, usize) -> Reply + Send + Sync;

#[derive(Default)]
struct State {
    received: Mutex<Vec<Received>>,
    connections: AtomicUsize,
    open: AtomicUsize,
    written: AtomicUsize,
}

/// A running server. It ends when it is dropped.
pub struct Server {
    pub addr: SocketAddr,
    scheme: &'static str,
    state: Arc<State>,
    task: JoinHandle<()>,
}

impl Server {
    /// Answers each request as `script` says of it and of how many came before it.
    pub async fn start(script: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static) -> Self {
        Self::listen(Arc::new(script), None).await
    }

    /// The same over TLS.
    pub async fn start_tls(acceptor: TlsAcceptor, script: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static) -> Self {
        Self::listen(Arc::new(script), Some(acceptor)).await
    }

    async fn listen(script: Arc<Script>, tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind loopback");
        let addr = listener.local_addr().expect("local address");
        let state = Arc::new(State::default());
        let shared = state.clone();
        let scheme = if tls.is_some() { "https" } else { "http" };
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (script, state, tls) = (script.clone(), shared.clone(), tls.clone());
                tokio::spawn(async move {
                    state.connections.fetch_add(1, SeqCst);
                    state.open.fetch_add(1, SeqCst);
                    let _open = Open(state.clone());
                    match tls {
                        None => serve(stream, &*script, &state).await,
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                serve(stream, &*script, &state).await;
                            }
                        }
                    }
                });
            }
        });
        Self { addr, scheme, state, task }
    }

    pub fn base(&self) -> String {
        format!("{}://{}", self.scheme, self.addr)
    }

    pub fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap().clone()
    }

    pub fn requests(&self) -> usize {
        self.state.received.lock().unwrap().len()
    }

    /// Connections that were ever accepted.
    pub fn connections(&self) -> usize {
        self.state.connections.load(SeqCst)
    }

    /// Connections that are open now.
    pub fn open(&self) -> usize {
        self.state.open.load(SeqCst)
    }

    /// Bytes of floods that went out.
    pub fn written(&self) -> usize {
        self.state.written.load(SeqCst)
    }

    /// Waits for the first request; fails after five seconds.
    pub async fn is_asked(&self) {
        for _ in 0..1000 {
            if self.requests() > 0 {
                return;
            }
            sleep(Duration::from_millis(5)).await;
        }
        panic!("nobody asked");
    }

    /// Waits until at most `open` connections are open; fails after two seconds.
    pub async fn settles_at(&self, open: usize) {
        for _ in 0..200 {
            if self.open() <= open {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
        assert!(self.open() <= open, "{} connections are still open", self.open());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Open(Arc<State>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, SeqCst);
    }
}

trait Resettable {
    fn reset(&self);
}

impl Resettable for tokio::net::TcpStream {
    fn reset(&self) {
        self.set_zero_linger().expect("SO_LINGER");
    }
}

impl<S: Resettable> Resettable for tokio_rustls::server::TlsStream<S> {
    fn reset(&self) {
        self.get_ref().0.reset();
    }
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin + Resettable>(mut stream: S, script: &Script, state: &State) {
    let mut buffered = Vec::new();
    while let Some(request) = read(&mut stream, &mut buffered).await {
        let before = {
            let mut received = state.received.lock().unwrap();
            received.push(request.clone());
            received.len() - 1
        };
        match script(&request, before) {
            Reply::Full { status, headers, body } => {
                let mut response = format!("HTTP/1.1 {status} Status\r\n");
                if !headers.iter().any(|(name, _)| *name == "content-length") {
                    response.push_str(&format!("content-length: {}\r\n", body.len()));
                }
                for (name, value) in headers {
                    response.push_str(&format!("{name}: {value}\r\n"));
                }
                response.push_str("\r\n");
                let mut bytes = response.into_bytes();
                bytes.extend(body);
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            other => return misbehave(stream, other, state).await,
        }
    }
}

async fn misbehave<S: AsyncRead + AsyncWrite + Unpin + Resettable>(mut stream: S, reply: Reply, state: &State) {
    match reply {
        Reply::Full { .. } => unreachable!("answered by the caller"),
        Reply::Raw(bytes) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.shutdown().await;
        }
        Reply::Stall(bytes) => {
            let _ = stream.write_all(&bytes).await;
            // Ends when the client closes.
            let _ = stream.read(&mut [0; 64]).await;
        }
        Reply::Trickle(first, rest) => {
            let _ = stream.write_all(&first).await;
            for byte in rest {
                sleep(Duration::from_millis(20)).await;
                if stream.write_all(&[byte]).await.is_err() {
                    return;
                }
            }
        }
        Reply::Flood(first, length) => {
            let _ = stream.write_all(&first).await;
            let chunk = [b'0'; 16 * 1024];
            let mut left = length;
            while left > 0 {
                let now = left.min(chunk.len());
                if stream.write_all(&chunk[..now]).await.is_err() {
                    return;
                }
                state.written.fetch_add(now, SeqCst);
                left -= now;
            }
        }
        Reply::Reset(bytes) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.flush().await;
            if !bytes.is_empty() {
                // Let the client see the bytes before the reset discards them.
                sleep(Duration::from_millis(50)).await;
            }
            stream.reset();
        }
    }
}

async fn read(stream: &mut (impl AsyncRead + Unpin), buffered: &mut Vec<u8>) -> Option<Received> {
    const MAX_REQUEST: usize = 1024 * 1024;
    let end = loop {
        if let Some(at) = buffered.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if buffered.len() > MAX_REQUEST || stream.read_buf(buffered).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&buffered[..end]).into_owned();
    let length = header(&head, "content-length").and_then(|value| value.parse().ok()).unwrap_or(0_usize).min(MAX_REQUEST);
    while buffered.len() < end + 4 + length {
        if stream.read_buf(buffered).await.ok()? == 0 {
            return None;
        }
    }
    let body = serde_json::from_slice(&buffered[end + 4..end + 4 + length]).unwrap_or(Value::Null);
    buffered.drain(..end + 4 + length);
    let path = head.split_whitespace().nth(1).unwrap_or("/").to_owned();
    Some(Received { path, head, body })
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().skip(1).find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

/// A valid answer to every question of a request: the label of `pick` (or the first one) with 0.9, nouls with 0.1, scores at their lowest level.
pub fn answer(request: &Received, pick: &str) -> Reply {
    let mut answers = Map::new();
    for (id, question) in request.body["questions"].as_object().expect("questions") {
        answers.insert(id.clone(), one(question, pick));
    }
    let model = request.body["model"].clone();
    let usage = json!({ "input_tokens": 300, "output_tokens": 21 });
    Reply::json(200, json!({ "model": model, "answers": answers, "usage": usage }).to_string())
}

fn one(question: &Value, pick: &str) -> Value {
    match question["type"].as_str() {
        Some("choice") => {
            let labels: Vec<&String> = question["criteria"].as_object().expect("labels").keys().collect();
            let chosen = labels.iter().find(|label| **label == pick).unwrap_or(&labels[0]);
            let rest = 0.1 / (labels.len() as f64 - 1.0).max(1.0);
            let probabilities: Map<String, Value> = labels.iter().map(|label| ((*label).clone(), json!(if label == chosen { 0.9 } else { rest }))).collect();
            json!({ "type": "choice", "choice": chosen, "probabilities": probabilities, "confidence": 0.8 })
        }
        Some("noul") => json!({ "type": "noul", "noul": 0.1 }),
        _ => {
            let levels = question["criteria"].as_array().expect("levels").len();
            let probabilities: Map<String, Value> = (0..levels).map(|level| (level.to_string(), json!(if level == 0 { 1.0 } else { 0.0 }))).collect();
            json!({ "type": "score", "score": 0.0, "probabilities": probabilities, "confidence": 1.0 })
        }
    }
}

/// An acceptor with a certificate for `name`, and that certificate in PEM form.
pub fn tls(name: &str) -> (TlsAcceptor, String) {
    let rcgen::CertifiedKey { cert, signing_key } = rcgen::generate_simple_self_signed([name.to_owned()]).expect("a certificate");
    let key = rustls::pki_types::PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .expect("a server");
    (TlsAcceptor::from(Arc::new(config)), cert.pem())
}
