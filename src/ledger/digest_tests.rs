use super::*;
use crate::{
    classify::{Class, Subkind},
    ledger::MemoryLedger,
};

fn trusted(class: Class) -> Classification {
    Classification::new(class, Source::Trusted, "test")
}

fn normal(line: &str) -> String {
    let mut out = String::new();
    without_volatile(line, &mut out);
    out
}

#[test]
fn what_differs_from_one_time_to_the_next_is_removed() {
    let same = [
        ("request 6f9619ff-8b86-d011-b42d-00cf4fc964ff failed", "request 0a1b2c3d-0000-4111-8222-333344445555 failed"),
        ("at 2024-01-02T03:04:05.678Z: timeout", "at 2025-11-30T23:59:59Z: timeout"),
        ("[2024-01-02 03:04:05,678] boom", "[2025-11-30 23:59:59,001] boom"),
        ("panic at 0x7ffd12ab34cd", "panic at 0x55d0c0ffee00"),
        ("build failed in 0.53s", "build failed in 12.1s"),
        ("build failed in 0.53 seconds.", "build failed in 12 seconds."),
        ("took (37ms)", "took (112ms)"),
        ("cannot open '/tmp/tmpab12/x.py'", "cannot open '/tmp/tmpzz99/x.py'"),
        ("commit 9fceb02d0ae598e95dc970b74767f19372d61af8 not found", "commit 1fceb02d0ae598e95dc970b74767f19372d61af9 not found"),
        ("req_011CSHoEeqs5C35K2UUqR7Fy failed", "req_022DTIpFfrt6D46L3VVrS8Gz failed"),
        ("pid 1234567 died", "pid 7654321 died"),
        ("too   much\tspace", "too much space"),
    ];
    for (a, b) in same {
        assert_eq!(normal(a), normal(b));
    }
}

/// A line is taken as it stands only where going through its words would change nothing.
#[test]
fn a_plain_line_is_what_its_words_are() {
    let lines = [
        "",
        " ",
        "a",
        " a",
        "a ",
        "a  b",
        "a\tb",
        "a\u{b}b",
        "Connection refused (peer).",
        "\u{fc}ber",
        "no such thing: 'x' !",
        "a/b",
        "a 5 s",
        "took 37ms",
        "a\\b",
    ];
    for line in lines {
        let mut words = String::new();
        replace_words(line, &mut words);
        assert_eq!(normal(line), words, "{line:?}");
    }
    assert!(is_plain("Connection refused (peer).") && !is_plain("took 37ms"));
}

#[test]
fn what_says_what_is_wrong_stays() {
    let apart = [
        ("HTTP 404", "HTTP 403"),
        ("line 42: expected `;`", "line 43: expected `;`"),
        ("field \"amount\" is required", "field \"currency\" is required"),
        ("no such file: 'a.txt'", "no such file: 'b.txt'"),
        ("no such file: /home/u/a.txt", "no such file: /home/u/b.txt"),
        ("user alice not found", "user bob not found"),
        ("3 tests failed", "4 tests failed"),
        ("port 8080 in use", "port 8081 in use"),
        ("deadbeef", "cafebabe"),
        ("version 1.2.3", "version 1.2.4"),
        ("não encontrado", "nao encontrado"),
        ("error E0382", "error E0499"),
    ];
    for (a, b) in apart {
        assert_ne!(normal(a), normal(b));
    }
}

#[test]
fn every_part_counts_but_a_predicted_class() {
    let ledger = MemoryLedger::default();
    let digest = |classification: &Classification, code: Option<&Code>, line| failure_digest(&ledger, classification, code, line, true);
    let base = digest(&trusted(Class::Unavailable), Some(&Code::Http(503)), "down");
    assert_eq!(base, digest(&trusted(Class::Unavailable), Some(&Code::Http(503)), "down"));
    assert_ne!(base, digest(&trusted(Class::Transient), Some(&Code::Http(503)), "down"));
    assert_ne!(base, digest(&trusted(Class::Unavailable).with_subkind(Subkind::Service), Some(&Code::Http(503)), "down"));
    assert_ne!(base, digest(&trusted(Class::Unavailable), Some(&Code::Http(502)), "down"));
    assert_ne!(base, digest(&trusted(Class::Unavailable), None, "down"));
    assert_ne!(base, digest(&trusted(Class::Unavailable), Some(&Code::Http(503)), "up"));
    for source in [Source::Keywords, Source::Jev] {
        let guess = |class| digest(&Classification::new(class, source, "test"), None, "down");
        assert_eq!(guess(Class::Transient), guess(Class::Permission), "a prediction that changes its mind makes nothing new");
    }
}

#[test]
fn long_lines_are_compared_to_their_end() {
    let ledger = MemoryLedger::default();
    let digest = |line: &str| failure_digest(&ledger, &trusted(Class::Unknown), None, line, true);
    let long = "é".repeat(10_000);
    assert_eq!(digest(&long), digest(&long));
    assert_ne!(digest(&long), digest(&format!("{long}!")));
}

#[test]
fn lines_are_kept_as_they_are_where_the_configuration_says_so() {
    let ledger = MemoryLedger::default();
    let digest = |line, volatile| failure_digest(&ledger, &trusted(Class::Unknown), None, line, volatile);
    assert_eq!(digest("pid 1234567", true), digest("pid 7654321", true));
    assert_ne!(digest("pid 1234567", false), digest("pid 7654321", false));
}
