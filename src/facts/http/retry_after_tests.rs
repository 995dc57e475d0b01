use super::*;
use proptest::prelude::*;
use std::time::UNIX_EPOCH;

/// Sun, 06 Nov 1994 08:49:37 GMT.
fn example() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(784_111_777)
}

fn read(headers: &[(&str, &str)], now: SystemTime) -> Option<RetryAfter> {
    RetryAfter::read(|name| headers.iter().find(|(header, _)| *header == name).map(|(_, value)| *value), || now)
}

fn wait(value: &str) -> Option<Duration> {
    read(&[("retry-after", value)], example()).map(|found| found.wait)
}

#[test]
fn seconds() {
    assert_eq!(wait("120"), Some(Duration::from_secs(120)));
    assert_eq!(wait(" 0 "), Some(Duration::ZERO));
    assert_eq!(wait("007"), Some(Duration::from_secs(7)));
    assert_eq!(wait("1.5"), Some(Duration::from_millis(1500)));
}

#[test]
fn the_three_forms_of_a_date() {
    for date in ["Sun, 06 Nov 1994 08:50:37 GMT", "Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994"] {
        assert_eq!(wait(date), Some(Duration::from_secs(60)), "{date}");
    }
}

#[test]
fn a_date_is_relative_to_the_servers_own_clock() {
    let headers = [("retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"), ("date", "Sun, 06 Nov 1994 08:50:27 GMT")];
    for skew in [0, 3600, 1_000_000_000] {
        assert_eq!(read(&headers, example() + Duration::from_secs(skew)).map(|found| found.wait), Some(Duration::from_secs(10)));
    }
    let unreadable = [("retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"), ("date", "yesterday")];
    assert_eq!(read(&unreadable, example()).map(|found| found.wait), Some(Duration::from_secs(60)));
}

#[test]
fn a_date_in_the_past_is_no_wait() {
    assert_eq!(wait("Thu, 01 Jan 1970 00:00:00 GMT"), Some(Duration::ZERO));
}

#[test]
fn absurd_waits_are_kept_and_bounded() {
    assert_eq!(wait("315360000"), Some(Duration::from_secs(315_360_000)));
    assert_eq!(wait("99999999999999999999999999999999"), Some(RetryAfter::MAX));
    assert_eq!(wait("Fri, 31 Dec 9999 23:59:59 GMT"), Some(RetryAfter::MAX));
}

#[test]
fn what_cannot_be_read_is_no_wait_at_all() {
    for garbage in ["", "-5", "+5", "5s", "soon", "1e3", "0x10", ".5", "5.", "1.2.3", "٣", "Sun, 32 Nov 1994 08:50:37 GMT", "Mon, 06 Nov 1994 08:50:37 GMT"] {
        assert_eq!(wait(garbage), None, "{garbage}");
    }
    assert_eq!(wait(&"9".repeat(65)), None);
}

#[test]
fn milliseconds_outrank_seconds() {
    let both = [("retry-after", "1"), ("retry-after-ms", "350")];
    assert_eq!(read(&both, example()), Some(RetryAfter { wait: Duration::from_millis(350), header: "retry-after-ms" }));
    let garbage = [("retry-after", "1"), ("retry-after-ms", "soon")];
    assert_eq!(read(&garbage, example()), Some(RetryAfter { wait: Duration::from_secs(1), header: "retry-after" }));
    assert_eq!(read(&[("retry-after-ms", "99999999999999999999999")], example()).map(|found| found.wait > Duration::from_secs(86_400)), Some(true));
}

proptest! {
    #[test]
    fn no_value_panics_or_exceeds_the_bound(retry_after in "\\PC{0,80}|[0-9. -]{0,40}", millis in "\\PC{0,40}|[0-9.]{0,40}", date in "\\PC{0,40}", now in 0_u64..1 << 40) {
        let headers = [("retry-after", retry_after.as_str()), ("retry-after-ms", millis.as_str()), ("date", date.as_str())];
        if let Some(found) = read(&headers, UNIX_EPOCH + Duration::from_secs(now)) {
            prop_assert!(found.wait <= RetryAfter::MAX);
        }
    }

    #[test]
    fn date_shaped_values_never_panic(
        day in "(Mon|Sun|Sunday|Wednesday|Thu)(, | )",
        rest in "[0-9 ]{1,2}[ -](Feb|Nov|Dec|Xyz)[ -]([0-9]{2}|[0-9]{4}) [0-9]{2}:[0-9]{2}:[0-9]{2}( GMT)?|(Feb|Nov) [ 0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{4}",
    ) {
        let _ = wait(&format!("{day}{rest}"));
    }

    #[test]
    fn whole_seconds_are_exact(seconds in 0_u64..3_000_000_000) {
        prop_assert_eq!(wait(&seconds.to_string()), Some(Duration::from_secs(seconds)));
    }

    #[test]
    fn a_formatted_date_is_read_back(ahead in 0_u64..2_000_000_000, now in 0_u64..2_000_000_000) {
        let now = UNIX_EPOCH + Duration::from_secs(now);
        let value = httpdate::fmt_http_date(now + Duration::from_secs(ahead));
        prop_assert_eq!(read(&[("retry-after", &value)], now).map(|found| found.wait), Some(Duration::from_secs(ahead)));
    }
}
