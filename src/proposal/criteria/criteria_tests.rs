use super::*;
use sha2::{Digest, Sha256};
use std::{collections::HashSet, fmt::Write as _};

fn all() -> impl Iterator<Item = &'static Criterion> {
    BEFORE_CALL.into_iter().chain(AFTER_CALL)
}

#[test]
fn the_ids_are_those_of_the_contract() {
    let ids: Vec<&str> = BEFORE_CALL.iter().map(|criterion| criterion.id).collect();
    assert_eq!(ids, ["fit.tool", "fit.args", "fit.target", "fit.scope", "fit.repeat", "fit.order", "risk.blast", "risk.injected"]);
    let ids: Vec<&str> = AFTER_CALL.iter().map(|criterion| criterion.id).collect();
    assert_eq!(ids, ["claim_supported_by_result", "recovery_appropriate", "handoff_appropriate"]);
    assert!(all().all(|criterion| Criterion::by_id(criterion.id) == Some(criterion)));
    assert_eq!(Criterion::by_id("fit.taste"), None);
}

#[test]
fn a_changed_word_needs_a_new_version() {
    let digest = |criterion: &Criterion| {
        Sha256::digest(criterion.wording().as_bytes()).iter().take(4).fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a string");
            hex
        })
    };
    let changed: Vec<(&str, String)> = all()
        .filter(|criterion| criterion.version.split_once('.').map(|(_, stated)| stated) != Some(&digest(criterion)))
        .map(|criterion| (criterion.id, digest(criterion)))
        .collect();
    assert_eq!(changed, [], "the wording has changed: raise the number and state this digest");
}

#[test]
fn every_criterion_has_an_example_of_each_kind_whose_answer_its_form_allows() {
    for criterion in all() {
        let kinds: Vec<ExampleKind> = criterion.examples.iter().map(|example| example.kind).collect();
        assert_eq!(kinds, [ExampleKind::Positive, ExampleKind::Negative, ExampleKind::Boundary, ExampleKind::MissingEvidence], "{}", criterion.id);
        for example in criterion.examples {
            let allowed = match criterion.form {
                CriterionForm::Choice { options, .. } => options.iter().any(|(label, _)| *label == example.expected),
                CriterionForm::Noul { .. } => ["yes", "no", "even"].contains(&example.expected),
                CriterionForm::Score { levels, .. } => {
                    (0..levels.len()).any(|level| example.expected == format!("level {level}")) || example.expected == "even over the levels"
                }
            };
            assert!(allowed, "{}: {}", criterion.id, example.expected);
        }
        let texts: HashSet<&str> = criterion.examples.iter().map(|example| example.given).collect();
        assert_eq!(texts.len(), criterion.examples.len(), "{}", criterion.id);
    }
}

#[test]
fn descriptions_repeat_their_labels_and_every_label_acts_clears_or_is_uncertain() {
    for criterion in all() {
        if let CriterionForm::Choice { options, acting, clearing } = criterion.form {
            for (label, description) in options {
                assert!(description.starts_with(&format!("{label}: ")), "{}: some servers read the description only", criterion.id);
            }
            for label in acting.iter().chain(clearing) {
                assert!(options.iter().any(|(known, _)| known == label), "{}: {label}", criterion.id);
            }
            assert!(acting.iter().all(|label| !clearing.contains(label)), "{}", criterion.id);
        }
    }
}

#[test]
fn no_criterion_asks_a_model_to_count() {
    for criterion in all() {
        assert!(!criterion.wording().chars().any(|c| c.is_ascii_digit()), "{}", criterion.id);
    }
}
