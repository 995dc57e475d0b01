//! Which call a ticket is about, kept as cheaply as its arguments allow.

use crate::{
    ArgumentsRef, Retained, ToolRequest,
    admission::{self, Tool, ToolDescriptor},
    facts::UndeclaredEffect,
    ledger::{CallKey, Fingerprint, HoldPlace, Ledger, OperationKey, RunKey, ScopeKey},
    typestate::{Found, Resolved},
};
use serde_json::Value;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// The keys of a call, worked out at once.
pub(crate) struct Eager {
    pub(crate) tool: Option<Arc<Tool>>,
    pub(crate) operation: OperationKey,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) service: Option<OperationKey>,
    pub(crate) hold: Option<HoldPlace>,
    pub(crate) idempotency: Option<Fingerprint>,
}

/// Shared arguments are kept by their handle and hashed only when it matters.
pub(crate) enum Subject {
    /// A declared tool with shared arguments.
    Shared { tool: Arc<Tool>, arguments: Arc<Value> },
    /// No catalog, shared arguments: the name is hashed, since nothing of it can be kept.
    Undeclared { operation: [u64; 2], arguments: Arc<Value> },
    /// A handle of the request, where more than its arguments may be asked for after a failure.
    Retained { tool: Option<Arc<Tool>>, call: Arc<dyn Retained> },
    /// A declared tool of one operation, whose request owns its arguments.
    Owned { tool: Arc<Tool>, fingerprint: [u64; 2] },
    /// Everything else.
    Eager(Box<Eager>),
}

impl Subject {
    /// Keeps what is needed of `request`.
    #[inline]
    pub(crate) fn keep<R: ToolRequest, L: Ledger>(request: &R, tool: Found<'_>, scope: ScopeKey, ledger: &L, undeclared: UndeclaredEffect) -> Self {
        match (tool, request.arguments()) {
            (Found::Known(tool), ArgumentsRef::Shared(arguments)) => Self::Shared { tool: tool.clone(), arguments: arguments.clone() },
            (Found::Undeclared, ArgumentsRef::Shared(arguments)) => {
                Self::Undeclared { operation: split(ledger.operation_key(request.tool(), None, scope).0), arguments: arguments.clone() }
            }
            (Found::Known(tool), ArgumentsRef::Owned(arguments))
                if tool.operation.is_none() && tool.effect_key.is_empty() && tool.idempotency_key.is_none() =>
            {
                Self::Owned { tool: tool.clone(), fingerprint: split(ledger.fingerprint(arguments, &tool.superficial).0) }
            }
            _ => Self::eager(request, tool, scope, ledger, undeclared),
        }
    }

    /// Keeps the handle of a request.
    #[inline]
    pub(crate) fn retained(tool: Resolved, call: Arc<dyn Retained>) -> Self {
        let tool = match tool {
            Resolved::Known(tool) => Some(tool),
            Resolved::Undeclared | Resolved::Missing => None,
        };
        Self::Retained { tool, call }
    }

    /// Works out every key of `request` now.
    #[cold]
    pub(crate) fn eager<R: ToolRequest, L: Ledger>(request: &R, tool: Found<'_>, scope: ScopeKey, ledger: &L, undeclared: UndeclaredEffect) -> Self {
        let text;
        let arguments = match request.arguments() {
            ArgumentsRef::Shared(value) => value.as_ref(),
            ArgumentsRef::Owned(value) => value,
            ArgumentsRef::Absent => &Value::Null,
            // Text that could not be normalized: its hash tells identical rejected calls apart.
            ArgumentsRef::Text(raw) => {
                text = Value::from(ledger.digest(raw));
                &text
            }
        };
        let tool = match tool {
            Found::Known(tool) => Some(tool.clone()),
            Found::Undeclared | Found::Missing => None,
        };
        let name = tool.as_ref().map_or(request.tool(), |tool| &tool.name);
        let keys = Keys { tool: tool.as_deref().map(Tool::descriptor), name, arguments, scope };
        Self::Eager(Box::new(Eager {
            operation: keys.operation(ledger),
            fingerprint: keys.fingerprint(ledger),
            service: keys.service(ledger),
            hold: keys.hold(ledger, undeclared),
            idempotency: keys.idempotency(ledger),
            tool,
        }))
    }

    #[inline]
    pub(crate) fn tool(&self) -> Option<&Arc<Tool>> {
        match self {
            Self::Shared { tool, .. } | Self::Owned { tool, .. } => Some(tool),
            Self::Retained { tool, .. } => tool.as_ref(),
            Self::Undeclared { .. } => None,
            Self::Eager(eager) => eager.tool.as_ref(),
        }
    }

    pub(crate) fn arguments(&self) -> Option<&Value> {
        match self {
            Self::Shared { arguments, .. } | Self::Undeclared { arguments, .. } => Some(arguments),
            Self::Retained { call, .. } => told(|| call.arguments()),
            Self::Owned { .. } | Self::Eager(_) => None,
        }
    }

    /// The names of run and scope, where they were kept.
    pub(crate) fn place(&self) -> Option<(&str, &str)> {
        match self {
            Self::Retained { call, .. } => told(|| (call.run(), call.scope())),
            Self::Shared { .. } | Self::Undeclared { .. } | Self::Owned { .. } | Self::Eager(_) => None,
        }
    }

    /// The key of the call.
    pub(crate) fn call_key<L: Ledger>(&self, run: RunKey, scope: ScopeKey, ledger: &L) -> CallKey {
        let (operation, fingerprint, service) = match self {
            Self::Shared { tool, arguments } => {
                let keys = Keys { tool: Some(tool), name: &tool.name, arguments, scope };
                (keys.operation(ledger), keys.fingerprint(ledger), keys.service(ledger))
            }
            Self::Retained { tool, call } => {
                let keys = Keys::of(tool.as_ref(), call.as_ref(), scope);
                (keys.operation(ledger), keys.fingerprint(ledger), keys.service(ledger))
            }
            Self::Undeclared { operation, arguments } => (OperationKey(join(*operation)), ledger.fingerprint(arguments, &[]), None),
            Self::Owned { tool, fingerprint } => {
                let keys = Keys { tool: Some(tool), name: &tool.name, arguments: &Value::Null, scope };
                (keys.operation(ledger), Fingerprint(join(*fingerprint)), keys.service(ledger))
            }
            Self::Eager(eager) => (eager.operation, eager.fingerprint, eager.service),
        };
        CallKey { run, scope, operation, fingerprint, service }
    }

    /// Where an uncertain outcome is held, and the value of the idempotency key.
    pub(crate) fn hold<L: Ledger>(&self, ledger: &L, undeclared: UndeclaredEffect) -> (Option<HoldPlace>, Option<Fingerprint>) {
        match self {
            Self::Shared { tool, arguments } => {
                let keys = Keys { tool: Some(tool), name: &tool.name, arguments, scope: ScopeKey(0) };
                (keys.hold(ledger, undeclared), keys.idempotency(ledger))
            }
            Self::Retained { tool, call } => {
                let keys = Keys::of(tool.as_ref(), call.as_ref(), ScopeKey(0));
                match keys.hold(ledger, undeclared) {
                    // Which calls are identical to it nobody can tell.
                    Some(_) if told(|| call.arguments()).is_none() => (Some(HoldPlace::Operation), None),
                    place => (place, keys.idempotency(ledger)),
                }
            }
            Self::Undeclared { .. } => (admission::place_of(undeclared), None),
            Self::Owned { tool, .. } => (admission::hold_place(tool, undeclared, &Value::Null, |_| Fingerprint(0)), None),
            Self::Eager(eager) => (eager.hold, eager.idempotency),
        }
    }
}

/// Stands for arguments that a handle does not give.
static NOTHING: Value = Value::Null;

/// What a handle says. One that panics says nothing: it is asked again where a call is dropped, and there a panic would end the process.
fn told<T>(ask: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(ask)).ok()
}

/// Whether a handle says what its request says. For one that holds the request's own arguments this compares pointers and names.
#[inline]
pub(crate) fn agrees<R: ToolRequest>(call: &dyn Retained, request: &R) -> bool {
    let same = || {
        let ArgumentsRef::Shared(arguments) = request.arguments() else { return false };
        let kept = call.arguments();
        (std::ptr::eq(kept, arguments.as_ref()) || kept == arguments.as_ref())
            && call.run() == request.run()
            && call.scope() == request.scope()
            && call.tool() == request.tool()
    };
    told(same).unwrap_or(false)
}

/// The parts that keys are made of.
struct Keys<'a> {
    tool: Option<&'a ToolDescriptor>,
    name: &'a str,
    arguments: &'a Value,
    scope: ScopeKey,
}

impl<'a> Keys<'a> {
    fn of(tool: Option<&'a Arc<Tool>>, call: &'a dyn Retained, scope: ScopeKey) -> Self {
        let name = tool.map_or_else(|| told(|| call.tool()).unwrap_or_default(), |tool| &tool.name);
        let arguments = told(|| call.arguments()).unwrap_or(&NOTHING);
        Self { tool: tool.map(|tool| tool.descriptor()), name, arguments, scope }
    }
}

impl Keys<'_> {
    fn operation<L: Ledger>(&self, ledger: &L) -> OperationKey {
        // A host's function that panics finds no operation. It is asked again where a call is dropped, and there a panic would end the process.
        let find = self.tool.and_then(|tool| tool.operation.as_ref());
        let operation = find.and_then(|find| catch_unwind(AssertUnwindSafe(|| find(self.arguments))).ok().flatten());
        ledger.operation_key(self.name, operation.as_deref(), self.scope)
    }

    fn fingerprint<L: Ledger>(&self, ledger: &L) -> Fingerprint {
        ledger.fingerprint(self.arguments, self.tool.map_or(&[], |tool| &tool.superficial))
    }

    fn service<L: Ledger>(&self, ledger: &L) -> Option<OperationKey> {
        let service = self.tool?.service.as_deref()?;
        Some(ledger.operation_key("", Some(service), self.scope))
    }

    fn hold<L: Ledger>(&self, ledger: &L, undeclared: UndeclaredEffect) -> Option<HoldPlace> {
        match self.tool {
            Some(tool) => admission::hold_place(tool, undeclared, self.arguments, |value| ledger.fingerprint(value, &[])),
            None => admission::place_of(undeclared),
        }
    }

    fn idempotency<L: Ledger>(&self, ledger: &L) -> Option<Fingerprint> {
        let value = admission::idempotency(self.tool?, self.arguments)?;
        Some(ledger.fingerprint(value, &[]))
    }
}

// `u128` is aligned to 16 bytes, which would cost the future of every call 16 bytes of padding.
#[inline]
pub(super) const fn split(key: u128) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

#[inline]
pub(super) const fn join(key: [u64; 2]) -> u128 {
    key[0] as u128 | (key[1] as u128) << 64
}
