//! What a host adds to an adapter: a body to look at, faults that are terminal, or an extractor of its own.

use super::{Adapter, FactExtractor, FailureKind, Judgement, judge_body};
use crate::admission::ToolDescriptor;
use serde_json::Value;
use std::fmt;

/// Judges the body of what `X` takes for a success: by the tool's [`BodyRule`](super::BodyRule), else by contradicting flags.
#[derive(Clone, Copy)]
pub struct WithBody<X, F> {
    inner: X,
    adapter: Adapter,
    body: F,
}

impl<X, F> WithBody<X, F> {
    /// Looks at what `body` finds in a response that `inner` takes for a success; `adapter` is named in the provenance.
    pub fn new<T>(inner: X, adapter: Adapter, body: F) -> Self
    where
        F: for<'a> Fn(&'a T) -> Option<&'a Value>,
    {
        Self { inner, adapter, body }
    }
}

impl<T, E, X, F> FactExtractor<T, E> for WithBody<X, F>
where
    X: FactExtractor<T, E>,
    F: for<'a> Fn(&'a T) -> Option<&'a Value>,
{
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        match (self.inner.judge(tool, outcome), outcome) {
            (Judgement::Success, Ok(response)) => (self.body)(response).map_or(Judgement::Success, |body| judge_body(tool, self.adapter, body)),
            (judgement, _) => judgement,
        }
    }
}

impl<X: fmt::Debug, F> fmt::Debug for WithBody<X, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WithBody").field("inner", &self.inner).finish_non_exhaustive()
    }
}

/// Makes some failures [terminal](FailureKind::Terminal): faults of the module behind the tool that nothing the model does can help. The operation halts at once.
///
/// Only the host can know such a fault; `is_terminal` is asked about failures alone. It should look at types and codes: text may have been written by whoever the
/// tool talks to.
///
/// ```
/// use tool_recovery::facts::{ResultFacts, TerminalFacts};
///
/// enum ToolError { Corrupt, Other }
/// let facts = TerminalFacts::new(ResultFacts::new(), |_tool, outcome: Result<&String, &ToolError>| matches!(outcome, Err(ToolError::Corrupt)));
/// ```
#[derive(Clone, Copy)]
pub struct TerminalFacts<X, F> {
    inner: X,
    is_terminal: F,
}

impl<X, F> TerminalFacts<X, F> {
    /// Takes the failures that `is_terminal` picks out of those `inner` finds for terminal.
    pub fn new<T, E>(inner: X, is_terminal: F) -> Self
    where
        F: Fn(&ToolDescriptor, Result<&T, &E>) -> bool,
    {
        Self { inner, is_terminal }
    }
}

impl<T, E, X, F> FactExtractor<T, E> for TerminalFacts<X, F>
where
    X: FactExtractor<T, E>,
    F: Fn(&ToolDescriptor, Result<&T, &E>) -> bool,
{
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        match self.inner.judge(tool, outcome) {
            Judgement::Failure(mut facts) => {
                if (self.is_terminal)(tool, outcome) {
                    facts.kind = FailureKind::Terminal;
                }
                Judgement::Failure(facts)
            }
            judgement => judgement,
        }
    }
}

impl<X: fmt::Debug, F> fmt::Debug for TerminalFacts<X, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TerminalFacts").field("inner", &self.inner).finish_non_exhaustive()
    }
}

/// An extractor from a function. Made by [`facts_fn`].
#[derive(Clone, Copy)]
pub struct FactsFn<F>(F);

/// Makes an extractor of the host's own from a function of the tool and the outcome.
///
/// ```
/// use tool_recovery::facts::{Adapter, Facts, Judgement, Provenance, facts_fn};
///
/// let facts = facts_fn(|_tool, outcome: Result<&u16, &()>| match outcome {
///     Ok(200) => Judgement::Success,
///     Ok(_) | Err(()) => Facts::new(Provenance::new(Adapter::Host, "status")).into(),
/// });
/// ```
pub fn facts_fn<T, E, F>(judge: F) -> FactsFn<F>
where
    F: Fn(&ToolDescriptor, Result<&T, &E>) -> Judgement,
{
    FactsFn(judge)
}

impl<T, E, F: Fn(&ToolDescriptor, Result<&T, &E>) -> Judgement> FactExtractor<T, E> for FactsFn<F> {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        (self.0)(tool, outcome)
    }
}

impl<F> fmt::Debug for FactsFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FactsFn")
    }
}

#[cfg(test)]
#[path = "combine_tests.rs"]
mod tests;
