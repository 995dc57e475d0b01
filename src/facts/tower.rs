//! Errors of `tower`'s own layers around the tool. They are not failures of the tool.

use super::{Adapter, FactExtractor, Facts, FailureKind, Judgement, Phase, Provenance, Reach, TimeoutOwner, quote::chain_text};
use crate::admission::ToolDescriptor;
use std::error::Error;
use tower::{
    BoxError,
    buffer::error::{Closed, ServiceError},
    load_shed::error::Overloaded,
    timeout::error::Elapsed,
};

/// Reads the errors of `tower` layers that stand between this crate's layer and the tool, and leaves every other outcome to `X`.
///
/// | error | facts |
/// | --- | --- |
/// | `load_shed` `Overloaded`, `buffer` `Closed` and `ServiceError` | the call was not dispatched: it did not reach the tool, and the application owns the remedy |
/// | `timeout` `Elapsed` | a timeout of a `tower` layer: the call ran and was dropped, so that it may have had its effect |
/// | any other | as `X` says: `IoFacts`, `HttpFacts` and `ProcessFacts` look into the box, `ResultFacts` takes its `Display` for text |
///
/// Only the box itself is looked at, never the causes in it: an `Overloaded` deep inside may come from the second step of a tool whose first step had its effect. A
/// tool that calls through `tower` itself must therefore wrap such errors in a type of its own. `Closed` is also what a `Buffer` gives whose worker died; a service
/// whose `call` has effects before it returns its future, and then panics, hides them there.
///
/// ```
/// use tool_recovery::{admission::ToolDescriptor, facts::{FactExtractor, FailureKind, Judgement, ResultFacts, TowerFacts}};
/// use tower::{BoxError, load_shed::error::Overloaded};
///
/// let error: BoxError = Overloaded::new().into();
/// let outcome: Result<&(), _> = Err(&error);
/// let Judgement::Failure(facts) = TowerFacts::new(ResultFacts::new()).judge(&ToolDescriptor::new("t"), outcome) else { unreachable!() };
/// assert_eq!(facts.kind, FailureKind::NotDispatched);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TowerFacts<X> {
    inner: X,
}

impl<X> TowerFacts<X> {
    /// Leaves what is not an error of `tower` to `inner`.
    pub const fn new(inner: X) -> Self {
        Self { inner }
    }
}

/// The facts of an error of a `tower` layer; `None` for any other error.
#[must_use]
pub fn layer_facts(error: &(dyn Error + 'static)) -> Option<Facts> {
    let not_dispatched = |field| Facts::not_dispatched(Provenance::new(Adapter::Tower, field));
    if error.is::<Overloaded>() {
        return Some(not_dispatched("load_shed"));
    }
    if error.is::<Closed>() {
        return Some(not_dispatched("buffer.closed"));
    }
    if let Some(error) = error.downcast_ref::<ServiceError>() {
        // The cause made `poll_ready` fail: no call was made.
        return Some(not_dispatched("buffer.service").text_from(chain_text(error.source(), |_| false), "display"));
    }
    error.is::<Elapsed>().then(|| {
        Facts::new(Provenance::new(Adapter::Tower, "timeout")).kind(FailureKind::Timeout(TimeoutOwner::Tower)).reached(Phase::Execution, Reach::MayHaveReached)
    })
}

impl<T, X: FactExtractor<T, BoxError>> FactExtractor<T, BoxError> for TowerFacts<X> {
    #[inline]
    fn judge(&self, tool: &ToolDescriptor, outcome: Result<&T, &BoxError>) -> Judgement {
        match outcome.map_err(|error| layer_facts(&**error)) {
            Err(Some(facts)) => facts.into(),
            _ => self.inner.judge(tool, outcome),
        }
    }
}

#[cfg(test)]
#[path = "tower_tests.rs"]
mod tests;
