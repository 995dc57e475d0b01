//! What can be chosen of ranking by embeddings.

use crate::config::{ConfigError, ConfigErrorKind};
use std::time::Duration;

/// Bounds and prefixes of ranking by embeddings.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EmbeddingOptions {
    /// The least likeness, as the cosine of the angle between two vectors, that makes a candidate: -1 to 1. Models differ: look at what yours gives to pairs that you know.
    pub floor: f32,
    /// How many texts one request has: 1 to 256. Servers have bounds of their own; that of TEI is 32 by default.
    pub batch: usize,
    /// The longest time of one retrieval, inside the caller's deadline: 10 ms to 60 s.
    pub time: Duration,
    /// How long an embedder that failed is left alone: up to 1 h.
    pub pause: Duration,
    /// What stands before the text of an intent, where the model was trained so: `query: ` for E5, `search_query: ` for nomic.
    pub query_prefix: Box<str>,
    /// What stands before a capability text: `passage: ` for E5, `search_document: ` for nomic.
    pub document_prefix: Box<str>,
}

impl Default for EmbeddingOptions {
    fn default() -> Self {
        Self {
            floor: 0.25,
            batch: 32,
            time: Duration::from_millis(500),
            pause: Duration::from_secs(30),
            query_prefix: Box::default(),
            document_prefix: Box::default(),
        }
    }
}

impl EmbeddingOptions {
    /// The most texts of one request.
    pub const MAX_BATCH: usize = 256;
    /// The longest prefix in bytes.
    pub const MAX_PREFIX: usize = 256;

    /// Checks every range.
    ///
    /// # Errors
    ///
    /// The first field that is out of its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        within("floor", &self.floor, (-1.0..=1.0).contains(&self.floor), "-1 to 1")?;
        within("batch", &self.batch, (1..=Self::MAX_BATCH).contains(&self.batch), "1 to 256")?;
        let time = (Duration::from_millis(10)..=Duration::from_secs(60)).contains(&self.time);
        within("time", &self.time.as_millis(), time, "10 to 60000 ms")?;
        within("pause", &self.pause.as_millis(), self.pause <= Duration::from_secs(3600), "0 to 3600000 ms")?;
        within("query_prefix", &self.query_prefix.len(), self.query_prefix.len() <= Self::MAX_PREFIX, "at most 256 bytes")?;
        within("document_prefix", &self.document_prefix.len(), self.document_prefix.len() <= Self::MAX_PREFIX, "at most 256 bytes")
    }
}

fn within(key: &str, given: &impl ToString, holds: bool, range: &str) -> Result<(), ConfigError> {
    if holds {
        return Ok(());
    }
    Err(ConfigError::new(format!("embeddings.{key}"), ConfigErrorKind::OutOfRange { given: given.to_string().into(), range: range.into() }))
}
