use super::*;

#[test]
fn keys_of_different_names_never_meet() {
    let ledger = MemoryLedger::default();
    let keys = [
        ledger.operation_key("a", None, ledger.scope_key("b")),
        ledger.operation_key("a", Some(""), ledger.scope_key("b")),
        ledger.operation_key("a", Some("b"), ledger.scope_key("")),
        ledger.operation_key("ab", None, ledger.scope_key("")),
        ledger.operation_key("", Some("a"), ledger.scope_key("b")),
        ledger.operation_key("", None, ledger.scope_key("ab")),
        ledger.operation_key("b", None, ledger.scope_key("a")),
    ];
    for (i, a) in keys.iter().enumerate() {
        for (j, b) in keys.iter().enumerate() {
            assert_eq!(a == b, i == j, "{i} {j}");
        }
    }
    assert_ne!(ledger.run_key("a").0, ledger.operation_key("a", None, ledger.scope_key("")).0);
    assert_ne!(ledger.digest("a"), ledger.scope_key("a").0);
}

#[test]
fn clones_share_everything() {
    let ledger = MemoryLedger::default();
    let key = testing::call(&ledger, "r", 1, 1);
    testing::fails(&ledger.clone(), key);
    assert_eq!(testing::fails(&ledger, key).identical, 2);
}

#[test]
fn a_bad_limit_is_an_error() {
    let config = LedgerConfig { repeat_ttl_ms: 1, ..LedgerConfig::default() };
    assert_eq!(MemoryLedger::new(config).unwrap_err().key(), "repeat_ttl_ms");
}
