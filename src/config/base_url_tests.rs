use super::*;

#[test]
fn addresses_that_are_accepted() {
    for (url, origin, path) in [
        ("https://api.example.test", "https://api.example.test", ""),
        ("https://api.example.test:8443/v1/", "https://api.example.test:8443", "/v1/"),
        ("https://192.0.2.7", "https://192.0.2.7", ""),
        ("https://[2001:db8::1]:444/x", "https://[2001:db8::1]:444", "/x"),
        ("http://127.0.0.1", "http://127.0.0.1", ""),
        ("http://127.9.9.9:8080/decide", "http://127.9.9.9:8080", "/decide"),
        ("http://[::1]:8080", "http://[::1]:8080", ""),
    ] {
        let parsed: BaseUrl = url.parse().unwrap_or_else(|_| panic!("{url} is refused"));
        assert_eq!((parsed.as_str(), parsed.origin(), parsed.path()), (url, origin, path));
    }
}

#[test]
fn addresses_that_are_refused() {
    for url in [
        "",
        "api.example.test",
        "ftp://api.example.test",
        "http://api.example.test",
        "http://localhost:8080",
        "http://127.0.0.1.example.test",
        "http://127.1",
        "http://2130706433",
        "http://0.0.0.0",
        "http://[::ffff:127.0.0.1]",
        "http://[::1",
        "https://",
        "https://:443",
        "https:///path",
        "https://[::1]x",
        "https://host:0",
        "https://host:65536",
        "https://host:",
        "https://host:+80",
        "https://user@host",
        "https://user:word@host",
        "http://127.0.0.1@host",
        "https://host\\@127.0.0.1",
        "https://host?key=1",
        "https://host/#part",
        "https://ho st",
        "https://h\u{f6}st",
        "https://host\n",
        "HTTPS://host",
    ] {
        assert_eq!(url.parse::<BaseUrl>(), Err(InvalidBaseUrl), "{url:?}");
    }
    assert!(format!("https://host/{}", "x".repeat(BaseUrl::MAX_BYTES)).parse::<BaseUrl>().is_err());
}

#[test]
fn the_path_is_not_shown() {
    let url: BaseUrl = "https://host.test/private-path".parse().expect("an address");
    assert_eq!(url.to_string(), "https://host.test");
    assert_eq!(format!("{url:?}"), "BaseUrl(\"https://host.test\")");
}

#[test]
fn a_refused_address_is_not_repeated_by_the_error() {
    let error = serde_json::from_value::<BaseUrl>("https://u:canary-word@host".into()).expect_err("userinfo");
    assert!(!error.to_string().contains("canary-word"), "{error}");
    assert!(error.to_string().contains("without user name"), "{error}");
}
