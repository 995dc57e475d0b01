use super::*;
use serde_json::json;
use std::hash::{BuildHasher, Hash};

/// Not the ledger's fingerprint, but one with its promise: equal values, equal keys.
fn fingerprint(value: &Value) -> Fingerprint {
    let state = foldhash::fast::FixedState::with_seed(7);
    let mut hasher = state.build_hasher();
    value.hash(&mut hasher);
    Fingerprint(u128::from(state.hash_one(value)) << 64 | u128::from(std::hash::Hasher::finish(&hasher)))
}

fn place(descriptor: &ToolDescriptor, undeclared: UndeclaredEffect, arguments: &Value) -> Option<HoldPlace> {
    hold_place(descriptor, undeclared, arguments, fingerprint)
}

#[test]
fn declarations_come_before_the_default() {
    use UndeclaredEffect::{ReadOnly, Unknown, Write};
    let none = ToolDescriptor::new("t");
    let read = ToolDescriptor::new("t").read_only();
    let write = ToolDescriptor::new("t").write();
    for undeclared in [ReadOnly, Unknown, Write] {
        assert_eq!(place(&read, undeclared, &json!({})), None);
        assert_eq!(place(&write, undeclared, &json!({})), Some(HoldPlace::Operation));
    }
    assert_eq!(place(&none, Write, &json!({})), Some(HoldPlace::Operation));
    assert_eq!(place(&none, Unknown, &json!({})), Some(HoldPlace::Identical));
    assert_eq!(place(&none, ReadOnly, &json!({})), None);
    assert_eq!(place(&none.effect_key("/id"), Unknown, &json!({"id": 1})), Some(HoldPlace::Identical));
}

#[test]
fn the_effect_key_looks_at_its_pointers_only() {
    let write = ToolDescriptor::new("t").write().effect_key("/to").effect_key("/account/id");
    let of = |arguments: Value| place(&write, UndeclaredEffect::Write, &arguments);
    let first = of(json!({"to": "a", "account": {"id": 1}, "memo": "x"}));
    assert!(matches!(first, Some(HoldPlace::EffectKey(_))));
    assert_eq!(first, of(json!({"account": {"id": 1, "name": "y"}, "to": "a"})));
    assert_ne!(first, of(json!({"to": "b", "account": {"id": 1}})));
    assert_ne!(first, of(json!({"to": "a", "account": {"id": 2}})));
    assert_ne!(first, of(json!({"to": 1, "account": {"id": "a"}})));
}

#[test]
fn the_order_of_values_matters() {
    let write = ToolDescriptor::new("t").write().effect_key("/from").effect_key("/to");
    let of = |from: &str, to: &str| place(&write, UndeclaredEffect::Write, &json!({"from": from, "to": to}));
    assert_ne!(of("a", "b"), of("b", "a"));
    assert_ne!(of("a", "a"), of("b", "b"));
}

#[test]
fn a_missing_null_or_blank_value_holds_the_operation() {
    let write = ToolDescriptor::new("t").write().effect_key("/to").effect_key("/id");
    for arguments in [json!({"to": "a"}), json!({"to": "a", "id": null}), json!({"to": "a", "id": " "}), json!({"to": "", "id": 1}), json!([]), json!(null)] {
        assert_eq!(place(&write, UndeclaredEffect::Write, &arguments), Some(HoldPlace::Operation));
    }
}

#[test]
fn only_text_and_integers_are_idempotency_keys() {
    let tool = ToolDescriptor::new("t").write().idempotency_key("/key");
    let of = |value: Value| idempotency(&tool, &json!({ "key": value })).cloned();
    assert_eq!(of(json!("k-1")), Some(json!("k-1")));
    assert_eq!(of(json!(7)), Some(json!(7)));
    for none in [json!(""), json!("  "), json!(null), json!(true), json!([1]), json!({"a": 1}), json!(1.0), json!(1e30)] {
        assert_eq!(of(none), None);
    }
    assert_eq!(idempotency(&tool, &json!({})), None);
    assert_eq!(idempotency(&ToolDescriptor::new("t"), &json!({"key": "k"})), None);
}

/// Other pointers may name the same thing: a hold by one of them concerns every call that is asked about by another.
#[test]
fn keys_by_other_pointers_cannot_be_compared() {
    let of = |pointers: &[&str], arguments: Value| {
        let write = pointers.iter().fold(ToolDescriptor::new("t").write(), |write, pointer| write.effect_key(*pointer));
        place(&write, UndeclaredEffect::Write, &arguments).unwrap()
    };
    let held = of(&["/to"], json!({"to": "a", "id": 1}));
    assert!(held.may_concern(Some(of(&["/to"], json!({"to": "a", "id": 2})))));
    assert!(!held.may_concern(Some(of(&["/to"], json!({"to": "b", "id": 1})))));
    for other in [of(&["/id"], json!({"to": "a", "id": 1})), of(&["/to", "/id"], json!({"to": "b", "id": 2})), of(&["/t", "o"], json!({"to": "b"}))] {
        assert!(held.may_concern(Some(other)) && other.may_concern(Some(held)));
    }
}

#[test]
fn what_any_language_takes_for_white_space_makes_no_other_target() {
    let write = ToolDescriptor::new("t").write().effect_key("/to");
    let of = |to: &str| place(&write, UndeclaredEffect::Write, &json!({ "to": to }));
    for spelt in [" 42", "42\u{a0}", "\u{feff}42", "42\u{1f}", "\u{2003}42\u{feff}\n"] {
        assert_eq!(of(spelt), of("42"), "{spelt:?}");
    }
    assert_ne!(of("4 2"), of("42"));
}
