//! How long an admitted call may take.

use super::messages;
use crate::Rejection;
use std::time::Duration;
use tokio::time::Instant;

/// The shorter of the tool's timeout and what is left of the run; `None` where neither is limited.
///
/// # Errors
///
/// [`RejectionKind::Deadline`](crate::RejectionKind::Deadline) when the run has no time left: the call would be cut off before it could answer.
pub fn effective_timeout(tool: Option<Duration>, run_deadline: Option<Instant>, now: Instant) -> Result<Option<Duration>, Rejection> {
    let Some(deadline) = run_deadline else { return Ok(tool) };
    let remaining = deadline.saturating_duration_since(now);
    if remaining.is_zero() {
        return Err(messages::deadline());
    }
    Ok(Some(tool.map_or(remaining, |tool| tool.min(remaining))))
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
