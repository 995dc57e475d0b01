//! Policies that answer later.

use crate::admission::{Authorization, Policy, PolicyRequest};
use std::future::{Future, Ready, ready};

/// Authorizes calls, possibly by asking somewhere else. Every [`Policy`] is one.
#[diagnostic::on_unimplemented(message = "`{Self}` is neither a `Policy` nor an `AsyncPolicy`")]
pub trait AsyncPolicy {
    /// The answer.
    ///
    /// # Cancel safety
    ///
    /// It is dropped with the call, and when the call is cancelled or its run ends. A drop must end the work for it, and grants nothing.
    type Future: Future<Output = Authorization>;

    /// Begins to authorize a call.
    fn authorize(&self, request: &PolicyRequest<'_>) -> Self::Future;

    /// Asks once more, synchronously and immediately before the call runs: an approval may have been revoked while the call waited. Answers from what is known in this
    /// process; the default knows nothing new. An end of the permission that it names takes the place of the earlier one.
    fn recheck(&self, request: &PolicyRequest<'_>) -> Authorization {
        let _ = request;
        Authorization::ALLOWED
    }
}

impl<P: Policy> AsyncPolicy for P {
    type Future = Ready<Authorization>;

    fn authorize(&self, request: &PolicyRequest<'_>) -> Self::Future {
        ready(Policy::authorize(self, request))
    }

    fn recheck(&self, request: &PolicyRequest<'_>) -> Authorization {
        Policy::authorize(self, request)
    }
}
