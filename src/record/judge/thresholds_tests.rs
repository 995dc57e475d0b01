use super::*;
use crate::record::{Body, Probability, Record};
use serde_json::json;

const VALID: &str = include_str!("../../../tests/fixtures/records/valid.jsonl");
const WORDING: &str = "sha256:abababababababababababababababab";

fn file() -> Value {
    json!({
        "schema": "tool-thresholds/1", "id": "thr-1", "created": "2026-11-30", "model_resolved": "jev-1.13.0", "dataset_digest": WORDING, "split": "tune",
        "criteria": [{"id": "fit.repeat", "version": "1", "wording_digest": WORDING}],
        "values": {"fit.repeat": {"act_at": 0.8, "reject_at": 0.2}},
        "projection": {"id": "proposal-fit", "version": "3"}
    })
}

fn parse(value: &Value) -> Result<Thresholds, ThresholdsError> {
    Thresholds::parse(&value.to_string())
}

fn changed(pointer: &str, value: Value) -> Value {
    let mut file = file();
    *file.pointer_mut(pointer).unwrap() = value;
    file
}

fn decision() -> Decision<'static> {
    match Record::parse(VALID.lines().next().unwrap().as_bytes()).unwrap().body {
        Body::Decision(decision) => decision,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_digest_that_is_stated_has_to_be_right() {
    let mut stated = file();
    let digest = parse(&file()).unwrap().digest().to_string();
    stated["digest"] = sha256_of(&file()).into();
    assert_eq!(parse(&stated).unwrap().digest().as_str(), digest, "the seal is not part of what is judged by");
    stated["values"]["fit.repeat"]["act_at"] = 0.7.into();
    assert_eq!(parse(&stated), Err(ThresholdsError::Digest));
    let spaced = format!("{:#}", file());
    assert_eq!(Thresholds::parse(&spaced).unwrap().digest().as_str(), digest, "the layout does not matter");
}

#[test]
fn bands_that_nothing_can_pass_are_refused() {
    for (act_at, reject_at) in [(1.0, 0.2), (0.8, 0.0), (0.2, 0.8), (-1.0, -2.0), (1.5, 0.5)] {
        let file = changed("/values/fit.repeat", json!({"act_at": act_at, "reject_at": reject_at}));
        assert_eq!(parse(&file), Err(ThresholdsError::Band("fit.repeat".into())), "{act_at} {reject_at}");
    }
    assert!(parse(&changed("/values/fit.repeat", json!({"act_at": 0.5, "clear_at": 0.5}))).is_ok());
}

#[test]
fn what_is_no_thresholds_file_is_refused() {
    for text in [
        "",
        "[]",
        "{}",
        r#"{"id": "x"}"#,
        r#"{"id": "x", "values": {"a": {"act_at": 0.5}}}"#,
        r#"{"id": "x", "values": {"a": {"act_at": 0.5, "reject_at": 0.1, "x": 1}}}"#,
    ] {
        assert!(matches!(Thresholds::parse(text), Err(ThresholdsError::Malformed(..))), "{text}");
    }
    assert_eq!(parse(&changed("/id", json!("a name with spaces"))), Err(ThresholdsError::Id));
}

#[test]
fn a_decision_made_for_other_words_is_told() {
    let fits = |file: &Value| parse(file).unwrap().fit(&decision());
    assert_eq!(fits(&file()), Ok(()));
    assert_eq!(fits(&changed("/criteria/0/version", json!("2"))), Err(Mismatch::CriterionVersion));
    assert_eq!(fits(&changed("/criteria/0/wording_digest", json!("sha256:0000000000000000"))), Err(Mismatch::Wording));
    assert_eq!(fits(&changed("/projection/version", json!("4"))), Err(Mismatch::Projection));
    assert_eq!(fits(&changed("/id", json!("thr-2026-11-20"))), Err(Mismatch::ThresholdsDigest), "the name of the recorded thresholds with another content");
}

#[test]
fn a_file_declares_the_sides_of_its_own_criteria() {
    let p = |p: f64| Probability::new(p).unwrap();
    let code = |text: &'static str| Code::new(text).unwrap();
    let choice =
        |bad: f64| Answer::Choice { probabilities: vec![(code("good"), p(1.0 - bad)), (code("bad"), p(bad))], selected: None, confidence_reported: None };
    let mut file = file();
    file["values"]["own"] = json!({"act_at": 0.8, "reject_at": 0.2});
    assert_eq!(parse(&file).unwrap().read("own", &choice(0.9)), Reading::Uncertain, "nobody said which option is which");
    file["criteria"] = json!([{"id": "own", "acting": ["bad"], "clearing": ["good"]}]);
    let thresholds = parse(&file).unwrap();
    let readings = [0.9, 0.5, 0.1].map(|bad| thresholds.read("own", &choice(bad)));
    assert_eq!(readings, [Reading::Acts, Reading::Uncertain, Reading::Clears]);
    file["criteria"] = json!([{"id": "own", "acting_from": 1}]);
    let score = Answer::Score { probabilities: vec![p(0.1), p(0.5), p(0.4)], expected: None, confidence_reported: None };
    assert_eq!(parse(&file).unwrap().read("own", &score), Reading::Acts);
    assert_eq!(thresholds.read("unknown", &choice(0.9)), Reading::Recorded);
}

#[test]
fn the_digest_is_that_of_what_is_judged_by() {
    let digest = |file: &Value| parse(file).unwrap().digest().clone();
    let plain = json!({"id": "thr-1", "values": {"fit.repeat": {"act_at": 0.80, "reject_at": 0.2}}});
    let meaning = br#"{"id":"thr-1","values":{"fit.repeat":{"act_at":0.8,"reject_at":0.2}}}"#;
    assert_eq!(digest(&plain), crate::record::LineDigest::of(meaning).to_digest(), "as the book says");
    assert_eq!(digest(&file()), digest(&plain), "where the numbers came from does not matter");
    assert_ne!(digest(&changed("/values/fit.repeat/act_at", json!(0.7))), digest(&plain));
    let long = changed("/values/fit.repeat/act_at", json!(0.800_000_000_000_000_1));
    assert_eq!(digest(&long), digest(&plain), "the last bit is the reader's, and not the file's");
    assert_ne!(digest(&changed("/id", json!("thr-2"))), digest(&plain));
    assert_ne!(digest(&changed("/criteria/0", json!({"id": "fit.repeat", "acting": ["new"]}))), digest(&plain), "another reading");
    let mut recovery = plain.clone();
    recovery["recovery"] = json!({"class": 0.7});
    assert_ne!(digest(&recovery), digest(&plain));
}

#[test]
fn what_is_written_is_read_back_to_the_same() {
    let mut full = file();
    full["recovery"] = json!({"class": 0.7, "recoverability": 0.6, "correction": 0.8, "alternate": 0.9});
    full["criteria"] = json!([{"id": "own", "acting": ["bad"], "clearing": ["good"]}, {"id": "level", "version": "2", "acting_from": 1}]);
    for file in [file(), full] {
        let thresholds = parse(&file).unwrap();
        assert_eq!(parse(&serde_json::to_value(&thresholds).unwrap()).unwrap(), thresholds);
    }
    let mut policy = ProposalPolicy { thresholds_version: "thr-9".to_owned(), ..ProposalPolicy::default() };
    policy.thresholds.insert("fit.repeat".to_owned(), Band { act_at: 0.8, clear_at: 0.2 });
    let of_policy = policy.thresholds();
    assert_eq!(parse(&serde_json::to_value(&of_policy).unwrap()).unwrap(), of_policy);
}

#[test]
fn edges_for_failures_are_checked() {
    let mut wrong = file();
    wrong["recovery"] = json!({"class": 1.5});
    assert!(matches!(parse(&wrong), Err(ThresholdsError::Recovery(_))));
    wrong["recovery"] = json!({"klass": 0.5});
    assert!(matches!(parse(&wrong), Err(ThresholdsError::Malformed(..))));
}
