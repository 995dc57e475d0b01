//! The real program, and what one run of it came to.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub mod classify;

use std::process::{Command, Output};

/// How a run ended, and what it printed.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The program without the variables that would configure it.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tool-recovery"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TOOL_RECOVERY_")) {
        command.env_remove(name);
    }
    command
}
