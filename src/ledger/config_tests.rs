use super::*;
use serde_json::{Value, json};

fn changed(pointer: &str, value: Value) -> Result<LedgerConfig, serde_json::Error> {
    let mut config = serde_json::to_value(LedgerConfig::default()).unwrap();
    *config.pointer_mut(pointer).unwrap() = value;
    serde_json::from_value(config)
}

#[test]
fn the_defaults_are_those_of_the_documentation() {
    let config = LedgerConfig::default();
    config.validate().unwrap();
    let ladder = &config.ladder;
    let rungs = [ladder.identical, ladder.varied, ladder.keywords, ladder.transient_identical, ladder.transient_consecutive, ladder.rate_limited];
    assert_eq!(rungs.map(|rungs| rungs.halt), [3, 6, 6, 8, 12, 12]);
    assert_eq!((ladder.identical.nudge, ladder.varied.nudge, ladder.spent_excuses), (2, 4, Rungs::new(3, 8)));
    assert_eq!((ladder.hard_rejections, ladder.key_total, ladder.refusals), (2, 25, 5));
    assert_eq!(config.repeat_ttl(), Duration::from_secs(600));
    assert_eq!((config.pacing.base_transient_ms, config.pacing.base_throttled_ms, config.pacing.max_pacing_ms), (50, 1_000, 900_000));
}

#[test]
fn every_limit_has_a_range_and_its_error_names_the_key() {
    let cases = [
        ("/repeat_ttl_ms", json!(999), "repeat_ttl_ms"),
        ("/ladder/identical/halt", json!(0), "ladder.identical.halt"),
        ("/ladder/varied/nudge", json!(0), "ladder.varied.nudge"),
        ("/ladder/keywords/halt", json!(10_001), "ladder.keywords.halt"),
        ("/ladder/transient_identical/nudge", json!(9), "ladder.transient_identical"),
        ("/ladder/transient_consecutive/nudge", json!(0), "ladder.transient_consecutive.nudge"),
        ("/ladder/rate_limited/halt", json!(0), "ladder.rate_limited.halt"),
        ("/ladder/spent_excuses/halt", json!(2), "ladder.spent_excuses"),
        ("/ladder/hard_rejections", json!(0), "ladder.hard_rejections"),
        ("/ladder/key_total", json!(0), "ladder.key_total"),
        ("/ladder/refusals", json!(251), "ladder.refusals"),
        ("/pacing/base_transient_ms", json!(60_001), "pacing.base_transient_ms"),
        ("/pacing/base_throttled_ms", json!(60_001), "pacing.base_throttled_ms"),
        ("/pacing/max_backoff_ms", json!(0), "pacing.max_backoff_ms"),
        ("/pacing/max_backoff_ms", json!(900_001), "pacing.max_backoff_ms"),
        ("/pacing/max_pacing_ms", json!(86_400_001), "pacing.max_pacing_ms"),
        ("/bounds/max_runs", json!(0), "bounds.max_runs"),
        ("/bounds/max_keys_per_run", json!(0), "bounds.max_keys_per_run"),
        ("/bounds/max_operations_per_run", json!(65_537), "bounds.max_operations_per_run"),
        ("/bounds/max_denials_per_run", json!(128), "bounds.max_denials_per_run"),
        ("/bounds/max_holds", json!(1_000_001), "bounds.max_holds"),
    ];
    for (pointer, value, key) in cases {
        let error = changed(pointer, value).unwrap().validate().unwrap_err();
        assert_eq!(error.key(), key, "{error}");
        assert!(error.to_string().contains(key));
    }
}

#[test]
fn what_is_left_out_takes_its_default_and_what_is_unknown_is_refused() {
    let config: LedgerConfig = serde_json::from_value(json!({"repeat_policy": "refuse", "ladder": {"identical": {"nudge": 1, "halt": 4}}})).unwrap();
    assert_eq!(config.ladder, LadderConfig { identical: Rungs::new(1, 4), ..LadderConfig::default() });
    assert_eq!(config.repeat_policy, RepeatPolicy::Refuse);
    for unknown in
        [json!({"ttl": 1}), json!({"ladder": {"identicle": 1}}), json!({"bounds": {"runs": 1}}), json!({"pacing": {"x": 1}}), json!({"volatile": {"x": true}})]
    {
        assert!(serde_json::from_value::<LedgerConfig>(unknown).is_err());
    }
    assert!(changed("/ladder/varied", json!({"nudge": 1})).is_err(), "two rungs, or none");
}
