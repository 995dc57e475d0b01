//! A client of MCP that speaks lines, with a server behind it: directly, or through the proxy.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::disallowed_methods, reason = "processes take real time")]

use serde_json::{Value, json};
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::PathBuf,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// How long anything may take before a test has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The test server.
pub fn server() -> Vec<String> {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mcp/support/server.py");
    vec!["python3".into(), script.display().to_string()]
}

/// The proxy with these options in front of a server.
pub fn proxy(options: &[&str], server: &[String]) -> Vec<String> {
    let mut command = vec![env!("CARGO_BIN_EXE_tool-recovery").to_owned(), "mcp-proxy".to_owned()];
    command.extend(options.iter().map(|option| (*option).to_owned()));
    command.push("--".to_owned());
    command.extend(server.iter().cloned());
    command
}

/// A file for `--config`.
pub fn config(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mcp_{name}.toml"));
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// A running client.
pub struct Client {
    pub child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<thread::JoinHandle<String>>,
    /// Lines that were read while another one was awaited.
    read: Vec<String>,
    /// The capabilities that it offers. What a server asks by them is answered in the same way each time.
    pub offers: Value,
}

impl Client {
    pub fn start(command: &[String]) -> Self {
        let mut process = Command::new(&command[0]);
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TOOL_RECOVERY_")) {
            process.env_remove(name);
        }
        let mut child = process.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the server starts");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let mut stderr = child.stderr.take().expect("a pipe");
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Self { input: child.stdin.take(), child, lines, errors: Some(errors), read: Vec::new(), offers: json!({"sampling": {}}) }
    }

    /// A client of the test server through the proxy, after the handshake.
    pub fn guarded(options: &[&str]) -> Self {
        let mut client = Self::start(&proxy(options, &server()));
        client.initialize();
        client
    }

    pub fn initialize(&mut self) -> String {
        self.send(&json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": self.offers, "clientInfo": {"name": "test", "version": "1"}}}));
        let answer = self.line("\"init\"");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    pub fn send(&mut self, message: &Value) {
        self.write(&format!("{message}\n"));
    }

    pub fn write(&mut self, text: &str) {
        self.input.as_mut().expect("an open input").write_all(text.as_bytes()).expect("the input is read");
    }

    /// The next line of all.
    pub fn next(&mut self) -> Option<String> {
        if !self.read.is_empty() {
            return Some(self.read.remove(0));
        }
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing came"),
        }
    }

    /// The response of an id, as it came. Other lines are kept.
    pub fn line(&mut self, id: &str) -> String {
        let is = |line: &String| {
            let message: Value = serde_json::from_str(line).unwrap_or_default();
            message.get("method").is_none() && message.get("id").is_some_and(|given| id_text(given) == id)
        };
        if let Some(at) = self.read.iter().position(is) {
            return self.read.remove(at);
        }
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("no answer to {id}: {error}"));
            if is(&line) {
                return line;
            }
            self.answer(&line);
            self.read.push(line);
        }
    }

    /// Lines that nobody awaited so far.
    pub fn kept(&mut self) -> Vec<String> {
        std::mem::take(&mut self.read)
    }

    /// Answers what a server asks of its own accord.
    fn answer(&mut self, line: &str) {
        let asked: Value = serde_json::from_str(line).unwrap_or_default();
        let result = match asked["method"].as_str() {
            Some("sampling/createMessage") => json!({"role": "assistant", "model": "none", "content": {"type": "text", "text": "hi"}}),
            Some("elicitation/create") => json!({"action": "decline"}),
            Some("roots/list") => json!({"roots": []}),
            _ => return,
        };
        if asked["id"] != Value::Null && self.offers.get("roots").is_some() {
            self.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}));
        }
    }

    pub fn request(&mut self, id: i64, method: &str, params: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        serde_json::from_str(&self.line(&id.to_string())).expect("JSON")
    }

    pub fn call(&mut self, id: i64, tool: &str, arguments: &Value) -> Value {
        self.request(id, "tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// What the test server has received and run.
    pub fn seen(&mut self) -> Value {
        let answer = self.call(9_000_000, "seen", &json!({}));
        serde_json::from_str(answer["result"]["content"][0]["text"].as_str().expect("text")).expect("JSON")
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.input.take();
    }

    /// Waits for the end, and returns what was printed on standard error.
    pub fn end(mut self) -> (ExitStatus, String) {
        self.close();
        let until = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(Instant::now() < until, "it does not end");
            thread::sleep(Duration::from_millis(5));
        };
        (status, self.errors.take().expect("once").join().expect("text"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The HTTP server. It ends with its standard input.
pub struct Http {
    pub child: Child,
    pub url: String,
    pub left: PathBuf,
}

impl Http {
    pub fn start(name: &str) -> Self {
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mcp/support/http_server.py");
        let left = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mcp_http_{name}_left"));
        let _ = std::fs::remove_file(&left);
        let mut child = Command::new("python3").arg(script).arg(&left).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python3");
        let mut port = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
        Self { child, url: format!("http://127.0.0.1:{}/mcp", port.trim()), left }
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An id as JSON writes it.
fn id_text(id: &Value) -> String {
    id.to_string()
}

/// The text of a result's first block.
pub fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

/// What the proxy says under `_meta`.
pub fn advice(answer: &Value) -> &Value {
    &answer["result"]["_meta"]["tool-recovery/advice"]
}
