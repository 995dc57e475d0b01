use super::*;

#[test]
fn a_wait_is_rounded_up_in_its_largest_fitting_unit() {
    let waits = [
        (Duration::from_nanos(1), (1, "ms")),
        (Duration::from_millis(250), (250, "ms")),
        (Duration::from_micros(250_001), (251, "ms")),
        (Duration::from_secs(1), (1, "s")),
        (Duration::from_millis(1_001), (2, "s")),
        (Duration::from_millis(119_001), (2, "min")),
        (Duration::from_secs(121), (3, "min")),
        (Duration::from_secs(7_199), (120, "min")),
        (Duration::from_secs(7_200), (2, "h")),
        (Duration::from_secs(7_201), (3, "h")),
        (Duration::MAX, (u64::MAX.div_ceil(3600), "h")),
    ];
    for (wait, words) in waits {
        assert_eq!(human(wait), words, "{wait:?}");
    }
}
