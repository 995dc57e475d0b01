use super::{VendorVariables, Wanted, resolve};
use crate::{
    config::{BaseUrl, JevRoute},
    jev::{JevErrorKind, Preset, Provider},
    net::Credential,
};

const GATEWAY: &str = "https://gateway.example/api";

fn base(text: &str) -> BaseUrl {
    text.parse().unwrap()
}

fn secret(text: &str) -> Credential {
    Credential::new(text).unwrap()
}

fn variables(pairs: &[(&str, &str)]) -> VendorVariables {
    VendorVariables::read(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))).unwrap()
}

fn vendor_key() -> VendorVariables {
    variables(&[("TYPESAFE_API_KEY", "env-key")])
}

fn vendor() -> Provider {
    Provider::vendor(secret("host-vendor")).unwrap()
}

fn gateway() -> Provider {
    Provider::custom_at(Preset::SELF_HOSTED, base(GATEWAY), secret("host-gateway")).unwrap()
}

/// The secret that is used and where it goes, or the kind of error.
fn resolved(route: Option<JevRoute>, at: Option<&str>, host: &[Provider], variables: &VendorVariables) -> Result<Option<(String, String)>, JevErrorKind> {
    match resolve(&Wanted { route, base: at.map(base) }, host, variables) {
        Ok(Some(found)) => Ok(Some((found.credential().unwrap().expose().to_owned(), found.endpoint().unwrap().url().to_string()))),
        Ok(None) => Ok(None),
        Err(error) => Err(error.kind().clone()),
    }
}

fn found(secret: &str, url: &str) -> Result<Option<(String, String)>, JevErrorKind> {
    Ok(Some((secret.to_owned(), url.to_owned())))
}

const VENDOR_URL: &str = "https://api.typesafe.ai/v1/systemone";
const GATEWAY_URL: &str = "https://gateway.example/api/v1/systemone";

#[test]
fn without_a_route_the_hosts_first_provider_answers_else_the_variables() {
    assert_eq!(resolved(None, None, &[gateway(), vendor()], &vendor_key()), found("host-gateway", GATEWAY_URL));
    assert_eq!(resolved(None, None, &[vendor(), gateway()], &vendor_key()), found("host-vendor", VENDOR_URL));
    assert_eq!(resolved(None, None, &[], &vendor_key()), found("env-key", VENDOR_URL));
    assert_eq!(resolved(None, None, &[], &variables(&[])), Ok(None));
}

#[test]
fn an_explicit_route_finds_its_own_credential_or_fails() {
    let (route, none) = (Some(JevRoute::Vendor), variables(&[]));
    assert_eq!(resolved(route, None, &[gateway(), vendor()], &none), found("host-vendor", VENDOR_URL));
    assert_eq!(resolved(route, None, &[vendor()], &vendor_key()), found("env-key", VENDOR_URL), "the environment comes first");
    assert!(matches!(resolved(route, None, &[gateway()], &none), Err(JevErrorKind::NoCredential { route: JevRoute::Vendor, .. })));
    let route = Some(JevRoute::Custom);
    assert_eq!(resolved(route, Some(GATEWAY), &[vendor(), gateway()], &vendor_key()), found("host-gateway", GATEWAY_URL));
    assert!(matches!(resolved(route, Some(GATEWAY), &[vendor()], &vendor_key()), Err(JevErrorKind::NoCredential { route: JevRoute::Custom, .. })));
}

#[test]
fn an_overridden_address_needs_a_credential_of_its_own() {
    for route in [None, Some(JevRoute::Vendor), Some(JevRoute::Custom)] {
        let elsewhere = resolved(route, Some("https://elsewhere.example"), &[gateway(), vendor()], &vendor_key());
        assert!(matches!(elsewhere, Err(JevErrorKind::NoCredential { .. })), "{route:?} {elsewhere:?}");
    }
    assert!(matches!(resolved(None, Some("https://elsewhere.example"), &[], &variables(&[])), Err(JevErrorKind::NoCredential { .. })));
    // The vendor's key does not go to another port or another scheme's host either.
    for other in ["https://api.typesafe.ai:8443", "https://api.typesafe.ai.example", "http://127.0.0.1:8577"] {
        assert!(resolved(Some(JevRoute::Vendor), Some(other), &[vendor()], &vendor_key()).is_err(), "{other}");
    }
}

#[test]
fn another_path_of_the_same_origin_keeps_the_credential() {
    let url = "https://gateway.example/other/v1/systemone";
    assert_eq!(resolved(Some(JevRoute::Custom), Some("https://GATEWAY.example:443/other"), &[gateway()], &variables(&[])), found("host-gateway", url));
    assert_eq!(resolved(None, Some("https://gateway.example/other/v1"), &[gateway()], &variables(&[])), found("host-gateway", url));
}

#[test]
fn the_variables_belong_together() {
    let pair = variables(&[("TYPESAFE_API_KEY", "env-key"), ("TYPESAFE_BASE_URL", "https://proxy.example/v1")]);
    let url = "https://proxy.example/v1/systemone";
    assert_eq!(resolved(None, None, &[], &pair), found("env-key", url));
    assert_eq!(resolved(Some(JevRoute::Vendor), None, &[vendor()], &pair), found("env-key", url));
    // The key of the proxy is not the vendor's.
    assert!(resolved(Some(JevRoute::Vendor), Some("https://api.typesafe.ai"), &[], &pair).is_err());
    // An address of the environment without a key of its own takes nobody else's.
    let alone = variables(&[("TYPESAFE_BASE_URL", "https://proxy.example")]);
    assert!(resolved(Some(JevRoute::Vendor), None, &[vendor()], &alone).is_err());
}

#[test]
fn a_variable_that_cannot_be_used_is_named_without_its_value() {
    for (name, value) in [("TYPESAFE_API_KEY", "a\u{e9}-canary"), ("TYPESAFE_BASE_URL", "http://canary.example"), ("TYPESAFE_DEFAULT_MODEL", "canary model")] {
        let error = VendorVariables::read([(name.to_owned(), value.to_owned())]).unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(shown.contains(name) && !shown.contains("canary"), "{shown}");
    }
    assert_eq!(resolved(None, None, &[], &variables(&[("TYPESAFE_API_KEY", " ")])), Ok(None));
}

#[test]
fn the_model_of_the_environment_is_the_vendors() {
    let variables = variables(&[("TYPESAFE_API_KEY", "env-key"), ("TYPESAFE_DEFAULT_MODEL", "jev-1.14.0")]);
    let model = |route, at: Option<&str>, host: &[Provider]| resolve(&Wanted { route, base: at.map(base) }, host, &variables).unwrap().unwrap().preset.model;
    assert_eq!(model(None, None, &[]), "jev-1.14.0");
    assert_eq!(model(Some(JevRoute::Vendor), None, &[vendor()]), "jev-1.14.0");
    assert_eq!(model(Some(JevRoute::Custom), Some(GATEWAY), &[gateway()]), "jev-latest");
}

#[test]
fn nothing_secret_is_shown() {
    let shown = format!("{:?} {:?} {:?}", vendor(), vendor_key(), gateway());
    assert!(!shown.contains("host-vendor") && !shown.contains("env-key") && !shown.contains(".example/api"), "{shown}");
}
