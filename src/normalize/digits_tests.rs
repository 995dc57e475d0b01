use super::*;
use proptest::prelude::*;

fn found(text: &str) -> Option<(usize, usize)> {
    rounded(text).map(|at| (at.line, at.column))
}

#[test]
fn only_numbers_that_reading_would_round_are_found() {
    for kept in [
        "{}",
        r#"{"id": 18446744073709551615, "n": -9223372036854775808}"#,
        r#"{"a": 1E+30, "b": 0.1, "c": -0, "d": -0.0, "e": 0e5, "f": 1e-320}"#,
        r#"{"of 17 digits": [3.1415926535897932, 0.10000000000000001, 1.2345678901234567e+25, 9007199254740993.0]}"#,
        r#"{"as a program prints a double": [0.1000000000000000055511151231257827, 12345678901234568.00, 18446744073709551616.0, 1000000000000000000000000.000]}"#,
        r#"{"99999999999999999999": "99999999999999999999 \" 99999999999999999999"}"#,
        r#"{"é\\": "\\\"99999999999999999999"}"#,
    ] {
        assert_eq!(found(kept), None, "{kept}");
    }
    assert_eq!(found("18446744073709551616"), Some((1, 1)));
    assert_eq!(found("{\"a\": 1,\n \"id\": -9223372036854775809}"), Some((2, 8)));
    assert_eq!(found(r#"["\\", 99999999999999999999]"#), Some((1, 8)));
    for lost in ["12345678901234567.89", "-1.123456789012345679", "123456789012345678901234.5", "1234567890123456789e3", "1e-400", "0.1234567890123456789012"] {
        assert_eq!(found(lost), Some((1, 1)), "{lost}");
    }
    assert_eq!(found(&format!("[0.{}]", "1".repeat(100_000))), Some((1, 2)));
}

#[test]
fn what_would_lose_digits_is_quoted_and_nothing_else() {
    for same in [r#"{"a": 1, "b": [1e21, 1000000000000000000000, "99999999999999999999"]}"#, "{}"] {
        assert_eq!(quoted(same), same);
    }
    let text = r#"{"1": -99999999999999999999, "ü": [1.123456789012345679,1,99999999999999999998]}"#;
    assert_eq!(quoted(text), r#"{"1": "-99999999999999999999", "ü": ["1.123456789012345679",1,"99999999999999999998"]}"#);
}

proptest! {
    #[test]
    fn no_text_with_numbers_that_are_kept_is_refused(numbers in proptest::collection::vec((any::<i64>(), any::<u64>(), "\\PC*", any::<f64>()), 0..8)) {
        let text = serde_json::to_string(&numbers).unwrap();
        prop_assert_eq!(rounded(&text), None);
        let by_precision: Vec<String> = numbers.iter().filter(|of| of.3.is_finite()).flat_map(|of| [format!("{:.20}", of.3), format!("{:.30e}", of.3)]).collect();
        for printed in by_precision.iter().filter(|printed| printed.parse::<f64>().is_ok_and(|float| float != 0.0 && float.fract() != 0.0)) {
            prop_assert!(!loses_digits(printed), "{}", printed);
        }
    }

    #[test]
    fn two_numbers_that_are_not_quoted_are_two_values(head in "[1-9][0-9]{16,20}(\\.[0-9]{0,3})?", last in 0_u8..10, step in 1_u8..10) {
        let [one, other] = [last, (last + step) % 10].map(|last| format!("{head}{last}"));
        if !loses_digits(&one) && !loses_digits(&other) {
            let [read, other_read] = [&one, &other].map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
            prop_assert_ne!(read, other_read, "{} {}", one, other);
        }
    }
}
