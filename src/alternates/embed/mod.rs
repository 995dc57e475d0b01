//! Ranking by meaning: texts become vectors, and the candidates whose vectors point the intent's way come first.
//!
//! An [`Embedder`] makes the vectors: [`HttpEmbedder`] asks any server that speaks OpenAI's form (Ollama, vLLM, TEI, llama.cpp, hosted ones), and with the feature
//! `embeddings-local` the `LocalEmbedder` computes them in this process. The vectors of the catalog's texts are kept, so that a failure costs one text. Whatever an embedder answers
//! is checked; whatever fails leaves the ranking to the words, see [`Fallback`](super::Fallback).

mod cache;
mod embedder;
mod http;
#[cfg(feature = "embeddings-local")]
mod local;
mod options;
mod retrieval;
mod retriever;
mod vectors;

pub use embedder::{Embedded, Embedder};
pub use http::{HttpEmbedder, HttpEmbedderBuilder};
#[cfg(feature = "embeddings-local")]
pub use local::{LoadFault, LocalEmbedder, LocalEmbedding};
pub use options::EmbeddingOptions;
pub use retrieval::{EmbeddingRetrieval, Warming};
pub use retriever::EmbeddingRetriever;
