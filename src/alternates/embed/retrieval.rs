//! One retrieval on its way: request after request, until every text has its vector.

use super::{
    Embedded, Embedder,
    cache::Space,
    retriever::Shared,
    vectors::{Unit, checked, cosine},
};
use crate::{
    alternates::{Candidate, Found, Query, RetrievalFault, RetrievedBy},
    clock,
};
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tokio::time::{Instant, Sleep, sleep_until};

/// Which part of its time an embedder needs to have had before its lateness counts against it.
const PATIENCE: u32 = 5;

/// The texts that need a vector, and the vectors so far.
struct Work<E: Embedder> {
    shared: Arc<Shared<E>>,
    /// The texts as they are sent, and their vectors. The first one is the intent, if one is looked for.
    texts: Vec<(Arc<str>, Option<Unit>)>,
    /// Whether the first text is an intent, whose vector is not kept.
    intent: bool,
    /// The space of the vectors so far.
    space: Option<Space>,
    request: Option<Request<E::Embedding>>,
    /// Whether any request has been answered.
    progress: bool,
    /// Whether there is time enough to blame the embedder for what is late.
    patient: bool,
    deadline: Instant,
    end: Pin<Box<Sleep>>,
}

/// A request in flight, and the places of its texts.
struct Request<F> {
    places: Vec<usize>,
    embedding: Pin<Box<F>>,
}

impl<E: Embedder> Work<E> {
    fn new(shared: Arc<Shared<E>>, intent: Option<String>, documents: Vec<Arc<str>>, deadline: Instant) -> Self {
        let looked_for = intent.is_some();
        let patient = deadline.saturating_duration_since(clock::now()) >= shared.options.time / PATIENCE;
        let (texts, space) = shared.with(|state| {
            let known = documents.into_iter().map(|text| {
                let vector = state.cache.get(&text);
                (text, vector)
            });
            let texts: Vec<(Arc<str>, Option<Unit>)> = intent.map(|text| (Arc::from(text), None)).into_iter().chain(known).collect();
            let space = texts.iter().any(|(_, vector)| vector.is_some()).then(|| state.cache.space().cloned()).flatten();
            (texts, space)
        });
        Self { shared, texts, intent: looked_for, space, request: None, progress: false, patient, deadline, end: Box::pin(sleep_until(deadline)) }
    }

    /// Done when every text has its vector.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), RetrievalFault>> {
        // The answer in hand counts before the clock.
        let fault = match self.poll_request(cx) {
            Poll::Ready(Ok(())) => return Poll::Ready(Ok(())),
            Poll::Ready(Err(fault)) => fault,
            Poll::Pending => {
                ready!(self.end.as_mut().poll(cx));
                RetrievalFault::Deadline
            }
        };
        self.request = None;
        // One that answers, only not in time for a whole catalog, goes on with the next failure; and one that had no time is not to blame.
        if fault != RetrievalFault::Deadline || (self.patient && !self.progress) {
            self.shared.pause();
        }
        Poll::Ready(Err(fault))
    }

    fn poll_request(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), RetrievalFault>> {
        if self.request.is_none() {
            let missing = self.texts.iter().enumerate().filter(|(_, (_, vector))| vector.is_none());
            let places: Vec<usize> = missing.map(|(at, _)| at).take(self.shared.options.batch).collect();
            if places.is_empty() {
                return Poll::Ready(Ok(()));
            }
            let texts = places.iter().filter_map(|at| self.texts.get(*at)).map(|(text, _)| text.clone()).collect();
            let embedding = Box::pin(self.shared.embedder.embed(texts, self.deadline));
            self.request = Some(Request { places, embedding });
        }
        let Some(request) = &mut self.request else { return Poll::Ready(Ok(())) };
        let answer = ready!(request.embedding.as_mut().poll(cx));
        let places = std::mem::take(&mut request.places);
        self.request = None;
        self.take(&places, &answer?)?;
        self.progress = true;
        if self.texts.iter().all(|(_, vector)| vector.is_some()) {
            return Poll::Ready(Ok(()));
        }
        // Between two requests others may run, and the clock is looked at: an embedder that is always ready does not hold the thread.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    fn take(&mut self, places: &[usize], answer: &Embedded) -> Result<(), RetrievalFault> {
        let vectors = checked(answer, places.len())?;
        let dimensions = answer.vectors.first().map_or(0, Vec::len);
        let space = Space { model: answer.model.clone(), dimensions };
        let changed = self.space.replace(space.clone()).is_some_and(|before| before != space);
        self.shared.with(|state| {
            state.cache.enter(&space);
            for (at, vector) in places.iter().zip(vectors) {
                let Some((text, place)) = self.texts.get_mut(*at) else { continue };
                if *at > 0 || !self.intent {
                    state.cache.keep(text.clone(), vector.clone());
                }
                *place = Some(vector);
            }
        });
        if changed { Err(RetrievalFault::ModelChanged) } else { Ok(()) }
    }
}

fn documents<E: Embedder>(shared: &Shared<E>, candidates: &[Candidate]) -> Vec<Arc<str>> {
    let prefix = &*shared.options.document_prefix;
    let text = |candidate: &Candidate| if prefix.is_empty() { candidate.capability.clone() } else { format!("{prefix}{}", candidate.capability).into() };
    candidates.iter().take(Candidate::MAX).map(text).collect()
}

/// The retrieval of an [`EmbeddingRetriever`](super::EmbeddingRetriever).
///
/// # Cancel safety
///
/// A drop ends the request in flight. The vectors of the requests before it are kept.
pub struct EmbeddingRetrieval<E: Embedder>(Way<E>);

enum Way<E: Embedder> {
    Working(Box<Work<E>>, Query),
    Failed(RetrievalFault),
    Nothing,
}

impl<E: Embedder> EmbeddingRetrieval<E> {
    pub(super) fn new(shared: Arc<Shared<E>>, query: Query, deadline: Instant) -> Self {
        let intent = format!("{}{}", shared.options.query_prefix, query.intent.text());
        let documents = documents(&shared, &query.candidates);
        Self(Way::Working(Box::new(Work::new(shared, Some(intent), documents, deadline)), query))
    }

    pub(super) const fn failed(fault: RetrievalFault) -> Self {
        Self(Way::Failed(fault))
    }

    pub(super) const fn nothing() -> Self {
        Self(Way::Nothing)
    }
}

impl<E: Embedder> Unpin for EmbeddingRetrieval<E> {}

impl<E: Embedder> Future for EmbeddingRetrieval<E> {
    type Output = Result<Found, RetrievalFault>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let found = match &mut self.0 {
            Way::Failed(fault) => return Poll::Ready(Err(*fault)),
            Way::Nothing => Vec::new(),
            Way::Working(work, query) => {
                ready!(work.poll(cx))?;
                rank(work, query)?
            }
        };
        Poll::Ready(Ok(Found::new(found, RetrievedBy::Embeddings)))
    }
}

/// The candidates above the floor, the likest first; among equals those of the catalog's order.
fn rank<E: Embedder>(work: &Work<E>, query: &Query) -> Result<Vec<Candidate>, RetrievalFault> {
    let mut vectors = work.texts.iter().filter_map(|(_, vector)| vector.as_ref());
    let intent = vectors.next().filter(|vector| !vector.is_empty()).ok_or(RetrievalFault::NoInformation)?;
    let likeness = |vector: &Unit| cosine(intent, vector).filter(|likeness| *likeness >= work.shared.options.floor);
    let mut scored: Vec<(f32, &Candidate)> = vectors.zip(query.read()).filter_map(|(vector, candidate)| Some((likeness(vector)?, candidate))).collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    Ok(scored.into_iter().take(query.limit).map(|(_, candidate)| candidate.clone()).collect())
}

impl<E: Embedder> fmt::Debug for EmbeddingRetrieval<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddingRetrieval").finish_non_exhaustive()
    }
}

/// The work of [`EmbeddingRetriever::warm`](super::EmbeddingRetriever::warm).
///
/// # Cancel safety
///
/// As [`EmbeddingRetrieval`].
pub struct Warming<E: Embedder>(Work<E>);

impl<E: Embedder> Warming<E> {
    pub(super) fn new(shared: Arc<Shared<E>>, candidates: &[Candidate], deadline: Instant) -> Self {
        let documents = documents(&shared, candidates);
        Self(Work::new(shared, None, documents, deadline))
    }
}

impl<E: Embedder> Unpin for Warming<E> {}

impl<E: Embedder> Future for Warming<E> {
    type Output = Result<(), RetrievalFault>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.poll(cx)
    }
}

impl<E: Embedder> fmt::Debug for Warming<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Warming").finish_non_exhaustive()
    }
}
