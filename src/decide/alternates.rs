//! The seam for whoever knows which other tools could do it.

use super::OpenCase;
use crate::facts::UntrustedText;
use std::{
    fmt,
    future::{Future, Ready},
    sync::Arc,
};

/// Another tool that may be called in this session and could fit.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// What the model calls it by.
    pub key: Arc<str>,
    /// What it can do. It may come from a server, so that it is scrubbed and quoted like any other text from outside.
    pub capability: UntrustedText,
}

impl Candidate {
    /// The most candidates that are asked about at once.
    pub const MAX: usize = 8;

    /// The tool `key`, which can do `capability`.
    pub fn new(key: impl Into<Arc<str>>, capability: &str) -> Self {
        Self { key: key.into(), capability: UntrustedText::new(capability) }
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate").field("key", &self.key).field("capability", &self.capability).finish()
    }
}

/// Finds other tools for a failed call: only such as are authorized, discoverable in this session and executable, never the failed operation, a refused service or a
/// hidden tool, and only reads while the effect of a write is open. Nobody else checks that.
pub trait Alternates {
    /// Finds them, best first; what is beyond [`Candidate::MAX`] is not looked at.
    ///
    /// # Cancel safety
    ///
    /// It is dropped with the decision. A drop must end all work for it at once.
    type Search: Future<Output = Vec<Candidate>>;

    /// Prepares a search for a failed call; `None` where there is nothing to find. It is called for every decision and the search is begun only where another tool is
    /// sought, so that the work belongs into the future.
    fn search(&self, case: &OpenCase<'_>) -> Option<Self::Search>;
}

/// Knows of none.
impl Alternates for () {
    type Search = Ready<Vec<Candidate>>;

    fn search(&self, _: &OpenCase<'_>) -> Option<Self::Search> {
        None
    }
}

impl<A: Alternates + ?Sized> Alternates for Arc<A> {
    type Search = A::Search;

    fn search(&self, case: &OpenCase<'_>) -> Option<Self::Search> {
        (**self).search(case)
    }
}
