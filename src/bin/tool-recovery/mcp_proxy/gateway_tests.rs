use super::*;

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
}

#[test]
fn only_this_machine_is_served() {
    for fine in [&[("host", "127.0.0.1:80")][..], &[("host", "localhost")], &[("host", "[::1]:8080"), ("origin", "http://localhost:5173")]] {
        assert!(is_local(&headers(fine)), "{fine:?}");
    }
    for other in [
        &[("host", "evil.test")][..],
        &[("host", "localhost"), ("origin", "https://evil.test")],
        &[("host", "localhost"), ("origin", "null")],
        &[("host", "127.0.0.1.evil.test")],
        &[],
    ] {
        assert!(!is_local(&headers(other)), "{other:?}");
    }
    assert!(local("127.0.0.1:0".parse().unwrap()).is_ok() && local("192.0.2.1:80".parse().unwrap()).is_err());
}

#[test]
fn a_batch_with_something_unreadable_may_hold_a_call() {
    for text in [r#"{"method":"tools/call"}"#, "7", r#"{"method":"ping","method":"tools/call"}"#, r#"[["method","tools/call"]]"#, r#"{"Method":"ping"}"#] {
        assert!(!may_be_in_batch(text), "{text}");
    }
    assert!(may_be_in_batch(r#"{"method":"ping"}"#) && may_be_in_batch(r#"{"id":1,"result":{}}"#));
}
