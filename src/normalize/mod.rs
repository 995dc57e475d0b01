//! Normalize: bounded repair of a call's representation, never of its meaning.

mod layer;
mod normalizer;
mod repairs;
mod stage;

pub use layer::{Normalize, NormalizeLayer};
pub use normalizer::{Normalization, NormalizeFault, Normalizer};
pub use repairs::{Repair, Repairs};
pub(crate) use stage::normalize;
