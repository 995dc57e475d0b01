//! Approvals and denials, as state.

use super::{Authorization, PolicyRequest};
use crate::clock;
use serde_json::Value;
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::time::Instant;

/// What an approval, a request for one, or a denial is about: a tool in a scope, and where they are given one run and the exact arguments.
#[derive(Clone, PartialEq)]
pub struct ApprovalSubject {
    scope: Arc<str>,
    tool: Arc<str>,
    run: Option<Arc<str>>,
    arguments: Option<Arc<Value>>,
}

impl ApprovalSubject {
    /// Every call of `tool` in `scope`, in every run.
    pub fn new(scope: impl Into<Arc<str>>, tool: impl Into<Arc<str>>) -> Self {
        Self { scope: scope.into(), tool: tool.into(), run: None, arguments: None }
    }

    /// Only calls in this run.
    #[must_use]
    pub fn in_run(mut self, run: impl Into<Arc<str>>) -> Self {
        self.run = Some(run.into());
        self
    }

    /// Only calls with exactly these arguments.
    #[must_use]
    pub fn with_arguments(mut self, arguments: impl Into<Arc<Value>>) -> Self {
        self.arguments = Some(arguments.into());
        self
    }

    fn covers_run(&self, run: &str) -> bool {
        self.run.as_deref().is_none_or(|own| own == run)
    }

    fn covers_arguments(&self, arguments: &Value) -> bool {
        self.arguments.as_deref().is_none_or(|own| own == arguments)
    }
}

/// Prints the tool alone.
impl fmt::Debug for ApprovalSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalSubject").field("tool", &self.tool).finish_non_exhaustive()
    }
}

/// Approvals in memory. Cloning it copies a handle: the host keeps one and gives one to the [`ScopePolicy`](super::ScopePolicy).
///
/// - A grant covers its subject and nothing beyond it: not another scope, not another tool, and with arguments not a call that differs in any value.
/// - A denial covers its tool in its scope (and run, where it names one) **whatever the arguments**, so that a rephrased call meets it too.
/// - Of decisions that cover the same call the latest holds. So nothing but a later grant or [`revoke`](Self::revoke) by the host lifts a denial; asking again does not.
///
/// For each tool and scope the latest [`MAX_PER_TOOL`](Self::MAX_PER_TOOL) grants and requests are kept; losing an older one can only refuse a call. Denials are kept until they
/// are revoked or their run is finished.
#[derive(Clone, Default)]
pub struct ApprovalStore(Arc<Mutex<State>>);

/// By scope and then by tool, so that a look-up borrows both. The records of a tool stand in the order of their decisions.
type State = HashMap<Arc<str>, HashMap<Arc<str>, Vec<Record>>>;

struct Record {
    subject: ApprovalSubject,
    decision: Decision,
}

#[derive(Clone, Copy, PartialEq)]
enum Decision {
    Pending,
    Granted { valid_until: Option<Instant> },
    Denied,
}

impl ApprovalStore {
    /// The most grants and requests that are kept for one tool in one scope.
    pub const MAX_PER_TOOL: usize = 256;

    /// Notes that an approval was asked for. It changes nothing where a decision stands: a denial stays one, and a grant that is still valid stays one.
    pub fn request(&self, subject: ApprovalSubject) {
        let now = clock::now();
        let mut state = self.lock();
        let records = records(&mut state, &subject);
        let stands = records.iter().rev().find(|record| covers(record, &subject)).is_some_and(|record| match record.decision {
            Decision::Pending | Decision::Denied => true,
            Decision::Granted { valid_until } => valid_until.is_none_or(|until| now < until),
        });
        if !stands {
            put(records, subject, Decision::Pending);
        }
    }

    /// Approves `subject` until `valid_until`, or until it is revoked.
    pub fn grant(&self, subject: ApprovalSubject, valid_until: Option<Instant>) {
        let mut state = self.lock();
        put(records(&mut state, &subject), subject, Decision::Granted { valid_until });
    }

    /// Denies the tool of `subject` in its scope and run, whatever the arguments.
    pub fn deny(&self, subject: ApprovalSubject) {
        let subject = ApprovalSubject { arguments: None, ..subject };
        let mut state = self.lock();
        put(records(&mut state, &subject), subject, Decision::Denied);
    }

    /// Forgets what was decided or asked about exactly this subject. Returns whether there was anything. A denial is found without its arguments.
    pub fn revoke(&self, subject: &ApprovalSubject) -> bool {
        let mut state = self.lock();
        let Some(tools) = state.get_mut(&subject.scope) else { return false };
        let Some(records) = tools.get_mut(&subject.tool) else { return false };
        let before = records.len();
        records.retain(|record| record.subject != *subject);
        records.len() < before
    }

    /// Forgets everything that was bound to `run`, which has ended.
    pub fn finish_run(&self, run: &str) {
        let mut state = self.lock();
        state.retain(|_, tools| {
            tools.retain(|_, records| {
                records.retain(|record| record.subject.run.as_deref() != Some(run));
                !records.is_empty()
            });
            !tools.is_empty()
        });
    }

    /// What stands for a call: the latest decision that covers it, else a request, else a grant that has expired.
    #[must_use]
    pub fn authorize(&self, request: &PolicyRequest<'_>) -> Authorization {
        let state = self.lock();
        let records = state.get(request.scope).and_then(|tools| tools.get(&*request.name));
        let covering = records.into_iter().flatten().rev().filter(|record| {
            let subject = &record.subject;
            subject.covers_run(request.run) && subject.covers_arguments(request.arguments)
        });
        let mut found = Authorization::ApprovalAbsent;
        for record in covering {
            match record.decision {
                Decision::Denied => return Authorization::ApprovalDenied,
                Decision::Granted { valid_until } if valid_until.is_none_or(|until| clock::now() < until) => return Authorization::Allowed { valid_until },
                Decision::Granted { .. } if found == Authorization::ApprovalAbsent => found = Authorization::ApprovalExpired,
                Decision::Pending if found == Authorization::ApprovalAbsent => found = Authorization::ApprovalPending,
                Decision::Granted { .. } | Decision::Pending => {}
            }
        }
        found
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No step under the lock leaves it half done, so that a panic elsewhere does not make it wrong.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn records<'a>(state: &'a mut State, subject: &ApprovalSubject) -> &'a mut Vec<Record> {
    state.entry(subject.scope.clone()).or_default().entry(subject.tool.clone()).or_default()
}

/// Whether a record decides about every call that `subject` is about. A narrower record does not.
fn covers(record: &Record, subject: &ApprovalSubject) -> bool {
    let own = &record.subject;
    (own.run.is_none() || own.run == subject.run) && (own.arguments.is_none() || own.arguments == subject.arguments)
}

fn put(records: &mut Vec<Record>, subject: ApprovalSubject, decision: Decision) {
    records.retain(|record| record.subject != subject);
    let bounded = records.iter().filter(|record| record.decision != Decision::Denied).count();
    if bounded >= ApprovalStore::MAX_PER_TOOL
        && let Some(oldest) = records.iter().position(|record| record.decision != Decision::Denied)
    {
        records.remove(oldest);
    }
    records.push(Record { subject, decision });
}

impl fmt::Debug for ApprovalStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalStore").finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "approvals_tests.rs"]
mod tests;
