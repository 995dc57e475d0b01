//! Stops asking a service that does not answer.

use super::EvaluationStatus;
use crate::clock;
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// Opens after some failures in a row, and lets one evaluation through when its time is over.
#[derive(Debug)]
pub(super) struct Breaker {
    failures: u32,
    open_for: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    in_a_row: u32,
    open_until: Option<Instant>,
}

impl Breaker {
    pub(super) const fn new(failures: u32, open_for: Duration) -> Self {
        Self { failures, open_for, state: Mutex::new(State { in_a_row: 0, open_until: None }) }
    }

    /// Whether an evaluation may begin. The first one after the break is a trial: until it ends, the breaker stays open for others.
    pub(super) fn admits(&self) -> bool {
        let mut state = self.lock();
        let now = clock::now();
        match state.open_until {
            Some(until) if now < until => false,
            Some(_) => {
                state.open_until = Some(now + self.open_for);
                true
            }
            None => true,
        }
    }

    /// Takes how an evaluation ended.
    pub(super) fn ended(&self, status: EvaluationStatus) {
        let mut state = self.lock();
        if !status.trips_the_breaker() {
            *state = State::default();
            return;
        }
        state.in_a_row = state.in_a_row.saturating_add(1);
        if state.in_a_row >= self.failures {
            state.open_until = Some(clock::now() + self.open_for);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[path = "breaker_tests.rs"]
mod tests;
