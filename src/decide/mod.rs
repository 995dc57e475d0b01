//! Decide: a decision model advises on what facts and text rules leave open.
//!
//! A decision only advises. It never authorizes, repeats or resets anything, and whatever happens to it (late, wrong, panicking) the failure is counted once and the text rules'
//! classification stands.
//!
//! The way of a decision: an [`OpenCase`] that [policy](is_open) finds worth it becomes a [`RecoveryObservation`], which holds facts as words and scrubbed text only; a
//! [`RecoveryRequest`] puts the versioned [questions](wording) about it to a [`RecoveryEvaluator`]; the reply is [validated](crate::systemone::validate()) into a [`RecoveryDecision`]; and
//! [`judge`] makes of it a [`RecoveryAdvice`], or says why it [abstained](Abstained). [`Decider`] does all of it, within bounds.

mod abstained;
mod alternates;
mod case;
mod correctable;
mod decider;
mod deciding;
mod decision;
mod evaluator;
mod limits;
mod observation;
mod policy;
mod request;
mod status;
#[cfg(test)]
mod testing;
pub mod wording;

pub use abstained::Abstained;
pub use alternates::Alternates;
pub use case::{OpenCase, Place};
pub use correctable::Correctable;
pub use decider::{Asking, Decider, DeciderSource};
pub use deciding::Deciding;
pub use decision::{AlternateAnswer, AlternateDecision, AlternateTool, Correction, Decision, DecisionTrace, RecoveryAdvice, RecoveryDecision};
pub use evaluator::RecoveryEvaluator;
pub use observation::{Attempts, CandidateSummary, RecoveryObservation};
pub(crate) use policy::leaves_open;
pub use policy::{DEAD_BAND, choose, is_blocked, is_open, judge, seeks_alternate};
#[cfg(feature = "record")]
pub(crate) use policy::{contradicts_itself, reached};
pub use request::RecoveryRequest;
pub use status::Blame;

use std::future::{Future, Ready};

/// Decides on open cases.
pub trait Decide {
    /// The decision.
    ///
    /// # Cancel safety
    ///
    /// It is dropped with the call, at the deadline, and when the host cancels. A drop must end all work for it at once; the failure is counted as the text rules classify it.
    type Future: Future<Output = Decision>;

    /// Whether it asks at all. Where it never does, nothing is worked out for it.
    fn asks(&self) -> bool {
        true
    }

    /// Whether it looks for other tools. Only then is a [handle](crate::ToolRequest::retained) of the request kept beside its call.
    fn seeks_alternates(&self) -> bool {
        false
    }

    /// Begins a decision.
    ///
    /// # Errors
    ///
    /// Why there is none: [`Abstained::NotAsked`] where the case is not worth one.
    fn decide(&self, case: &OpenCase<'_>) -> Result<Self::Future, Abstained>;
}

/// Never decides.
impl Decide for () {
    type Future = Ready<Decision>;

    fn asks(&self) -> bool {
        false
    }

    fn decide(&self, _: &OpenCase<'_>) -> Result<Self::Future, Abstained> {
        Err(Abstained::NotAsked)
    }
}

impl<D: Decide + ?Sized> Decide for std::sync::Arc<D> {
    type Future = D::Future;

    fn asks(&self) -> bool {
        (**self).asks()
    }

    fn seeks_alternates(&self) -> bool {
        (**self).seeks_alternates()
    }

    fn decide(&self, case: &OpenCase<'_>) -> Result<Self::Future, Abstained> {
        (**self).decide(case)
    }
}
