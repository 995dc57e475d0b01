//! The proposal check: a semantic look at an admitted call, beside authorization and before execution.
//!
//! Authorization says whether a call may run. This check asks whether it is the right one: the right tool, arguments that somebody gave, the thing that was meant, nothing that a page or a result
//! talked the model into. It sees what was known before the call and nothing else, and it can only hold a call back: it never permits one, and neither side erases what the other said.
//!
//! It costs a question to a decision model for each call it looks at, and needs deferred dispatch. A host whose rules can be written as code should write them as a
//! [`Policy`](crate::admission::Policy) instead.

mod after;
mod breaker;
mod check;
mod context;
pub mod criteria;
mod decision;
mod evaluate;
mod layer;
mod load;
mod policy;
mod projection;
mod propose;
mod queue;
mod reading;
mod role;
mod rules;
mod shadow;
mod status;
mod text;
mod view;

pub use after::AfterCall;
pub use check::{ProposalCheck, ProposalCheckBuilder};
pub use context::{ContextSource, Evidence, EvidenceKind, FutureEvidence, ProposalContext};
pub use criteria::{Criterion, CriterionAction, CriterionForm};
pub use decision::{DecisionObserver, ProjectionSummary, ProposalDecision};
pub use evaluate::Checking;
pub use layer::{ProposeFuture, ProposeLayer, ProposeStage};
pub use policy::{Band, ByConsequence, OutagePolicy, ProposalMode, ProposalPolicy};
pub use projection::{ArgumentShapes, ExposedFields, MAX_TRUSTED, Projected, Projection, ProjectionFault, project};
pub use propose::{ProposalCase, Propose, Ruling, Unchecked, Withheld};
pub use queue::{MemoryReviewQueue, ReviewItem, ReviewPlace, ReviewQueue, ReviewQueueFull};
pub use reading::{EffectiveAction, Finding, ProposalVerdict, Reading, combine, read, resolve};
pub use role::{Role, Trust};
pub use rules::ProposalRules;
pub use shadow::ShadowWorker;
pub use status::EvaluationStatus;
pub use view::ProposalView;
