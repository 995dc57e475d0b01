//! Decide: the seam for a decision model that advises on what facts and text rules leave open.
//!
//! A decision only advises. It never authorizes, repeats or resets anything, and whatever happens to it (late, wrong, panicking) the failure is counted once and the text rules'
//! classification stands.

mod evaluator;

pub use evaluator::RecoveryEvaluator;

use crate::{
    admission::ToolDescriptor,
    classify::Classification,
    facts::{Effect, Facts},
};
use serde_json::Value;
use std::{
    fmt,
    future::{Future, Ready},
};

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
}

impl fmt::Debug for OpenCase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenCase").field("facts", self.facts).field("effect", &self.effect).field("known", &self.known).finish_non_exhaustive()
    }
}

/// Why there is no decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Abstained {
    /// No decision was asked for.
    NotAsked,
    /// The evaluator says that the evidence does not decide.
    Evidence,
    /// The decision deadline passed.
    Deadline,
    /// The host cancelled the call while the decision was awaited.
    Cancelled,
    /// The evaluator panicked.
    Panicked,
    /// The evaluator failed.
    Failed,
}

impl Abstained {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotAsked => "not_asked",
            Self::Evidence => "evidence",
            Self::Deadline => "deadline",
            Self::Cancelled => "cancelled",
            Self::Panicked => "panicked",
            Self::Failed => "failed",
        }
    }
}

/// What an evaluator answers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Decision {
    /// A class. It may lower an allowance, never raise one.
    Advised(Classification),
    /// Nothing.
    Abstained(Abstained),
}

/// Decides on open cases.
pub trait Decide {
    /// The decision.
    ///
    /// # Cancel safety
    ///
    /// It is dropped with the call, at the deadline, and when the host cancels. A drop must end all work for it at once; the failure is counted as the text rules classify it.
    type Future: Future<Output = Decision>;

    /// Begins a decision; `None` when the case is not worth one.
    fn decide(&self, case: &OpenCase<'_>) -> Option<Self::Future>;
}

/// Never decides.
impl Decide for () {
    type Future = Ready<Decision>;

    fn decide(&self, _: &OpenCase<'_>) -> Option<Self::Future> {
        None
    }
}

impl<D: Decide + ?Sized> Decide for std::sync::Arc<D> {
    type Future = D::Future;

    fn decide(&self, case: &OpenCase<'_>) -> Option<Self::Future> {
        (**self).decide(case)
    }
}
