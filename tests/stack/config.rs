//! The configuration: ranges, layers, unknown keys, missing features, and nothing secret in an error.

use serde_json::{Value, json};
use tool_recovery::config::{Classifier, ConfigError, ConfigErrorKind, JevRoute, Layers, PREFIX, RecoveryConfig};

/// `{ "a": { "b": value } }` for `a.b`.
fn at(key: &str, value: Value) -> Value {
    key.rsplit('.').fold(value, |inner, part| json!({ part: inner }))
}

fn variable(key: &str, text: &str) -> (String, String) {
    (format!("{PREFIX}{}", key.replace('.', "__").to_uppercase()), text.to_owned())
}

fn from_environment(file: Value, variables: &[(&str, &str)]) -> Result<RecoveryConfig, ConfigError> {
    Layers::new()?.file(file)?.environment(variables.iter().map(|(key, text)| variable(key, text)))?.config()
}

/// Every ranged key with its lowest and highest value, and neighbours on the outside.
const RANGES: [(&str, f64, f64, f64, f64); 14] = [
    ("decision_timeout_ms", 49.0, 50.0, 60_000.0, 60_001.0),
    ("decisions_per_run", f64::NAN, 0.0, 1_000.0, 1_001.0),
    ("decision_concurrency.total", 0.0, 1.0, 1_024.0, 1_025.0),
    ("settle_grace_ms", f64::NAN, 0.0, 60_000.0, 60_001.0),
    ("advice.max_bytes", 119.0, 120.0, 4_096.0, 4_097.0),
    ("pacing.max_wait_ms", f64::NAN, 0.0, 900_000.0, 900_001.0),
    ("thresholds.class", -0.01, 0.0, 1.0, 1.01),
    ("thresholds.recoverability", -0.01, 0.0, 1.0, 1.01),
    ("thresholds.correction", -0.01, 0.0, 1.0, 1.01),
    ("thresholds.alternate", -0.01, 0.0, 1.0, 1.01),
    // With `total` at its default of 8, `per_run` can go no higher than that; its own range is tested below.
    ("decision_concurrency.per_run", 0.0, 1.0, 8.0, 65.0),
    ("normalize.max_bytes", 0.0, 262_144.0, 262_144.0, f64::NAN),
    ("normalize.max_depth", 0.0, 64.0, 64.0, f64::NAN),
    ("ledger.repeat_ttl_ms", f64::NAN, 600_000.0, 600_000.0, f64::NAN),
];

fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

#[test]
fn every_limit_has_a_range_and_its_error_names_the_key_and_the_range() {
    for (key, below, low, high, above) in RANGES {
        for inside in [low, high] {
            assert!(RecoveryConfig::from_value(at(key, number(inside))).is_ok(), "{key} = {inside}");
            assert!(from_environment(json!({}), &[(key, &number(inside).to_string())]).is_ok(), "{key} = {inside} by the environment");
        }
        for outside in [below, above].into_iter().filter(|outside| !outside.is_nan()) {
            let error = RecoveryConfig::from_value(at(key, number(outside))).expect_err(key);
            assert_eq!(error.key(), key);
            assert!(
                matches!(error.kind(), ConfigErrorKind::OutOfRange { given, range } if **given == *number(outside).to_string() && range.starts_with("from ")),
                "{error}"
            );
        }
    }
}

#[test]
fn the_range_of_one_run_and_the_total_go_together() {
    let pair = |per_run: u32, total: u32| RecoveryConfig::from_value(json!({ "decision_concurrency": { "per_run": per_run, "total": total } }));
    assert!(pair(64, 64).is_ok());
    assert!(matches!(pair(65, 1_024).unwrap_err().kind(), ConfigErrorKind::OutOfRange { .. }));
    let error = pair(9, 8).unwrap_err();
    assert_eq!(error.key(), "decision_concurrency.per_run");
    assert!(matches!(error.kind(), ConfigErrorKind::Contradiction { .. }), "{error}");
}

#[test]
fn a_negative_or_broken_number_is_refused_by_name() {
    for (key, ..) in RANGES.into_iter().filter(|(key, ..)| !key.starts_with("thresholds")) {
        for wrong in [json!(-1), json!(1.5), json!("1"), json!(null), json!([1])] {
            let error = RecoveryConfig::from_value(at(key, wrong)).expect_err(key);
            let text = error.to_string();
            assert!(text.starts_with(&format!("`{key}` must be a whole number")), "{text}");
            assert!(text.contains(" from ") && text.contains(" to "), "it tells the range: {text}");
        }
        for wrong in ["many", "1.5", "-1", "0x10", " 1 2"] {
            let error = from_environment(json!({}), &[(key, wrong)]).expect_err(key);
            assert_eq!(error.key(), variable(key, "").0);
        }
    }
}

#[test]
fn the_environment_overrides_the_file_and_the_file_the_default() {
    let file = json!({ "classifier": "off", "settle_grace_ms": 10, "decisions_per_run": 3, "ledger": { "repeat_ttl_ms": 120_000 }, "alternate_tools": true });
    let config = from_environment(
        file,
        &[
            ("settle_grace_ms", "20"),
            ("ledger.repeat_ttl_ms", "60000"),
            ("alternate_tools", "false"),
            ("jev_route", "custom"),
            ("jev_base_url", "https://decide.example.test/v1"),
            ("thresholds.version", "2026-10.a"),
            ("undeclared_effect", "read_only"),
            ("decisions_per_run", ""),
        ],
    )
    .unwrap();
    assert_eq!(config.classifier, Classifier::Off);
    assert_eq!(config.settle_grace_ms, 20);
    assert_eq!(config.ledger.repeat_ttl_ms, 60_000);
    assert!(!config.alternate_tools);
    assert_eq!(config.jev_route, Some(JevRoute::Custom));
    assert_eq!(config.jev_base_url.as_ref().map(|url| url.as_str()), Some("https://decide.example.test/v1"));
    assert_eq!(config.thresholds.version, "2026-10.a");
    assert_eq!(config.decisions_per_run, 3, "an empty variable counts as not set");
    assert_eq!(config.decision_timeout_ms, 3_000, "nobody set it");
}

#[test]
fn variables_of_others_are_passed_over() {
    let others = [("PATH", "x"), ("RECOVERY_CLASSIFIER", "x"), ("tool_recovery_classifier", "x"), ("XTOOL_RECOVERY_CLASSIFIER", "x")];
    let merged = Layers::new().unwrap().environment(others.map(|(name, text)| (name.to_owned(), text.to_owned()))).unwrap();
    assert_eq!(merged.config(), Ok(RecoveryConfig::default()));
}

#[test]
fn unknown_keys_are_refused_wherever_they_stand() {
    for key in
        ["clasifier", "ledger.bogus", "normalize.bogus", "thresholds.bogus", "advice.bogus", "pacing.bogus", "decision_concurrency.bogus", "other.deep.key"]
    {
        let error = RecoveryConfig::from_value(at(key, json!(1))).expect_err(key);
        assert_eq!(error.key(), key);
        assert!(matches!(error.kind(), ConfigErrorKind::UnknownKey { .. }), "{key}: {error}");
        let error = from_environment(json!({}), &[(key, "1")]).expect_err(key);
        assert_eq!(error.key(), variable(key, "").0);
        assert!(matches!(error.kind(), ConfigErrorKind::UnknownKey { .. }), "{key}: {error}");
    }
}

#[test]
fn a_mode_needs_its_cargo_feature_and_the_error_names_it() {
    for (mode, feature, present) in
        [("keywords", "keywords", cfg!(feature = "keywords")), ("compare", "compare", cfg!(feature = "compare")), ("jev", "jev", cfg!(feature = "jev"))]
    {
        for chosen in [RecoveryConfig::from_value(json!({ "classifier": mode })), from_environment(json!({}), &[("classifier", mode)])] {
            match chosen {
                Ok(config) => assert!(present && config.classifier.as_str() == mode),
                Err(error) => {
                    assert!(!present, "{error}");
                    assert_eq!((error.key(), error.kind()), ("classifier", &ConfigErrorKind::MissingFeature { feature }));
                    assert!(error.to_string().contains(&format!("`{feature}`")), "{error}");
                }
            }
        }
    }
    assert!(RecoveryConfig::from_value(json!({ "classifier": "off" })).is_ok(), "`off` needs nothing");
}

#[test]
fn the_default_mode_is_always_there() {
    let expected = if cfg!(feature = "keywords") { Classifier::Keywords } else { Classifier::Off };
    assert_eq!(RecoveryConfig::from_value(json!({})).unwrap().classifier, expected);
    assert!(RecoveryConfig::from_value(json!({ "alternate_tools": true })).is_ok(), "alternates are found by words without any feature");
}

#[test]
fn a_custom_route_needs_an_address() {
    let error = RecoveryConfig::from_value(json!({ "jev_route": "custom" })).unwrap_err();
    assert_eq!(error.to_string(), "`jev_route`: the route `custom` needs `jev_base_url`");
    assert!(RecoveryConfig::from_value(json!({ "jev_route": "vendor" })).is_ok());
    let error = RecoveryConfig::from_value(json!({ "jev_route": "own" })).unwrap_err();
    assert_eq!(error.to_string(), "`jev_route` must be `vendor` or `custom`");
}

#[test]
fn credentials_do_not_belong_here() {
    for key in ["jev_api_key", "apiKey", "jev.token", "client-secret", "PASSWORD", "ledger.redis_password", "authorization", "aws_access_key_id"] {
        let error = RecoveryConfig::from_value(at(key, json!("canary-3f9a"))).expect_err(key);
        assert_eq!((error.key(), error.kind()), (key, &ConfigErrorKind::Credential));
        assert!(!error.to_string().contains("canary"), "{error}");
    }
    let error = from_environment(json!({}), &[("jev_api_key", "canary-3f9a")]).unwrap_err();
    assert_eq!(error.kind(), &ConfigErrorKind::Credential);
    assert!(!format!("{error} {error:?}").contains("canary"));
}

#[test]
fn no_error_repeats_a_value() {
    const CANARY: &str = "canary-5d1e, expected canary-5d1e";
    let mut errors = Vec::new();
    let defaults = Layers::new().unwrap();
    for entry in defaults.entries() {
        for wrong in [json!(CANARY), json!([CANARY]), json!({ "x": CANARY }), json!({ CANARY: 1 })] {
            errors.extend(RecoveryConfig::from_value(at(&entry.key, wrong)).err());
        }
        errors.extend(from_environment(json!({}), &[(&entry.key, CANARY)]).err());
    }
    for url in ["https://user:canary-5d1e@host.test", "http://canary-5d1e.test", "https://host.test/?key=canary-5d1e"] {
        errors.extend(RecoveryConfig::from_value(json!({ "jev_base_url": url })).err());
    }
    assert!(errors.len() > 4 * defaults.entries().len(), "{} errors", errors.len());
    for error in errors {
        assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
    }
}

#[cfg(feature = "cli")]
mod toml_file {
    use super::*;

    fn resolve(text: &str) -> Result<RecoveryConfig, ConfigError> {
        RecoveryConfig::resolve(Some(text), [])
    }

    #[test]
    fn the_table_is_read_and_others_are_left_alone() {
        let text = r#"
            title = "a host"
            [agent]
            name = "x"
            [agent.recovery]
            classifier = "off"
            thresholds = { version = "1", class = 1 }
            ledger.repeat_ttl_ms = 120_000
            [agent.recovery.pacing]
            max_wait_ms = 0
            [server]
            api_key = "canary"
        "#;
        let config = resolve(text).unwrap();
        assert_eq!((config.classifier, config.pacing.max_wait_ms, config.ledger.repeat_ttl_ms), (Classifier::Off, 0, 120_000));
        let config = RecoveryConfig::resolve(Some(text), [("TOOL_RECOVERY_LEDGER__REPEAT_TTL_MS".to_owned(), "180000".to_owned())]).unwrap();
        assert_eq!(config.ledger.repeat_ttl_ms, 180_000);
        assert_eq!(RecoveryConfig::resolve(None, []), Ok(RecoveryConfig::default()));
        assert_eq!(resolve("[agent]"), Ok(RecoveryConfig::default()));
    }

    #[test]
    fn a_text_that_is_not_toml_is_told_by_its_place_alone() {
        for text in ["[server]\npassword = canary-5d1e\n", "[server]\npassword = \"canary-5d1e\n"] {
            let error = resolve(text).unwrap_err();
            assert_eq!(error.key(), "file");
            assert!(error.to_string().contains("line 2"), "{error}");
            assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
        }
    }

    #[test]
    fn numbers_that_are_not_finite_and_dates_are_refused_by_name() {
        for value in ["nan", "inf", "-inf", "1979-05-27"] {
            let error = resolve(&format!("[agent.recovery.thresholds]\nclass = {value}\n")).unwrap_err();
            assert_eq!(error.to_string(), "`thresholds.class` must be a number from 0 to 1", "{value}");
        }
        let error = resolve("agent.recovery = 3").unwrap_err();
        assert_eq!(error.to_string(), "`agent.recovery` must be a table");
    }
}
