//! From an admitted call to a running one.

use super::{Extras, Subject, Ticket, subject};
use crate::{
    ArgumentsRef, ToolRequest,
    decide::Decide,
    stages::Stack,
    typestate::{Admitted, Resolved},
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

/// Consumes the admission: gives the request to hand to the inner service, and the armed ticket of its one observation.
#[inline]
pub(crate) fn arm<P: Stack, R: ToolRequest>(stages: &Arc<P>, admitted: Admitted<R>) -> (R, Ticket<P>) {
    let Admitted { request, tool, terms } = admitted;
    let settings = &stages.parts().settings;
    let (cancel, deadline) = (request.cancel_handle(), request.deadline());
    let plain = terms.timeout.is_none() && cancel.is_none() && deadline.is_none();
    let extras = if plain { None } else { Some(extras(terms.timeout, deadline, cancel)) };
    let retained = if stages.parts().decider.seeks_alternates() { request.retained().filter(|call| subject::agrees(call.as_ref(), &request)) } else { None };
    let mut ticket = match (tool, request.arguments(), retained) {
        // The common case takes the tool itself, which is a handle less, and is written once.
        (Resolved::Known(tool), ArgumentsRef::Shared(arguments), None) => {
            Ticket::new(stages.clone(), Subject::Shared { tool, arguments: arguments.clone() }, extras, &terms)
        }
        (tool, ArgumentsRef::Shared(_), Some(call)) => Ticket::new(stages.clone(), Subject::retained(tool, call), extras, &terms),
        (tool, ..) => {
            let subject = Subject::keep(&request, tool.found(), terms.scope, &stages.parts().ledger, settings.undeclared);
            Ticket::new(stages.clone(), subject, extras, &terms)
        }
    };
    ticket.dispatched();
    if settings.watched {
        ticket.watch(&request, Some(terms.valid_until.is_some()));
    }
    (request, ticket)
}

/// What only some calls need: an end, and a way to stop.
#[inline(never)]
fn extras(timeout: Option<Duration>, deadline: Option<Instant>, cancel: Option<CancellationToken>) -> Box<Extras> {
    Box::new(Extras { deadline, cancel, timer: timeout.map(|timeout| Box::pin(sleep(timeout))), ..Extras::default() })
}
