//! What the proxy says on standard error, where the server's own words stand as well. Nothing of a message is repeated.

use super::{facts::Lost, told::shown, tools::Overview};
use std::{
    fmt::Display,
    io::{self, Write as _},
    sync::{Mutex, PoisonError},
};
use tool_recovery::admission::Unmatched;

/// How many declarations of no tool are named.
const MAX_UNMATCHED: usize = 10;

/// Counts what is passed over, and says it seldom.
#[derive(Default)]
pub(super) struct Notes {
    passed_over: u64,
    tools: Option<(usize, usize)>,
    /// How many schemas could not be used when that was told last.
    unusable: usize,
    /// Whether something that is declared of no tool was told already.
    told_unmatched: bool,
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
    /// Said once: a server that changes its list all the time is not worth a line each time.
    fn unmatched(&mut self, unmatched: &[Unmatched]) {
        if unmatched.is_empty() || std::mem::replace(&mut self.told_unmatched, true) {
            return;
        }
        for Unmatched { key, name, near, .. } in unmatched.iter().take(MAX_UNMATCHED) {
            let near: Vec<String> = near.iter().map(|name| shown(name)).collect();
            let near = if near.is_empty() { String::new() } else { format!("; similar: {}", near.join(", ")) };
            let (place, name) = (shown(&format!("mcp.{key}")), shown(name));
            say(format_args!("{place} declares {name}, and the server lists no such tool{near}"));
        }
        if let more @ 1.. = unmatched.len().saturating_sub(MAX_UNMATCHED) {
            say(format_args!("{more} further declarations are of no tool that the server lists"));
        }
    }

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

    /// How many tools are declared, where that has changed, and what is declared of none.
    pub(super) fn tools(&mut self, list: &Overview, init: &str) {
        self.unmatched(&list.unmatched);
        if std::mem::replace(&mut self.unusable, list.unusable) < list.unusable {
            say(format_args!(
                "{} tools have a schema that is not valid or would cost too much to check: their arguments are left to the server",
                list.unusable
            ));
        }
        let tools = (list.all, list.undeclared);
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
