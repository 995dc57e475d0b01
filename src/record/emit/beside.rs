//! The records of what is decided beside the stack, after a call has ended.

use super::{Call, call::Named, decision::Weight, options::Shared};
use crate::{
    decide::{Decision, DecisionTrace},
    record::DigestKey,
};
use std::{sync::Arc, time::Duration};

/// What of a call its later records need. The call itself goes on and ends without it.
pub(crate) struct Beside {
    shared: Arc<Shared>,
    /// That of the time of the failure: it is named beside the digests that were made with it.
    key: Arc<DigestKey>,
    named: Named,
}

impl Call {
    /// For a decision that is made beside the stack.
    pub(crate) fn beside(&self) -> Beside {
        Beside { shared: self.shared.clone(), key: self.shared.key(), named: self.named.clone() }
    }
}

impl Beside {
    /// Records what came of asking: in the mode `shadow`, for nothing of it was served.
    pub(crate) fn decided(self, decision: &Decision, latency: Duration) {
        let (_, trace) = DecisionTrace::split(decision.clone(), Some(latency));
        self.named.decisions(&self.shared, &self.key, &trace, Weight::Shadow);
    }
}
