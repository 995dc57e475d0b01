//! Other tools out of a catalog, for a decision about a failed call.

use super::{Candidate, FailedCall, Found, Intent, LexicalRetriever, Query, RetrievalFault, Retriever, candidates};
use crate::{
    admission::{Policy, ToolCatalog, ToolDescriptor},
    classify::{Class, Subkind},
    decide::{Alternates, OpenCase, RecoveryObservation},
    facts::{Effect, UndeclaredEffect},
};
use pin_project_lite::pin_project;
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tokio::time::Instant;

type Executable = dyn Fn(&ToolDescriptor) -> bool + Send + Sync;

/// Finds the tools of a catalog that may be advised in place of a failed call, as [`candidates`] filters them and a [`Retriever`] ranks them.
///
/// Give it the catalog and the policy of the stack: a tool that the stack would refuse must not be advised.
#[derive(Clone)]
pub struct CatalogAlternates<C, P, R = LexicalRetriever> {
    catalog: C,
    policy: P,
    retriever: R,
    executable: Option<Arc<Executable>>,
}

impl<C: ToolCatalog, P: Policy> CatalogAlternates<C, P> {
    /// Ranks by the words of the capability texts.
    pub const fn new(catalog: C, policy: P) -> Self {
        Self { catalog, policy, retriever: LexicalRetriever, executable: None }
    }
}

impl<C, P, R> CatalogAlternates<C, P, R> {
    /// Ranks by another retriever.
    pub fn retriever<X: Retriever>(self, retriever: X) -> CatalogAlternates<C, P, X> {
        let Self { catalog, policy, executable, .. } = self;
        CatalogAlternates { catalog, policy, retriever, executable }
    }

    /// Says which tools can be executed at present, where the catalog does not know.
    #[must_use]
    pub fn executable(mut self, executable: impl Fn(&ToolDescriptor) -> bool + Send + Sync + 'static) -> Self {
        self.executable = Some(Arc::new(executable));
        self
    }
}

/// What is kept of a failed call. `Debug` prints no name.
pub struct Sought {
    tool: Arc<str>,
    run: Box<str>,
    scope: Box<str>,
    effect: Effect,
    undeclared: UndeclaredEffect,
    known: (Class, Option<Subkind>),
    intent: Intent,
}

impl<C: ToolCatalog, P: Policy, R: Retriever> Alternates for CatalogAlternates<C, P, R> {
    type Prepared = Sought;
    type Search = CatalogSearch<R::Retrieval>;

    fn prepare(&self, case: &OpenCase<'_>, observation: &RecoveryObservation) -> Option<Sought> {
        let (tool, place) = (case.tool?, case.place?);
        Some(Sought {
            tool: tool.name.clone(),
            run: place.run.into(),
            scope: place.scope.into(),
            effect: case.effect,
            undeclared: place.undeclared,
            known: (case.known.class, case.known.subkind),
            intent: Intent::of(&tool.name, Some(tool), case.arguments).with_evidence(observation.text.as_str()),
        })
    }

    fn search(&self, sought: Sought, class: Class, deadline: Instant) -> Self::Search {
        let subkind = sought.known.1.filter(|_| sought.known.0 == class);
        let failed = FailedCall::new(&sought.tool, sought.effect, &sought.run, &sought.scope).classified(class, subkind).undeclared(sought.undeclared);
        let found = candidates(&self.catalog, &self.policy, &failed, |tool| self.executable.as_ref().is_none_or(|executable| executable(tool)));
        let query = Query::new(sought.intent, found, RecoveryObservation::MAX_CANDIDATES);
        CatalogSearch { asked: query.candidates.clone(), retrieval: self.retriever.retrieve(query, deadline) }
    }
}

pin_project! {
    /// Resolves to the tools that were found. A retriever that fails finds none, and a tool that it was not asked about is none.
    ///
    /// # Cancel safety
    ///
    /// A drop drops the retrieval.
    pub struct CatalogSearch<F> {
        #[pin]
        retrieval: F,
        asked: Arc<[Candidate]>,
    }
}

impl<F: Future<Output = Result<Found, RetrievalFault>>> Future for CatalogSearch<F> {
    type Output = Vec<Candidate>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Vec<Candidate>> {
        let me = self.project();
        let asked = |candidate: &Candidate| me.asked.iter().any(|one| one.key == candidate.key && one.deferred == candidate.deferred);
        me.retrieval.poll(cx).map(|found| found.map_or_else(|_| Vec::new(), |found| found.candidates.into_iter().filter(asked).collect()))
    }
}

impl<C, P, R> fmt::Debug for CatalogAlternates<C, P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CatalogAlternates").finish_non_exhaustive()
    }
}

impl fmt::Debug for Sought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sought").field("effect", &self.effect).finish_non_exhaustive()
    }
}

impl<F> fmt::Debug for CatalogSearch<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CatalogSearch").field("asked", &self.asked.len()).finish_non_exhaustive()
    }
}
