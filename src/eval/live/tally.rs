//! Reads records, one at a time.

use super::{
    Live, PerClass, Requirements,
    criteria::{Seen, THRESHOLDS, likeliest},
    line::Line,
    shadow::{Next, Shadows},
};
use crate::corpus::{Fault, members};
use crate::eval::metrics::{Rate, latency};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One failure, as long as it may be made good.
pub(super) struct Failure {
    pub(super) class: String,
    halted: bool,
    alternate: bool,
    futile: bool,
    pub(super) recovered: bool,
    pub(super) call: Call,
    pub(super) place: Place,
    pub(super) next: Next,
}

/// Session and call: a call's id is unique within its session.
pub(super) type Call = (Option<String>, String);

/// Session and tool.
type Place = (Option<String>, Option<String>);

/// Adds records up. What is kept grows with the number of failures, calls and labelled decisions, not with the size of records.
#[derive(Default)]
pub struct LiveTally {
    records: BTreeMap<String, u64>,
    dropped: u64,
    torn: u64,
    sessions: BTreeSet<String>,
    failures: BTreeMap<String, Failure>,
    /// Failures that are not made good yet, in their order.
    open: BTreeMap<Place, Vec<String>>,
    after_calls: BTreeMap<String, Vec<f64>>,
    after_ms: Vec<f64>,
    how: BTreeMap<String, u64>,
    sources: BTreeMap<String, u64>,
    fallbacks: BTreeMap<String, u64>,
    latencies: Vec<f64>,
    refusals: u64,
    refused: BTreeSet<Call>,
    effects: BTreeMap<Call, u64>,
    shadows: Shadows,
    /// The last failure of a place, until it is known what came next.
    last: BTreeMap<Place, String>,
    violations: BTreeMap<String, u64>,
    overrides: u64,
    criteria: BTreeMap<String, Seen>,
}

impl std::fmt::Debug for LiveTally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveTally").field("records", &self.records).finish_non_exhaustive()
    }
}

/// Why the ladder says that a repeat had no reason.
const FUTILE: [&str; 3] = ["exact_repeat", "spent_excuses", "key_total"];

/// The reason of a call that was refused for the state of its operation: it did not fail, and nothing of it can be made good.
const REFUSED: &str = "refusals";

/// Statuses of evaluations that did not come, or came too late.
const OUTAGES: [&str; 9] = ["timeout", "rate_limited", "error", "malformed", "circuit_open", "oversized", "not_called", "late", "stale"];

/// A code as it may be counted: what is longer, or has other characters, is `other`.
pub(super) fn code(text: &str) -> String {
    let right = !text.is_empty() && text.len() <= 96 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:/-".contains(&byte));
    if right { text.to_owned() } else { "other".to_owned() }
}

pub(super) fn count(of: &mut BTreeMap<String, u64>, name: &str) {
    *of.entry(code(name)).or_default() += 1;
}

impl LiveTally {
    /// Adds one line.
    ///
    /// # Errors
    ///
    /// [`Fault`]: it is no record.
    pub fn line(&mut self, line: &[u8]) -> Result<(), Fault> {
        let record: Line = members(line)?;
        count(&mut self.records, &record.kind);
        match record.kind.as_str() {
            "recovery" => self.recovery(record),
            "recovered" => self.recovered(&record),
            "authorization" if ["deny", "rejected", "expired"].contains(&record.decision.as_str()) => {
                self.refused.insert((record.session, record.call_id));
            }
            "authorization" if ["permit", "approved"].contains(&record.decision.as_str()) => {
                self.refused.remove(&(record.session, record.call_id));
            }
            "execution" => self.execution(record),
            "decision" => self.decision(&record),
            "label" => self.criteria.entry(code(&record.criterion)).or_default().label(&record.decision_id, &record.value),
            "override" => self.overrides += 1,
            "gap" => self.dropped += record.dropped,
            _ => {}
        }
        Ok(())
    }

    fn recovery(&mut self, record: Line) {
        let place = (record.session, record.tool);
        if record.reason.as_deref() == Some(REFUSED) {
            self.refusals += 1;
            self.next(&place, Next::Refused);
            return;
        }
        count(&mut self.sources, &record.source);
        if let Some(fallback) = &record.fallback {
            count(&mut self.fallbacks, fallback);
        }
        self.latencies.extend(record.latency_ms.filter(|ms| ms.is_finite()));
        let futile = record.reason.as_deref().is_some_and(|reason| FUTILE.contains(&reason));
        self.next(&place, if futile { Next::Repeated } else { Next::FailedAgain });
        self.last.insert(place.clone(), record.id.clone());
        self.sessions.extend(place.0.clone());
        self.open.entry(place.clone()).or_default().push(record.id.clone());
        let failure = Failure {
            class: code(&record.class),
            halted: record.verdict == "halt",
            alternate: record.alternate_present,
            futile,
            recovered: false,
            call: (place.0.clone(), record.call_id),
            place,
            next: Next::Nothing,
        };
        self.failures.insert(record.id, failure);
    }

    /// A call of a place, which is what came next of its last failure.
    fn next(&mut self, place: &Place, next: Next) {
        let last = self.last.remove(place);
        if let Some(failure) = last.and_then(|id| self.failures.get_mut(&id)) {
            failure.next = next;
        }
    }

    /// A record names the failure that an operation's trouble began with. The later ones of the same tool and session are made good with it.
    fn recovered(&mut self, record: &Line) {
        let Some(failure) = self.failures.get_mut(&record.recovery_id).filter(|failure| !failure.recovered) else { return };
        failure.recovered = true;
        self.after_calls.entry(failure.class.clone()).or_default().push(record.after_calls as f64);
        self.after_ms.push(record.after_ms as f64);
        count(&mut self.how, &record.how);
        let Some(open) = self.open.get_mut(&failure.place) else { return };
        let begun = open.iter().position(|id| *id == record.recovery_id).unwrap_or(open.len());
        for later in open.drain(begun..) {
            if let Some(failure) = self.failures.get_mut(&later) {
                failure.recovered = true;
            }
        }
    }

    fn execution(&mut self, record: Line) {
        if record.status == "not_run" {
            return;
        }
        let place = (record.session, record.tool);
        if record.status == "ok" {
            self.next(&place, Next::Succeeded);
        }
        let call = (place.0, record.call_id);
        if self.refused.contains(&call) {
            count(&mut self.violations, "ran_although_refused");
        }
        if record.effect == "applied" {
            let times = self.effects.entry(call).or_default();
            *times += 1;
            if *times > 1 {
                count(&mut self.violations, "took_effect_twice");
            }
        }
    }

    fn decision(&mut self, record: &Line) {
        // Decisions about failures are none of the proposal check.
        if record.policy.get("id").is_some_and(|id| id == "recovery") {
            if record.mode == "shadow" {
                self.shadows.decision(record);
            }
            return;
        }
        let text = |value: &Value, name: &str| value.get(name).map(|value| value.to_string().trim_matches('"').to_owned()).unwrap_or_default();
        for criterion in &record.criteria {
            let seen = self.criteria.entry(code(&criterion.id)).or_default();
            seen.evaluations += 1;
            seen.outages += u64::from(OUTAGES.contains(&record.evaluation_status.as_str()));
            seen.days.extend(record.ts.get(..10).map(str::to_owned));
            let fixed = [
                ("model_resolved", text(&record.evaluator, "model_resolved")),
                ("wording", format!("{} {}", criterion.version, criterion.wording)),
                ("projection", format!("{} {}", text(&record.projection, "id"), text(&record.projection, "version"))),
                (THRESHOLDS, text(&record.policy, "thresholds_digest")),
            ];
            for (name, value) in fixed {
                seen.fixed.entry(name).or_default().insert(value);
            }
            if let Some(answer) = record.answers.get(&criterion.id) {
                // A decision without a session is a group of its own.
                seen.given.extend(likeliest(answer).map(|answer| answer.to_string()));
                let session = record.session.clone().unwrap_or_else(|| record.id.clone());
                seen.answers.insert(record.id.clone(), (answer.clone(), session));
            }
        }
    }

    /// The last line of a file was cut off: its writer was killed.
    pub const fn torn(&mut self) {
        self.torn += 1;
    }

    /// What all records came to.
    #[must_use]
    pub fn finish(mut self, needed: &Requirements) -> Live {
        let sessions = self.sessions.len() as u64;
        let shadow = self.shadows.report(&self.failures);
        let rate = |of: &dyn Fn(&Failure) -> bool, is: &dyn Fn(&Failure) -> bool| {
            let of: Vec<&Failure> = self.failures.values().filter(|failure| of(failure)).collect();
            Rate::new(of.iter().filter(|failure| is(failure)).count() as u64, of.len() as u64, sessions)
        };
        let recovered = |failure: &Failure| failure.recovered;
        let names: BTreeSet<String> = self.failures.values().map(|failure| failure.class.clone()).collect();
        let classes: Vec<(String, Rate)> = names.into_iter().map(|class| (class.clone(), rate(&|failure| failure.class == class, &recovered))).collect();
        let (all, futile, halts) = (rate(&|_| true, &recovered), rate(&|_| true, &|failure| failure.futile), rate(&|_| true, &|failure| failure.halted));
        let (halts_recovered, with, without) =
            (rate(&|failure| failure.halted, &recovered), rate(&|failure| failure.alternate, &recovered), rate(&|failure| !failure.alternate, &recovered));
        let classes = classes.into_iter().map(|(class, recovered)| PerClass {
            recovered,
            after_calls: latency(self.after_calls.entry(class.clone()).or_default()),
            class,
        });
        Live {
            observational: true,
            classes: classes.collect(),
            records: self.records,
            dropped: self.dropped,
            torn: self.torn,
            sessions,
            recovered: all,
            how: self.how,
            after_ms: latency(&mut self.after_ms),
            futile,
            refusals: self.refusals,
            halts,
            halts_recovered,
            with_alternate: with,
            without_alternate: without,
            sources: self.sources,
            fallbacks: self.fallbacks,
            latency_ms: latency(&mut self.latencies),
            violations: self.violations,
            overrides: self.overrides,
            shadow,
            criteria: self.criteria.iter().map(|(id, seen)| seen.report(id, needed)).collect(),
        }
    }
}

#[cfg(test)]
#[path = "tally_tests.rs"]
mod tests;
