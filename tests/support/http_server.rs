//! A small HTTP server on the loopback that misbehaves on demand, and counts what reaches it.
#![allow(clippy::expect_used, clippy::indexing_slicing, dead_code, unreachable_pub, missing_docs, reason = "each test file uses a part of it")]

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    task::JoinHandle,
};

/// The request header whose values are counted.
pub const NONCE: &str = "x-nonce";

const MAX_REQUEST: usize = 256 * 1024;

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A complete response.
    Full { status: u16, headers: Vec<(&'static str, String)>, body: Vec<u8> },
    /// Reads the request and resets the connection.
    Reset,
    /// Reads the request and closes the connection.
    Close,
    /// Announces a longer body than it sends, and closes.
    BreakOff { status: u16 },
    /// Reads the request and never answers, but keeps the connection.
    Silence,
}

impl Answer {
    /// A response with a body and no headers of its own.
    pub fn status(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::Full { status, headers: Vec::new(), body: body.into() }
    }

    /// Adds a header.
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        if let Self::Full { headers, .. } = &mut self {
            headers.push((name, value.into()));
        }
        self
    }
}

/// A running server. It ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    addr: SocketAddr,
    state: Arc<State>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    routes: HashMap<&'static str, Answer>,
    counts: Mutex<HashMap<String, usize>>,
}

impl Server {
    /// Starts a server with an answer for each path; any other path is a 404.
    pub async fn start(routes: impl IntoIterator<Item = (&'static str, Answer)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind loopback");
        let addr = listener.local_addr().expect("local address");
        let state = Arc::new(State { routes: routes.into_iter().collect(), counts: Mutex::default() });
        let shared = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        Self { addr, state, task }
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    /// How many requests with this nonce were read completely.
    pub fn count(&self, nonce: &str) -> usize {
        self.state.counts.lock().expect("not poisoned").get(nonce).copied().unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, state: Arc<State>) {
    let Some((head, _body)) = read_request(&mut stream).await else { return };
    let path = head.split_whitespace().nth(1).unwrap_or("/").split('?').next().unwrap_or("/").to_owned();
    if let Some(nonce) = header(&head, NONCE) {
        *state.counts.lock().expect("not poisoned").entry(nonce.to_owned()).or_default() += 1;
    }
    let answer = state.routes.get(path.as_str()).cloned().unwrap_or_else(|| Answer::status(404, "no such path"));
    match answer {
        Answer::Full { status, headers, body } => {
            let mut response = format!("HTTP/1.1 {status} Status\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
            for (name, value) in headers {
                response.push_str(&format!("{name}: {value}\r\n"));
            }
            response.push_str("\r\n");
            let _ = stream.write_all(response.as_bytes()).await;
            let _ = stream.write_all(&body).await;
            let _ = stream.shutdown().await;
        }
        Answer::Reset => {
            // Without lingering, closing sends RST in place of FIN.
            stream.set_zero_linger().expect("SO_LINGER");
        }
        Answer::Close => {}
        Answer::BreakOff { status } => {
            let _ = stream.write_all(format!("HTTP/1.1 {status} Status\r\ncontent-length: 1000\r\n\r\nhalf").as_bytes()).await;
            let _ = stream.shutdown().await;
        }
        Answer::Silence => {
            // Ends when the client closes.
            let _ = stream.read(&mut [0; 64]).await;
        }
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if bytes.len() > MAX_REQUEST || stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let length = header(&head, "content-length").and_then(|value| value.parse().ok()).unwrap_or(0_usize).min(MAX_REQUEST);
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    Some((head, bytes.split_off(end + 4)))
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().skip(1).find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

/// An address on the loopback where nobody listens.
pub async fn closed_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.expect("bind loopback").local_addr().expect("local address")
}

/// A listener that accepts nothing and whose queue is full, so that connecting to it takes until the client gives up. Keep both while it is needed.
pub async fn full_queue() -> (TcpListener, Vec<TcpStream>) {
    let socket = TcpSocket::new_v4().expect("socket");
    socket.bind("127.0.0.1:0".parse().expect("address")).expect("bind loopback");
    let listener = socket.listen(1).expect("listen");
    let addr = listener.local_addr().expect("local address");
    let mut queued = Vec::new();
    while let Ok(Ok(stream)) = tokio::time::timeout(Duration::from_millis(200), TcpStream::connect(addr)).await {
        queued.push(stream);
    }
    (listener, queued)
}
