//! Each mode is there exactly where its feature is, and a missing one names it.

use tool_recovery::config::ConfigErrorKind;

fn expected() -> Vec<&'static str> {
    let mut modes = vec!["off"];
    // `compare` and `jev` imply `keywords`.
    if cfg!(any(feature = "keywords", feature = "compare", feature = "jev")) {
        modes.push("keywords");
    }
    if cfg!(feature = "compare") {
        modes.push("compare");
    }
    if cfg!(feature = "jev") {
        modes.push("jev");
    }
    modes
}

#[test]
fn the_modes_are_those_of_the_features() {
    assert_eq!(downstream::modes(), expected());
}

#[test]
fn a_missing_mode_is_an_error_that_names_its_feature() {
    for mode in ["off", "keywords", "compare", "jev"] {
        match downstream::configured(mode) {
            Ok(config) => assert!(expected().contains(&mode) && config.classifier.as_str() == mode),
            Err(error) => {
                assert!(!expected().contains(&mode), "{error}");
                assert!(matches!(error.kind(), ConfigErrorKind::MissingFeature { feature } if *feature == mode), "{error}");
            }
        }
    }
}

#[test]
fn a_call_needs_no_feature() {
    assert_eq!((downstream::call().tool(), downstream::call().run()), ("search", "run-1"));
}
