use super::*;
use serde_json::json;

fn key(id: &str) -> DigestKey {
    DigestKey::new(id, &[0x0b; 20]).unwrap()
}

#[test]
fn the_digest_is_hmac_over_the_canonical_bytes() {
    // Computed with Python: hmac.new(b"\x0b"*20, b'{"a":1,"b":[true,null]}', "sha256").hexdigest()[:32]
    let digest = key("k1").value(&json!({"b": [true, null], "a": 1.0}));
    assert_eq!(digest.as_str(), "hmac-sha256:k1:96778224f29a1b19d8841c3315199803");
}

#[test]
fn equal_values_meet_and_others_do_not() {
    let key = key("k1");
    let value = |text: &str| key.value(&serde_json::from_str(text).unwrap());
    assert_eq!(value(r#"{"a":1,"b":2}"#), value(r#"{ "b": 2.0, "a": 1e0 }"#));
    assert_ne!(value(r#"{"a":1}"#), value(r#"{"a":"1"}"#));
    assert_ne!(DigestKey::new("k1", &[0x0c; 20]).unwrap().text("x"), key.text("x"), "nobody without the key finds the value");
}

#[test]
fn rotation_changes_key_and_id() {
    let keys = RotatingKey::new(key("k1"));
    let shared = keys.clone();
    let before = keys.current().text("x");
    shared.rotate(DigestKey::new("k2", &[7; 32]).unwrap());
    let after = keys.current().text("x");
    assert!(before.as_str().starts_with("hmac-sha256:k1:") && after.as_str().starts_with("hmac-sha256:k2:"));
}

#[test]
fn a_name_is_kept_or_hidden() {
    let key = key("k1");
    assert_eq!(key.code("fs.read").as_str(), "fs.read");
    for name in ["send mail to ada", "ä", "", &"x".repeat(97)] {
        let code = key.code(name);
        assert!(code.as_str().starts_with("hmac-sha256:k1:") && Code::new(code.as_str().to_owned()).is_ok());
    }
    assert_ne!(key.hidden("fs.read").as_str(), "fs.read");
    assert!(Code::new(DigestKey::new(&"k".repeat(32), &[1; 16]).unwrap().hidden("x").as_str().to_owned()).is_ok());
}

const SECRETS: [&str; 6] = [
    "sk-live-zq7canary0123456789abcdef",
    "https://ann:hunter2@example.com/v1",
    "//internal.example.com/models",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "AKIAIOSFODNN7EXAMPLE",
    "a model of ada@example.com",
];

#[test]
fn the_id_of_a_call_is_kept_where_an_api_made_it_up() {
    let key = key("k1");
    let generated =
        ["call_Jx3Qb7", "call-1", "toolu_01A09q90qw90lq917835lq9", "tooluse_x1", "fc_0a", "chatcmpl-tool-0af3", "7", "0190a5b2-7c3d-7e4f-8a9b-0c1d2e3f4a5b"];
    for id in generated {
        assert_eq!(key.call_id(id).as_str(), id);
    }
    let others = ["", "call_", "call_ada.lovelace", "ada", "078051120", "0190a5b27c3d7e4f8a9b0c1d2e3f4a5b", "{190a5b27c3d7e4f8a9b0c1d2e3f4a5b0000}"];
    for id in SECRETS.into_iter().chain(others) {
        assert_eq!(key.call_id(id), key.hidden(id), "{id}");
    }
}

#[test]
fn the_name_of_a_model_is_kept_where_it_was_asked_for_or_harmless() {
    let key = key("k1");
    for model in ["jev.jev-latest", "jev-2026-11-01", "jev-small-20261101", "org/model:q4", "gpt-4.1-mini"] {
        assert_eq!(key.reported_model(model, "jev-latest").as_str(), model);
    }
    for model in SECRETS {
        assert_eq!(key.reported_model(model, "jev-latest"), key.hidden(model), "{model}");
    }
}

#[test]
fn poor_keys_are_refused_and_none_is_printed() {
    for (id, secret) in [("", &[1u8; 16][..]), ("k:1", &[1; 16]), ("k 1", &[1; 16]), ("k", &[1; 15]), (&"k".repeat(33), &[1; 16])] {
        assert!(DigestKey::new(id, secret).is_err(), "{id}");
    }
    let printed = format!("{:?} {:?}", key("k1"), RotatingKey::new(key("k1")));
    assert!(printed.contains("k1") && !printed.contains("11, 11") && !printed.contains("0b0b"), "{printed}");
}
