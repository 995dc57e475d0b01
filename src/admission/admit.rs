//! From a normalized call to an admitted or a refused one.

use super::{Authorization, Case, Policy, Stop, ToolCatalog, ToolDescriptor, messages};
use crate::{
    Rejection, ToolRequest,
    advice::refused,
    execute::{Extras, Subject, Ticket},
    ledger::{Gate, Ledger},
    proposal::{ProposalCase, Withheld},
    stages::Stack,
    typestate::{Admitted, Found, Normalized, Resolved, Terms},
};
use std::{future::Ready, sync::Arc};

/// A call that was refused, with the ticket of its observation.
pub(crate) struct Refused<P: Stack> {
    pub(crate) rejection: Rejection,
    pub(crate) ticket: Ticket<P>,
}

/// A call on its way through the gates, which may wait between them.
pub(crate) struct Candidate<R> {
    request: R,
    tool: Resolved,
    pub(crate) terms: Terms,
}

impl<R: ToolRequest> Candidate<R> {
    /// Opens the case of a call.
    #[inline]
    pub(crate) fn new<P: Stack>(stages: &Arc<P>, call: Normalized<R>) -> Self {
        let Normalized { request, tool, repairs } = call;
        let terms = Case::open(stages.as_ref(), &request, tool.found(), repairs).terms;
        Self { request, tool, terms }
    }

    /// Keeps a case.
    #[inline]
    pub(crate) fn keep(request: R, tool: Found<'_>, terms: Terms) -> Self {
        Self { request, tool: tool.kept(), terms }
    }

    /// The call before its gates.
    #[inline]
    pub(crate) fn case(&self) -> Case<'_, R> {
        Case::reopen(&self.request, self.tool.found(), self.terms)
    }

    /// Refuses the call.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse<P: Stack>(self, stages: &Arc<P>, stop: Stop) -> Box<Refused<P>> {
        let rejection = self.rejection(stages.as_ref(), stop);
        refused(rejection, self.ticket(stages))
    }

    /// A ticket for a call that has not been dispatched.
    #[cold]
    pub(crate) fn ticket<P: Stack>(&self, stages: &Arc<P>) -> Ticket<P> {
        let parts = stages.parts();
        let subject = Subject::eager(&self.request, self.tool.found(), self.terms.scope, &parts.ledger, parts.settings.undeclared);
        let (deadline, cancel) = (self.request.deadline(), self.request.cancel_handle());
        let extras = (deadline.is_some() || cancel.is_some()).then(|| Box::new(Extras { deadline, cancel, ..Extras::default() }));
        let mut ticket = Ticket::new(stages.clone(), subject, extras, &self.terms);
        if parts.records.is_on() {
            ticket.watch(&self.request, None);
        }
        ticket
    }

    /// The words for what stopped the call.
    fn rejection<P: Stack>(&self, stages: &P, stop: Stop) -> Rejection {
        let name = self.request.tool();
        match stop {
            Stop::Missing => self.missing(stages),
            Stop::Unreadable => messages::unreadable(name),
            Stop::Schema(faults) => messages::schema(self.tool.found().tool().map_or(name, |tool| &tool.name), &faults),
            Stop::Policy(authorization) => messages::authorization(name, authorization).unwrap_or_else(|| messages::denied(name)),
            Stop::Expired => messages::approval_expired(name),
            Stop::Gate(gate) => self.closed(gate),
            Stop::Withheld(withheld) => messages::withheld(self.tool.found().tool().map_or(name, |tool| &tool.name), &withheld),
            Stop::Said(rejection) => rejection,
        }
    }

    fn missing<P: Stack>(&self, stages: &P) -> Rejection {
        let parts = stages.parts();
        match self.case().query(stages).map(|query| parts.ledger.recheck(&query)) {
            Some(halted @ Gate::Halted { .. }) => self.closed(halted),
            _ => messages::unknown_tool(self.request.tool(), parts.catalog.suggest(self.request.tool())),
        }
    }

    fn closed(&self, gate: Gate) -> Rejection {
        let undeclared;
        let tool = match self.tool.found().tool() {
            Some(tool) => tool,
            None => {
                undeclared = ToolDescriptor::new(self.request.tool());
                &undeclared
            }
        };
        messages::gate(tool, &gate).unwrap_or_else(|| messages::denied(&tool.name))
    }

    /// The one place where an [`Admitted`] is made.
    #[inline]
    pub(crate) fn admit(self) -> Admitted<R> {
        Admitted { request: self.request, tool: self.tool, terms: self.terms }
    }
}

/// All gates at once, for a policy and a ledger that answer at once.
pub(crate) fn admit_now<P, R>(stages: &Arc<P>, call: Normalized<R>) -> Result<Admitted<R>, Box<Refused<P>>>
where
    P: Stack,
    P::Policy: Policy,
    P::Ledger: Ledger<Gate = Ready<Gate>>,
    R: ToolRequest,
{
    let mut candidate = Candidate::new(stages, call);
    let mut case = candidate.case();
    let passed = case.pass(stages.as_ref());
    candidate.terms = case.terms;
    match passed {
        Ok(()) => Ok(candidate.admit()),
        Err(stop) => Err(candidate.refuse(stages, stop)),
    }
}

/// Whether the host cancelled the call already: whoever has asked to stop does not expect it to begin.
#[inline]
pub(crate) fn is_withdrawn<R: ToolRequest>(request: &R) -> bool {
    request.cancel_handle().is_some_and(|token| token.is_cancelled())
}

impl<R: ToolRequest> Admitted<R> {
    fn candidate(self) -> Candidate<R> {
        Candidate { request: self.request, tool: self.tool, terms: self.terms }
    }

    /// What whoever looks at proposals sees of this one.
    pub(crate) fn proposal<P: Stack>(&self, stages: &P) -> ProposalCase<'_> {
        Case::reopen(&self.request, self.tool.found(), self.terms).proposal(stages)
    }

    /// Gives up a call that was withheld.
    #[cold]
    pub(crate) fn withhold<P: Stack>(self, stages: &Arc<P>, withheld: Withheld) -> Box<Refused<P>> {
        self.candidate().refuse(stages, Stop::Withheld(withheld))
    }

    /// The ticket of a call that is not begun after all.
    #[cold]
    pub(crate) fn into_ticket<P: Stack>(self, stages: &Arc<P>) -> Ticket<P> {
        self.candidate().ticket(stages)
    }

    /// Asks policy once more, where the call may have waited since it was admitted: an approval can have been revoked or denied meanwhile.
    ///
    /// # Errors
    ///
    /// Gives back the refused call when it may no longer run.
    pub(crate) fn reauthorize<P: Stack>(self, stages: &Arc<P>) -> Result<Self, Box<Refused<P>>>
    where
        P::Policy: Policy,
    {
        let mut candidate = self.candidate();
        let authorization: Authorization = stages.parts().policy.authorize(&candidate.case().policy_request());
        match candidate.terms.authorized(authorization) {
            Ok(()) => Ok(candidate.admit()),
            Err(stop) => Err(candidate.refuse(stages, stop)),
        }
    }

    /// The last look, synchronous and immediately before the call runs: permissions end, and other calls of the run may have closed the operation meanwhile.
    ///
    /// # Errors
    ///
    /// Gives back the refused call when it may no longer run.
    pub(crate) fn recheck<P: Stack>(self, stages: &Arc<P>) -> Result<Self, Box<Refused<P>>> {
        let mut candidate = self.candidate();
        // The whole of it: a failure remembers the world at its dispatch, and the call may have waited since it was proposed.
        candidate.terms.probe = stages.parts().ledger.probe(candidate.terms.run);
        let mut case = candidate.case();
        let open = case.still_open(stages.as_ref());
        candidate.terms = case.terms;
        match open {
            Ok(()) => Ok(candidate.admit()),
            Err(stop) => Err(candidate.refuse(stages, stop)),
        }
    }
}
