//! What the proxy says on standard error, where the server's own words stand as well. Nothing of a message is repeated.

use super::facts::Lost;
use std::{
    fmt::Display,
    io::{self, Write as _},
    sync::{Mutex, PoisonError},
};

/// Counts what is passed over, and says it seldom.
#[derive(Default)]
pub(super) struct Notes {
    passed_over: u64,
    tools: Option<(usize, usize)>,
}

/// One line for whoever runs the proxy.
pub(super) fn say(text: impl Display) {
    // Nothing is left to do where standard error is closed.
    let _ = writeln!(io::stderr().lock(), "tool-recovery: {text}");
}

/// Says what can be done about each reason for which the server is not reached, when it comes up first.
#[derive(Default)]
pub(super) struct Remedies(Mutex<Vec<String>>);

impl Remedies {
    pub(super) fn tell(&self, lost: &Lost) {
        let Some(remedy) = lost.remedy() else { return };
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.contains(&remedy) {
            say(&remedy);
            told.push(remedy);
        }
    }
}

impl Notes {
    /// The server wrote something that is no message. Said for the first, the tenth, the hundredth one.
    pub(super) fn passed_over(&mut self, what: impl Display) {
        self.passed_over += 1;
        let mut round = self.passed_over;
        while round.is_multiple_of(10) {
            round /= 10;
        }
        if round == 1 {
            say(format_args!("the server wrote {what} to its standard output, which is no message of JSON-RPC; passed over ({} so far)", self.passed_over));
        }
    }

    /// How many tools are declared, where that has changed.
    pub(super) fn tools(&mut self, tools: (usize, usize), init: &str) {
        if self.tools.replace(tools) == Some(tools) {
            return;
        }
        match tools {
            (all, 0) => say(format_args!("{all} tools, all declared")),
            (all, undeclared) => say(format_args!(
                "{all} tools, {undeclared} of them undeclared: whether they change anything is not known. Write a starting file by `{init}`, and give it by --config"
            )),
        }
    }
}
