//! Normalize: bounded repair of a call's representation, never of its meaning.
//!
//! A [`Normalizer`] turns whatever a model's client handed over into one JSON object, or says why it cannot. Every rule is a [`Repair`] with a stable id and
//! a counter. An ambiguous or cut-off call is refused with a [`NormalizeFault`]; it is never completed, and no field is dropped, coerced or guessed.
//! Arguments that are a parsed object already pass unread.

mod counters;
mod digits;
mod fault;
mod fence;
mod layer;
mod limits;
mod normalizer;
mod object;
mod repairs;
mod stage;
mod strict;
mod text;
mod wrapper;

pub use counters::NormalizeCounters;
pub use fault::{NormalizeFault, Position};
pub use layer::{Normalize, NormalizeLayer};
pub use limits::NormalizeLimits;
pub use normalizer::{Normalization, Normalizer};
pub use object::{parse_object, parse_object_to_compare};
pub use repairs::{Repair, Repairs};
pub(crate) use stage::{normal_form, normalize};
