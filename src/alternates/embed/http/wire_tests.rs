use super::{answer, request};
use crate::alternates::RetrievalFault;
use serde_json::{Value, json};
use std::sync::Arc;

#[test]
fn a_request_has_the_model_and_the_texts() {
    let texts = [Arc::from("one"), Arc::from("two \"quoted\"")];
    let written: Value = serde_json::from_slice(&request("m", &texts, None).unwrap()).unwrap();
    assert_eq!(written, json!({"model": "m", "input": ["one", "two \"quoted\""]}));
    let written: Value = serde_json::from_slice(&request("m", &texts, Some(64)).unwrap()).unwrap();
    assert_eq!(written["dimensions"], 64);
}

#[test]
fn the_index_says_which_text_a_vector_belongs_to() {
    let body = json!({"object": "list", "model": "m-1", "usage": {"total_tokens": 3}, "data": [
        {"object": "embedding", "index": 1, "embedding": [0.0, 1.0]},
        {"object": "embedding", "index": 0, "embedding": [1, 0]},
    ]});
    let read = answer(body.to_string().as_bytes(), 2).unwrap();
    assert_eq!(read.vectors, [[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(read.model.as_deref(), Some("m-1"));
}

#[test]
fn what_is_not_an_answer_is_refused() {
    let entry = |index: i64| json!({"index": index, "embedding": [1.0]});
    for (data, fault) in [
        (json!([entry(0)]), RetrievalFault::Count),
        (json!([entry(0), entry(0)]), RetrievalFault::Count),
        (json!([entry(0), entry(2)]), RetrievalFault::Count),
        (json!([entry(0), entry(1), entry(1)]), RetrievalFault::Count),
        (json!([]), RetrievalFault::Count),
        (json!([entry(0), entry(-1)]), RetrievalFault::Malformed),
        (json!([{"embedding": [1.0]}, entry(1)]), RetrievalFault::Malformed),
        (json!([{"index": 0}, entry(1)]), RetrievalFault::Malformed),
        (json!([{"index": 0, "embedding": "AACAPw=="}, entry(1)]), RetrievalFault::Malformed),
        (json!([{"index": 0, "embedding": [null]}, entry(1)]), RetrievalFault::Malformed),
        (json!({"0": entry(0)}), RetrievalFault::Malformed),
    ] {
        let body = json!({"data": data}).to_string();
        assert_eq!(answer(body.as_bytes(), 2).unwrap_err(), fault, "{body}");
    }
    for body in [
        "",
        "{}",
        "null",
        "<html>",
        r#"{"data": [{"index": 0, "embedding": [NaN]}]}"#,
        r#"{"data": []} trailing"#,
        r#"{"data": [{"index": 0, "embedding": [1e400]}]}"#,
    ] {
        assert_eq!(answer(body.as_bytes(), 1).unwrap_err(), RetrievalFault::Malformed, "{body}");
    }
    // Too large for 32 bits: refused here or, where it is read as infinite, by the check of the vectors.
    let large = answer(br#"{"data": [{"index": 0, "embedding": [1e39]}]}"#, 1);
    assert!(large.is_err() || !large.unwrap().vectors[0][0].is_finite());
}

#[test]
fn a_long_name_of_a_model_is_not_kept() {
    let body = json!({"model": "m".repeat(1000), "data": [{"index": 0, "embedding": [1.0]}]}).to_string();
    assert_eq!(answer(body.as_bytes(), 1).unwrap().model, None);
}
