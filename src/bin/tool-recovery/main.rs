//! The command line of tool-recovery.
#![forbid(unsafe_code)]

mod check_config;

use clap::{Parser, Subcommand};
use std::{
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
}

/// Exit code of a wrong command line, file or value. clap uses the same.
const WRONG: u8 = 2;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything is in order
  2  the command line, an input or a value in it is wrong; standard error says what to do";

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::CheckConfig(command) => command.run(&mut io::stdin().lock(), &mut io::stdout().lock(), &mut io::stderr().lock()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Nothing is left to do where standard error is closed.
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::from(WRONG)
        }
    }
}
