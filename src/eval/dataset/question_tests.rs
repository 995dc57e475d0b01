use super::*;
use serde_json::json;

fn gold(question: Question, label: &Value) -> Option<&'static str> {
    let label = label.as_object().expect("an object");
    question.gold(label).map(|place| question.kind().names()[place])
}

#[test]
fn labels_answer_the_questions() {
    let label = json!({"class": "rate_limited", "retry_unchanged": false, "corrected_succeeds": true, "correction": "evidenced", "alternate": "read_file",
        "fit.tool": "unclear", "risk.blast": 2, "risk.injected": true});
    let answers = [
        (Question::Class, Some("rate_limited")),
        (Question::Retry, Some("no")),
        (Question::Recoverability, Some("yes")),
        (Question::Correction, Some("evidenced")),
        (Question::Alternate, Some("right")),
        (Question::FitTool, Some("unclear")),
        (Question::RiskBlast, Some("2")),
        (Question::RiskInjected, Some("yes")),
        (Question::FitArgs, None),
    ];
    for (question, answer) in answers {
        assert_eq!(gold(question, &label), answer, "{}", question.id());
    }
    assert_eq!(gold(Question::Class, &json!({"class": null})), None);
    assert_eq!(gold(Question::RiskBlast, &json!({"risk.blast": 4})), None);
}

#[test]
fn recoverability_needs_what_decides_it() {
    let of = |retry: Value, corrected: Value, correction: &str| {
        gold(Question::Recoverability, &json!({"retry_unchanged": retry, "corrected_succeeds": corrected, "correction": correction}))
    };
    assert_eq!(of(json!(true), json!(null), "none"), Some("yes"));
    assert_eq!(of(json!(null), json!(true), "evidenced"), Some("yes"));
    assert_eq!(of(json!(null), json!(true), "speculative"), None);
    assert_eq!(of(json!(false), json!(true), "speculative"), Some("no"));
    assert_eq!(of(json!(false), json!(null), "evidenced"), None);
    assert_eq!(of(json!(false), json!(false), "evidenced"), Some("no"));
}

#[test]
fn names_are_unique_and_found() {
    for question in Question::ALL {
        assert_eq!(Question::of(question.id()), Some(question));
        let names = question.kind().names();
        assert!((0..names.len()).all(|at| names.iter().position(|name| *name == names[at]) == Some(at)));
    }
    assert_eq!(Question::of("other"), None);
}
