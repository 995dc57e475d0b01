//! The seam for whoever makes vectors.

use crate::alternates::RetrievalFault;
use std::{fmt, future::Future, sync::Arc};
use tokio::time::Instant;

/// The vectors of some texts, in the order of the texts. `Debug` prints their number.
#[derive(Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Embedded {
    /// What made them, where the embedder says so: vectors of different models are never compared.
    pub model: Option<Box<str>>,
    /// One vector for each text.
    pub vectors: Vec<Vec<f32>>,
}

impl Embedded {
    /// The most components of a vector.
    pub const MAX_DIMENSIONS: usize = 4096;

    /// These vectors, of a model that says nothing of itself.
    #[must_use]
    pub const fn new(vectors: Vec<Vec<f32>>) -> Self {
        Self { model: None, vectors }
    }

    /// Says which model made them.
    #[must_use]
    pub fn by(mut self, model: impl Into<Box<str>>) -> Self {
        self.model = Some(model.into());
        self
    }
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedded").field("model", &self.model).field("vectors", &self.vectors.len()).finish()
    }
}

/// Turns texts into vectors whose directions tell how alike the texts are in meaning.
///
/// Its answers are checked by whoever uses them: the number of vectors, their dimension (at most [`Embedded::MAX_DIMENSIONS`]), and that every component is finite.
#[diagnostic::on_unimplemented(message = "`{Self}` is not an `Embedder`", note = "use `tool_recovery::alternates::embed::HttpEmbedder`")]
pub trait Embedder {
    /// The vectors, or why there are none.
    ///
    /// # Cancel safety
    ///
    /// A drop ends all work for it at once: no task goes on behind it.
    type Embedding: Future<Output = Result<Embedded, RetrievalFault>>;

    /// Begins to embed `texts`, of at most a few KB each. Everything, connecting included, ends by `deadline`.
    fn embed(&self, texts: Vec<Arc<str>>, deadline: Instant) -> Self::Embedding;
}

impl<E: Embedder + ?Sized> Embedder for Arc<E> {
    type Embedding = E::Embedding;

    fn embed(&self, texts: Vec<Arc<str>>, deadline: Instant) -> Self::Embedding {
        (**self).embed(texts, deadline)
    }
}
