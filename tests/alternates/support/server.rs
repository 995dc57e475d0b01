//! An embeddings server on the loopback that misbehaves on demand.

use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::sleep,
};

/// What goes wrong.
#[derive(Clone, Debug)]
pub enum Fault {
    None,
    /// The vectors come in another order than the texts.
    Shuffled,
    SlowHead,
    /// A byte each tenth of a second.
    SlowBody,
    StallInBody,
    Reset,
    BreakOff,
    Status(u16),
    Redirect(String),
    Announces(u64),
    /// So many bytes, announced by nobody.
    Huge(usize),
    Gzip,
    Html,
    NaN,
    Infinite,
    Zeros,
    WrongDimensions,
    MissingOne,
    Twice,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Seen {
    pub method: String,
    pub path: String,
    pub head: String,
    pub body: Value,
}

#[derive(Debug, Default)]
struct State {
    seen: Mutex<Vec<Seen>>,
    connections: AtomicUsize,
    open: AtomicUsize,
}

/// A running server. It ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    addr: SocketAddr,
    state: Arc<State>,
    task: JoinHandle<()>,
}

impl Server {
    pub async fn start(fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let state = Arc::new(State::default());
        let shared = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (fault, state) = (fault.clone(), shared.clone());
                tokio::spawn(async move {
                    state.connections.fetch_add(1, SeqCst);
                    state.open.fetch_add(1, SeqCst);
                    serve(stream, &fault, &state).await;
                    state.open.fetch_sub(1, SeqCst);
                });
            }
        });
        Self { addr, state, task }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.state.seen.lock().unwrap().clone()
    }

    pub fn connections(&self) -> usize {
        self.state.connections.load(SeqCst)
    }

    /// Waits until the client has closed every connection.
    pub async fn all_closed(&self) {
        while self.state.open.load(SeqCst) > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, fault: &Fault, state: &State) {
    while let Some(seen) = read(&mut stream).await {
        state.seen.lock().unwrap().push(seen.clone());
        if answer(&mut stream, fault, &seen.body).await.is_none() {
            return;
        }
    }
}

/// Answers one request; `None` ends the connection.
async fn answer(stream: &mut TcpStream, fault: &Fault, request: &Value) -> Option<()> {
    let body = body(fault, request);
    let head = |status: u16, more: &str| format!("HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\n{more}\r\n");
    let length = format!("content-length: {}\r\n", body.len());
    match fault {
        Fault::SlowHead => {
            // Ends when the client closes.
            let _ = stream.read(&mut [0; 16]).await;
            None
        }
        Fault::SlowBody => {
            stream.write_all(head(200, &length).as_bytes()).await.ok()?;
            for byte in body.as_bytes() {
                stream.write_all(&[*byte]).await.ok()?;
                sleep(Duration::from_millis(100)).await;
            }
            Some(())
        }
        Fault::StallInBody => {
            stream.write_all(head(200, &length).as_bytes()).await.ok()?;
            stream.write_all(&body.as_bytes()[..body.len() / 2]).await.ok()?;
            let _ = stream.read(&mut [0; 16]).await;
            None
        }
        Fault::Reset => {
            stream.set_zero_linger().unwrap();
            None
        }
        Fault::BreakOff => {
            stream.write_all(head(200, "content-length: 100000\r\n").as_bytes()).await.ok()?;
            stream.write_all(body.as_bytes()).await.ok()?;
            None
        }
        Fault::Status(status) => {
            let text = "{\"error\": \"canary of the server\"}";
            let more = format!("content-length: {}\r\n", text.len());
            stream.write_all((head(*status, &more) + text).as_bytes()).await.ok()
        }
        Fault::Redirect(to) => stream.write_all(head(307, &format!("location: {to}\r\ncontent-length: 0\r\n")).as_bytes()).await.ok(),
        Fault::Announces(bytes) => stream.write_all(head(200, &format!("content-length: {bytes}\r\n")).as_bytes()).await.ok(),
        Fault::Huge(bytes) => {
            stream.write_all(head(200, "connection: close\r\n").as_bytes()).await.ok()?;
            let block = vec![b' '; 64 * 1024];
            for _ in 0..bytes / block.len() {
                stream.write_all(&block).await.ok()?;
            }
            None
        }
        Fault::Gzip => stream.write_all((head(200, &format!("content-encoding: gzip\r\n{length}")) + &body).as_bytes()).await.ok(),
        _ => stream.write_all((head(200, &length) + &body).as_bytes()).await.ok(),
    }
}

fn body(fault: &Fault, request: &Value) -> String {
    let texts: Vec<&str> = request["input"].as_array().map(|texts| texts.iter().filter_map(Value::as_str).collect()).unwrap_or_default();
    let entry = |(index, text): (usize, &&str)| json!({"object": "embedding", "index": index, "embedding": vector(fault, index, text)});
    let mut data: Vec<Value> = texts.iter().enumerate().map(entry).collect();
    match fault {
        Fault::Html => return "<html><h1>502 Bad Gateway</h1></html>".to_owned(),
        Fault::Shuffled => data.reverse(),
        Fault::MissingOne => drop(data.pop()),
        Fault::Twice => data[1] = data[0].clone(),
        _ => {}
    }
    let body = json!({"object": "list", "data": data, "model": request["model"], "usage": {"prompt_tokens": 7, "total_tokens": 7}}).to_string();
    match fault {
        Fault::NaN => body.replacen("0.0,", "NaN,", 1),
        Fault::Infinite => body.replacen("0.0,", "1e999,", 1),
        _ => body,
    }
}

/// Words, hashed into 64 places.
fn vector(fault: &Fault, index: usize, text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; if matches!(fault, Fault::WrongDimensions) { 64 + index % 2 } else { 64 }];
    if matches!(fault, Fault::Zeros) {
        return vector;
    }
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2) {
        let hash = word.to_lowercase().bytes().fold(5381_usize, |hash, byte| hash.wrapping_mul(33) ^ usize::from(byte));
        vector[hash % 64] += 1.0;
    }
    vector
}

async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let length =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:").and_then(|value| value.trim().parse().ok())).unwrap_or(0_usize);
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let mut words = head.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    Some(Seen { method, path, body: serde_json::from_slice(&bytes[end + 4..]).ok()?, head })
}
