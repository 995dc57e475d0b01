//! Fingerprints of arguments against their canonical text.

use proptest::prelude::*;
use serde_json::{Value, json};
use tool_recovery::ledger::{Ledger, MemoryLedger};

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop::sample::select(vec![
            json!(0),
            json!(-0.0),
            json!(1),
            json!(1.0),
            json!(-1),
            json!(0.5),
            json!(5e-1),
            json!(1e300),
            json!(u64::MAX),
            json!(i64::MIN)
        ]),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[ab1:,\"]{0,3}".prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[ab1:,]{0,3}", inner), 0..4).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// Text that is equal exactly for equal values: sorted members, one way to write a number.
fn canonical(value: &Value) -> String {
    match value {
        Value::Number(n) => match n.as_f64() {
            Some(f) if n.is_f64() && f.fract() == 0.0 && f.abs() < 18_446_744_073_709_551_616.0 => format!("{}", f as i128),
            _ => n.to_string(),
        },
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Object(members) => {
            let mut written: Vec<String> = members.iter().map(|(key, member)| format!("{}:{}", json!(key), canonical(member))).collect();
            written.sort();
            format!("{{{}}}", written.join(","))
        }
        other => other.to_string(),
    }
}

/// All JSON Pointers to members of objects, and the value without the member.
fn without_one(value: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    collect(value, "", &mut |pointer, key| {
        let mut pruned = value.clone();
        if let Some(Value::Object(members)) = pruned.pointer_mut(pointer) {
            members.remove(key);
        }
        found.push((format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), pruned));
    });
    found
}

fn collect(value: &Value, at: &str, found: &mut dyn FnMut(&str, &str)) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                found(at, key);
                collect(member, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(n, item)| collect(item, &format!("{at}/{n}"), found)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Equal exactly when the values are equal.
    #[test]
    fn fingerprints_tell_values_apart(a in value(), b in value()) {
        let ledger = MemoryLedger::default();
        let same = canonical(&a) == canonical(&b);
        prop_assert_eq!(ledger.fingerprint(&a, &[]) == ledger.fingerprint(&b, &[]), same);
        prop_assert_eq!(ledger.fingerprint(&a, &[]), ledger.fingerprint(&a.clone(), &[]));
        let text: Value = serde_json::from_str(&canonical(&a)).unwrap();
        prop_assert_eq!(ledger.fingerprint(&a, &[]), ledger.fingerprint(&text, &[]), "however it is spelt");
    }

    /// A superficial member is as good as absent.
    #[test]
    fn superficial_members_do_not_count(a in value()) {
        let ledger = MemoryLedger::default();
        for (pointer, pruned) in without_one(&a) {
            prop_assert_eq!(ledger.fingerprint(&a, &[pointer.as_str().into()]), ledger.fingerprint(&pruned, &[]), "{}", pointer);
        }
    }
}
