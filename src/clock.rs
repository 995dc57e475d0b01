//! The one place that reads a clock, so that the paused clock of tests reaches everything.

use tokio::time::Instant;

/// The present instant of tokio's clock.
#[allow(clippy::disallowed_methods, reason = "the one place")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The wall clock: needed only to read a date that a server sent without its own.
#[cfg(feature = "http")]
pub(crate) fn wall() -> std::time::SystemTime {
    std::time::SystemTime::now()
}
