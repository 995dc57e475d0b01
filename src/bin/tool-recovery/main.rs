//! The command line of tool-recovery.
#![forbid(unsafe_code)]

#[cfg(feature = "eval")]
mod calibrate;
mod check_config;
mod classify;
mod complaints;
#[cfg(feature = "eval")]
mod eval;
#[cfg(feature = "eval")]
mod files;
#[cfg(feature = "eval")]
mod gate;
#[cfg(feature = "eval")]
mod live;
mod mcp_init;
mod mcp_proxy;
mod place;
mod print;
#[cfg(all(feature = "eval", unix))]
mod record;
mod records;
mod same_file;
#[cfg(feature = "eval")]
mod simulate;
#[cfg(feature = "eval")]
mod split;
mod table;
mod tip;
mod why;

use clap::{Parser, Subcommand};
use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};

#[derive(Parser)]
#[command(name = "tool-recovery", version, about = "Checks what the tool-recovery middleware would do, without running an agent", after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a configuration file and print what is in effect, with where each value came from
    #[command(long_about = check_config::LONG_ABOUT, after_help = check_config::EXAMPLES)]
    CheckConfig(check_config::CheckConfig),
    /// Say for recorded tool calls what the recovery stack makes of them, one answer a line
    #[command(long_about = classify::LONG_ABOUT, after_help = classify::EXAMPLES)]
    Classify(Box<classify::Classify>),
    /// List the writes that a proxy holds, and settle them
    #[command(long_about = mcp_proxy::settle::LONG_ABOUT, after_help = mcp_proxy::settle::EXAMPLES)]
    McpHolds(mcp_proxy::settle::McpHolds),
    /// Write a starting file that says which tools of an MCP server read and which write
    #[command(long_about = mcp_init::LONG_ABOUT, after_help = mcp_init::EXAMPLES)]
    McpInit(mcp_init::McpInit),
    /// Stand between an MCP client and an MCP server, and put the recovery stack on its tool calls
    #[command(long_about = mcp_proxy::LONG_ABOUT, after_help = mcp_proxy::EXAMPLES)]
    McpProxy(mcp_proxy::McpProxy),
    /// Verify records, and judge their decisions again under other thresholds
    #[command(long_about = records::help::REPLAY_ABOUT, after_help = records::help::REPLAY_EXAMPLES)]
    Replay(records::Replay),
    /// Show everything that is recorded of one call, readably
    #[command(long_about = records::help::INSPECT_ABOUT, after_help = records::help::INSPECT_EXAMPLES)]
    Inspect(records::Inspect),
    /// Copy records without what leads back to anybody
    #[command(long_about = records::help::EXPORT_ABOUT, after_help = records::help::EXPORT_EXAMPLES)]
    Export(records::Export),
    /// Make up a chain of records, to try the other commands on or to measure them
    #[command(hide = true)]
    SampleRecords(records::Sample),
    /// Choose thresholds by stated consequences, and lock them in a file
    #[cfg(feature = "eval")]
    #[command(long_about = calibrate::LONG_ABOUT, after_help = calibrate::EXAMPLES)]
    Calibrate(calibrate::Calibrate),
    /// Measure systems on labelled rows, with intervals, against gates
    #[cfg(feature = "eval")]
    #[command(long_about = eval::LONG_ABOUT, after_help = eval::EXAMPLES)]
    Eval(eval::Eval),
    /// Decide about a release by an evaluation and a simulation
    #[cfg(feature = "eval")]
    #[command(long_about = gate::LONG_ABOUT, after_help = gate::EXAMPLES)]
    Gate(gate::Gate),
    /// Tell what decision records of a running host say
    #[cfg(feature = "eval")]
    #[command(long_about = live::LONG_ABOUT, after_help = live::EXAMPLES)]
    Live(live::LiveRecords),
    /// Run a declared list of real calls under declared faults, and write rows with measured labels
    #[cfg(all(feature = "eval", unix))]
    #[command(long_about = record::LONG_ABOUT, after_help = record::EXAMPLES)]
    Record(record::Record),
    /// Play scripted agents in scripted worlds under several guards, in virtual time
    #[cfg(feature = "eval")]
    #[command(long_about = simulate::LONG_ABOUT, after_help = simulate::EXAMPLES)]
    Simulate(simulate::Simulate),
    /// Split a dataset into train, tune and heldout, by whole groups
    #[cfg(feature = "eval")]
    #[command(long_about = split::LONG_ABOUT, after_help = split::EXAMPLES)]
    Split(split::Split),
}

/// Why a command did not succeed.
enum Failure {
    /// The command line, an input or a value in it is wrong.
    Wrong(String),
    /// A file or a stream cannot be read or written.
    Io(String),
    /// An MCP server cannot be started, or does not do its part.
    Server(String),
    /// What was to be shown does not hold.
    #[cfg(feature = "eval")]
    Gate(String),
    /// There was no gate: that is no pass.
    #[cfg(feature = "eval")]
    Ungated(String),
    /// Too little is there to compute anything from.
    #[cfg(feature = "eval")]
    NotComputable(String),
}

/// Exit code where an MCP server cannot be started or does not do its part.
const SERVER: u8 = 3;

/// Exit code of a wrong command line, file or value, and where something cannot be read or written. clap uses the same.
const WRONG: u8 = 2;

/// Exit code of a gate that does not hold, or of a check that found something.
#[cfg(feature = "eval")]
const GATE: u8 = 1;

/// Exit code where there was no gate.
#[cfg(feature = "eval")]
const UNGATED: u8 = 3;

/// Exit code where too little is there to compute anything from.
#[cfg(feature = "eval")]
const NOT_COMPUTABLE: u8 = 4;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything is in order
  1  what was to be shown does not hold: a gate, a rule, a check, a promise (eval, gate, live,
     record, split)
  2  the command line, an input or a value in it is wrong, or a file or a stream cannot be read or
     written; standard error says what to do
  3  UNGATED: there was no gate, which is no pass (eval, gate); or an MCP server cannot be started,
     or ended by itself (mcp-proxy, mcp-init)
  4  too little is there to compute anything from (calibrate, eval, gate, live, split)
  128+n  signal n ended mcp-proxy";

fn main() -> ExitCode {
    // A client of a build with TLS wants a provider even where every request is plain. It is installed once.
    #[cfg(feature = "net")]
    let _ = rustls::crypto::ring::default_provider().install_default();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let parsed = Cli::try_parse_from(&arguments).unwrap_or_else(|error| tip::with_tip(error, &arguments).exit());
    let outcome = match parsed.command {
        Command::CheckConfig(command) => {
            command.run(&mut io::stdin().lock(), &mut io::stdout().lock(), &mut io::stderr().lock()).map_err(Failure::Wrong).map(|()| ExitCode::SUCCESS)
        }
        Command::Classify(command) => command.run(&mut io::stderr().lock()).map(|()| ExitCode::SUCCESS),
        Command::McpHolds(command) => command.run().map(|()| ExitCode::SUCCESS),
        Command::McpInit(command) => command.run(),
        Command::McpProxy(command) => command.run(),
        Command::Replay(command) => command.run().map(|()| ExitCode::SUCCESS),
        Command::Inspect(command) => command.run().map(|()| ExitCode::SUCCESS),
        Command::Export(command) => command.run().map(|()| ExitCode::SUCCESS),
        Command::SampleRecords(command) => command.run().map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "eval")]
        Command::Calibrate(command) => command.run(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "eval")]
        Command::Eval(command) => command.run(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "eval")]
        Command::Gate(command) => command.run(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "eval")]
        Command::Live(command) => command.run(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        #[cfg(all(feature = "eval", unix))]
        Command::Record(command) => command.run(&mut io::stdout().lock(), &mut io::stderr().lock()).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "eval")]
        Command::Simulate(command) => command.run(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "eval")]
        Command::Split(command) => command.run(&mut io::stdout().lock(), &mut io::stderr().lock()).map(|()| ExitCode::SUCCESS),
    };
    let (code, message) = match outcome {
        Ok(code) => return code,
        Err(Failure::Wrong(message) | Failure::Io(message)) => (WRONG, message),
        Err(Failure::Server(message)) => (SERVER, message),
        #[cfg(feature = "eval")]
        Err(Failure::Gate(message)) => (GATE, message),
        #[cfg(feature = "eval")]
        Err(Failure::Ungated(message)) => (UNGATED, message),
        #[cfg(feature = "eval")]
        Err(Failure::NotComputable(message)) => (NOT_COMPUTABLE, message),
    };
    // Nothing is left to do where standard error is closed.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(code)
}
