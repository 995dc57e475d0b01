use super::*;
use crate::config::ConfigErrorKind;

#[test]
fn the_defaults_are_within_their_ranges() {
    let limits = NormalizeLimits::default();
    assert_eq!((limits.max_bytes, limits.max_depth), (262_144, 64));
    assert_eq!(limits.validate(), Ok(()));
}

#[test]
fn each_end_of_a_range_is_accepted_and_the_next_number_is_not() {
    let bytes = |n| NormalizeLimits::new().max_bytes(n).validate();
    let depth = |n| NormalizeLimits::new().max_depth(n).validate();
    for good in [bytes(1024), bytes(16 * 1024 * 1024), depth(4), depth(512)] {
        assert_eq!(good, Ok(()));
    }
    for (bad, key, range) in [
        (bytes(1023), "max_bytes", "from 1024 to 16777216"),
        (bytes(16 * 1024 * 1024 + 1), "max_bytes", "from 1024 to 16777216"),
        (depth(3), "max_depth", "from 4 to 512"),
        (depth(513), "max_depth", "from 4 to 512"),
    ] {
        let error = bad.expect_err("out of range");
        assert_eq!(error.key(), key);
        assert!(matches!(error.kind(), ConfigErrorKind::OutOfRange { range: said, .. } if &**said == range), "{error}");
    }
}

#[test]
fn a_file_may_leave_keys_out_but_not_invent_them() {
    let read = |text| toml::from_str::<NormalizeLimits>(text);
    assert_eq!(read("").expect("all defaults"), NormalizeLimits::new());
    assert_eq!(read("max_depth = 8").expect("one key"), NormalizeLimits::new().max_depth(8));
    assert!(read("max_dept = 8").is_err());
}
