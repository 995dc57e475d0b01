//! `mcp-init`: a starting file of declarations, from what a server lists.

use crate::why::why;
use crate::{
    Failure,
    mcp_proxy::{
        client::{Client, Listed},
        reached, well_placed,
    },
};
use clap::Args;
use std::{
    fs::OpenOptions,
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

pub(crate) const LONG_ABOUT: &str = "\
Write a starting file that says which tools of an MCP server read and which write

Starts the server, asks for its list of tools, and prints a file for mcp-proxy --config. Whatever
the server claims of its tools stands there as a comment: a claim is no declaration. Look at each
tool, and take the comment sign away from the line that is right.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  See what a server offers:
    tool-recovery mcp-init -- npx -y @modelcontextprotocol/server-memory

  Keep it as a file, and use it once the lines are confirmed:
    tool-recovery mcp-init --output tools.toml -- npx -y @modelcontextprotocol/server-memory
    tool-recovery mcp-proxy --config tools.toml -- npx -y @modelcontextprotocol/server-memory

Exit codes:
  0  the file is written
  2  the command line is wrong, or the file cannot be written or is there already
  3  the server cannot be started, or does not list its tools in time";

#[derive(Args)]
pub(crate) struct McpInit {
    /// Where the file is written; it must not be there yet. `-` is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// How long the server may take to list its tools, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    timeout_ms: u64,
    /// The address of a server that speaks streamable HTTP, in place of a command
    #[arg(long, value_name = "URL", conflicts_with = "server")]
    url: Option<reqwest::Url>,
    /// A header of every request to --url, with its value in an environment variable
    #[arg(long, value_name = "NAME=VARIABLE")]
    header_env: Vec<String>,
    /// Certificates in PEM form of authorities that are trusted for --url, beside those of the system
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// A command without `--` before it
    #[arg(hide = true)]
    astray: Vec<String>,
    /// The server's command and its arguments
    #[arg(last = true, value_name = "SERVER")]
    server: Vec<String>,
}

impl McpInit {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let of_url = [("--header-env", !self.header_env.is_empty()), ("--ca", self.ca.is_some())];
        well_placed("mcp-init", &self.astray).and_then(|()| reached("mcp-init", &self.server, self.url.as_ref(), &of_url)).map_err(Failure::Wrong)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| Failure::Io(error.kind().to_string()))?;
        let tools = runtime.block_on(async {
            let asked = async {
                let mut client = match &self.url {
                    Some(url) => Client::connect(url, &self.header_env, self.ca.as_deref())?,
                    None => Client::start(&self.server)?,
                };
                client.list().await
            };
            tokio::time::timeout(Duration::from_millis(self.timeout_ms), asked)
                .await
                .unwrap_or_else(|_| Err(format!("the server did not list its tools within {} ms", self.timeout_ms)))
        });
        runtime.shutdown_background();
        self.write(&page(&tools.map_err(Failure::Server)?))
            .map_err(|error| Failure::Io(format!("{} cannot be written: {}", self.output.display(), why(error.kind()))))?;
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, page: &str) -> io::Result<()> {
        if self.output.as_os_str() == "-" {
            return io::stdout().lock().write_all(page.as_bytes());
        }
        OpenOptions::new().write(true).create_new(true).open(&self.output)?.write_all(page.as_bytes())
    }
}

const HEAD: &str = "\
# What the tools of this server do. Written by `tool-recovery mcp-init`; read by `tool-recovery mcp-proxy --config FILE`.
#
# The lines below repeat what the server says of its own tools. That is a claim: check each one, and take the `#` away from those that are right. A tool of which
# nothing is declared runs as before; only a call of it that got no answer is not repeated as it was for a while.

[mcp]
";

/// The file.
fn page(tools: &[Listed]) -> String {
    let mut page = HEAD.to_owned();
    let sections = [
        (Some(true), "read_only", "The server claims that these change nothing."),
        (Some(false), "write", "The server claims that these may change something."),
        (None, "", "The server claims nothing of these: put them into one of the lists. `*` stands for any characters, as in \"get_*\"."),
    ];
    for (claim, list, remark) in sections {
        let names: Vec<String> = tools.iter().filter(|tool| tool.claims_read_only == claim).map(|tool| quoted(&tool.name)).collect();
        if names.is_empty() {
            continue;
        }
        page.push_str(&format!("\n# {remark}\n"));
        if !list.is_empty() {
            page.push_str(&format!("# {list} = [\n"));
        }
        for name in names {
            page.push_str(&format!("#     {name},\n"));
        }
        if !list.is_empty() {
            page.push_str("# ]\n");
        }
    }
    page.push_str(TAIL);
    page
}

const TAIL: &str = "
# More can be said of one tool. An uncertain outcome of a write holds further calls; `effect_key` narrows that to one target, and a read that succeeds later ends it:
#
# [mcp.tools.create_order]
# effect = \"write\"
# effect_key = \"/order_id\"
# verify = { tool = \"get_order\", same = [\"/order_id\"] }
# timeout_ms = 60000
";

/// A name as a TOML string on one line: what a server calls its tools cannot leave the comment.
fn quoted(name: &str) -> String {
    let shown: String = name
        .chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') { ' ' } else { c })
        .take(256)
        .collect();
    format!("\"{}\"", shown.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
#[path = "mcp_init_tests.rs"]
mod tests;
