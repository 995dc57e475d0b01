//! The seam between admission and execution.

use super::{Criterion, ReviewPlace};
use crate::admission::{Consequence, ToolDescriptor};
use serde_json::Value;
use std::{
    fmt,
    future::{Future, Ready},
};

/// An admitted call that may be looked at before it runs. `Debug` prints no arguments.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ProposalCase<'a> {
    /// The name of the tool: the declared one, or else the model's own text.
    pub name: &'a str,
    /// The tool, where it is declared.
    pub tool: Option<&'a ToolDescriptor>,
    /// The arguments that were admitted.
    pub arguments: &'a Value,
    /// The run.
    pub run: &'a str,
    /// The scope.
    pub scope: &'a str,
    /// The id that the model gave to the call.
    pub call_id: Option<&'a str>,
    /// How often the identical call failed in a world that has not changed since.
    pub unchanged_failures: u32,
}

impl ProposalCase<'_> {
    /// What is at stake.
    #[must_use]
    pub fn consequence(&self) -> Consequence {
        self.tool.map_or(Consequence::Unknown, |tool| tool.consequence)
    }
}

impl fmt::Debug for ProposalCase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProposalCase").field("tool", &self.tool).finish_non_exhaustive()
    }
}

/// What becomes of an admitted call. It cannot make one: what admission rejected never gets here, and what goes on is looked at once more immediately before it runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling {
    /// It goes on.
    Proceed,
    /// It does not run.
    Withhold(Withheld),
}

/// Why an admitted call does not run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Withheld {
    /// A person looks at it first.
    Queued(ReviewPlace),
    /// It is given back, for these criteria.
    Blocked(Vec<&'static Criterion>),
    /// It is given back because nobody could be asked.
    Unchecked,
}

/// Looks at admitted calls before they run, beside authorization.
#[diagnostic::on_unimplemented(message = "`{Self}` does not look at proposals", note = "use `tool_recovery::proposal::ProposalCheck`, or implement `Propose`")]
pub trait Propose {
    /// The ruling.
    ///
    /// # Cancel safety
    ///
    /// It is dropped with the call, and when the call is cancelled or its run ends. A drop must end the work for it; the call does not run.
    type Future: Future<Output = Ruling>;

    /// Begins to look at a call; `None` where it goes on at once.
    fn propose(&self, case: &ProposalCase<'_>) -> Option<Self::Future>;
}

/// A stack without a proposal check: only such a one serves in direct dispatch, which cannot wait.
#[diagnostic::on_unimplemented(message = "a stack with a proposal check has to wait for its answer", note = "use `layer.deferred()` in place of the layer")]
pub trait Unchecked {}

impl Unchecked for () {}

/// Looks at nothing.
impl Propose for () {
    type Future = Ready<Ruling>;

    fn propose(&self, _: &ProposalCase<'_>) -> Option<Self::Future> {
        None
    }
}

impl<G: Propose + ?Sized> Propose for std::sync::Arc<G> {
    type Future = G::Future;

    fn propose(&self, case: &ProposalCase<'_>) -> Option<Self::Future> {
        (**self).propose(case)
    }
}
