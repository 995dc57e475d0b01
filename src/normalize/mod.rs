//! Normalize: bounded repair of a call's representation, never of its meaning.

mod repairs;

pub use repairs::{Repair, Repairs};
