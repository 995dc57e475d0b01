//! Whether a known call may run: the host's word, asked before every call.

use super::ToolDescriptor;
use serde_json::Value;
use std::fmt;
use tokio::time::Instant;

/// The call that is to be authorized. `Debug` does not print the arguments.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct PolicyRequest<'a> {
    /// The name of the tool.
    pub name: &'a str,
    /// The tool, where it is declared.
    pub tool: Option<&'a ToolDescriptor>,
    /// Its arguments.
    pub arguments: &'a Value,
    /// The scope.
    pub scope: &'a str,
    /// The run.
    pub run: &'a str,
    /// The id of the call.
    pub call_id: Option<&'a str>,
}

impl<'a> PolicyRequest<'a> {
    /// A request to authorize the declared `tool` with `arguments` in `scope`.
    #[must_use]
    pub fn new(tool: &'a ToolDescriptor, arguments: &'a Value, run: &'a str, scope: &'a str, call_id: Option<&'a str>) -> Self {
        Self::of(&tool.name, Some(tool), arguments, run, scope, call_id)
    }

    pub(crate) const fn of(
        name: &'a str,
        tool: Option<&'a ToolDescriptor>,
        arguments: &'a Value,
        run: &'a str,
        scope: &'a str,
        call_id: Option<&'a str>,
    ) -> Self {
        Self { name, tool, arguments, scope, run, call_id }
    }
}

impl fmt::Debug for PolicyRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PolicyRequest").field("tool", &self.tool).finish_non_exhaustive()
    }
}

/// What policy says of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Authorization {
    /// The call may run, until the given instant where there is one.
    Allowed {
        /// When the permission or approval ends.
        valid_until: Option<Instant>,
    },
    /// The scope or a rule refuses it.
    Denied,
    /// It needs an approval that nobody gave.
    ApprovalAbsent,
    /// The approval is still awaited.
    ApprovalPending,
    /// The approval was denied.
    ApprovalDenied,
    /// The approval has expired.
    ApprovalExpired,
}

impl Authorization {
    /// A permission without an end.
    pub const ALLOWED: Self = Self::Allowed { valid_until: None };
}

/// Authorizes calls. Its `valid_until` is read again immediately before the call runs. It is asked once per call, and once more immediately before the call runs wherever that
/// may have waited: in deferred dispatch, and in a stack of single stages. So an answer must not use anything up.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a `Policy`", note = "use `tool_recovery::admission::ScopePolicy`, or `()` to allow every call")]
pub trait Policy {
    /// Whether the call may run.
    fn authorize(&self, request: &PolicyRequest<'_>) -> Authorization;
}

/// Allows everything.
impl Policy for () {
    #[inline]
    fn authorize(&self, _: &PolicyRequest<'_>) -> Authorization {
        Authorization::ALLOWED
    }
}

impl<P: Policy + ?Sized> Policy for std::sync::Arc<P> {
    fn authorize(&self, request: &PolicyRequest<'_>) -> Authorization {
        (**self).authorize(request)
    }
}
