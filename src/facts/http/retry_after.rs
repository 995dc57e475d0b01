//! How long a server asks to wait: `Retry-After` and `retry-after-ms`, from headers only.

use std::time::{Duration, SystemTime};

/// The standard header (RFC 9110 section 10.2.3).
pub(super) const RETRY_AFTER: &str = "retry-after";
/// The same in milliseconds, as Azure and OpenAI send it.
pub(super) const RETRY_AFTER_MS: &str = "retry-after-ms";
const DATE: &str = "date";

/// A longer header value is no wait and no date.
const MAX_VALUE: usize = 64;

/// A wait that a server asked for, with the header it stood in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryAfter {
    /// The wait, at most [`RetryAfter::MAX`].
    pub wait: Duration,
    /// The header's name in lower case.
    pub header: &'static str,
}

impl RetryAfter {
    /// The longest wait that is told: a hundred years. Longer ones are cut to it, so that no later arithmetic overflows; whoever paces will block on either.
    pub const MAX: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

    /// Reads the wait from the headers of a response, which `header` looks up by their lower-case names.
    ///
    /// `retry-after-ms` outranks `Retry-After`, because it says the same more finely. A date is relative to the response's own `Date` where that can be read, so that a
    /// skewed clock on either side does not matter, else to `now`. A date that has passed is a wait of zero. What cannot be read (a sign, a unit, a word, more than
    /// 64 bytes) is no wait at all: the caller's own pacing applies.
    pub fn read<'a>(header: impl Fn(&'static str) -> Option<&'a str>, now: impl FnOnce() -> SystemTime) -> Option<Self> {
        if let Some(wait) = header(RETRY_AFTER_MS).and_then(|value| number(value, 1000)) {
            return Some(Self { wait, header: RETRY_AFTER_MS });
        }
        let value = header(RETRY_AFTER)?;
        let wait = number(value, 1).or_else(|| {
            let until = date(value)?;
            let from = header(DATE).and_then(date).unwrap_or_else(now);
            Some(until.duration_since(from).unwrap_or(Duration::ZERO).min(Self::MAX))
        })?;
        Some(Self { wait, header: RETRY_AFTER })
    }
}

/// A count of seconds, or of parts of a second where `per_second` is not 1. The standard knows whole seconds alone; a fraction is understood because servers send it.
fn number(value: &str, per_second: u32) -> Option<Duration> {
    let value = value.trim_matches([' ', '\t']);
    let (whole, fraction) = value.split_once('.').unwrap_or((value, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if value.len() > MAX_VALUE || !digits(whole) || !digits(fraction) {
        return None;
    }
    // Digits that do not fit u64 are a wait beyond every bound.
    let whole = whole.parse::<u64>().map_or(RetryAfter::MAX, Duration::from_secs).min(RetryAfter::MAX);
    let nanos = fraction.bytes().chain(std::iter::repeat(b'0')).take(9).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    Some(((whole + Duration::from_nanos(nanos.into())) / per_second).min(RetryAfter::MAX))
}

/// A date in any of the three forms of RFC 9110 section 5.6.7.
fn date(value: &str) -> Option<SystemTime> {
    (value.len() <= MAX_VALUE).then(|| httpdate::parse_http_date(value).ok())?
}

#[cfg(test)]
#[path = "retry_after_tests.rs"]
mod tests;
