//! OpenAI's form of a request for embeddings and of its answer.

use super::super::Embedded;
use crate::alternates::RetrievalFault;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The longest name of a model that is kept, in bytes.
const MAX_MODEL: usize = 256;

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

pub(super) fn request(model: &str, texts: &[Arc<str>], dimensions: Option<usize>) -> serde_json::Result<Vec<u8>> {
    let input = texts.iter().map(|text| &**text).collect();
    serde_json::to_vec(&Request { model, input, dimensions })
}

/// What is read of an answer; other fields are passed over.
#[derive(Deserialize)]
struct Answer {
    data: Vec<Entry>,
    #[serde(default)]
    model: Option<Box<str>>,
}

#[derive(Deserialize)]
struct Entry {
    index: usize,
    embedding: Vec<f32>,
}

/// The vectors of `texts` texts in the order of the texts, whatever the order in the answer.
///
/// # Errors
///
/// `Malformed` where it is not JSON of this form, `Count` where an index is missing, repeated or too large.
pub(super) fn answer(body: &[u8], texts: usize) -> Result<Embedded, RetrievalFault> {
    let answer: Answer = serde_json::from_slice(body).map_err(|_| RetrievalFault::Malformed)?;
    let mut places: Vec<Option<Vec<f32>>> = vec![None; texts];
    for entry in answer.data {
        match places.get_mut(entry.index) {
            Some(place @ None) => *place = Some(entry.embedding),
            Some(Some(_)) | None => return Err(RetrievalFault::Count),
        }
    }
    let vectors: Option<Vec<Vec<f32>>> = places.into_iter().collect();
    let mut embedded = Embedded::new(vectors.ok_or(RetrievalFault::Count)?);
    embedded.model = answer.model.filter(|model| model.len() <= MAX_MODEL);
    Ok(embedded)
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
