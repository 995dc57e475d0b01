//! Facts: what the owning adapter establishes about an outcome, before anybody guesses.
//!
//! A [`FactExtractor`] is installed by the host for the adapter it uses. It looks at the outcome by reference and says success, incomplete, or failure with
//! [`Facts`]. Facts outrank every prediction; text stays [`UntrustedText`] whatever it parses as.

mod body;
mod code;
mod combine;
mod effect;
pub mod exception;
mod extract;
mod failure;
pub mod grpc;
#[cfg(feature = "http")]
pub mod http;
pub mod io;
pub mod jsonrpc;
mod layer;
#[cfg(feature = "process")]
pub mod process;
mod quote;
mod result;
pub mod status;
mod text;
#[cfg(feature = "tower")]
pub mod tower;

#[cfg(feature = "http")]
pub use self::http::HttpFacts;
#[cfg(feature = "tower")]
pub use self::tower::TowerFacts;
pub use body::{BodyContradiction, BodyRule, MAX_PARSED_BODY, judge_body, judge_json};
pub use code::Code;
pub use combine::{FactsFn, TerminalFacts, WithBody, facts_fn};
pub use effect::{Effect, EffectDeclaration, Phase, Reach, UndeclaredEffect};
pub use exception::ExceptionFacts;
pub use extract::{FactExtractor, Judgement};
pub use failure::{Adapter, Fact, Facts, FailureKind, Provenance, Settled, TimeoutOwner};
pub use grpc::GrpcFacts;
pub use io::IoFacts;
pub use jsonrpc::JsonRpcFacts;
pub use layer::{ExtractFacts, FactsFuture, FactsLayer};
#[cfg(feature = "process")]
pub use process::ProcessFacts;
#[cfg(feature = "mcp")]
pub(crate) use quote::{bounded_text, display_text};
pub use result::ResultFacts;
pub use text::UntrustedText;
