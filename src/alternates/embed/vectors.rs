//! Vectors that were checked, and how alike two of them are.

use super::Embedded;
use crate::alternates::RetrievalFault;
use std::sync::Arc;

/// A vector of length one; without components where the embedder makes nothing of the text.
pub(super) type Unit = Arc<[f32]>;

/// The vectors of an answer to `texts` texts: as many, of one dimension, all finite, scaled to length one.
///
/// # Errors
///
/// `Count`, `Dimensions`, `NotFinite`.
pub(super) fn checked(answer: &Embedded, texts: usize) -> Result<Vec<Unit>, RetrievalFault> {
    if answer.vectors.len() != texts {
        return Err(RetrievalFault::Count);
    }
    let dimensions = answer.vectors.first().map_or(0, Vec::len);
    if !(1..=Embedded::MAX_DIMENSIONS).contains(&dimensions) || answer.vectors.iter().any(|vector| vector.len() != dimensions) {
        return Err(RetrievalFault::Dimensions);
    }
    answer.vectors.iter().map(|vector| unit(vector)).collect()
}

#[allow(clippy::cast_possible_truncation, reason = "components of a vector of length one")]
fn unit(vector: &[f32]) -> Result<Unit, RetrievalFault> {
    if !vector.iter().all(|component| component.is_finite()) {
        return Err(RetrievalFault::NotFinite);
    }
    // In 64 bits, where no sum of 32-bit squares overflows.
    let length = vector.iter().map(|component| f64::from(*component).powi(2)).sum::<f64>().sqrt();
    if length == 0.0 {
        return Ok(Unit::default());
    }
    Ok(vector.iter().map(|component| (f64::from(*component) / length) as f32).collect())
}

/// The cosine of the angle between two vectors of length one; `None` where one says nothing, or where their dimensions differ.
pub(super) fn cosine(a: &Unit, b: &Unit) -> Option<f32> {
    if a.is_empty() || a.len() != b.len() {
        return None;
    }
    // Eight sums that do not wait for each other.
    let mut sums = [0.0_f32; 8];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    Some((sums.iter().sum::<f32>() + rest).clamp(-1.0, 1.0))
}

#[cfg(test)]
#[path = "vectors_tests.rs"]
mod tests;
