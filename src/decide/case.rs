//! What a decision may be asked about.

use crate::{
    admission::ToolDescriptor,
    classify::Classification,
    emit::Call,
    facts::{Effect, Facts, UndeclaredEffect},
    ledger::{CallKey, Tally},
};
use serde_json::Value;
use std::fmt;
use tokio::time::Instant;

/// A failure that the facts leave open. `Debug` prints neither its text nor its arguments.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct OpenCase<'a> {
    /// The facts.
    pub facts: &'a Facts,
    /// The derived effect.
    pub effect: Effect,
    /// The tool, where it is declared.
    pub tool: Option<&'a ToolDescriptor>,
    /// The arguments of the call.
    pub arguments: Option<&'a Value>,
    /// What the text rules say: it stands unless a decision arrives in time.
    pub known: Classification,
    /// The call, by keys from which nothing can be read back. They count decisions per run, and never leave the process.
    pub call: CallKey,
    /// How often it has failed before.
    pub tally: Tally,
    /// Whether the tool is known to be the only one that is offered.
    pub only_tool: bool,
    /// Where the call was made, for whoever asks policy about other tools; kept only where [`Decide::seeks_alternates`](super::Decide::seeks_alternates) and the request leaves a
    /// [handle](crate::ToolRequest::retained). It never leaves the process.
    pub place: Option<Place<'a>>,
    /// When the decision has to be there.
    pub deadline: Instant,
    /// The records of the call, where it has any, for whoever decides beside the stack.
    #[cfg_attr(not(feature = "compare"), allow(dead_code, reason = "a decision that is served is recorded by the stack"))]
    pub(crate) records: Option<&'a Call>,
}

/// The run and the scope of a call, by their names. `Debug` does not print them.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Place<'a> {
    /// The run.
    pub run: &'a str,
    /// The scope.
    pub scope: &'a str,
    /// What a tool without a declared effect counts as.
    pub undeclared: UndeclaredEffect,
}

impl<'a> Place<'a> {
    /// A place in `run` and `scope`.
    #[must_use]
    pub const fn new(run: &'a str, scope: &'a str, undeclared: UndeclaredEffect) -> Self {
        Self { run, scope, undeclared }
    }
}

impl fmt::Debug for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Place").finish_non_exhaustive()
    }
}

impl<'a> OpenCase<'a> {
    /// A case of which nothing else is known: no tool, no arguments, no earlier failure.
    #[must_use]
    pub fn new(facts: &'a Facts, effect: Effect, known: Classification, call: CallKey, deadline: Instant) -> Self {
        Self { facts, effect, tool: None, arguments: None, known, call, tally: Tally::default(), only_tool: false, place: None, deadline, records: None }
    }
}

impl fmt::Debug for OpenCase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenCase").field("facts", self.facts).field("effect", &self.effect).field("known", &self.known).finish_non_exhaustive()
    }
}
