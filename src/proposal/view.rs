//! What a proposal is, for whoever judges it.

use super::{ProposalCase, ProposalContext};
use crate::admission::{Consequence, ToolDescriptor};
use serde_json::Value;
use std::fmt;

/// A proposal as a criterion may see it: what was known before the call, and the call. No field could hold a result.
///
/// `Debug` prints neither texts nor arguments.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ProposalView<'a> {
    /// What the host knows.
    pub context: &'a ProposalContext,
    /// The name of the tool: the declared one, or else the model's own text.
    pub name: &'a str,
    /// The tool, where it is declared.
    pub tool: Option<&'a ToolDescriptor>,
    /// The arguments that were admitted.
    pub arguments: &'a Value,
    /// Set where code found that the identical call failed in this run and nothing has changed since: how often it failed.
    pub unchanged_failures: u32,
}

impl<'a> ProposalView<'a> {
    /// A proposal of the declared `tool` with `arguments`.
    #[must_use]
    pub fn new(context: &'a ProposalContext, tool: &'a ToolDescriptor, arguments: &'a Value) -> Self {
        Self { context, name: &tool.name, tool: Some(tool), arguments, unchanged_failures: 0 }
    }

    /// What can be seen of an admitted call.
    #[must_use]
    pub const fn of(context: &'a ProposalContext, case: &ProposalCase<'a>) -> Self {
        Self { context, name: case.name, tool: case.tool, arguments: case.arguments, unchanged_failures: case.unchanged_failures }
    }

    /// States that the identical call failed `failures` times in a world that has not changed since.
    #[must_use]
    pub const fn unchanged_failures(mut self, failures: u32) -> Self {
        self.unchanged_failures = failures;
        self
    }

    /// What is at stake.
    #[must_use]
    pub fn consequence(&self) -> Consequence {
        self.tool.map_or(Consequence::Unknown, |tool| tool.consequence)
    }
}

impl fmt::Debug for ProposalView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProposalView").field("context", self.context).field("tool", &self.tool).finish_non_exhaustive()
    }
}
