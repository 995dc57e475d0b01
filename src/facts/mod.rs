//! Facts: what the owning adapter establishes about an outcome, before anybody guesses.
//!
//! A [`FactExtractor`] is installed by the host for the adapter it uses. It looks at the outcome by reference and says success, incomplete, or failure with
//! [`Facts`]. Facts outrank every prediction; text stays [`UntrustedText`] whatever it parses as.

mod body;
mod code;
mod effect;
mod extract;
mod failure;
mod layer;
pub mod status;
mod text;

pub use body::{BodyContradiction, BodyRule};
pub use code::Code;
pub use effect::{Effect, EffectDeclaration, Phase, Reach, UndeclaredEffect};
pub use extract::{FactExtractor, Judgement};
pub use failure::{Adapter, Facts, FailureKind, Provenance, Settled, TimeoutOwner};
pub use layer::{ExtractFacts, FactsFuture, FactsLayer};
pub use text::UntrustedText;
