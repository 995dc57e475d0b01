//! `mcp-proxy`: the recovery stack between any MCP client and any MCP server.

mod answer;
mod call;
mod child;
pub(crate) mod client;
mod config;
mod events;
mod facts;
mod forward;
mod gateway;
mod guard;
mod holds;
mod http;
mod journal;
mod keeper;
mod message;
mod names;
mod notes;
mod pipes;
mod relay;
mod session;
pub(crate) mod settle;
mod signals;
mod store;
mod tls;
mod told;
mod tools;
mod upstream;

use crate::{Failure, SERVER, why::why};
pub(crate) use config::check;

use answer::Advice;
use clap::Args;
use guard::Guard;
use journal::Journal;
use keeper::Keeper;
use pipes::Outlet;
use relay::Relay;
use session::{End, Served, Session};
use std::{
    io,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, Mutex},
    time::Duration,
};
use tools::Known;

pub(crate) use config::Mode;

pub(crate) const LONG_ABOUT: &str = "\
Stand between an MCP client and an MCP server, and put the recovery stack on its tool calls

Put it in front of the command that your client starts. Every message passes as it is; only
tools/call is looked at. The server's own result always comes through unchanged; after a failure
that repeats, or that has a remedy, one more text is added for the model. A call that would repeat
a write whose outcome nobody knows, or an operation that makes no progress, is answered with the
reason in place of being run.

Tools whose effect nobody declared run as they are. Declare what reads and what writes in a file:
write a starting one by `tool-recovery mcp-init -- SERVER...`. What it declares of tools that the
server does not list is told on standard error, once the client has listed them.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  Guard the filesystem server:
    tool-recovery mcp-proxy -- npx -y @modelcontextprotocol/server-filesystem /srv/files

  In the configuration of a client, put the proxy in front of the old command:
    \"command\": \"tool-recovery\",
    \"args\": [\"mcp-proxy\", \"--config\", \"tools.toml\", \"--\", \"old-command\", \"old-argument\"]

  Say which tools read and which write:
    tool-recovery mcp-init -- npx -y @modelcontextprotocol/server-memory > tools.toml
    tool-recovery mcp-proxy --config tools.toml -- npx -y @modelcontextprotocol/server-memory

  Guard a server behind streamable HTTP, with its credential in an environment variable:
    MCP_AUTHORIZATION=\"Bearer ...\" tool-recovery mcp-proxy \\
      --url https://mcp.example.com/mcp --header-env Authorization=MCP_AUTHORIZATION

  Keep records, and keep what is held across restarts:
    tool-recovery mcp-proxy --records records --state holds.json -- my-server
    tool-recovery replay records

  Count and refuse as always, but add nothing to any result:
    tool-recovery mcp-proxy --advice off -- my-server

The file holds the table [agent.recovery], as check-config reads it, and the table [mcp]:
    [mcp]
    read_only = [\"read_*\", \"list_*\"]
    write = [\"write_*\", \"delete_*\"]

    [mcp.tools.create_order]
    effect_key = \"/order_id\"
    verify = { tool = \"get_order\", same = [\"/order_id\"] }

Exit codes:
  0    the client closed its end, and the server ended after it
  2    the command line, the file or a value is wrong, or a file or a stream cannot be read or written
  3    the server cannot be started, or ended by itself; standard error says how
  128+n  signal n ended the proxy; it was handed on to the server";

#[derive(Args)]
pub(crate) struct McpProxy {
    /// A TOML file with the tables [agent.recovery] and [mcp]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How failures are classified, whatever the configuration says; the proxy asks no decision model: compare and jev do what keywords does, and a build without their feature refuses them
    #[arg(long)]
    mode: Option<Mode>,
    /// How advice reaches the client; the default is the configuration's, else content, which enters the client's transcript
    #[arg(long)]
    advice: Option<Advice>,
    /// The longest message in either direction; a longer one is passed over
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1024))]
    max_message_mib: u16,
    /// How long the server may go on after the client has closed its end, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(0..=600_000))]
    grace_ms: u64,
    /// The address of a server that speaks streamable HTTP, in place of a command
    #[arg(long, value_name = "URL", conflicts_with = "server")]
    url: Option<reqwest::Url>,
    /// A header of every request to --url, with its value in an environment variable, where other users of the machine do not see it
    #[arg(long, value_name = "NAME=VARIABLE")]
    header_env: Vec<String>,
    /// Certificates in PEM form of authorities that are trusted for --url, beside those of the system
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Serve clients that speak streamable HTTP at this address of this machine, in place of standard input and output
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<std::net::SocketAddr>,
    /// The header in which clients of --listen name their run; without it a session is a run, and without a session a connection
    #[arg(long, value_name = "NAME")]
    run_header: Option<reqwest::header::HeaderName>,
    /// Record every call into the files of this folder, for `replay`, `inspect` and `export`
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// How many files of 64 MiB are kept there, the oldest being removed first; without it all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    records_max_files: Option<u32>,
    /// The secret of the digests in records, in an environment variable, so that those of several sessions can be compared; without it each session has its own
    #[arg(long, value_name = "VARIABLE")]
    records_key_env: Option<String>,
    /// Keep holds in this file, so that they stand when the proxy comes back; each proxy needs its own. Keep it like a secret
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// A command without `--` before it
    #[arg(hide = true)]
    astray: Vec<String>,
    /// The server's command and its arguments
    #[arg(last = true, value_name = "SERVER")]
    server: Vec<String>,
}

impl McpProxy {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        well_placed("mcp-proxy", &self.astray).and_then(|()| self.fits()).map_err(Failure::Wrong)?;
        let config::Loaded { recovery, mcp } = config::load(self.config.as_deref(), self.mode).map_err(Failure::Wrong)?;
        self.records_fit(&mcp).map_err(Failure::Wrong)?;
        let state = self.state.as_deref().or(mcp.state.as_deref());
        let keeper = Arc::new(Keeper::open(&recovery, &mcp.declared, state).map_err(Failure::Wrong)?);
        let journal = self.journal(&mcp)?;
        let known = Known::new(mcp.declared, mcp.validate_arguments, mcp.timeout);
        let records = journal.as_ref().map(|journal| journal.records(self.records_key_env.as_deref(), known.names.clone())).transpose()?;
        let advice = self.advice.or(mcp.advice).unwrap_or(Advice::Content);
        let guard = Guard::new(recovery, known, advice, keeper.clone(), records).map_err(|error| Failure::Wrong(error.to_string()))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(io_failure)?;
        let ended = runtime.block_on(async {
            match (&self.listen, &self.url) {
                (Some(address), Some(url)) => self.listen(*address, url, guard).await,
                _ => self.serve(guard).await,
            }
        });
        // The thread that reads the client may wait for ever. Calls that are cut off are counted here.
        runtime.shutdown_background();
        keeper.save();
        if let Some(journal) = journal {
            journal.end();
        }
        Ok(match ended? {
            End::Client => ExitCode::SUCCESS,
            End::Server => ExitCode::from(SERVER),
            End::Signal(signal) => ExitCode::from(128 + signal.number()),
        })
    }

    /// Whether the options go with the server.
    fn fits(&self) -> Result<(), String> {
        let (header_env, ca, listen) = (!self.header_env.is_empty(), self.ca.is_some(), self.listen.is_some());
        let of_url = [("--header-env", header_env), ("--ca", ca), ("--listen", listen), ("--run-header", self.run_header.is_some())];
        reached("mcp-proxy", &self.server, self.url.as_ref(), &of_url)?;
        if self.run_header.is_some() && !listen { Err("--run-header needs --listen ADDRESS".into()) } else { Ok(()) }
    }

    fn records_fit(&self, mcp: &config::Mcp) -> Result<(), String> {
        let of_records = [("--records-max-files", self.records_max_files.is_some()), ("--records-key-env", self.records_key_env.is_some())];
        match of_records.iter().find(|(_, given)| *given && self.records.is_none() && mcp.records.is_none()) {
            Some((option, _)) => Err(format!("{option} needs --records FOLDER, or `records` under [mcp] in the file of --config")),
            None => Ok(()),
        }
    }

    fn journal(&self, mcp: &config::Mcp) -> Result<Option<Journal>, Failure> {
        let Some(folder) = self.records.as_deref().or(mcp.records.as_deref()) else { return Ok(None) };
        let files = self.records_max_files.map(|files| files as usize).or(mcp.records_max_files);
        Journal::open(folder, files).map(Some)
    }

    fn endpoint(&self, url: &reqwest::Url) -> Result<http::Endpoint, Failure> {
        http::Endpoint::new(url, &self.header_env, self.ca.as_deref(), self.limit()).map_err(Failure::Wrong)
    }

    async fn serve(&self, guard: Guard) -> Result<End, Failure> {
        let (server, drain) = Outlet::new();
        let served = match &self.url {
            Some(url) => Served { lines: http::serve(self.endpoint(url)?, drain).map_err(Failure::Server)?, process: None },
            None => child::start(&self.server, drain, self.limit()).map_err(Failure::Server)?.into(),
        };
        let (client, drain) = Outlet::new();
        let writer = drain.write("to client", stdout()).map_err(io_failure)?;
        let lines = pipes::read("from client", io::stdin(), self.limit()).map_err(io_failure)?;
        let relay = Relay::new(client, server, guard, self.init());
        let session = Session { relay, client: lines, writer, server: served, grace: Duration::from_millis(self.grace_ms) };
        session.run().await.map_err(io_failure)
    }

    async fn listen(&self, address: std::net::SocketAddr, url: &reqwest::Url, guard: Guard) -> Result<End, Failure> {
        let address = gateway::local(address).map_err(Failure::Wrong)?;
        let gateway = gateway::Gateway {
            server: http::server(self.endpoint(url)?).map_err(Failure::Server)?,
            guard,
            run_header: self.run_header.clone(),
            limit: self.limit(),
            notes: Mutex::default(),
            under_way: Mutex::default(),
        };
        let listener =
            gateway::bind(address, url.path()).await.map_err(|error| Failure::Io(format!("{address} cannot be listened at: {}", why(error.kind()))))?;
        gateway::serve(gateway, listener).await.map(End::Signal).map_err(io_failure)
    }

    fn limit(&self) -> usize {
        usize::from(self.max_message_mib) << 20
    }

    fn program(&self) -> &str {
        self.server.first().map_or("", String::as_str)
    }

    /// The command that writes a starting file for this server.
    fn init(&self) -> String {
        match &self.url {
            Some(_) => "tool-recovery mcp-init --url ...".into(),
            None => format!("tool-recovery mcp-init -- {} ...", self.program()),
        }
    }
}

/// Whether the server's command stands where it belongs.
pub(crate) fn well_placed(command: &str, astray: &[String]) -> Result<(), String> {
    match astray.first() {
        None => Ok(()),
        Some(program) => Err(format!("the server's command stands behind `--`: tool-recovery {command} -- {program} ...")),
    }
}

/// Whether a server is named, and with an address where options are given that concern one.
pub(crate) fn reached(command: &str, server: &[String], url: Option<&reqwest::Url>, of_url: &[(&str, bool)]) -> Result<(), String> {
    match of_url.iter().find(|(_, given)| *given) {
        _ if url.is_some() => Ok(()),
        Some((option, _)) => Err(format!("{option} needs --url URL: it is for a server behind streamable HTTP, not for one that is started by a command")),
        None if server.is_empty() => {
            Err(format!("no server is named: give its command behind `--`, as in `tool-recovery {command} -- SERVER...`, or its address by --url URL"))
        }
        None => Ok(()),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed over by map_err")]
fn io_failure(error: io::Error) -> Failure {
    Failure::Io(why(error.kind()).into_owned())
}

/// Standard output without the buffer that would write a long line in parts.
#[cfg(unix)]
fn stdout() -> Box<dyn io::Write + Send> {
    use std::os::fd::AsFd as _;
    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(own) => Box::new(std::fs::File::from(own)),
        Err(_) => Box::new(io::stdout()),
    }
}

#[cfg(not(unix))]
fn stdout() -> Box<dyn io::Write + Send> {
    Box::new(io::stdout())
}
