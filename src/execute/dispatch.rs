//! From an admitted call to a running one.

use super::{Extras, Subject, Ticket};
use crate::{ToolRequest, decide::Decide, stages::Stack, telemetry, typestate::Admitted};
use std::sync::Arc;
use tokio::time::sleep;

/// Consumes the admission: gives the request to hand to the inner service, and the armed ticket of its one observation.
#[inline]
pub(crate) fn arm<P: Stack, R: ToolRequest>(stages: &Arc<P>, admitted: Admitted<R>) -> (R, Ticket<P>) {
    let Admitted { request, grant } = admitted;
    let parts = stages.parts();
    let subject = Subject::take(&request, grant.tool, grant.scope, &parts.ledger, parts.settings.undeclared);
    let mut ticket = Ticket::new(stages.clone(), subject, grant.run, grant.scope, grant.probe, grant.repairs);
    ticket.dispatched();
    let cancel = request.cancel_handle();
    let deadline = request.deadline();
    if grant.timeout.is_some() || cancel.is_some() || deadline.is_some() {
        ticket.extras = Some(Box::new(Extras { deadline, cancel, timer: grant.timeout.map(|timeout| Box::pin(sleep(timeout))), ..Extras::default() }));
    }
    if parts.decider.seeks_alternates() {
        ticket.extras_mut().place = Some((request.run().into(), request.scope().into()));
    }
    if parts.settings.spans {
        let span = telemetry::execution(ticket.tool().map(|tool| &*tool.name));
        ticket.extras_mut().span = Some(span);
    }
    (request, ticket)
}
