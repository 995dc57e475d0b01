use super::*;

#[test]
fn every_day_of_four_centuries_is_written_and_read_back() {
    let mut expected = (1970, 1, 1);
    for day in 0..146_097u64 * 2 {
        assert_eq!(civil(day), expected, "day {day}");
        let (year, month, of_month) = expected;
        assert_eq!(days(year as i64, month as i64, of_month as i64), day as i64);
        expected = if (of_month as i64) < length(year as i64, month as i64) {
            (year, month, of_month + 1)
        } else if month < 12 {
            (year, month + 1, 1)
        } else {
            (year + 1, 1, 1)
        };
    }
}

#[test]
fn known_moments() {
    let at = |seconds, millis| Timestamp::at(UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_millis(millis));
    assert_eq!(at(0, 0).as_str(), "1970-01-01T00:00:00.000Z");
    assert_eq!(at(951_827_696, 789).as_str(), "2000-02-29T12:34:56.789Z");
    assert_eq!(at(1_796_028_845, 1).as_str(), "2026-11-30T08:54:05.001Z");
    assert_eq!(at(u64::from(u32::MAX) * 1000, 0).as_str(), "9999-12-31T23:59:59.999Z");
    assert_eq!(Timestamp::at(UNIX_EPOCH - Duration::from_secs(5)).as_str(), "1970-01-01T00:00:00.000Z");
}

#[test]
fn offsets_and_fractions_are_read() {
    let moment = |text: &str| Timestamp::new(text.to_owned()).unwrap().moment();
    assert_eq!(moment("2000-02-29T12:34:56.789Z"), UNIX_EPOCH + Duration::from_millis(951_827_696_789));
    assert_eq!(moment("2000-02-29T14:04:56.789+01:30"), moment("2000-02-29T12:34:56.789Z"));
    assert_eq!(moment("2000-02-29T11:34:56-01:00"), moment("2000-02-29t12:34:56z"));
    assert_eq!(moment("1969-12-31T23:59:59Z"), UNIX_EPOCH - Duration::from_secs(1));
    assert_eq!(moment("2016-12-31T23:59:60Z"), moment("2017-01-01T00:00:00Z"));
}

#[test]
fn what_is_no_time_is_refused() {
    for text in [
        "",
        "2026-11-30",
        "2026-11-30 10:00:00Z",
        "2026-11-30T10:00:00",
        "2026-13-30T10:00:00Z",
        "2026-02-29T10:00:00Z",
        "2026-11-30T24:00:00Z",
        "2026-11-30T10:00:00.Z",
        "2026-11-30T10:00:00.1234567890Z",
        "2026-11-30T10:00:00+1:00",
        "2026-11-30T10:00:00+24:00",
        "2026-11-30T10:00:00Z ",
        "２026-11-30T10:00:00Z",
    ] {
        assert!(Timestamp::new(text).is_err(), "{text}");
    }
}
