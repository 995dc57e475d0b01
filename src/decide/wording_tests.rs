use super::*;
use crate::systemone::Form;

const PAGE: &str = include_str!("../../docs/decide.md");

/// The page, and a sentence, without what line breaks and markup do to them.
fn plain(text: &str) -> String {
    text.replace(['`', '>', '|'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_shows_the_very_words_of_every_question() {
    let page = plain(PAGE);
    let shown = |words: &str| assert!(page.contains(&plain(words)), "docs/decide.md does not show: {words}");
    for words in [CLASS_ASKS, RECOVERABILITY_ASKS, RECOVERABILITY_YES, RECOVERABILITY_NO, CORRECTION_ASKS, ALTERNATE_ASKS, NONE_IS] {
        shown(words);
    }
    Class::ALL.into_iter().for_each(|class| shown(&format!("{class} {}", class_is(class))));
    Correction::ALL.into_iter().for_each(|level| shown(correction_is(level)));
    for id in [CLASS, RECOVERABILITY, CORRECTION, ALTERNATE] {
        assert!(PAGE.contains(&format!("`{id}`")), "{id}");
    }
}

#[test]
fn the_page_names_the_version_and_the_digest_of_these_words() {
    assert!(PAGE.contains(&format!("`{VERSION}`")));
    let digest = format!("{:032x}", digest());
    assert!(PAGE.contains(&digest), "a changed word is a new version: the digest is {digest}");
}

#[test]
fn every_class_has_four_examples_on_the_page() {
    for class in Class::ALL {
        let head = format!("\n### `{class}`\n");
        let section = PAGE.split(&head).nth(1).unwrap_or_else(|| panic!("no section of {class}"));
        let section = section.split("\n#").next().unwrap_or_default();
        for kind in ["| positive |", "| negative |", "| boundary |", "| missing evidence |"] {
            assert_eq!(section.matches(kind).count(), 1, "{class}: {kind}");
        }
    }
}

#[test]
fn every_reason_is_on_the_page() {
    use super::super::Abstained as A;
    use crate::systemone::{AnswerFault, EvaluationErrorKind as K};
    let reasons = [
        A::NotAsked,
        A::RunLimit,
        A::Busy,
        A::TooLittle,
        A::Evidence,
        A::Tie,
        A::NoInformation,
        A::BelowThreshold,
        A::DeadBand,
        A::Contradiction,
        A::ContradictsFacts,
        A::Invalid(AnswerFault::MissingAnswer),
        A::Deadline,
        A::Cancelled,
        A::Panicked,
    ];
    let kinds = [
        K::NoCredential,
        K::Unauthorized,
        K::Funds,
        K::NotFound,
        K::BadRequest,
        K::TooLarge,
        K::RateLimited,
        K::Unavailable,
        K::Connection,
        K::Redirected,
        K::Malformed,
        K::WrongModel,
        K::BreakerOpen,
        K::Other,
    ];
    for reason in reasons.into_iter().chain(kinds.map(A::Failed)) {
        assert!(PAGE.contains(&format!("| `{reason}` |")) || PAGE.contains(&format!("`{reason}`,")), "{reason}");
    }
}

#[test]
fn a_description_begins_with_the_words_of_its_label() {
    for class in Class::ALL {
        let label = class.as_str().replace('_', " ");
        assert!(class_is(class).to_lowercase().starts_with(&format!("{label}:")), "{class}");
    }
    assert!(NONE_IS.to_lowercase().starts_with(NONE));
}

#[test]
fn no_question_asks_a_model_to_count() {
    let all = Class::ALL.into_iter().map(class_is).chain(Correction::ALL.into_iter().map(correction_is));
    for words in all.chain([CLASS_ASKS, RECOVERABILITY_ASKS, RECOVERABILITY_YES, RECOVERABILITY_NO, CORRECTION_ASKS, ALTERNATE_ASKS, NONE_IS]) {
        assert!(!words.contains(|c: char| c.is_ascii_digit()), "{words}");
    }
}

#[test]
fn the_words_of_a_question_are_those_that_are_asked() {
    let mut observation = super::super::testing::observation();
    observation.correctable = Some(super::super::Correctable { pointer: None });
    observation.set_candidates(&[crate::alternates::Candidate::new("open", "opens widgets")]);
    let requests = [super::super::RecoveryRequest::about(&observation), super::super::RecoveryRequest::alternate(&observation)];
    let questions: Vec<_> = requests.iter().flat_map(|request| &request.batch.questions).collect();
    assert_eq!(questions.len(), 4);
    for question in questions {
        let words = words_of(&question.id);
        let asked = match &question.form {
            Form::Choice(options) => options.iter().filter(|option| option.label != "open").flat_map(|one| [&*one.label, &*one.description]).collect(),
            Form::Noul { yes, no } => vec![&**yes, &**no],
            Form::Score(levels) => levels.iter().map(|level| &**level).collect(),
        };
        assert_eq!(words, [&[&*question.instructions], &*asked].concat(), "{}", question.id);
    }
    assert_eq!(words_of("another"), [""; 0]);
}
