use super::*;
use proptest::prelude::*;

fn found(text: &str) -> Option<(usize, usize)> {
    beyond_64_bits(text).map(|at| (at.line, at.column))
}

#[test]
fn only_integers_that_do_not_fit_are_found() {
    for fits in [
        "{}",
        r#"{"id": 18446744073709551615, "n": -9223372036854775808}"#,
        r#"{"a": 1e400, "b": 123456789012345678901234.5, "c": 1E+30}"#,
        r#"{"99999999999999999999": "99999999999999999999 \" 99999999999999999999"}"#,
        r#"{"é\\": "\\\"99999999999999999999"}"#,
    ] {
        assert_eq!(found(fits), None, "{fits}");
    }
    assert_eq!(found("18446744073709551616"), Some((1, 1)));
    assert_eq!(found("{\"a\": 1,\n \"id\": -9223372036854775809}"), Some((2, 8)));
    assert_eq!(found(r#"["\\", 99999999999999999999]"#), Some((1, 8)));
}

proptest! {
    #[test]
    fn no_valid_text_with_fitting_numbers_is_refused(numbers in proptest::collection::vec((any::<i64>(), any::<u64>(), "\\PC*"), 0..8)) {
        let text = serde_json::to_string(&numbers).unwrap();
        prop_assert_eq!(beyond_64_bits(&text), None);
    }
}
