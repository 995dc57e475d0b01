//! Vectors computed in this process, from files of the host.

use super::{Embedded, Embedder};
use crate::{alternates::RetrievalFault, clock};
use model2vec_rs::model::StaticModel;
use std::{
    fmt,
    fs::File,
    future::Future,
    io::Read,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tokio::time::Instant;

/// A static embedding model (Model2Vec): one vector for each token, and their mean for a text. Microseconds a text, no network and no download; less exact than a transformer.
///
/// Clones share the model.
#[derive(Clone)]
pub struct LocalEmbedder {
    model: Arc<StaticModel>,
    name: Box<str>,
}

/// Why a model was not loaded. It holds no path and no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadFault {
    /// A file is not there or cannot be read.
    Unreadable(&'static str),
    /// A file is longer than a model of this kind is.
    TooLong(&'static str),
    /// The files are not those of a model of this kind.
    Malformed,
    /// The vectors have no dimension or more than [`Embedded::MAX_DIMENSIONS`].
    Dimensions,
}

impl fmt::Display for LoadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(file) => write!(f, "{file} cannot be read"),
            Self::TooLong(file) => write!(f, "{file} is too long"),
            Self::Malformed => f.write_str("the files are not those of a static embedding model"),
            Self::Dimensions => f.write_str("the vectors of the model have no dimension or too many"),
        }
    }
}

impl std::error::Error for LoadFault {}

const MIB: u64 = 1024 * 1024;
/// The files of a model, and how long each may be.
const TOKENIZER: (&str, u64) = ("tokenizer.json", 64 * MIB);
const MODEL: (&str, u64) = ("model.safetensors", 1024 * MIB);
const CONFIG: (&str, u64) = ("config.json", MIB);
/// How many texts are done before others may run: some tenths of a millisecond.
const AT_ONCE: usize = 16;

impl LocalEmbedder {
    /// Reads `tokenizer.json`, `model.safetensors` and `config.json` in `folder`. It takes up to seconds and blocks: do it when the program starts, outside of asynchronous code.
    ///
    /// # Errors
    ///
    /// [`LoadFault`].
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, LoadFault> {
        let folder = folder.as_ref();
        let (tokenizer, model, config) = (read(folder, TOKENIZER)?, read(folder, MODEL)?, read(folder, CONFIG)?);
        // Whoever made the files may have made them wrong: the library panics on some of them.
        let loaded = catch_unwind(|| StaticModel::from_bytes(tokenizer, model, config, Some(true)));
        let model = loaded.map_err(|_| LoadFault::Malformed)?.map_err(|_| LoadFault::Malformed)?;
        if !(1..=Embedded::MAX_DIMENSIONS).contains(&model.dim()) {
            return Err(LoadFault::Dimensions);
        }
        let name = format!("local-{}", model.dim());
        Ok(Self { model: Arc::new(model), name: name.into() })
    }

    /// How many components a vector has.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.model.dim()
    }
}

fn read(folder: &Path, (name, most): (&'static str, u64)) -> Result<Vec<u8>, LoadFault> {
    let file = File::open(folder.join(name)).map_err(|_| LoadFault::Unreadable(name))?;
    let mut bytes = Vec::new();
    // One byte more tells a file that is too long from one that just fits.
    file.take(most + 1).read_to_end(&mut bytes).map_err(|_| LoadFault::Unreadable(name))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= most) { Ok(bytes) } else { Err(LoadFault::TooLong(name)) }
}

impl Embedder for LocalEmbedder {
    type Embedding = LocalEmbedding;

    fn embed(&self, texts: Vec<Arc<str>>, deadline: Instant) -> Self::Embedding {
        LocalEmbedding { model: self.clone(), vectors: Vec::with_capacity(texts.len()), texts, deadline }
    }
}

/// The work of a [`LocalEmbedder`]: some texts each time it is polled, so that it holds no thread for long.
///
/// # Cancel safety
///
/// A drop ends it; nothing runs between polls.
pub struct LocalEmbedding {
    model: LocalEmbedder,
    texts: Vec<Arc<str>>,
    vectors: Vec<Vec<f32>>,
    deadline: Instant,
}

impl Future for LocalEmbedding {
    type Output = Result<Embedded, RetrievalFault>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if clock::now() >= self.deadline {
            return Poll::Ready(Err(RetrievalFault::Deadline));
        }
        let next: Vec<Arc<str>> = self.texts.iter().skip(self.vectors.len()).take(AT_ONCE).cloned().collect();
        let model = self.model.model.clone();
        let Ok(vectors) = catch_unwind(AssertUnwindSafe(|| next.iter().map(|text| model.encode_single(text)).collect::<Vec<_>>())) else {
            return Poll::Ready(Err(RetrievalFault::Malformed));
        };
        self.vectors.extend(vectors);
        if self.vectors.len() < self.texts.len() {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(Ok(Embedded::new(std::mem::take(&mut self.vectors)).by(self.model.name.clone())))
    }
}

impl fmt::Debug for LocalEmbedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalEmbedder").field("dimensions", &self.dimensions()).finish_non_exhaustive()
    }
}

impl fmt::Debug for LocalEmbedding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalEmbedding").field("texts", &self.texts.len()).finish_non_exhaustive()
    }
}
