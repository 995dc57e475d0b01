//! The fused service: all stages around one inner service, in direct dispatch.

use crate::{
    Attempt, ToolRequest,
    admission::{Candidate, Case, Policy, is_withdrawn},
    execute::arm,
    facts::FactExtractor,
    future::RecoveryFuture,
    ledger::{Gate, Ledger},
    macros::stage_service,
    normalize::normal_form,
    proposal::Unchecked,
    stages::Stack,
};
use std::{
    future::Ready,
    task::{Context, Poll},
};
use tower_service::Service;

stage_service! {
    /// A tool-execution service inside the recovery stack.
    ///
    /// Gates are synchronous, and the inner service that was made ready is the one that is called: nothing needs to be `Clone`. A rejected call leaves what the inner service
    /// reserved in `poll_ready` (such as a concurrency permit) with this handle until its next call or its drop.
    ///
    /// # Cancel safety
    ///
    /// Dropping the response future ends the inner call and records one observation: a cancellation when the host's token was cancelled, otherwise a timeout. A write whose answer is
    /// lost this way is held until it is reconciled.
    Recovery
}

impl<S, R, P> Service<R> for Recovery<S, P>
where
    S: Service<R>,
    R: ToolRequest,
    P: Stack,
    P::Policy: Policy,
    P::Proposer: Unchecked,
    P::Facts: FactExtractor<S::Response, S::Error>,
    P::Ledger: Ledger<Gate = Ready<Gate>>,
{
    type Response = Attempt<S::Response, S::Error>;
    type Error = S::Error;
    type Future = RecoveryFuture<S::Future, R::Cancelled, S::Response, S::Error, P>;

    #[inline]
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    #[inline(never)]
    fn call(&mut self, request: R) -> Self::Future {
        let cancelled = request.cancelled();
        let (request, tool, repairs) = match normal_form(&self.stages, request) {
            Ok(found) => found,
            Err(refused) => return RecoveryFuture::refused(refused, cancelled),
        };
        let mut case = Case::open(self.stages.as_ref(), &request, tool, repairs);
        let (passed, terms) = (case.pass(self.stages.as_ref()), case.terms);
        if let Err(stop) = passed {
            return RecoveryFuture::refused(Candidate::keep(request, tool, terms).refuse(&self.stages, stop), cancelled);
        }
        if is_withdrawn(&request) {
            return RecoveryFuture::withdrawn(Candidate::keep(request, tool, terms).ticket(&self.stages), cancelled);
        }
        // Armed before `call`: services such as a buffer begin to work inside it.
        let (request, ticket) = arm(&self.stages, Candidate::keep(request, tool, terms).admit());
        let inner = ticket.within(|| self.inner.call(request));
        RecoveryFuture::running(inner, ticket, cancelled)
    }
}
