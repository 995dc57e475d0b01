use super::*;
use crate::eval::dataset::Entry;
use serde_json::json;

fn table() -> Table {
    let mut table = Table::default();
    for id in ["a", "b"] {
        let row = json!({"id": id, "family": "f", "template": id, "call": {"tool": "x"}, "result": {"transport": "process", "exit_code": 1},
            "label": {"class": "transient", "retry_unchanged": true, "alternate": "other_tool", "correction": "none"}, "basis": "measured"});
        let entry = Entry::parse(row.to_string().as_bytes()).expect("a row");
        table.push(&entry).expect("a new row");
    }
    table
}

fn read(lines: &[Value]) -> Result<Answers, String> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    read_predictions("x", text.as_bytes(), &table()).map_err(|error| error.to_string())
}

fn one(line: Value, question: Question) -> Given {
    read(&[line]).expect("an answer").column(question).expect("a column").given(0)
}

#[test]
fn an_answer_may_be_written_in_many_ways() {
    let label = |name: &str, question: Question| Predicted::Label(question.kind().names().iter().position(|one| *one == name).expect("a name"));
    assert_eq!(one(json!({"id": "a", "answer": "permission"}), Question::Class).predicted, label("permission", Question::Class));
    assert_eq!(one(json!({"id": "a", "question": "retry", "answer": true}), Question::Retry).predicted, Predicted::Label(1));
    assert_eq!(one(json!({"id": "a", "question": "correction", "answer": 2}), Question::Correction).predicted, Predicted::Label(2));
    assert_eq!(one(json!({"id": "a", "question": "alternate", "answer": "other_tool"}), Question::Alternate).predicted, Predicted::Label(0));
    assert_eq!(one(json!({"id": "a", "question": "alternate", "answer": "third"}), Question::Alternate).predicted, Predicted::Label(1));
    assert_eq!(one(json!({"id": "a", "abstain": true}), Question::Class).predicted, Predicted::Abstain);
    assert_eq!(one(json!({"id": "a", "error": "timeout"}), Question::Class).predicted, Predicted::Error);
    let noul = one(json!({"id": "a", "question": "recoverability", "p": 0.8}), Question::Recoverability);
    assert_eq!(noul.predicted, Predicted::Label(1));
    assert!((noul.confidence.expect("a confidence") - 0.6).abs() < 1e-12);
    assert_eq!(one(json!({"id": "a", "question": "recoverability", "p": 0.5}), Question::Recoverability).predicted, Predicted::Label(0));
}

#[test]
fn a_tie_chooses_nothing() {
    let tied = one(json!({"id": "a", "p": {"transient": 0.5, "permission": 0.5}}), Question::Class);
    assert_eq!((tied.predicted, tied.p.map(|p| p.len())), (Predicted::Abstain, Some(9)));
}

#[test]
fn records_and_answers_of_classify_are_read() {
    let record = json!({"id": "a", "answers": {"class": {"type": "choice", "probabilities": {"transient": 0.9, "unknown": 0.1}}, "recoverability": {"type": "noul", "p": 0.2},
        "correction": {"type": "score", "probabilities": [0.1, 0.2, 0.7]}, "alternate": {"type": "missing", "why": "not_asked"}, "other": {"type": "noul", "p": 1.0}}});
    let answers = read(&[record]).expect("answers");
    let label = |question| answers.column(question).expect("a column").predicted(0);
    assert_eq!(
        (label(Question::Class), label(Question::Recoverability), label(Question::Correction)),
        (Predicted::Label(0), Predicted::Label(0), Predicted::Label(2))
    );
    assert_eq!(label(Question::Alternate), Predicted::Error);
    let answers = read(&[
        json!({"id": "b", "failed": true, "class": "rate_limited", "retry_advised": true, "latency_ns": 2_000_000, "source": "trusted"}),
        json!({"id": "a", "failed": false, "class": null, "retry_advised": false}),
    ]);
    let answers = answers.expect("answers");
    let label = |question, row| answers.column(question).expect("a column").predicted(row);
    assert_eq!(
        (label(Question::Class, 1), label(Question::Retry, 1), label(Question::Class, 0)),
        (Predicted::Label(1), Predicted::Label(1), Predicted::Abstain)
    );
    assert_eq!(answers.latency_ms, [2.0]);
}

#[test]
fn rows_of_other_datasets_are_counted_and_missing_answers_are_errors() {
    let answers = read(&[
        json!({"id": "zzz", "answer": "transient"}),
        json!({"id": "b", "answer": "transient", "status": "ok", "attempts": 2, "cost_micro_usd": 7, "model": "m 1"}),
    ])
    .expect("answers");
    assert_eq!((answers.usage.foreign, answers.usage.attempts, answers.usage.cost_micro_usd), (1, 2, 7));
    assert_eq!(answers.usage.models.iter().map(String::as_str).collect::<Vec<_>>(), ["other"]);
    assert_eq!(answers.column(Question::Class).expect("a column").predicted(0), Predicted::Error);
}

#[test]
fn what_is_no_answer_is_named_by_its_line() {
    let cases = [
        json!({"answer": "transient"}),
        json!({"id": "a"}),
        json!({"id": "a", "answer": "CANARY"}),
        json!({"id": "a", "question": "CANARY", "answer": true}),
        json!({"id": "a", "p": {"transient": 0.5}}),
        json!({"id": "a", "p": {"transient": 1.5, "unknown": -0.5}}),
        json!({"id": "a", "p": {"CANARY": 1.0}}),
        json!({"id": "a", "question": "correction", "p": [0.5, 0.5]}),
    ];
    for case in cases {
        let fault = read(&[json!({"id": "b", "abstain": true}), case.clone()]).err().unwrap_or_default();
        assert!(fault.starts_with("line 2: ") && !fault.contains("CANARY"), "{case}: {fault}");
    }
}
