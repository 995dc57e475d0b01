use super::*;
use serde_json::{Value, json};

#[test]
fn hashes_are_written_as_text_and_bad_ones_are_refused() {
    assert_eq!(serde_json::to_value(Hex(0xab)).unwrap(), json!("000000000000000000000000000000ab"));
    for bad in [json!("xyz"), json!(""), json!("f".repeat(33)), json!(7)] {
        assert!(serde_json::from_value::<Hex>(bad).is_err());
    }
}

#[test]
fn unknown_fields_are_refused() {
    let mut text: Value = serde_json::to_value(MemoryLedger::default().snapshot()).unwrap();
    text["more"] = json!(1);
    assert!(serde_json::from_value::<LedgerSnapshot>(text).is_err());
}

#[test]
fn a_restored_ledger_makes_the_same_keys() {
    let ledger = MemoryLedger::default();
    let later = MemoryLedger::restore(LedgerConfig::default(), &ledger.snapshot()).unwrap();
    assert_eq!(ledger.operation_key("t", Some("o"), ledger.scope_key("s")), later.operation_key("t", Some("o"), later.scope_key("s")));
    assert_eq!(ledger.fingerprint(&json!({"a": [1, "x"]}), &[]), later.fingerprint(&json!({"a": [1, "x"]}), &[]));
    assert_ne!(ledger.run_key("r"), MemoryLedger::default().run_key("r"));
    let bad = LedgerConfig { repeat_ttl_ms: 0, ..LedgerConfig::default() };
    assert_eq!(MemoryLedger::restore(bad, &ledger.snapshot()).unwrap_err().key(), "repeat_ttl_ms");
}
