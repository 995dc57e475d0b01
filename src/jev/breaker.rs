//! Not asking again what only the host can mend.

use crate::systemone::{EvaluationError, EvaluationErrorKind as Kind};
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// How long one request may try whether the reason is gone, before another one may.
const PROBE: Duration = Duration::from_secs(10);

/// Opens after an answer that a repeat of the request cannot change: the credential is refused, the account is empty, the address or the model is wrong. It stays open for the
/// cool-down; then one request tries. A new credential begins with a new breaker.
#[derive(Debug)]
pub(super) struct Breaker {
    cool_down: Duration,
    open: Mutex<Option<Open>>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    until: Instant,
    status: Option<u16>,
    reason: &'static str,
}

impl Breaker {
    pub(super) const fn new(cool_down: Duration) -> Self {
        Self { cool_down, open: Mutex::new(None) }
    }

    /// Whether a request may be sent at `now`.
    pub(super) fn admit(&self, now: Instant) -> Result<(), EvaluationError> {
        let mut state = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match state.as_mut() {
            Some(open) if now < open.until => Err(EvaluationError {
                status: open.status,
                code: Some(open.reason),
                retry_after: Some(open.until - now),
                ..EvaluationError::new(Kind::BreakerOpen)
            }),
            Some(open) => {
                open.until = now + PROBE;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Takes note of how a request ended. Only a reply says anything: a connection that was lost leaves the state as it is.
    pub(super) fn note(&self, failed: Option<&EvaluationError>, now: Instant) {
        let mut state = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some(error) if is_lasting(error) => *state = Some(Open { until: now + self.cool_down, status: error.status, reason: reason(error) }),
            Some(error) if error.status.is_none() => {}
            Some(_) | None => *state = None,
        }
    }
}

fn is_lasting(error: &EvaluationError) -> bool {
    matches!(error.kind, Kind::Unauthorized | Kind::Funds | Kind::NotFound) || error.code == Some("unknown_model")
}

fn reason(error: &EvaluationError) -> &'static str {
    if error.code == Some("unknown_model") { "unknown_model" } else { error.kind.as_str() }
}

#[cfg(test)]
#[path = "breaker_tests.rs"]
mod tests;
