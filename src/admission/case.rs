//! The gates in their order, over one call.

use super::{Authorization, Policy, PolicyRequest, Stop, effective_timeout};
use crate::{
    ArgumentsRef, ToolRequest, clock,
    execute::Subject,
    ledger::{Gate, GateQuery, Ledger},
    normalize::Repairs,
    proposal::ProposalCase,
    stages::Stack,
    typestate::{Found, Terms},
};
use serde_json::Value;
use std::{future::Ready, time::Duration};

/// A call before its gates. It owns nothing, so that a call which passes them all is not moved for it.
pub(crate) struct Case<'a, R> {
    request: &'a R,
    tool: Found<'a>,
    pub(crate) terms: Terms,
}

impl<'a, R: ToolRequest> Case<'a, R> {
    /// Opens the case: works out the keys and looks whether anything is open for the run.
    #[inline(always)]
    pub(crate) fn open<P: Stack>(stages: &P, request: &'a R, tool: Found<'a>, repairs: Repairs) -> Self {
        let ledger = &stages.parts().ledger;
        let run = ledger.run_key(request.run());
        let scope = ledger.scope_key(request.scope());
        let terms = Terms { repairs, run, scope, probe: ledger.probe(run), valid_until: None, timeout: None };
        Self { request, tool, terms }
    }

    /// A case that was opened before.
    #[inline]
    pub(crate) const fn reopen(request: &'a R, tool: Found<'a>, terms: Terms) -> Self {
        Self { request, tool, terms }
    }

    /// All gates at once, for a policy and a ledger that answer at once.
    #[inline]
    pub(crate) fn pass<P>(&mut self, stages: &P) -> Result<(), Stop>
    where
        P: Stack,
        P::Policy: Policy,
        P::Ledger: Ledger<Gate = Ready<Gate>>,
    {
        self.screen()?;
        self.terms.authorized(stages.parts().policy.authorize(&self.policy_request()))?;
        if self.terms.probe.open {
            past_ledger(stages, self.request, self.tool, self.terms)?;
        }
        self.bounded()
    }

    /// The gates that may have closed since they were passed.
    pub(crate) fn still_open<P: Stack>(&mut self, stages: &P) -> Result<(), Stop> {
        self.terms.permitted()?;
        if let Some(query) = self.query(stages) {
            self.gated(stages.parts().ledger.recheck(&query), Duration::ZERO)?;
        }
        self.bounded()
    }

    /// Gates that look at the call alone: is the tool known, do the arguments fit?
    #[inline]
    pub(crate) fn screen(&self) -> Result<(), Stop> {
        match self.tool {
            Found::Missing => Err(Stop::Missing),
            _ if matches!(self.request.arguments(), ArgumentsRef::Absent | ArgumentsRef::Text(_)) => Err(Stop::Unreadable),
            Found::Known(tool) => tool.check(self.arguments()).map_err(Stop::Schema),
            Found::Undeclared => Ok(()),
        }
    }

    /// The arguments in normal form; `null` where the request does not hold them, which [`screen`](Self::screen) refuses.
    #[inline]
    fn arguments(&self) -> &'a Value {
        match self.request.arguments() {
            ArgumentsRef::Shared(value) => value,
            ArgumentsRef::Owned(value) => value,
            ArgumentsRef::Absent | ArgumentsRef::Text(_) => &Value::Null,
        }
    }

    /// What policy is asked.
    #[inline]
    pub(crate) fn policy_request(&self) -> PolicyRequest<'a> {
        let (request, tool) = (self.request, self.tool.tool());
        let name = tool.map_or(request.tool(), |tool| &tool.name);
        PolicyRequest::of(name, tool, self.arguments(), request.run(), request.scope(), request.call_id())
    }

    /// What whoever looks at proposals sees of this one.
    pub(crate) fn proposal<P: Stack>(&self, stages: &P) -> ProposalCase<'a> {
        let (request, tool) = (self.request, self.tool.tool());
        ProposalCase {
            name: tool.map_or(request.tool(), |tool| &tool.name),
            tool,
            arguments: self.arguments(),
            run: request.run(),
            scope: request.scope(),
            call_id: request.call_id(),
            unchanged_failures: self.query(stages).map_or(0, |query| stages.parts().ledger.unchanged_failures(&query)),
        }
    }

    /// What the ledger is asked; `None` while nothing is open.
    #[inline]
    pub(crate) fn query<P: Stack>(&self, stages: &P) -> Option<GateQuery> {
        self.terms.probe.open.then(|| build_query(stages, self.request, self.tool, self.terms))
    }

    /// Takes what the ledger said. `max_wait` is how long the caller would wait for a pause to end.
    pub(crate) fn gated(&self, gate: Gate, max_wait: Duration) -> Result<Option<Duration>, Stop> {
        let fits = |wait| self.request.deadline().is_none_or(|deadline| clock::now() + wait < deadline);
        match gate {
            Gate::Open => Ok(None),
            Gate::Paced { remaining } if remaining <= max_wait && fits(remaining) => Ok(Some(remaining)),
            closed => Err(Stop::Gate(closed)),
        }
    }

    /// The last gate: the effective timeout is the smaller of the tool's and what is left of the run.
    #[inline]
    pub(crate) fn bounded(&mut self) -> Result<(), Stop> {
        let own = self.tool.tool().and_then(|tool| tool.timeout);
        let deadline = self.request.deadline();
        self.terms.timeout = if deadline.is_none() { own } else { effective_timeout(own, deadline, clock::now())? };
        Ok(())
    }
}

impl Terms {
    /// Takes what policy said.
    #[inline]
    pub(crate) fn authorized(&mut self, authorization: Authorization) -> Result<(), Stop> {
        match authorization {
            Authorization::Allowed { valid_until } => {
                self.valid_until = valid_until;
                self.permitted()
            }
            withheld => Err(Stop::Policy(withheld)),
        }
    }

    /// Whether the permission has not ended.
    #[inline]
    pub(crate) fn permitted(&self) -> Result<(), Stop> {
        match self.valid_until {
            Some(end) if end <= clock::now() => Err(Stop::Expired),
            _ => Ok(()),
        }
    }
}

/// Asks the gates of the ledger. Takes the parts of a case by value: while nothing is open, they never leave the registers.
#[inline(never)]
fn past_ledger<P, R>(stages: &P, request: &R, tool: Found<'_>, terms: Terms) -> Result<(), Stop>
where
    P: Stack,
    P::Ledger: Ledger<Gate = Ready<Gate>>,
    R: ToolRequest,
{
    let gate = stages.parts().ledger.gate(&build_query(stages, request, tool, terms)).into_inner();
    Case::reopen(request, tool, terms).gated(gate, Duration::ZERO).map(drop)
}

#[inline(never)]
fn build_query<P: Stack, R: ToolRequest>(stages: &P, request: &R, tool: Found<'_>, terms: Terms) -> GateQuery {
    let parts = stages.parts();
    let subject = Subject::keep(request, tool, terms.scope, &parts.ledger, parts.settings.undeclared);
    let (hold, idempotency) = subject.hold(&parts.ledger, parts.settings.undeclared);
    GateQuery { call: subject.call_key(terms.run, terms.scope, &parts.ledger), hold, idempotency, pollable: subject.tool().is_some_and(|tool| tool.pollable) }
}
