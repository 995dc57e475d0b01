//! The seam for whoever ranks candidates.

use super::{Candidate, Intent};
use std::{
    collections::HashSet,
    fmt,
    future::{Future, Ready, ready},
    sync::Arc,
};
use tokio::time::Instant;

/// What is looked for, and among what. Cloning copies handles and the intent's short texts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Query {
    /// The purpose of the failed call.
    pub intent: Intent,
    /// The tools that may be advised.
    pub candidates: Arc<[Candidate]>,
    /// How many are wanted.
    pub limit: usize,
}

impl Query {
    /// The most candidates that a retriever gives back.
    pub const MAX_LIMIT: usize = 16;

    /// Looks for at most `limit` of `candidates`, of which the first [`Candidate::MAX`] are read.
    pub fn new(intent: Intent, candidates: impl Into<Arc<[Candidate]>>, limit: usize) -> Self {
        Self { intent, candidates: candidates.into(), limit: limit.min(Self::MAX_LIMIT) }
    }

    /// The candidates that are read.
    pub(super) fn read(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().take(Candidate::MAX)
    }

    /// Keeps of what was found only what was asked about: each candidate as it was handed over, once, and no more than wanted.
    pub(super) fn hold(&self, found: &mut Found) {
        let mut named = HashSet::new();
        found.candidates.retain(|one| self.read().any(|candidate| candidate == one) && named.insert(one.key.clone()));
        found.candidates.truncate(self.limit);
    }

    /// Whether there is nothing to look for or nothing to find.
    pub(super) fn is_empty(&self) -> bool {
        self.limit == 0 || self.candidates.is_empty() || self.intent.is_blank()
    }
}

/// How candidates were ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetrievedBy {
    /// By the words of the capability texts.
    Words,
    /// By embeddings.
    Embeddings,
    /// By something of the host's own.
    Host,
}

impl RetrievedBy {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Embeddings => "embeddings",
            Self::Host => "host",
        }
    }
}

/// Why a retriever gave no answer. It holds no text of anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetrievalFault {
    /// The time was over.
    Deadline,
    /// The embedder failed a short while ago and is left alone.
    Paused,
    /// There is no credential, or none that can be sent.
    Credential,
    /// The embedder could not be reached, or the connection broke.
    Unreachable,
    /// The embedder answered with this status.
    Status(u16),
    /// The answer is longer than what was asked for can be.
    TooLong,
    /// The answer is not of the agreed form.
    Malformed,
    /// There are more texts than fit one request, or another number of vectors than of texts.
    Count,
    /// The vectors have no dimension, too many, or not all the same.
    Dimensions,
    /// A component is not a finite number.
    NotFinite,
    /// The embedder makes nothing of the intent.
    NoInformation,
    /// The embedder's model changed while it was asked.
    ModelChanged,
    /// The retriever panicked.
    Panicked,
    /// The host's own part failed.
    Host,
}

impl RetrievalFault {
    /// The name used in records and telemetry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deadline => "deadline",
            Self::Paused => "paused",
            Self::Credential => "credential",
            Self::Unreachable => "unreachable",
            Self::Status(_) => "status",
            Self::TooLong => "too_long",
            Self::Malformed => "malformed",
            Self::Count => "count",
            Self::Dimensions => "dimensions",
            Self::NotFinite => "not_finite",
            Self::NoInformation => "no_information",
            Self::ModelChanged => "model_changed",
            Self::Panicked => "panicked",
            Self::Host => "host",
        }
    }
}

impl fmt::Display for RetrievalFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "the embedder answered with status {status}"),
            other => write!(f, "no candidates were retrieved: {}", other.as_str()),
        }
    }
}

impl std::error::Error for RetrievalFault {}

/// What was found. None at all is an answer, too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// How they were ranked.
    pub by: RetrievedBy,
    /// Why not by the retriever that was asked first, where that failed.
    pub fault: Option<RetrievalFault>,
}

impl Found {
    /// These candidates, the best first.
    #[must_use]
    pub const fn new(candidates: Vec<Candidate>, by: RetrievedBy) -> Self {
        Self { candidates, by, fault: None }
    }

    /// The names of the tools, the best first.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.candidates.iter().map(|candidate| &*candidate.key)
    }
}

/// Ranks the candidates whose capability answers an intent.
///
/// It gives back some of the candidates it was handed and makes none: [`Fallback`](super::Fallback) drops every other. Classification never waits for it and never depends on it.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a `Retriever`", note = "use `tool_recovery::alternates::LexicalRetriever`, or `()` to find nothing")]
pub trait Retriever {
    /// The ranked candidates, or why there are none.
    ///
    /// # Cancel safety
    ///
    /// A drop ends all work for it at once.
    type Retrieval: Future<Output = Result<Found, RetrievalFault>>;

    /// Begins to look. Everything ends by `deadline`.
    fn retrieve(&self, query: Query, deadline: Instant) -> Self::Retrieval;
}

/// Finds nothing.
impl Retriever for () {
    type Retrieval = Ready<Result<Found, RetrievalFault>>;

    fn retrieve(&self, _: Query, _: Instant) -> Self::Retrieval {
        ready(Ok(Found::new(Vec::new(), RetrievedBy::Host)))
    }
}

impl<R: Retriever + ?Sized> Retriever for Arc<R> {
    type Retrieval = R::Retrieval;

    fn retrieve(&self, query: Query, deadline: Instant) -> Self::Retrieval {
        (**self).retrieve(query, deadline)
    }
}
