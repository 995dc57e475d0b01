use super::{
    super::testing::{MockEvaluator, answers, asked, case, config, decider, facts, poll_once, says},
    *,
};
use crate::{
    classify::{Class, Classification, Source},
    facts::{Effect, UntrustedText},
};
use std::time::Duration;
use tokio::time::sleep;

#[tokio::test(start_paused = true)]
async fn what_is_settled_or_may_have_happened_is_not_asked() {
    let facts = facts();
    let mut evaluator = MockEvaluator::new();
    evaluator.expect_evaluate().never();
    let decider = decider(evaluator);
    let certain = Classification::new(Class::Permission, Source::Keywords, "rule").with_certainty(true);
    for case in [
        OpenCase { known: certain, ..case(&facts, 1) },
        OpenCase { effect: Effect::UncertainWrite, ..case(&facts, 1) },
        OpenCase { effect: Effect::Applied, ..case(&facts, 1) },
    ] {
        assert_eq!(decider.decide(&case).unwrap_err(), Abstained::NotAsked);
    }
}

#[tokio::test(start_paused = true)]
async fn too_little_text_is_not_asked_and_does_not_count() {
    let (blank, facts) = (facts().text(UntrustedText::new("  ")), facts());
    let mut config = config();
    config.decisions_per_run = 1;
    let decider = Decider::new(says(|| Ok(answers(Class::WrongArguments, 1.0, 0.0))), &config).unwrap();
    for _ in 0..3 {
        assert_eq!(decider.decide(&case(&blank, 1)).unwrap_err(), Abstained::TooLittle);
    }
    assert!(asked(&decider, &case(&facts, 1)).await.unwrap().advice.is_ok());
    assert_eq!(decider.decide(&case(&facts, 1)).unwrap_err(), Abstained::RunLimit);
    assert!(decider.decide(&case(&facts, 2)).is_ok(), "another run");
}

#[tokio::test(start_paused = true)]
async fn a_place_is_given_back_with_the_answer_and_with_a_drop() {
    let facts = facts();
    let mut evaluator = MockEvaluator::new();
    evaluator.expect_evaluate().returning(|_, _| {
        Box::pin(async {
            sleep(Duration::from_secs(1)).await;
            Ok(answers(Class::WrongArguments, 1.0, 0.0))
        })
    });
    let decider = decider(evaluator);
    let (mut one, other) = (Box::pin(decider.decide(&case(&facts, 1)).unwrap()), decider.clone());
    assert!(poll_once(one.as_mut()).is_pending());
    assert_eq!(other.decide(&case(&facts, 1)).unwrap_err(), Abstained::Busy, "clones share their bounds");
    let two = decider.decide(&case(&facts, 2)).unwrap();
    drop(one);
    assert!(asked(&decider, &case(&facts, 1)).await.unwrap().advice.is_ok());
    assert!(decider.decide(&case(&facts, 1)).is_ok());
    drop(two);
}

#[test]
fn thresholds_out_of_their_range_are_refused() {
    let mut config = config();
    config.thresholds.class = f64::NAN;
    assert!(Decider::new(MockEvaluator::new(), &config).unwrap_err().to_string().contains("thresholds.class"));
}

#[test]
fn the_configuration_says_whether_an_evaluator_is_asked() {
    for (classifier, asks) in [(Classifier::Off, false), (Classifier::Keywords, false), (Classifier::Compare, false), (Classifier::Jev, true)] {
        let config = RecoveryConfig { classifier, ..config() };
        let decider = Asking::new(MockEvaluator::new()).alternates(()).decider(&config).unwrap();
        assert_eq!(decider.asks(), asks, "{classifier:?}");
    }
    assert!(decider(MockEvaluator::new()).asks(), "one that is given as it is always is");
}
