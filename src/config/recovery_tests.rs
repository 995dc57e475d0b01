use super::*;

#[test]
fn the_defaults_are_valid_and_survive_a_round_trip() {
    let defaults = RecoveryConfig::default();
    assert_eq!(defaults.validate(), Ok(()));
    let written = serde_json::to_value(&defaults).expect("JSON");
    assert_eq!(serde_json::from_value::<RecoveryConfig>(written).expect("the same"), defaults);
    assert_eq!(RecoveryConfig::from_value(serde_json::json!({})), Ok(defaults));
}

#[test]
fn durations_are_in_milliseconds() {
    let config = RecoveryConfig::default();
    assert_eq!(config.decision_timeout(), Duration::from_secs(3));
    assert_eq!(config.settle_grace(), Duration::from_secs(2));
    assert_eq!(config.pacing_wait(), Duration::from_secs(10));
}

#[test]
fn numbers_that_are_not_finite_lie_in_no_range() {
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let config = RecoveryConfig { thresholds: Thresholds { correction: wrong, ..Thresholds::default() }, ..RecoveryConfig::default() };
        let error = config.validate().expect_err("not finite");
        assert_eq!(error.key(), "thresholds.correction");
        assert!(matches!(error.kind(), ConfigErrorKind::OutOfRange { .. }), "{error}");
    }
}
