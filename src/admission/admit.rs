//! The gates in their order, over one call.

use super::{Authorization, Policy, PolicyRequest, ToolCatalog, ToolDescriptor, effective_timeout, messages};
use crate::{
    ArgumentsRef, Rejection, ToolRequest,
    advice::refused,
    clock,
    execute::{Subject, Ticket},
    ledger::{Gate, GateQuery, Ledger},
    stages::Stack,
    typestate::{Admitted, Grant, Normalized, Resolved},
};
use serde_json::Value;
use std::{future::Ready, sync::Arc, time::Duration};

/// A call that was refused, with the ticket of its observation.
pub(crate) struct Refused<P: Stack> {
    pub(crate) rejection: Rejection,
    pub(crate) ticket: Ticket<P>,
}

/// A call on its way through the gates.
pub(crate) struct Candidate<R> {
    request: R,
    grant: Grant,
}

impl<R: ToolRequest> Candidate<R> {
    /// Opens the case: works out the keys and looks whether anything is open for the run.
    #[inline(always)]
    pub(crate) fn new<P: Stack>(stages: &Arc<P>, call: Normalized<R>) -> Self {
        let Normalized { request, tool, repairs } = call;
        let ledger = &stages.parts().ledger;
        let run = ledger.run_key(request.run());
        let scope = ledger.scope_key(request.scope());
        let grant = Grant { tool, repairs, run, scope, probe: ledger.probe(run), valid_until: None, timeout: None };
        Self { request, grant }
    }

    /// Refuses the call.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse<P: Stack>(self, stages: &Arc<P>, rejection: Rejection) -> Box<Refused<P>> {
        refused(rejection, self.ticket(stages))
    }

    /// A ticket for a call that has not been dispatched.
    #[cold]
    pub(crate) fn ticket<P: Stack>(&self, stages: &Arc<P>) -> Ticket<P> {
        let parts = stages.parts();
        let Grant { tool, repairs, run, scope, probe, .. } = &self.grant;
        let subject = Subject::eager(&self.request, tool, *scope, &parts.ledger, parts.settings.undeclared);
        let mut ticket = Ticket::new(stages.clone(), subject, *run, *scope, *probe, *repairs);
        let (deadline, cancel) = (self.request.deadline(), self.request.cancel_handle());
        if deadline.is_some() || cancel.is_some() {
            let extras = ticket.extras_mut();
            (extras.deadline, extras.cancel) = (deadline, cancel);
        }
        if parts.records.is_on() {
            ticket.watch(&self.request, None);
        }
        ticket
    }

    /// Gates that look at the call alone: is the tool known, do the arguments fit?
    #[inline]
    pub(crate) fn screen<P: Stack>(&self, stages: &P) -> Result<(), Rejection> {
        match &self.grant.tool {
            Resolved::Missing => Err(self.missing(stages)),
            // A request of the host's own may give back other arguments than it was handed. What was not normalized is not run.
            _ if matches!(self.request.arguments(), ArgumentsRef::Absent | ArgumentsRef::Text(_)) => Err(messages::unreadable(self.request.tool())),
            Resolved::Known(tool) => tool.check(self.arguments()).map_err(|faults| messages::schema(&tool.name, &faults)),
            Resolved::Undeclared => Ok(()),
        }
    }

    #[cold]
    fn missing<P: Stack>(&self, stages: &P) -> Rejection {
        let parts = stages.parts();
        match self.query(stages).map(|query| parts.ledger.recheck(&query)) {
            Some(halted @ Gate::Halted { .. }) => self.closed(halted),
            _ => messages::unknown_tool(self.request.tool(), parts.catalog.suggest(self.request.tool())),
        }
    }

    /// The arguments in normal form; `null` where the request does not hold them, which [`screen`](Self::screen) refuses.
    fn arguments(&self) -> &Value {
        match self.request.arguments() {
            ArgumentsRef::Shared(value) => value,
            ArgumentsRef::Owned(value) => value,
            ArgumentsRef::Absent | ArgumentsRef::Text(_) => &Value::Null,
        }
    }

    fn tool(&self) -> Option<&ToolDescriptor> {
        match &self.grant.tool {
            Resolved::Known(tool) => Some(tool),
            Resolved::Undeclared | Resolved::Missing => None,
        }
    }

    /// What policy is asked.
    #[inline]
    pub(crate) fn policy_request(&self) -> PolicyRequest<'_> {
        let (request, tool) = (&self.request, self.tool());
        let name = tool.map_or(request.tool(), |tool| &tool.name);
        PolicyRequest::of(name, tool, self.arguments(), request.run(), request.scope(), request.call_id())
    }

    /// Takes what policy said.
    #[inline]
    pub(crate) fn authorized(&mut self, authorization: Authorization) -> Result<(), Rejection> {
        if let Authorization::Allowed { valid_until } = authorization {
            self.grant.valid_until = valid_until;
            return self.permitted();
        }
        Err(messages::authorization(self.request.tool(), authorization).unwrap_or_else(|| messages::denied(self.request.tool())))
    }

    /// Whether the permission has not ended.
    #[inline]
    fn permitted(&self) -> Result<(), Rejection> {
        if self.grant.valid_until.is_some_and(|end| end <= clock::now()) {
            return Err(messages::approval_expired(self.request.tool()));
        }
        Ok(())
    }

    /// What the ledger is asked; `None` while nothing is open.
    #[inline]
    pub(crate) fn query<P: Stack>(&self, stages: &P) -> Option<GateQuery> {
        self.grant.probe.open.then(|| self.build_query(stages))
    }

    #[inline(never)]
    fn build_query<P: Stack>(&self, stages: &P) -> GateQuery {
        let parts = stages.parts();
        let subject = Subject::keep(&self.request, &self.grant.tool, self.grant.scope, &parts.ledger, parts.settings.undeclared);
        let (hold, idempotency) = subject.hold(&parts.ledger, parts.settings.undeclared);
        GateQuery {
            call: subject.call_key(self.grant.run, self.grant.scope, &parts.ledger),
            hold,
            idempotency,
            pollable: subject.tool().is_some_and(|tool| tool.pollable),
        }
    }

    /// Takes what the ledger said. `max_wait` is how long the caller would wait for a pause to end.
    pub(crate) fn gated(&self, gate: Gate, max_wait: Duration) -> Result<Option<Duration>, Rejection> {
        match gate {
            Gate::Open => Ok(None),
            Gate::Paced { remaining } if remaining <= max_wait && self.fits(remaining) => Ok(Some(remaining)),
            closed => Err(self.closed(closed)),
        }
    }

    #[cold]
    fn closed(&self, gate: Gate) -> Rejection {
        let undeclared;
        let tool = match self.tool() {
            Some(tool) => tool,
            None => {
                undeclared = ToolDescriptor::new(self.request.tool());
                &undeclared
            }
        };
        messages::gate(tool, &gate).unwrap_or_else(|| messages::denied(&tool.name))
    }

    fn fits(&self, wait: Duration) -> bool {
        self.request.deadline().is_none_or(|deadline| clock::now() + wait < deadline)
    }

    /// The last gate: the effective timeout is the smaller of the tool's and what is left of the run.
    #[inline]
    pub(crate) fn bounded(&mut self) -> Result<(), Rejection> {
        let own = self.tool().and_then(|tool| tool.timeout);
        let deadline = self.request.deadline();
        self.grant.timeout = if deadline.is_none() { own } else { effective_timeout(own, deadline, clock::now())? };
        Ok(())
    }

    /// The one place where an [`Admitted`] is made.
    #[inline]
    pub(crate) fn admit(self) -> Admitted<R> {
        Admitted { request: self.request, grant: self.grant }
    }
}

#[inline]
fn is_cancelled<R: ToolRequest>(request: &R) -> bool {
    request.cancel_handle().is_some_and(|token| token.is_cancelled())
}

/// All gates at once, for a policy and a ledger that answer at once.
#[inline]
pub(crate) fn admit_now<P, R>(stages: &Arc<P>, call: Normalized<R>) -> Result<Admitted<R>, Box<Refused<P>>>
where
    P: Stack,
    P::Policy: Policy,
    P::Ledger: Ledger<Gate = Ready<Gate>>,
    R: ToolRequest,
{
    let mut candidate = Candidate::new(stages, call);
    match candidate.pass(stages) {
        Ok(()) => Ok(candidate.admit()),
        Err(rejection) => Err(candidate.refuse(stages, rejection)),
    }
}

impl<R: ToolRequest> Candidate<R> {
    #[inline]
    fn pass<P>(&mut self, stages: &Arc<P>) -> Result<(), Rejection>
    where
        P: Stack,
        P::Policy: Policy,
        P::Ledger: Ledger<Gate = Ready<Gate>>,
    {
        let parts = stages.parts();
        self.screen(stages.as_ref())?;
        let authorization = parts.policy.authorize(&self.policy_request());
        self.authorized(authorization)?;
        if let Some(query) = self.query(stages.as_ref()) {
            self.gated(parts.ledger.gate(&query).into_inner(), Duration::ZERO)?;
        }
        self.bounded()
    }
}

impl<R: ToolRequest> Admitted<R> {
    /// Whether the host cancelled the call already: whoever has asked to stop does not expect it to begin.
    #[inline]
    pub(crate) fn is_withdrawn(&self) -> bool {
        is_cancelled(&self.request)
    }

    /// The ticket of a call that is not begun after all.
    #[cold]
    pub(crate) fn into_ticket<P: Stack>(self, stages: &Arc<P>) -> Ticket<P> {
        Candidate { request: self.request, grant: self.grant }.ticket(stages)
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
        let mut candidate = Candidate { request: self.request, grant: self.grant };
        let authorization = stages.parts().policy.authorize(&candidate.policy_request());
        match candidate.authorized(authorization) {
            Ok(()) => Ok(candidate.admit()),
            Err(rejection) => Err(candidate.refuse(stages, rejection)),
        }
    }

    /// The last look, synchronous and immediately before the call runs: permissions end, and other calls of the run may have closed the operation meanwhile.
    ///
    /// # Errors
    ///
    /// Gives back the refused call when it may no longer run.
    pub(crate) fn recheck<P: Stack>(self, stages: &Arc<P>) -> Result<Self, Box<Refused<P>>> {
        let mut candidate = Candidate { request: self.request, grant: self.grant };
        // The whole of it: a failure remembers the world at its dispatch, and the call may have waited since it was proposed.
        candidate.grant.probe = stages.parts().ledger.probe(candidate.grant.run);
        match candidate.still_open(stages.as_ref()) {
            Ok(()) => Ok(candidate.admit()),
            Err(rejection) => Err(candidate.refuse(stages, rejection)),
        }
    }
}

impl<R: ToolRequest> Candidate<R> {
    fn still_open<P: Stack>(&mut self, stages: &P) -> Result<(), Rejection> {
        self.permitted()?;
        if let Some(query) = self.query(stages) {
            self.gated(stages.parts().ledger.recheck(&query), Duration::ZERO)?;
        }
        self.bounded()
    }
}
