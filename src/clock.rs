//! The one place that reads a clock, so that the paused clock of tests reaches everything.

use tokio::time::Instant;

/// The present instant of tokio's clock.
#[allow(clippy::disallowed_methods, reason = "the one place")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The wall clock: needed to read a date that a server sent without its own, and to say when a record was made.
#[cfg(any(feature = "http", feature = "record"))]
pub(crate) fn wall() -> std::time::SystemTime {
    std::time::SystemTime::now()
}
