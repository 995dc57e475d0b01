//! The states a call moves through by value. Only the stage in charge can make the next one.

use crate::{
    admission::{Tool, ToolDescriptor},
    ledger::{Probe, RunKey, ScopeKey},
    normalize::Repairs,
};
use std::{fmt, sync::Arc, time::Duration};
use tokio::time::Instant;

/// A call as the model proposed it.
#[must_use]
pub struct Proposed<R>(pub(crate) R);

impl<R> Proposed<R> {
    /// Takes a request into the stack.
    pub const fn new(request: R) -> Self {
        Self(request)
    }

    /// The request.
    pub const fn request(&self) -> &R {
        &self.0
    }
}

/// What the catalog said of the name.
#[derive(Clone, Debug)]
pub(crate) enum Resolved {
    Known(Arc<Tool>),
    Undeclared,
    Missing,
}

/// The same, where the catalog is at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found<'a> {
    Known(&'a Arc<Tool>),
    Undeclared,
    Missing,
}

impl Resolved {
    #[inline]
    pub(crate) const fn found(&self) -> Found<'_> {
        match self {
            Self::Known(tool) => Found::Known(tool),
            Self::Undeclared => Found::Undeclared,
            Self::Missing => Found::Missing,
        }
    }
}

impl<'a> Found<'a> {
    #[inline]
    pub(crate) fn kept(self) -> Resolved {
        match self {
            Self::Known(tool) => Resolved::Known(tool.clone()),
            Self::Undeclared => Resolved::Undeclared,
            Self::Missing => Resolved::Missing,
        }
    }

    #[inline]
    pub(crate) fn tool(self) -> Option<&'a ToolDescriptor> {
        match self {
            Self::Known(tool) => Some(tool),
            Self::Undeclared | Self::Missing => None,
        }
    }
}

/// A call whose arguments are an object, with its tool looked up.
#[must_use]
pub struct Normalized<R> {
    pub(crate) request: R,
    pub(crate) tool: Resolved,
    pub(crate) repairs: Repairs,
}

impl<R> Normalized<R> {
    /// The request, in normal form.
    pub const fn request(&self) -> &R {
        &self.request
    }

    /// Which repairs it needed.
    pub const fn repairs(&self) -> Repairs {
        self.repairs
    }
}

/// A call that may run once, now.
///
/// Only the admission stage makes one; it is neither `Clone` nor constructible elsewhere, and execution consumes it. So no stage can execute twice, skip admission, or revive
/// a rejected call.
///
/// ```compile_fail,E0277
/// # use tool_recovery::{Admitted, ToolCall};
/// fn twice<T: Clone>() {}
/// twice::<Admitted<ToolCall>>();
/// ```
#[must_use]
pub struct Admitted<R> {
    pub(crate) request: R,
    pub(crate) tool: Resolved,
    pub(crate) terms: Terms,
}

/// What admission found out, kept until the call runs.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) repairs: Repairs,
    pub(crate) run: RunKey,
    pub(crate) scope: ScopeKey,
    pub(crate) probe: Probe,
    /// When the permission ends.
    pub(crate) valid_until: Option<Instant>,
    /// The smaller of the tool's timeout and what is left of the run.
    pub(crate) timeout: Option<Duration>,
}

impl<R> Admitted<R> {
    /// The request that was admitted.
    pub const fn request(&self) -> &R {
        &self.request
    }

    /// When the permission ends; it is read again immediately before the call runs.
    pub const fn valid_until(&self) -> Option<Instant> {
        self.terms.valid_until
    }
}

macro_rules! opaque_debug {
    ($($name:ident),+) => {$(
        /// Prints the state alone: a request may carry secrets.
        impl<R> fmt::Debug for $name<R> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )+};
}
opaque_debug!(Proposed, Normalized, Admitted);
