//! Classification: what kind of obstacle a failure is, where facts do not settle it.

mod class;
mod input;

pub use class::{Class, Classification, Source, Subkind};
pub use input::{Classify, TextEvidence};
