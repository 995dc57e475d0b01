//! Times as RFC 3339 writes them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

checked_text! {
    /// A date and time of RFC 3339, with an offset.
    Timestamp, is_time, "a date and time of RFC 3339", r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$"
}

impl Timestamp<'static> {
    /// A time in UTC, to the millisecond. Times before 1970 count as 1970, those after 9999 as its end.
    #[must_use]
    pub fn at(time: SystemTime) -> Self {
        let millis = u64::try_from(time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis()).unwrap_or(LAST).min(LAST);
        let (days, of_day) = (millis / DAY, millis % DAY);
        let (year, month, day) = civil(days);
        let (hour, minute, second, milli) = (of_day / 3_600_000, of_day / 60_000 % 60, of_day / 1000 % 60, of_day % 1000);
        Self(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z").into())
    }

    /// Now.
    #[must_use]
    pub fn now() -> Self {
        Self::at(crate::clock::wall())
    }
}

impl Timestamp<'_> {
    /// As a moment, to the nanosecond.
    #[must_use]
    pub fn moment(&self) -> SystemTime {
        let nanos = parse(self.as_str().as_bytes()).unwrap_or_default();
        let size = Duration::from_nanos(u64::try_from(nanos.unsigned_abs()).unwrap_or(u64::MAX));
        let moment = if nanos < 0 { UNIX_EPOCH.checked_sub(size) } else { UNIX_EPOCH.checked_add(size) };
        moment.unwrap_or(UNIX_EPOCH)
    }
}

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;
/// The last millisecond of the year 9999.
const LAST: u64 = 253_402_300_799_999;

fn is_time(text: &str) -> bool {
    parse(text.as_bytes()).is_some()
}

/// Nanoseconds since 1970.
fn parse(text: &[u8]) -> Option<i128> {
    let (clock, rest) = text.split_at_checked(19)?;
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T' | b't', h1, h2, b':', n1, n2, b':', s1, s2] = clock else { return None };
    let (year, month, day) = (number(&[y1, y2, y3, y4])?, number(&[m1, m2])?, number(&[d1, d2])?);
    let (hour, minute, second) = (number(&[h1, h2])?, number(&[n1, n2])?, number(&[s1, s2])?);
    // A leap second is written as 60; it counts as the next minute's first.
    let fits = (1..=12).contains(&month) && (1..=length(year, month)).contains(&day) && hour < 24 && minute < 60 && second <= 60;
    let (nanos, zone) = fraction(rest)?;
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset(zone)?;
    fits.then_some(i128::from(seconds) * 1_000_000_000 + i128::from(nanos))
}

fn number(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0i64, |n, digit| digit.is_ascii_digit().then(|| n * 10 + i64::from(digit - b'0')))
}

/// The nanoseconds after a point, and what follows.
fn fraction(text: &[u8]) -> Option<(i64, &[u8])> {
    let Some(rest) = text.strip_prefix(b".") else { return Some((0, text)) };
    let (digits, zone) = rest.split_at(rest.iter().position(|byte| !byte.is_ascii_digit())?);
    let missing = 9u32.checked_sub(u32::try_from(digits.len()).ok()?).filter(|missing| *missing < 9)?;
    Some((number(digits)? * 10i64.pow(missing), zone))
}

/// The seconds of an offset.
fn offset(zone: &[u8]) -> Option<i64> {
    match *zone {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (number(&[h1, h2])?, number(&[m1, m2])?);
            let size = hours * 3600 + minutes * 60;
            (hours < 24 && minutes < 60).then_some(if sign == b'-' { -size } else { size })
        }
        _ => None,
    }
}

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

const fn length(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970 to a date. Years are counted from March, so that the leap day is the last of its year.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let from_march = if month <= 2 { year - 1 } else { year };
    let before_year = from_march * 365 + from_march.div_euclid(4) - from_march.div_euclid(100) + from_march.div_euclid(400);
    let before_month = (153 * ((month + 9) % 12) + 2) / 5;
    before_year + before_month + day - 1 - 719_468
}

/// The date that is so many days after 1970.
fn civil(days_since: u64) -> (u64, u64, u64) {
    let mut year = 1970 + days_since * 400 / 146_097;
    let start = |year: u64| u64::try_from(days(i64::try_from(year).unwrap_or_default(), 1, 1)).unwrap_or_default();
    while start(year) > days_since {
        year -= 1;
    }
    while start(year + 1) <= days_since {
        year += 1;
    }
    let mut left = days_since - start(year);
    for month in 1..=12u64 {
        let long = u64::try_from(length(i64::try_from(year).unwrap_or_default(), i64::try_from(month).unwrap_or_default())).unwrap_or_default();
        if left < long {
            return (year, month, left + 1);
        }
        left -= long;
    }
    (year, 12, 31)
}

#[cfg(test)]
#[path = "time_tests.rs"]
mod tests;
