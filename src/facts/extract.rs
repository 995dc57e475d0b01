//! The seam between an outcome and its facts.

use super::{BodyContradiction, Facts};
use crate::admission::ToolDescriptor;

/// What an extractor says about one outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The call succeeded.
    Success,
    /// The call succeeded, but its body carries a flag that says otherwise and that no [`BodyRule`](super::BodyRule) of the tool declares. It counts as a success.
    Contradicted(BodyContradiction),
    /// Neither success nor failure: input is required, or a task runs on. Not counted; clears nothing.
    Incomplete,
    /// The call failed.
    Failure(Box<Facts>),
}

impl From<Facts> for Judgement {
    fn from(facts: Facts) -> Self {
        Self::Failure(Box::new(facts))
    }
}

/// Turns the outcome of an inner service into facts.
///
/// On success it must not allocate and must not read text: it is called for every call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `FactExtractor` for an inner service with response `{T}` and error `{E}`",
    label = "this extractor does not fit the inner service",
    note = "install the extractor of the adapter in use, for example `.facts(ResultFacts::new())` for a plain `Result<T, E>` whose error implements `Display`"
)]
pub trait FactExtractor<T, E> {
    /// Judges one outcome of `tool`.
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement;
}

impl<T, E, X: FactExtractor<T, E> + ?Sized> FactExtractor<T, E> for std::sync::Arc<X> {
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        (**self).judge(tool, outcome)
    }
}

impl<T, E, X: FactExtractor<T, E> + ?Sized> FactExtractor<T, E> for &X {
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        (**self).judge(tool, outcome)
    }
}
