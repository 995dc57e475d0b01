//! Classification: what kind of obstacle a failure is, where facts do not settle it.

mod class;
mod input;
#[cfg(feature = "keywords")]
pub mod keywords;
pub(crate) mod text;

pub use class::{Class, Classification, Source, Subkind};
pub use input::TextEvidence;
#[cfg(feature = "keywords")]
pub use keywords::Keywords;
