use super::Endpoint;
use crate::config::BaseUrl;

fn endpoint(base: &str, path: &str) -> Option<Endpoint> {
    Endpoint::new(&base.parse::<BaseUrl>().unwrap(), path).ok()
}

fn url(base: &str, path: &str) -> String {
    endpoint(base, path).unwrap().url().to_string()
}

#[test]
fn a_base_that_ends_with_the_beginning_of_the_path_does_not_double_it() {
    assert_eq!(url("https://a.example", "/v1/systemone"), "https://a.example/v1/systemone");
    assert_eq!(url("https://a.example/", "/v1/systemone"), "https://a.example/v1/systemone");
    assert_eq!(url("https://a.example/v1", "/v1/systemone"), "https://a.example/v1/systemone");
    assert_eq!(url("https://a.example/v1/", "/v1/systemone"), "https://a.example/v1/systemone");
    assert_eq!(url("https://a.example/api/v1/systemone", "/v1/systemone"), "https://a.example/api/v1/systemone");
    assert_eq!(url("https://a.example/api", "/v1/systemone"), "https://a.example/api/v1/systemone");
    assert_eq!(url("http://127.0.0.1:8790/s/v1-x", "/v1/systemone"), "http://127.0.0.1:8790/s/v1-x/v1/systemone");
    assert_eq!(url("https://a.example/v2", "/v1/systemone"), "https://a.example/v2/v1/systemone");
}

#[test]
fn an_origin_has_one_form() {
    for base in ["https://A.example", "https://a.example:443", "https://a.example:443/x/y"] {
        assert_eq!(endpoint(base, "/p").unwrap().origin(), "https://a.example");
    }
    assert_eq!(endpoint("https://a.example:8443", "/p").unwrap().origin(), "https://a.example:8443");
    assert_eq!(endpoint("http://127.0.0.1:80", "/p").unwrap().origin(), "http://127.0.0.1");
}

#[test]
fn a_path_stays_below_its_base() {
    for path in ["", "v1", "/../x", "/a/./b", "/a?b", "/a#b", "/%2e%2e/x", "/a b", "/a\\b"] {
        assert!(endpoint("https://a.example/base", path).is_none(), "{path}");
    }
}

#[test]
fn loopback_is_a_literal_address() {
    assert!(endpoint("http://127.0.0.1:1", "/p").unwrap().is_loopback());
    assert!(endpoint("http://[::1]:1", "/p").unwrap().is_loopback());
    assert!(endpoint("https://127.1.2.3", "/p").unwrap().is_loopback());
    assert!(!endpoint("https://localhost", "/p").unwrap().is_loopback());
    assert!(!endpoint("https://127.0.0.1.example", "/p").unwrap().is_loopback());
}

#[test]
fn a_path_is_not_shown() {
    let endpoint = endpoint("https://a.example/private-path", "/v1/systemone").unwrap();
    assert_eq!(format!("{endpoint} {endpoint:?}"), "https://a.example Endpoint(\"https://a.example\")");
}
