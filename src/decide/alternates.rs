//! The seam for whoever knows which other tools could do it.

use super::{OpenCase, RecoveryObservation};
use crate::{alternates::Candidate, classify::Class};
use std::{
    future::{Future, Ready, ready},
    sync::Arc,
};
use tokio::time::Instant;

/// Finds other tools for a failed call: only such as are authorized, discoverable in this session and executable, never the failed operation, a refused service or a
/// hidden tool, and only reads while the effect of a write is open. [`CatalogAlternates`](crate::alternates::CatalogAlternates) does it for a catalog and a policy.
pub trait Alternates {
    /// What is kept of a failed call for a search.
    type Prepared;
    /// The tools, best first. What is beyond [`RecoveryObservation::MAX_CANDIDATES`] is not looked at.
    ///
    /// # Cancel safety
    ///
    /// It is dropped with the decision. A drop must end all work for it at once.
    type Search: Future<Output = Vec<Candidate>>;

    /// Keeps what a search needs; `None` where there is nothing to search. It is asked for every decision, and most never search, so keep it cheap.
    fn prepare(&self, case: &OpenCase<'_>, observation: &RecoveryObservation) -> Option<Self::Prepared>;

    /// Begins to search, now that the failure has a class. Everything ends by `deadline`.
    fn search(&self, prepared: Self::Prepared, class: Class, deadline: Instant) -> Self::Search;
}

/// Knows of none.
impl Alternates for () {
    type Prepared = ();
    type Search = Ready<Vec<Candidate>>;

    fn prepare(&self, _: &OpenCase<'_>, _: &RecoveryObservation) -> Option<()> {
        None
    }

    fn search(&self, (): (), _: Class, _: Instant) -> Self::Search {
        ready(Vec::new())
    }
}

impl<A: Alternates + ?Sized> Alternates for Arc<A> {
    type Prepared = A::Prepared;
    type Search = A::Search;

    fn prepare(&self, case: &OpenCase<'_>, observation: &RecoveryObservation) -> Option<Self::Prepared> {
        (**self).prepare(case, observation)
    }

    fn search(&self, prepared: Self::Prepared, class: Class, deadline: Instant) -> Self::Search {
        (**self).search(prepared, class, deadline)
    }
}

#[cfg(test)]
#[path = "alternates_tests.rs"]
mod tests;
