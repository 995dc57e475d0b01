//! Advice: one action, its owner, and a bounded nudge for the model's next request.

mod action;
mod action_for;
mod layer;
mod own_facts;
mod printable;
mod settle;
mod template;
mod times;

pub use action::{Action, Owner};
pub(crate) use action_for::Basis;
#[cfg(feature = "eval")]
pub(crate) use action_for::first_action;
pub use layer::{Advise, AdviseFuture, AdviseLayer};
pub(crate) use own_facts::{interrupted, interrupted_before};
pub(crate) use printable::{is_hidden, printable};
pub(crate) use settle::{Boxed, refuse, refused, settle};
pub(crate) use template::{advise, closing};
pub(crate) use times::times;

/// What to do after a failed call. Plain data: no call, no service handle, no credential, no approval.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// The one action.
    pub action: Action,
    /// Who owns the remedy.
    pub owner: Owner,
    /// A nudge for the model's next request only; empty when there is nothing to say.
    pub for_model: Box<str>,
    /// What to tell the user, when the operation is closed.
    pub for_user: Option<Box<str>>,
    /// The version of the templates that the texts come from.
    pub template: &'static str,
}
