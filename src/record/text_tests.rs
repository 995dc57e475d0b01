use super::*;

#[test]
fn codes_have_no_room_for_a_sentence() {
    for text in ["a", "fit.scope", "dec_01", "risk.blast@2".trim_end_matches("@2"), &"x".repeat(96), "hmac-sha256:k3:cdcdcdcdcdcdcdcdcdcd"] {
        assert!(Code::new(text).is_ok(), "{text}");
    }
    for text in ["", "a b", "ada@example.org", "x?token=1", "ä", "line\nbreak", "tab\t", "\"", "{", "a,b", &"x".repeat(97)] {
        let error = Code::new(text).unwrap_err();
        assert!(text.is_empty() || !error.to_string().contains(text), "{error}");
    }
}

#[test]
fn digests_name_their_algorithm() {
    let hex = "ab".repeat(16);
    for text in
        [format!("sha256:{hex}"), format!("hmac-sha256:k3:{hex}"), format!("hmac-sha256:2026-11_a:{}", "0".repeat(64)), format!("sha256:{}", "0".repeat(16))]
    {
        assert!(Digest::new(text.clone()).is_ok(), "{text}");
    }
    for text in [
        String::new(),
        hex.clone(),
        format!("md5:{hex}"),
        format!("sha256:{}", hex.to_uppercase()),
        format!("sha256:{}", "0".repeat(65)),
        format!("sha256:{}", "0".repeat(15)),
        format!("hmac-sha256:{hex}"),
        format!("hmac-sha256:k 3:{hex}"),
        format!("hmac-sha256::{hex}"),
        format!("sha256:k3:{hex}"),
    ] {
        assert!(Digest::new(text.clone()).is_err(), "{text}");
    }
}

#[test]
fn minor_versions_of_the_schema_are_ours() {
    for (text, ours) in
        [("tool-decision/1", true), ("tool-decision/1.12", true), ("tool-decision/1.", false), ("tool-decision/2", false), ("tool-decision/10", false)]
    {
        assert_eq!(SchemaId::new(text).is_ok(), ours, "{text}");
    }
}
