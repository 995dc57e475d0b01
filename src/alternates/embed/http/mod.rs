//! Vectors from a server that speaks OpenAI's form.

mod builder;
mod wire;

pub use builder::HttpEmbedderBuilder;

use super::{Embedded, Embedder, EmbeddingOptions};
use crate::{
    alternates::RetrievalFault,
    config::BaseUrl,
    net::{BodyFault, CredentialSource, Endpoint, read_body},
};
use reqwest::{
    RequestBuilder, StatusCode,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue},
};
use std::{fmt, future::Future, pin::Pin, sync::Arc};
use tokio::time::{Instant, timeout_at};

/// Asks `POST {base}/v1/embeddings`: Ollama, vLLM, Text Embeddings Inference, llama.cpp and hosted services answer it.
///
/// One origin, which is `https` or a literal loopback address; no redirects, no proxy of the environment, no compressed answers; at most the bytes that the asked-for vectors can
/// have. Nothing is retried: words answer at once instead. No text of an error is read. Clones share the connection.
///
/// What is sent are capability texts and [`Intent`](crate::alternates::Intent)s; a host that runs no server of its own decides by its choice of the base URL who reads them.
#[derive(Clone)]
pub struct HttpEmbedder {
    client: reqwest::Client,
    endpoint: Arc<Endpoint>,
    model: Arc<str>,
    dimensions: Option<usize>,
    credential: Option<Arc<dyn CredentialSource>>,
    header: HeaderName,
}

/// The longest text that is sent, in bytes.
const MAX_TEXT: usize = 4096;
/// The longest answer, whatever was asked for.
const MAX_BODY: usize = 32 * 1024 * 1024;
/// What an answer may have beside the vectors, and each vector beside its components.
const AROUND: usize = 4096;
/// The longest component as JSON writes it, with its comma.
const COMPONENT: usize = 26;

impl HttpEmbedder {
    /// Begins an embedder that asks the server at `base` for vectors of `model`. A base that ends in `/v1` is taken as it is.
    pub fn builder(base: BaseUrl, model: impl Into<Arc<str>>) -> HttpEmbedderBuilder {
        HttpEmbedderBuilder::new(base, model.into())
    }

    /// The longest answer for so many texts.
    fn limit(&self, texts: usize) -> usize {
        let components = self.dimensions.unwrap_or(Embedded::MAX_DIMENSIONS);
        texts.saturating_mul(components * COMPONENT + AROUND).saturating_add(AROUND).min(MAX_BODY)
    }

    fn request(&self, texts: &[Arc<str>]) -> Result<RequestBuilder, RetrievalFault> {
        if texts.is_empty() || texts.len() > EmbeddingOptions::MAX_BATCH || texts.iter().any(|text| text.len() > MAX_TEXT) {
            return Err(RetrievalFault::Count);
        }
        let body = wire::request(&self.model, texts, self.dimensions).map_err(|_| RetrievalFault::Malformed)?;
        let request = self.client.post(self.endpoint.url().clone()).header(CONTENT_TYPE, HeaderValue::from_static("application/json")).body(body);
        match &self.credential {
            None => Ok(request),
            Some(source) => Ok(request.header(self.header.clone(), self.header_value(&**source).ok_or(RetrievalFault::Credential)?)),
        }
    }

    fn header_value(&self, source: &dyn CredentialSource) -> Option<HeaderValue> {
        let credential = source.credential()?;
        let secret = credential.expose();
        let value = if self.header == AUTHORIZATION { HeaderValue::try_from(format!("Bearer {secret}")) } else { HeaderValue::try_from(secret) };
        let mut value = value.ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

impl Embedder for HttpEmbedder {
    /// Boxed: a request is a network away, so that the box does not count.
    type Embedding = Pin<Box<dyn Future<Output = Result<Embedded, RetrievalFault>> + Send>>;

    fn embed(&self, texts: Vec<Arc<str>>, deadline: Instant) -> Self::Embedding {
        let request = self.request(&texts);
        let limit = self.limit(texts.len());
        Box::pin(async move { timeout_at(deadline, ask(request?, texts.len(), limit)).await.unwrap_or(Err(RetrievalFault::Deadline)) })
    }
}

async fn ask(request: RequestBuilder, texts: usize, limit: usize) -> Result<Embedded, RetrievalFault> {
    let response = request.send().await.map_err(|_| RetrievalFault::Unreachable)?;
    let status = response.status();
    if status != StatusCode::OK {
        return Err(RetrievalFault::Status(status.as_u16()));
    }
    let body = read_body(response, limit).await.map_err(|fault| match fault {
        BodyFault::TooLarge => RetrievalFault::TooLong,
        BodyFault::Encoded => RetrievalFault::Malformed,
        BodyFault::Transport(_) => RetrievalFault::Unreachable,
    })?;
    wire::answer(&body, texts)
}

impl fmt::Debug for HttpEmbedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpEmbedder").field("endpoint", &self.endpoint).field("model", &self.model).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
