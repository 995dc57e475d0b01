//! Classification: what kind of obstacle a failure is, where facts do not settle it.

mod class;
mod input;
#[cfg(feature = "keywords")]
pub mod keywords;
mod line;
mod text;

pub use class::{Class, Classification, Source, Subkind};
pub use input::{Classify, TextEvidence};
#[cfg(feature = "keywords")]
pub use keywords::Keywords;
pub(crate) use line::decisive_line;
pub use text::TextClassifier;
