//! From counts to a verdict.

use super::run::{Excuse, KeyEntry, OperationEntry, RunState, Tier, any, is_passing, ruled};
use crate::{
    attempt::Verdict,
    classify::{Class, Source, Subkind},
    ledger::{EventKind, LadderConfig, LedgerConfig, Observation, Reason, Rungs, Standing},
};

/// The strictest word of several ladders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rating {
    pub(super) verdict: Verdict,
    pub(super) reason: Reason,
}

impl Rating {
    pub(super) const fn calm(reason: Reason) -> Self {
        Self { verdict: Verdict::Continue, reason }
    }

    pub(super) fn raise(&mut self, verdict: Verdict, reason: Reason) {
        if verdict > self.verdict {
            *self = Self { verdict, reason };
        }
    }

    fn climb(&mut self, rungs: Rungs, count: impl Into<u32>, reason: Reason) {
        let count = count.into();
        if count >= rungs.halt {
            self.raise(Verdict::Halt, reason);
        } else if count >= rungs.nudge {
            self.raise(Verdict::Nudge, reason);
        }
    }

    fn halt_at(&mut self, limit: u32, count: impl Into<u32>, reason: Reason) {
        self.climb(Rungs::new(limit, limit), count, reason);
    }
}

/// Why a failure does not climb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exempt {
    /// The tool's failure is its answer.
    Report,
    /// Polling of something that is not ready.
    Polling,
    /// An optional service that is absent.
    Absent,
}

/// Only trusted facts exempt: a prediction gives no headroom that facts would not.
fn exempt(o: &Observation) -> Option<Exempt> {
    let trusted = o.source == Source::Trusted;
    match o.class {
        _ if o.kind != EventKind::Failure => None,
        _ if o.report => Some(Exempt::Report),
        Class::Unavailable if trusted && o.optional_service => Some(Exempt::Absent),
        Class::Unavailable | Class::Transient if trusted && o.pollable => Some(Exempt::Polling),
        _ => None,
    }
}

/// Whether a changed world can make a rejected call acceptable: not where the call itself is at fault by the frozen catalogue or its schema.
fn excusable(o: &Observation) -> bool {
    o.kind != EventKind::HardRejection || !matches!(o.class, Class::WrongArguments | Class::WrongTool | Class::Unsupported | Class::Unknown)
}

/// Counts one failure in the run, and rates it. The entries of its call and its operation are there.
pub(super) fn count(run: &mut RunState, o: &Observation, now: u64, config: &LedgerConfig) -> Standing {
    let exempt = exempt(o);
    let excuse = repeat_excuse(run, o, now, config).filter(|_| exempt.is_none());
    let climbs = exempt.is_none() && excuse.is_none();
    let service = count_service(run, o, climbs);
    let units = units(o, &config.ladder);
    let (Some(key), Some(operation)) = (run.keys.get_mut((o.call.operation, o.call.fingerprint)), run.operations.get_mut(o.call.operation)) else {
        return Standing::new(Verdict::Continue, Reason::None);
    };
    count_key(key, o, excuse, exempt, units, now);
    count_operation(operation, o, climbs, units, now);
    let mut rating = rate(key, operation, o, &config.ladder, (exempt, excuse));
    if service.announce {
        rating.raise(Verdict::Nudge, Reason::ServiceDown);
    }
    rating.climb(config.ladder.varied, service.streak, Reason::ServiceDown);
    Standing { identical: key.failures, streak: operation.streak, ..Standing::new(rating.verdict, rating.reason) }
}

fn repeat_excuse(run: &RunState, o: &Observation, now: u64, config: &LedgerConfig) -> Option<Excuse> {
    let key = run.keys.get((o.call.operation, o.call.fingerprint)).filter(|key| key.failures > 0 && excusable(o))?;
    let dispatched = super::slots::World::from_stamp(o.stamp);
    run.excuse(key, Some(dispatched), now, super::nanos(config.repeat_ttl()))
}

/// What one failure takes of the headroom for passing failures: the adapter's own attempts count, but no single observation uses it all up.
fn units(o: &Observation, ladder: &LadderConfig) -> u16 {
    let most = ladder.transient_identical.halt.min(ladder.transient_consecutive.halt).min(ladder.rate_limited.halt).saturating_sub(1).max(1);
    let attempts = if is_passing(o) { o.adapter_attempts.clamp(1, most) } else { 1 };
    u16::try_from(attempts).unwrap_or(u16::MAX)
}

#[derive(Default)]
struct ServiceCount {
    streak: u16,
    /// The absence of an optional service has not been said in this run.
    announce: bool,
}

fn count_service(run: &mut RunState, o: &Observation, climbs: bool) -> ServiceCount {
    let absent = o.kind == EventKind::Failure && any(o, |class, _| class == Class::Unavailable);
    let optional = absent && o.optional_service;
    let of_service = any(o, |class, subkind| class == Class::Unavailable && subkind != Some(Subkind::Module));
    let down = absent && of_service && climbs && o.call.service.is_some();
    if !optional && !down {
        return ServiceCount::default();
    }
    let Some(entry) = run.service(o.call.service.unwrap_or(o.call.operation), o.call.scope) else { return ServiceCount::default() };
    if down {
        entry.streak = entry.streak.saturating_add(1);
    }
    let announce = optional && !entry.absence_said;
    // A decision alone does not use up the one time that it is said.
    entry.absence_said |= optional && ruled(o).0 == Class::Unavailable;
    ServiceCount { streak: if down { entry.streak } else { 0 }, announce }
}

fn count_key(key: &mut KeyEntry, o: &Observation, excuse: Option<Excuse>, exempt: Option<Exempt>, units: u16, now: u64) {
    let dispatched = super::slots::World::from_stamp(o.stamp);
    match excuse {
        Some(excuse) => {
            key.weak_used |= excuse == Excuse::Weak;
            key.told = None;
            key.spent = key.spent.saturating_add(u16::from(key.digest == o.digest));
        }
        None if exempt.is_none() => {
            key.unexcused = key.unexcused.saturating_add(1);
            key.weight = key.weight.saturating_add(units);
            key.hard = key.hard.saturating_add(u16::from(o.kind == EventKind::HardRejection));
            key.tier = key.tier.max(Tier::of(o));
        }
        None => {}
    }
    key.failures = key.failures.saturating_add(1);
    (key.digest, key.at, key.class) = (o.digest, now, o.class);
    key.exempt = exempt.is_some();
    key.deterministic = o.deterministic;
    if dispatched.strong().after(key.strong) {
        key.strong = dispatched.strong();
    }
    if dispatched.weak().after(key.weak) {
        key.weak = dispatched.weak();
    }
}

fn count_operation(operation: &mut OperationEntry, o: &Observation, climbs: bool, units: u16, now: u64) {
    operation.at = now;
    operation.refusals = 0;
    operation.streak = operation.streak.saturating_add(1);
    let tier = Tier::of(o);
    if tier >= operation.tier {
        operation.class = o.class;
        operation.predicted = o.source == Source::Jev;
    }
    if climbs {
        operation.varied = operation.varied.saturating_add(1);
        operation.weight = operation.weight.saturating_add(units);
        operation.hard = operation.hard.saturating_add(u16::from(o.kind == EventKind::HardRejection && o.class == Class::WrongTool));
        operation.tier = operation.tier.max(tier);
    }
}

/// Each tier answers to its own ladder and to those of the tiers with more headroom, so that a stricter tier is never more lenient, whatever is configured.
fn rate(key: &KeyEntry, operation: &OperationEntry, o: &Observation, ladder: &LadderConfig, (exempt, excuse): (Option<Exempt>, Option<Excuse>)) -> Rating {
    let mut rating = Rating::calm(calm_reason(o, exempt, excuse));
    if exempt == Some(Exempt::Report) {
        return rating;
    }
    rating.halt_at(ladder.key_total, key.failures, Reason::KeyTotal);
    if exempt.is_some() {
        return rating;
    }
    if excuse.is_some() {
        rating.climb(ladder.spent_excuses, key.spent, Reason::SpentExcuses);
        return rating;
    }
    rating.halt_at(ladder.hard_rejections, key.hard.max(operation.hard), Reason::HardRejection);
    if key.tier == Tier::Ordinary {
        rating.climb(ladder.identical, key.unexcused, Reason::ExactRepeat);
    }
    if operation.tier >= Tier::Keywords {
        rating.climb(ladder.varied, operation.varied, Reason::VariedFailures);
    }
    if key.tier >= Tier::Keywords {
        rating.climb(ladder.keywords, key.unexcused, Reason::ExactRepeat);
    }
    if key.tier >= Tier::Transient {
        rating.climb(ladder.transient_identical, key.weight, Reason::Transient);
    }
    if operation.tier >= Tier::Transient {
        rating.climb(ladder.transient_consecutive, operation.weight, Reason::Transient);
    }
    rating.climb(ladder.rate_limited, key.weight.max(operation.weight), Reason::RateLimited);
    rating
}

fn calm_reason(o: &Observation, exempt: Option<Exempt>, excuse: Option<Excuse>) -> Reason {
    match exempt {
        Some(Exempt::Report | Exempt::Polling) => Reason::Declared,
        Some(Exempt::Absent) => Reason::KnownAbsent,
        None if excuse.is_some() => Reason::Excused,
        None if Tier::of(o) == Tier::RateLimited => Reason::RateLimited,
        None => Reason::None,
    }
}

#[cfg(test)]
#[path = "ladder_tests.rs"]
mod tests;
