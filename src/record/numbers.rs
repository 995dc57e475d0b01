//! The how many-th decision of its session one is.

use crate::record::Digest;
use std::{
    collections::{HashMap, VecDeque},
    fmt,
    num::NonZeroU64,
    sync::{Mutex, PoisonError},
};

/// The most sessions that are counted at once. Beyond that the one that began first is forgotten, and would begin anew.
const MAX_SESSIONS: usize = 1024;

/// Counts decisions by session.
#[derive(Default)]
pub(super) struct Numbers(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    by_session: HashMap<Option<Digest<'static>>, NonZeroU64>,
    begun: VecDeque<Option<Digest<'static>>>,
}

impl Numbers {
    /// The number of the next one, from 1. Calls without a session are one.
    pub(super) fn next(&self, session: Option<&Digest<'static>>) -> NonZeroU64 {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let session = session.cloned();
        if let Some(number) = counts.by_session.get_mut(&session) {
            *number = number.saturating_add(1);
            return *number;
        }
        if counts.begun.len() >= MAX_SESSIONS
            && let Some(oldest) = counts.begun.pop_front()
        {
            counts.by_session.remove(&oldest);
        }
        counts.begun.push_back(session.clone());
        counts.by_session.insert(session, NonZeroU64::MIN);
        NonZeroU64::MIN
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbers").finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "numbers_tests.rs"]
mod tests;
