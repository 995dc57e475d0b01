//! Which tools may be advised in place of a failed call.

use super::{FailedCall, said::said};
use crate::{
    admission::{Authorization, Lookup, Policy, PolicyRequest, ToolCatalog, ToolDescriptor, Visibility},
    advice::printable,
    facts::UndeclaredEffect,
};
use serde_json::{Map, Value};
use std::{collections::HashSet, fmt, sync::Arc};

/// A tool that may be advised. It is a name and a description: it holds no call and grants nothing.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The tool's canonical name.
    pub key: Arc<str>,
    /// What the tool can do, as far as it is read: the host's words, or else the server's, scrubbed. It is data and never an instruction.
    pub capability: Arc<str>,
    /// The call that finds the tool, where the model has not been shown its declaration. Advice names this call and adds no declaration.
    pub deferred: Option<Arc<str>>,
}

impl Candidate {
    /// How many tools are looked at.
    pub const MAX: usize = 1024;
    /// How much of a capability text is read, in bytes.
    pub const MAX_CAPABILITY: usize = 512;

    /// A tool that the model can call as it is. Control characters of `capability` are taken out, and it is cut to [`Candidate::MAX_CAPABILITY`].
    pub fn new(key: impl Into<Arc<str>>, capability: &str) -> Self {
        Self { key: key.into(), capability: printable(capability.trim(), Self::MAX_CAPABILITY).into(), deferred: None }
    }

    /// The same tool, to be found by the call `discovery` first.
    #[must_use]
    pub fn found_by(mut self, discovery: impl Into<Arc<str>>) -> Self {
        self.deferred = Some(discovery.into());
        self
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate").field("key", &self.key).field("deferred", &self.deferred).finish_non_exhaustive()
    }
}

/// The tools that may be advised in place of `failed`, in the catalog's order; at most [`Candidate::MAX`].
///
/// Each of them is in the catalog under its own name; is declared to the model, or is deferred and found by a discovery call that passes these same conditions; is allowed by
/// `policy` in the scope of the failed call without a further approval (asked without arguments, because nobody knows them yet); is not the tool that failed, under whatever
/// alias it was called; does not stand before a service that refused; changes nothing, unless it is known that the failed call changed nothing; is said to do something, by the host
/// or else by its server; and is `executable`, which is the caller's word on what the catalog cannot know, such as an operation that the run has closed.
///
/// A multi-purpose tool is left out as a whole when one of its operations failed.
pub fn candidates<C, P>(catalog: &C, policy: &P, failed: &FailedCall<'_>, executable: impl Fn(&ToolDescriptor) -> bool) -> Vec<Candidate>
where
    C: ToolCatalog + ?Sized,
    P: Policy + ?Sized,
{
    let filter = Filter::new(catalog, policy, failed, executable);
    let discovery = filter.discovery();
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for tool in catalog.visible().into_iter().take(Candidate::MAX) {
        let Some(found_by) = way(tool, discovery.as_ref()) else { continue };
        if !filter.admits(tool) || seen.contains(&*tool.name) {
            continue;
        }
        if let Some(capability) = said(tool, Candidate::MAX_CAPABILITY) {
            seen.insert(&*tool.name);
            kept.push(Candidate { deferred: found_by, ..Candidate::new(tool.name.clone(), &capability) });
        }
    }
    kept
}

/// How a model reaches the tool: `None` where it cannot, and otherwise the discovery call that it needs first.
fn way(tool: &ToolDescriptor, discovery: Option<&Arc<str>>) -> Option<Option<Arc<str>>> {
    match tool.visibility {
        Visibility::Direct => Some(None),
        Visibility::Deferred => discovery.map(|name| Some(name.clone())),
        Visibility::Hidden => None,
    }
}

struct Filter<'a, C: ?Sized, P: ?Sized, F> {
    catalog: &'a C,
    policy: &'a P,
    failed: &'a FailedCall<'a>,
    executable: F,
    /// The name of the tool that failed, as the catalog knows it.
    own: &'a str,
    /// Its service, where that refused.
    service: Option<&'a str>,
    no_arguments: Value,
}

impl<'a, C: ToolCatalog + ?Sized, P: Policy + ?Sized, F: Fn(&ToolDescriptor) -> bool> Filter<'a, C, P, F> {
    fn new(catalog: &'a C, policy: &'a P, failed: &'a FailedCall<'a>, executable: F) -> Self {
        let tool = catalog.lookup(failed.tool).tool();
        let service = tool.and_then(|tool| tool.service.as_deref()).filter(|_| failed.service_refused);
        let own = tool.map_or(failed.tool, |tool| &*tool.name);
        Self { catalog, policy, failed, executable, own, service, no_arguments: Value::Object(Map::new()) }
    }

    /// The call that finds deferred tools, where it may be made itself. One that is not in the catalog is the provider's: policy is asked by its name, and its effect is not
    /// declared.
    fn discovery(&self) -> Option<Arc<str>> {
        let name = self.catalog.discovery()?;
        let usable = match self.catalog.lookup(name) {
            Lookup::Known(tool) => tool.visibility == Visibility::Direct && self.admits(tool),
            Lookup::Missing | Lookup::Undeclared => name != self.own && self.harmless(None) && self.allowed(name, None),
            Lookup::Alias(_) => false,
        };
        usable.then(|| name.into())
    }

    fn admits(&self, tool: &ToolDescriptor) -> bool {
        let resolves = matches!(self.catalog.lookup(&tool.name), Lookup::Known(known) if known.name == tool.name);
        let other = *tool.name != *self.own && *tool.name != *self.failed.tool;
        resolves && other && !self.refused(tool) && self.harmless(Some(tool)) && (self.executable)(tool) && self.allowed(&tool.name, Some(tool))
    }

    fn refused(&self, tool: &ToolDescriptor) -> bool {
        tool.service.as_deref().is_some_and(|service| self.service == Some(service) || self.failed.refused_services.contains(&service))
    }

    fn harmless(&self, tool: Option<&ToolDescriptor>) -> bool {
        let declared = tool.and_then(|tool| tool.effect);
        self.failed.may_be_written_again() || self.failed.undeclared.unless_declared(declared) == UndeclaredEffect::ReadOnly
    }

    fn allowed(&self, name: &str, tool: Option<&ToolDescriptor>) -> bool {
        let request = PolicyRequest::of(name, tool, &self.no_arguments, self.failed.run, self.failed.scope, None);
        match self.policy.authorize(&request) {
            Authorization::Allowed { valid_until } => valid_until.is_none_or(|end| end > self.failed.at),
            Authorization::Denied
            | Authorization::ApprovalAbsent
            | Authorization::ApprovalPending
            | Authorization::ApprovalDenied
            | Authorization::ApprovalExpired => false,
        }
    }
}
