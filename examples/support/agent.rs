//! The tools of the scripted agent: programs, files and an HTTP service behind one `tower` service, and the facts of all three.

use super::{
    BoxError,
    office::{CREDENTIAL, Office},
    scratch::Scratch,
    server::{NONCE, Server},
};
use serde_json::{Value, json};
use std::{
    fmt, fs, io,
    process::Output,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tool_recovery::{
    ToolCall,
    admission::{Catalog, ToolDescriptor},
    config::ConfigError,
    facts::{BodyRule, FactExtractor, HttpFacts, IoFacts, Judgement, ProcessFacts, http::HttpError, process::program_and_subcommand},
};

/// What a tool answers.
#[derive(Debug)]
pub enum Answer {
    Program(Output),
    Http(http::Response<Vec<u8>>),
    Text(String),
}

/// How a tool fails to answer.
#[derive(Debug)]
pub enum ToolError {
    Program(io::Error),
    Http(reqwest::Error),
    File(io::Error),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(error) | Self::File(error) => error.fmt(f),
            Self::Http(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ToolError {}

/// Each kind of outcome is read by the adapter that knows it.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentFacts {
    programs: ProcessFacts,
    http: HttpFacts,
    files: IoFacts,
}

impl FactExtractor<Answer, ToolError> for AgentFacts {
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&Answer, &ToolError>) -> Judgement {
        match outcome {
            Ok(Answer::Program(output)) => self.programs.judge(tool, Ok::<_, &io::Error>(output)),
            Ok(Answer::Http(response)) => self.http.judge(tool, Ok::<_, &reqwest::Error>(response)),
            Ok(Answer::Text(_)) => Judgement::Success,
            Err(ToolError::Program(error)) => self.programs.error(error).into(),
            Err(ToolError::Http(error)) => error.facts().into(),
            Err(ToolError::File(error)) => self.files.facts(error).into(),
        }
    }
}

/// What the host declares about its tools.
///
/// # Errors
///
/// A declaration that contradicts itself.
pub fn catalog() -> Result<Catalog, ConfigError> {
    let path = |arguments: &Value| arguments.get("path").and_then(Value::as_str).map(str::to_owned);
    let ticket = json!({
        "type": "object",
        "required": ["title", "queue"],
        "properties": {"title": {"type": "string"}, "queue": {"type": "string"}},
        "additionalProperties": false,
    });
    Catalog::builder()
        // Every program is an operation of its own: what `git push` did says nothing about `cargo test`.
        .tool(ToolDescriptor::new("shell").write().operation(program_and_subcommand))
        // grep exits with 1 where nothing matches: an answer, not a failure.
        .tool(ToolDescriptor::new("search_files").read_only().answers([1]))
        .tool(ToolDescriptor::new("read_file").read_only())
        .tool(ToolDescriptor::new("fetch").read_only().operation(move |arguments| path(arguments).map(Into::into)))
        .tool(ToolDescriptor::new("create_ticket").write().schema(ticket).body_rule(BodyRule::new("/ok", false)))
        .tool(ToolDescriptor::new("transfer").write().timeout(Duration::from_millis(600)))
        .tool(ToolDescriptor::new("list_transfers").read_only())
        .build()
}

/// What the tools work on.
#[derive(Debug)]
pub struct Agent {
    pub scratch: Scratch,
    server: Server,
    client: reqwest::Client,
    signed_in: AtomicBool,
}

/// Marks that the tools' own counters hold for this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Marks {
    pub requests: usize,
    pub programs: usize,
    pub files: usize,
}

impl Marks {
    pub const fn total(self) -> usize {
        self.requests + self.programs + self.files
    }
}

impl Agent {
    /// A fresh world: a server, a working directory, a client. In a healthy one nothing goes wrong.
    pub async fn new(healthy: bool) -> Result<Arc<Self>, BoxError> {
        let scratch = Scratch::new()?;
        furnish(&scratch, healthy)?;
        let office = Office::new(healthy);
        let server = Server::start(move |request| office.answer(request)).await?;
        let client = super::client().redirect(reqwest::redirect::Policy::none()).timeout(Duration::from_secs(10)).build()?;
        Ok(Arc::new(Self { scratch, server, client, signed_in: AtomicBool::new(false) }))
    }

    pub fn marks(&self) -> Marks {
        Marks { requests: self.server.count(self.scratch.nonce()), programs: self.scratch.count("programs"), files: self.scratch.count("files") }
    }

    /// The host gets a new credential.
    pub fn sign_in(&self) {
        self.signed_in.store(true, Ordering::Relaxed);
    }

    /// Runs one call: the body of the inner service.
    ///
    /// # Errors
    ///
    /// Whatever kept the tool from answering.
    pub async fn run(self: Arc<Self>, call: ToolCall) -> Result<Answer, ToolError> {
        let arguments = call.value().cloned().unwrap_or_default();
        let text = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
        match call.tool() {
            "shell" => self.program(&["sh", "-c", text("command")]).await,
            "search_files" => self.program(&["grep", "-n", "-e", text("pattern"), "notes.md"]).await,
            "read_file" => self.read(text("path")),
            "fetch" => self.http(self.client.get(self.server.url(text("path")))).await,
            "create_ticket" => self.http(self.client.post(self.server.url("/tickets")).body(arguments.to_string())).await,
            "transfer" => self.http(self.client.post(self.server.url("/transfers")).body(arguments.to_string())).await,
            "list_transfers" => self.http(self.client.get(self.server.url("/transfers"))).await,
            // Not reached: the catalog has no other name.
            other => Err(ToolError::Program(io::Error::new(io::ErrorKind::NotFound, other.to_owned()))),
        }
    }

    async fn program(&self, words: &[&str]) -> Result<Answer, ToolError> {
        self.scratch.run(words).await.map(Answer::Program).map_err(ToolError::Program)
    }

    fn read(&self, path: &str) -> Result<Answer, ToolError> {
        let read = || {
            self.scratch.mark("files")?;
            fs::read_to_string(self.scratch.work().join(path))
        };
        read().map(Answer::Text).map_err(ToolError::File)
    }

    async fn http(&self, mut request: reqwest::RequestBuilder) -> Result<Answer, ToolError> {
        request = request.header(NONCE, self.scratch.nonce());
        if self.signed_in.load(Ordering::Relaxed) {
            request = request.header("authorization", CREDENTIAL);
        }
        collect(request).await.map(Answer::Http).map_err(ToolError::Http)
    }
}

/// Sends a request and reads the whole response.
pub async fn collect(request: reqwest::RequestBuilder) -> reqwest::Result<http::Response<Vec<u8>>> {
    let response = request.send().await?;
    let (status, headers) = (response.status(), response.headers().clone());
    let mut collected = http::Response::new(response.bytes().await?.to_vec());
    *collected.status_mut() = status;
    *collected.headers_mut() = headers;
    Ok(collected)
}

/// The files of the working directory.
fn furnish(scratch: &Scratch, healthy: bool) -> io::Result<()> {
    scratch.file("notes.md", "order more paper\n")?;
    scratch.file("backup.sh", "#!/bin/sh\necho saved\n")?;
    scratch.file(
        "deploy.sh",
        "#!/bin/sh\n[ \"$1\" = production ] && exit 0\necho \"deploy: unknown environment '$1'; expected staging or production\" >&2\nexit 2\n",
    )?;
    scratch.executable("deploy.sh")?;
    if healthy {
        scratch.file("todo.md", "nothing\n")?;
        scratch.executable("backup.sh")?;
        scratch.file("bin/convert-report", "#!/bin/sh\necho converted\n")?;
        scratch.executable("bin/convert-report")?;
    }
    Ok(())
}
