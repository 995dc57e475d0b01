use super::{ModelCheck, Preset};
use crate::net::Endpoint;

#[test]
fn a_pinned_model_is_the_one_that_answers() {
    let exact = ModelCheck::Exact;
    assert!(exact.accepts("jev-1.13.0", "jev-1.13.0"));
    assert!(!exact.accepts("jev-1.13.0", "jev-1.14.0"));
    assert!(!exact.accepts("jev-1.13", "jev-1.13.0"));
}

#[test]
fn a_gateway_may_prefix_and_continue_a_version() {
    let release = ModelCheck::Release;
    for (asked, answered) in [
        ("typesafe/jev-1.13", "typesafe/jev-1.13-20260917"),
        ("jev-1.13", "typesafe/jev-1.13-20260917"),
        ("typesafe-ai/jev-1.14.0", "jev-1.14.0"),
        ("jev-1.13", "jev-1.13.0"),
    ] {
        assert!(release.accepts(asked, answered), "{asked} {answered}");
    }
    for (asked, answered) in [("jev-1.1", "jev-1.13"), ("jev-1.13", "jev-1.14"), ("jev-1.13", "jev-1.13-small"), ("jev-1.13.0", "jev-1.13"), ("jev-1.13", "")] {
        assert!(!release.accepts(asked, answered), "{asked} {answered}");
    }
}

#[test]
fn a_moving_alias_is_no_pin() {
    assert!(ModelCheck::Exact.accepts("jev-latest", "jev-1.13.0"));
    assert!(ModelCheck::Release.accepts("typesafe/jev-preview", "typesafe/jev-1.14-20261001"));
    assert!(ModelCheck::Unchecked.accepts("jev-1.13.0", "minilm"));
}

#[test]
fn every_preset_makes_an_address() {
    for preset in Preset::ALL {
        let base = preset.base.unwrap_or("https://workspace.example/serving").parse().unwrap();
        let operation = if preset.name == "cloudflare" { "/serving/ai/run/@cf/cloudflare/clef" } else { "/v1/systemone" };
        assert!(Endpoint::new(&base, &preset.path).unwrap().url().path().ends_with(operation), "{}", preset.name);
    }
}
