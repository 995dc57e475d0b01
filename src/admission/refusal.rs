//! Which rejection each gate answers with.

use super::{Authorization, ToolCatalog, ToolDescriptor};
use crate::{ArgumentsRef, Rejection, RejectionKind, classify::Class, ledger::Gate};

/// Whether the arguments fit the tool's schema.
#[inline]
pub(crate) fn schema(tool: &ToolDescriptor, arguments: ArgumentsRef<'_>) -> Result<(), Rejection> {
    let _ = (tool, arguments);
    Ok(())
}

pub(crate) fn unknown_tool<C: ToolCatalog>(catalog: &C, name: &str) -> Rejection {
    Rejection::new(RejectionKind::UnknownTool, "No tool of this name is offered.").with_suggestions(catalog.suggest(name))
}

pub(crate) fn authorization(refused: Authorization) -> Rejection {
    let kind = match refused {
        Authorization::Allowed { .. } | Authorization::Denied => RejectionKind::Denied,
        Authorization::ApprovalAbsent => RejectionKind::ApprovalAbsent,
        Authorization::ApprovalPending => RejectionKind::ApprovalPending,
        Authorization::ApprovalDenied => RejectionKind::ApprovalDenied,
        Authorization::ApprovalExpired => RejectionKind::ApprovalExpired,
    };
    Rejection::new(kind, "x")
}

pub(crate) fn halted(class: Class, failures: u32) -> Rejection {
    let _ = (class, failures);
    Rejection::new(RejectionKind::Halted, "x")
}

pub(crate) fn gate(refused: Gate, undeclared: bool) -> Rejection {
    let _ = undeclared;
    match refused {
        Gate::Paced { remaining } => Rejection::new(RejectionKind::Paced, "x").with_retry_after(remaining),
        Gate::Held { .. } => Rejection::new(RejectionKind::Held, "x"),
        Gate::HoldsFull => Rejection::new(RejectionKind::HoldsFull, "x"),
        Gate::Halted { class, failures } => halted(class, failures),
        Gate::Repeat { .. } => Rejection::new(RejectionKind::Repeat, "x"),
        Gate::Denied | Gate::Open => Rejection::new(RejectionKind::ApprovalDenied, "x"),
    }
}

pub(crate) fn deadline() -> Rejection {
    Rejection::new(RejectionKind::Deadline, "x")
}
