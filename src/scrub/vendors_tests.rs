use super::*;

#[test]
fn the_tables_are_sorted() {
    assert!(SURE.is_sorted() && LIKELY.is_sorted());
}

#[test]
fn words_that_begin_like_keys_are_words() {
    for text in [
        "sk-learn",
        "npm_config_registry",
        "key-value",
        "secret_name",
        "hf_hub_download",
        "API_KEY",
        "ASIAN",
        "dapico",
        "ACCEPTED",
        "SKIPPED",
        "MIIX",
        "fc-cache",
        "op_return",
        "token_type",
        "pk_id",
    ] {
        assert!(!begins_key(text.as_bytes()), "{text}");
    }
}

#[test]
fn keys_are_known_by_their_beginning() {
    for text in ["AKIAIOSFODNN7EXAMPLE", "ghp_abc", "sk-ant-x", "sk-abcd1234efgh", "eyJhbGciOi", "glpat-x1", "SG.abc123", "npm_abcd1234efgh5678"] {
        assert!(begins_key(text.as_bytes()), "{text}");
    }
}
