//! How long an operation pauses.

use super::run::{OperationEntry, passes, ruled};
use crate::{
    classify::Class,
    ledger::{EventKind, Observation, PacingConfig},
};
use std::time::Duration;

/// A wait that no producer can mean: a hundred years.
const ABSURD: Duration = Duration::from_secs(100 * 365 * 86_400);

/// What a failure means for the operation's next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    None,
    For(Duration),
    /// The wait is too long to be worth waiting.
    Blocked,
}

pub(super) fn pause(operation: &mut OperationEntry, o: &Observation, config: &PacingConfig) -> Pause {
    // After an uncertain write the next step is to find out, not to wait: its hold is what the next call has to meet.
    let eligible = o.kind == EventKind::Failure && !o.report && o.hold.is_none();
    // The words of a lost answer hold nothing, but are no reason to wait either: only the producer's own wait is.
    let asked = o.retry_after.filter(|wait| !wait.is_zero() && *wait < ABSURD);
    // A decision pauses nothing, and ends no pause that the text rules alone would make.
    let (class, subkind) = ruled(o);
    if !eligible || (o.retry_after.is_none() && (o.answer_lost || !passes(class, subkind))) {
        return Pause::None;
    }
    let wait = asked.unwrap_or_else(|| backoff(operation, class, config));
    if wait > Duration::from_millis(config.max_pacing_ms) || o.run_remaining.is_some_and(|left| wait > left) {
        return Pause::Blocked;
    }
    operation.backoff = operation.backoff.saturating_add(1);
    Pause::For(wait)
}

/// The base delay, doubled with every pause since the operation's last success.
fn backoff(operation: &OperationEntry, class: Class, config: &PacingConfig) -> Duration {
    let base = if class == Class::Transient { config.base_transient_ms } else { config.base_throttled_ms };
    let doubled = base.saturating_mul(1 << u32::from(operation.backoff).min(32));
    Duration::from_millis(doubled.min(config.max_backoff_ms))
}

#[cfg(test)]
#[path = "pacing_tests.rs"]
mod tests;
