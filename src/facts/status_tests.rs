use super::*;

#[test]
fn settles_only_what_needs_no_text() {
    assert_eq!(http(401, false).map(|s| s.class), Some(Class::Authentication));
    assert_eq!(http(504, false).map(|s| s.class), Some(Class::Transient));
    assert_eq!(http(429, true).and_then(|s| s.subkind), Some(Subkind::Throttle));
    for open in [200, 302, 400, 402, 403, 404, 409, 410, 422, 429, 500, 503] {
        assert_eq!(http(open, false), None, "{open}");
    }
    for open in [0, 1, 2, 126, 127, 128, 130, 137, 141, 143, 255] {
        assert_eq!(exit(open), None, "{open}");
    }
}

#[test]
fn a_403_that_asks_for_a_wait_is_a_throttle() {
    let settled = http(403, true).expect("settled");
    assert_eq!((settled.class, settled.subkind), (Class::RateLimited, Some(Subkind::Throttle)));
}

#[test]
fn reads_the_last_segment_of_a_qualified_name() {
    assert_eq!(exception("java.net.UnknownHostException").map(|s| s.class), Some(Class::Unavailable));
    assert_eq!(exception("Errno::EPERM").map(|s| s.class), Some(Class::Permission));
    assert_eq!(exception("requests.exceptions.ReadTimeout").map(|s| s.class), Some(Class::Transient));
    assert_eq!(exception("keyerror"), None, "names are exact");
    assert_eq!(exception("RuntimeError"), None);
    assert_eq!(exception("FileNotFoundError"), None, "may be the program itself");
    for open in ["ScannerError", "TOMLDecodeError", "BadZipFile", "JSONDecodeError"] {
        assert_eq!(exception(open), None, "{open}: another tool may read it");
    }
    assert_eq!(exception("tarfile.ReadError"), None, "HTTP clients call a lost connection so, too");
}

#[test]
fn a_name_stands_in_one_group_only() {
    let mut seen = std::collections::HashMap::new();
    for group in exceptions::GROUPS {
        for name in group.each_name() {
            let before = seen.insert(name, group.rule);
            assert!(before.is_none() || before == Some(group.rule), "{name} in {before:?} and {}", group.rule);
        }
    }
}
