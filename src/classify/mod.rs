//! Classification: what kind of obstacle a failure is, where facts do not settle it.

mod class;
mod classifier;
mod input;
#[cfg(feature = "keywords")]
pub mod keywords;
mod lost;
pub(crate) mod text;

pub use class::{Class, Classification, Source, Subkind};
pub use classifier::TextClassifier;
pub use input::{Classify, OfferedTools, TextEvidence};
#[cfg(feature = "keywords")]
pub use keywords::Keywords;
pub(crate) use lost::says_answer_lost;
pub(crate) use text::decisive_line;
