//! The records as they would have been.

use super::{ReplayPlan, batch::lines, input::Chunk};
use crate::record::{Body, Code, Decision, Derived, LineDigest, PolicyVersion, Record};
use std::io::{self, Write};

/// Writes every line again: with what was derived, and chained to what was written before it.
pub(super) struct Rewriter<'w> {
    out: &'w mut (dyn Write + Send + 'w),
    /// The digests of the line before, as it was and as it is written now.
    last: Option<(LineDigest, LineDigest)>,
    buffer: Vec<u8>,
}

impl<'w> Rewriter<'w> {
    pub(super) fn new(out: &'w mut (dyn Write + Send + 'w)) -> Self {
        Self { out, last: None, buffer: Vec::new() }
    }

    pub(super) fn chunk(&mut self, chunk: &Chunk, plan: &ReplayPlan<'_>) -> io::Result<()> {
        self.buffer.clear();
        for line in lines(&chunk.bytes) {
            let start = self.buffer.len();
            // A line that is no record stays what it is.
            match Record::parse(line).ok().and_then(|record| changed(record, self.last, plan)) {
                Some(record) => record.write_line(&mut self.buffer),
                None => self.buffer.extend_from_slice(line),
            }
            self.last = Some((LineDigest::of(line), LineDigest::of(self.buffer.get(start..).unwrap_or_default())));
            self.buffer.push(b'\n');
        }
        self.out.write_all(&self.buffer)
    }
}

/// The record as it would have been; `None` where nothing of it changes.
fn changed<'r>(mut record: Record<'r>, last: Option<(LineDigest, LineDigest)>, plan: &ReplayPlan<'r>) -> Option<Record<'r>> {
    let mut changes = false;
    if let (Some((was, is)), Some(prev)) = (last, &record.head.prev)
        && was != is
        && was.is(prev)
    {
        record.head.prev = Some(is.to_digest());
        changes = true;
    }
    if let Body::Decision(decision) = &mut record.body
        && let Some(Ok(derived)) = plan.judge(decision)
    {
        changes |= apply(decision, derived, plan);
    }
    changes.then_some(record)
}

/// Writes what was derived into a decision, and by what; whether that changes anything.
fn apply<'r>(decision: &mut Decision<'r>, derived: Derived, plan: &ReplayPlan<'r>) -> bool {
    let recorded = (decision.verdict, decision.effective_action, decision.mode, decision.outage.policy);
    // What the old verdict rested on says nothing about the new one.
    if decision.verdict != derived.verdict {
        (decision.rule, decision.reasons) = (None, Vec::new());
    }
    if decision.outage.policy != derived.outage {
        decision.outage.fallback = None;
    }
    (decision.verdict, decision.effective_action) = (derived.verdict, derived.effective_action);
    (decision.mode, decision.outage.policy) = (derived.mode, derived.outage);
    let mut changes = recorded != (derived.verdict, derived.effective_action, derived.mode, derived.outage);
    // The policy of the proposal check says nothing of decisions about failures.
    let version = plan.policy.filter(|_| !decision.is_about_failure());
    let policy = &mut decision.policy;
    let before = policy.clone();
    if let Some(thresholds) = plan.judged_by() {
        (policy.thresholds, policy.thresholds_digest) = (thresholds.id().clone(), thresholds.digest().clone());
    }
    if let Some(version) = version {
        policy.id = Code::known(PolicyVersion::ID);
        (policy.version, policy.digest) = (version.version().clone(), version.digest().clone());
    }
    changes |= *policy != before;
    changes
}
