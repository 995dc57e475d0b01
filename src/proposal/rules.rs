//! The host's own rules, for when nobody can be asked.

use super::{ProposalVerdict, ProposalView};
use std::sync::Arc;

/// Judges a proposal by code.
pub trait ProposalRules {
    /// The verdict; `None` where the rules do not say, which sends the call to a person.
    fn judge(&self, view: &ProposalView<'_>) -> Option<ProposalVerdict>;
}

/// Says nothing.
impl ProposalRules for () {
    fn judge(&self, _: &ProposalView<'_>) -> Option<ProposalVerdict> {
        None
    }
}

impl<R: ProposalRules + ?Sized> ProposalRules for Arc<R> {
    fn judge(&self, view: &ProposalView<'_>) -> Option<ProposalVerdict> {
        (**self).judge(view)
    }
}
