//! The one place that reads a clock, so that the paused clock of tests reaches everything.

use tokio::time::Instant;

/// The present instant of tokio's clock.
#[allow(clippy::disallowed_methods, reason = "the one place")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
