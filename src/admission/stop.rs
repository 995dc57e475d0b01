//! What a gate finds against a call.

use super::{Authorization, SchemaFault};
use crate::{Rejection, ledger::Gate, proposal::Withheld};

/// Why a call may not run. The words for it are found where the call is refused, so that a call which runs carries nothing for them.
pub(crate) enum Stop {
    /// Nobody offers the tool.
    Missing,
    /// The arguments are not in normal form. A request of the host's own may give back others than it was handed.
    Unreadable,
    /// The arguments do not fit the tool's schema.
    Schema(Box<[SchemaFault]>),
    /// Policy does not allow it.
    Policy(Authorization),
    /// The permission has ended.
    Expired,
    /// Something is open against it in the ledger.
    Gate(Gate),
    /// The proposal check holds it back.
    Withheld(Withheld),
    /// Another reason, in its words.
    Said(Rejection),
}

impl From<Rejection> for Stop {
    fn from(rejection: Rejection) -> Self {
        Self::Said(rejection)
    }
}
