//! Alternates: which other tool could serve the purpose of a call that failed.
//!
//! Three steps, each bounded. [`candidates`] keeps the tools that may be advised at all: authorized, visible in this session, executable, not what failed. A [`Retriever`] ranks
//! the few whose capability answers the [`Intent`] of the failed call, by words ([`LexicalRetriever`]) or, with the feature `embeddings`, by meaning. Whoever decides chooses one
//! of them or none. Advice names a tool and never declares one: the catalog stays as it is, and the model's next call passes the same gates.
//!
//! Similar names are not enough: a tool that says nothing of what it can do is no candidate.

mod candidate;
mod catalog;
#[cfg(feature = "embeddings")]
pub mod embed;
mod failed;
mod fallback;
mod intent;
mod lexical;
mod retriever;
mod said;
mod words;

pub use candidate::{Candidate, candidates};
pub use catalog::{CatalogAlternates, CatalogSearch, Sought};
pub use failed::FailedCall;
pub use fallback::{Fallback, FallbackRetrieval};
pub use intent::Intent;
pub use lexical::LexicalRetriever;
pub use retriever::{Found, Query, RetrievalFault, RetrievedBy, Retriever};
