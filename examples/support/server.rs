//! A small HTTP server on the loopback that does what a handler says, and counts what reaches it.

use super::BoxError;
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// The request header that carries the nonce of a run.
pub const NONCE: &str = "x-nonce";

const MAX_REQUEST: usize = 64 * 1024;

/// A request as the handler sees it.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    head: String,
    pub body: Vec<u8>,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
}

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A complete response.
    Full { status: u16, headers: Vec<(&'static str, String)>, body: String },
    /// Resets the connection after the request was read.
    Reset,
    /// Reads the request and never answers.
    Silence,
}

impl Answer {
    pub fn new(status: u16, body: impl Into<String>) -> Self {
        Self::Full { status, headers: Vec::new(), body: body.into() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        if let Self::Full { headers, .. } = &mut self {
            headers.push((name, value.into()));
        }
        self
    }
}

type Handler = dyn Fn(&Request) -> Answer + Send + Sync;

/// A running server. It ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    addr: SocketAddr,
    counts: Arc<Mutex<HashMap<String, usize>>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts a server on a free port of 127.0.0.1.
    pub async fn start(handler: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Result<Self, BoxError> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let addr = listener.local_addr()?;
        let counts: Arc<Mutex<HashMap<String, usize>>> = Arc::default();
        let (handler, shared): (Arc<Handler>, _) = (Arc::new(handler), counts.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, handler.clone(), shared.clone()));
            }
        });
        Ok(Self { addr, counts, task })
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    /// How many requests with this nonce were read completely.
    pub fn count(&self, nonce: &str) -> usize {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).get(nonce).copied().unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, handler: Arc<Handler>, counts: Arc<Mutex<HashMap<String, usize>>>) {
    let Some(request) = read(&mut stream).await else { return };
    if let Some(nonce) = request.header(NONCE) {
        *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(nonce.to_owned()).or_default() += 1;
    }
    match handler(&request) {
        Answer::Full { status, headers, body } => {
            let mut response = format!("HTTP/1.1 {status} Status\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
            for (name, value) in headers {
                response.push_str(&format!("{name}: {value}\r\n"));
            }
            response.push_str("\r\n");
            response.push_str(&body);
            let _ = stream.write_all(response.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
        // Without lingering, closing sends RST in place of FIN.
        Answer::Reset => drop(stream.set_zero_linger()),
        // Ends when the client closes.
        Answer::Silence => drop(stream.read(&mut [0; 64]).await),
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if bytes.len() > MAX_REQUEST || stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(bytes.get(..end)?).into_owned();
    let length = header(&head, "content-length").and_then(|value| value.parse().ok()).unwrap_or(0_usize).min(MAX_REQUEST);
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let mut words = head.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    Some(Request { method, path, body: bytes.split_off(end + 4), head })
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().skip(1).find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}
